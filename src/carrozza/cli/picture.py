"""`carrozza picture`: a finished game as a picture to share, or as a short film."""

from collections.abc import Iterator
from pathlib import Path

from carrozza.atlas.course import Course
from carrozza.atlas.files import layout_for
from carrozza.atlas.model import Layout
from carrozza.atlas.result import SEATS
from carrozza.atlas.share import result_of, standings_of
from carrozza.atlas.theme import THEMES
from carrozza.board.game import BoardGame
from carrozza.cli.files import check_target, read_save
from carrozza.cli.review import make_review
from carrozza.cli.style import console
from carrozza.core.errors import BadOptions, CarrozzaError
from carrozza.core.game import Game, State
from carrozza.core.replay import Save, load_state, replay
from carrozza.games.registry import board_file, game_of

PICTURES, FILMS = (".svg", ".png"), (".webp", ".gif")


def draw_picture(
    file: Path,
    output: Path,
    names: list[str],
    theme: str,
    width: int,
    seconds: float,
    chances: bool,
) -> None:
    if output.suffix not in PICTURES + FILMS:
        pictures, films = " or ".join(PICTURES), " or ".join(FILMS)
        problem = f"The name must end in {pictures}, or in {films} for a film."
        raise BadOptions("picture_kind", problem)
    if theme not in THEMES:
        raise BadOptions("theme", f"The themes are: {', '.join(THEMES)}.")
    check_target(output)
    save = read_save(file)
    players = save.setup.players
    if names and len(names) != players:
        raise BadOptions("names", f"This game has {players} players: give as many names.")
    names = names or [f"Seat {seat}" for seat in range(players)]
    if chances and output.suffix in FILMS:
        raise BadOptions("no_chances", "A film has no graph of the chances: draw a picture.")
    course = [position.chances for position in make_review(save).positions] if chances else None
    with console(stderr=True).status("Drawing …"):
        made = _drawn(save, output.suffix, names, theme, width, seconds, course)
    try:
        output.write_bytes(made)
    except OSError as error:
        problem = f"{output} cannot be written: {error.strerror}."
        raise CarrozzaError("unwritable", problem) from None
    console(stderr=True).print(f"Drew the game to {output}.")


def _drawn(
    save: Save,
    kind: str,
    names: list[str],
    theme: str,
    width: int,
    seconds: float,
    course: Course | None,
) -> bytes:
    state = load_state(save, game_of)
    standings = standings_of(state, names)
    layout = _layout(state.game, save, seconds)
    if kind in PICTURES:
        svg = result_of(state, standings, layout, theme, course)
        if kind == ".svg":
            return svg.encode()
        from carrozza.atlas.picture import to_png  # needs an extra

        return to_png(svg, width)
    if layout is None:
        title = state.game.title
        raise BadOptions("no_board", f"A film shows a board, and {title} is played without one.")
    from carrozza.atlas.film import film, film_of  # needs an extra

    of = film_of(_positions(save), names, SEATS, layout, theme)
    return film(of, width, "gif" if kind == ".gif" else "webp")


def _positions(save: Save) -> Iterator[State]:
    for _, state, _ in replay(save, game_of):
        yield state


def _layout(game: Game, save: Save, seconds: float) -> Layout | None:
    if not isinstance(game, BoardGame):
        return None
    if save.setup.board is None:
        return layout_for(game.board, board_file(game.name))
    from carrozza.atlas.layout import lay_out, simple_layout  # need an extra

    return lay_out(game.board, seconds=seconds) if seconds else simple_layout(game.board)
