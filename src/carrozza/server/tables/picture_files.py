"""A finished game as a picture or a film. It takes seconds, so a process does it (see jobs.py)."""

import gzip
from collections.abc import Iterator

import msgspec

from carrozza.atlas.course import Course
from carrozza.atlas.files import layout_for
from carrozza.atlas.film import film, film_of
from carrozza.atlas.model import Layout
from carrozza.atlas.picture import to_png
from carrozza.atlas.result import WIDTH
from carrozza.atlas.share import result_of, standings_of
from carrozza.board.game import BoardGame
from carrozza.core.game import Game, Setup, State
from carrozza.games.registry import board_file, game_of
from carrozza.server.tables.replay_files import Actions

FILM_WIDTH = 800


class Sharing(msgspec.Struct, frozen=True):
    """A game, and how its players are called and painted."""

    setup: Setup
    actions: Actions
    names: list[str]
    colours: list[str]
    layout: str | None  # of a board of people's own, as JSON
    review: bytes | None = None  # as it is stored, if there is one


class _Position(msgspec.Struct):
    chances: tuple[float, ...]


class _Reviewed(msgspec.Struct):
    """What is read of a Review."""

    positions: list[_Position]


def picture_file(of: Sharing, theme: str) -> bytes:
    *_, state = _states(of)
    standings = standings_of(state, of.names, of.colours)
    drawn = result_of(state, standings, _layout(of, state.game), theme, _course(of))
    return to_png(drawn, int(WIDTH))


def film_file(of: Sharing, theme: str) -> bytes:
    layout = _layout(of, game_of(of.setup))
    assert layout is not None
    return film(film_of(_states(of), of.names, of.colours, layout, theme), FILM_WIDTH)


def _course(of: Sharing) -> Course | None:
    """How the chances went, if somebody has asked for a review."""
    if of.review is None:
        return None
    found = msgspec.json.decode(gzip.decompress(of.review), type=_Reviewed)
    return [position.chances for position in found.positions]


def _states(of: Sharing) -> Iterator[State]:
    state, _ = game_of(of.setup).deal(of.setup)
    yield state
    for seat, action in of.actions:
        state.apply(action, seat)
        yield state


def _layout(of: Sharing, game: Game) -> Layout | None:
    if not isinstance(game, BoardGame):
        return None
    if of.layout is not None:
        return msgspec.json.decode(of.layout, type=Layout)
    return layout_for(game.board, board_file(game.name))
