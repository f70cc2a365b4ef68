"""A finished game as a picture to share."""

from collections.abc import Sequence

from carrozza.atlas.course import Course
from carrozza.atlas.model import Layout
from carrozza.atlas.render import Pieces
from carrozza.atlas.result import SEATS, Standing, board_result, card_result
from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.core.errors import BadOptions
from carrozza.core.game import State


def standings_of(
    state: State, names: Sequence[str], colours: Sequence[str] = SEATS
) -> tuple[Standing, ...]:
    """By seats."""
    if not state.over:
        raise BadOptions("not_over", "This game is not over yet, so there is no final score.")
    sheet = state.score_sheet()
    return tuple(
        Standing(names[seat], colours[seat], total, seat in sheet.winners)
        for seat, total in enumerate(sheet.totals)
    )


def result_of(
    state: State,
    standings: Sequence[Standing],
    layout: Layout | None,
    theme: str = "light",
    course: Course | None = None,
) -> str:
    """The final score with the board, if the game has one, and how the chances went, if that is
    known."""
    game = state.game
    if not isinstance(game, BoardGame):
        return card_result(game.title, standings, theme, course)
    assert layout is not None
    pieces = pieces_of(state)
    return board_result(game.title, standings, game.board, layout, pieces, theme, course)


def pieces_of(state: State) -> Pieces:
    view = view_of(state)
    return Pieces(view.routes, view.stations)


def view_of(state: State) -> BoardView:
    """What everybody sees."""
    view = state.view(None)
    assert isinstance(view, BoardView)
    return view
