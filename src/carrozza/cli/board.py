"""`carrozza board`: draw, check and lay out boards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from carrozza.atlas.budget import SECONDS
from carrozza.atlas.files import layout_for, layout_path, read_nudges, write_layout
from carrozza.atlas.lettering import are_built
from carrozza.atlas.model import Layout
from carrozza.atlas.render import Pieces, render
from carrozza.atlas.theme import THEMES
from carrozza.board.board import Board, board_to_plain
from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView
from carrozza.cli.app import App
from carrozza.cli.files import check_target, read_board, read_save
from carrozza.cli.style import clean, console
from carrozza.core.errors import BadBoard, BadOptions, CarrozzaError
from carrozza.core.extras import needing
from carrozza.core.replay import Save, load_state
from carrozza.games.registry import BOARD_GAMES, board_file, find_game, game_names, game_of

if TYPE_CHECKING:
    from carrozza.atlas.check import Report

app = App(help="Draw, check and lay out boards.")

BoardName = Annotated[str, typer.Argument(metavar="GAME_OR_FILE", help="A game, or a board file.")]
Seconds = Annotated[
    float, typer.Option(min=0, help="Improve the layout for at most so long; 0: a plain one.")
]


@app.command("render")
def render_board(
    board: BoardName,
    output: Annotated[
        Path, typer.Option("-o", metavar="FILE", help="The .svg or .png file to write.")
    ],
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw the pieces of this saved game.")
    ] = None,
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    width: Annotated[
        int, typer.Option(min=100, max=8000, help="Width of a PNG, in pixels.")
    ] = 1600,
    seconds: Seconds = SECONDS,
) -> None:
    """Draw a board."""
    if output.suffix not in (".svg", ".png"):
        raise BadOptions("picture_kind", "The picture's name must end in .svg or .png.")
    if theme not in THEMES:
        raise BadOptions("theme", f"The themes are: {', '.join(THEMES)}.")
    check_target(output)
    path, rules = _find(board)
    made = read_board(path)
    layout = _laid_out(made, path, seconds)
    pieces = _pieces(read_save(save), made) if save is not None else None
    stations = _plays_with_stations(rules) or _has_stations(pieces)
    picture = _picture(render(made, layout, theme, pieces, stations), output.suffix, width)
    try:
        output.write_bytes(picture)
    except OSError as error:
        raise CarrozzaError(
            "unwritable", f"{output} cannot be written: {error.strerror}."
        ) from None
    out = console(stderr=True)
    out.print(f"Drew {clean(made.name)} to {output}.")
    if not are_built():
        out.print(
            "The typefaces haven't been built, so names use this computer's fonts; "
            "`make web` builds them."
        )


@app.command("check")
def check_board(
    board: BoardName,
    rules: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Also check that this game can be played on it."),
    ] = None,
    seconds: Seconds = SECONDS,
) -> None:
    """Check a board's data and layout for problems; exit code 1 if there are any."""
    path, _ = _find(board)
    made = read_board(path)
    if rules is not None:
        _check_played(made, rules)
    layout = _laid_out(made, path, seconds)
    report = _checked(made, layout)
    out = console()
    out.print(f"{clean(made.name)}: {len(made.cities)} cities, {len(made.routes)} routes")
    out.print(f"Can be played as: {_played_as(made)}.", soft_wrap=True)
    out.print(_summary(report))
    size = f"{layout.space_length:g} × {layout.space_width:g}"
    whole = f"{layout.frame.width:.0f} × {layout.frame.height:.0f}"
    out.print(f"Every space measures {size} units, the whole drawing {whole}.")
    _details(out, report)
    if report.problems:
        raise typer.Exit(1)


@app.command("layout")
def layout_board(
    board: BoardName,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", metavar="FILE", help="The file to write.", show_default="beside the board"
        ),
    ] = None,
    seconds: Seconds = SECONDS,
) -> None:
    """Lay out a board again and write the layout."""
    path, _ = _find(board)
    target = output or layout_path(path)
    check_target(target)
    made = read_board(path)
    layout = _lay_out(made, path, seconds)
    write_layout(target, layout)
    problems = _checked(made, layout).problems
    console(stderr=True).print(
        f"Laid out {clean(made.name)} in {target}; problems left: {problems}."
    )


def _picture(svg: str, kind: str, width: int) -> bytes:
    if kind == ".svg":
        return svg.encode()
    from carrozza.atlas.picture import to_png  # needs an extra

    return to_png(svg, width)


def _find(board: str) -> tuple[Path, str | None]:
    """The file of a board, and the game whose own board it is."""
    if board in BOARD_GAMES:
        return board_file(board), board
    path = Path(board)
    if not path.exists() and not path.suffix:
        games = ", ".join(BOARD_GAMES)
        if board in game_names():
            title = find_game(board).title
            problem = f"{title} is played without a board. Name a file, or: {games}."
            raise BadOptions("no_board", problem)
        raise BadOptions("unknown_board", f"There is no board “{board}”. Name a file, or: {games}.")
    return path, None


def _on_board(rules: str, board: Board) -> BoardGame:
    game = find_game(rules, board=board_to_plain(board))
    assert isinstance(game, BoardGame)  # other games are refused
    return game


def _check_played(board: Board, rules: str) -> None:
    """Refuse a board that cannot be played by these rules even by the fewest players."""
    game = _on_board(rules, board)
    if problem := game.too_few_tickets(game.players[0]):
        raise BadOptions("few_tickets", problem)


def _played_as(board: Board) -> str:
    """The games that can be played on a board, each with its numbers of players."""
    played = []
    for rules in BOARD_GAMES:
        try:
            game = _on_board(rules, board)
        except BadBoard:  # with these rules there are too many ways to pay
            continue
        if numbers := [n for n in game.players if not game.too_few_tickets(n)]:
            played.append(f"{game.title} ({_from_to(numbers)})")
    return clean(", ".join(played) or "nothing, it has too few tickets")


def _from_to(numbers: list[int]) -> str:
    low, high = numbers[0], numbers[-1]
    return f"{low} players" if low == high else f"{low}–{high} players"


def _laid_out(board: Board, path: Path, seconds: float) -> Layout:
    if layout_path(path).exists():
        return layout_for(board, path)
    return _lay_out(board, path, seconds)


def _lay_out(board: Board, path: Path, seconds: float) -> Layout:
    """Some seconds of work, with a word on how it goes."""
    from carrozza.atlas.layout import lay_out  # needs an extra

    out = console(stderr=True)
    with out.status("Laying out …") as status:
        nudges = read_nudges(path, board)
        return lay_out(board, nudges, lambda word: status.update(f"Laying out: {word}"), seconds)


def _checked(board: Board, layout: Layout) -> "Report":
    with needing("boards"):
        from carrozza.atlas.check import check
    return check(board, layout)


def _pieces(save: Save, board: Board) -> Pieces:
    view = load_state(save, game_of).view(None)
    if not isinstance(view, BoardView) or len(view.routes) != len(board.routes):
        raise BadOptions("other_board", "This game was played on another board.")
    return Pieces(view.routes, view.stations)


def _plays_with_stations(rules: str | None) -> bool:
    game = find_game(rules) if rules else None
    return isinstance(game, BoardGame) and game.spec.stations > 0


def _has_stations(pieces: Pieces | None) -> bool:
    return pieces is not None and any(owner is not None for owner in pieces.stations)


def _summary(report: "Report") -> Table:
    table = Table.grid(padding=(0, 2))
    rows = {
        "Overlapping spaces": len(report.overlaps),
        "Spaces under cities": len(report.under_cities),
        "Spaces under names": len(report.under_labels),
        "Overlapping names": len(report.label_collisions),
        "Crossing tracks": len(report.crossings),
        "Outside the drawing": len(report.outside),
        "Beyond the Arctic Circle": len(report.arctic),
        "Cities moved": f"median {report.moved_median:.1%}, worst {report.moved_worst:.1%} "
        f"of the width ({clean(report.moved_most)})",
    }
    for what, value in rows.items():
        table.add_row(what, str(value))
    return table


def _details(out: Console, report: "Report") -> None:
    for what, places in (
        ("overlap", report.overlaps),
        ("under a city", report.under_cities),
        ("under a name", report.under_labels),
        ("names overlap", report.label_collisions),
        ("tracks cross", report.crossings),
        ("outside", report.outside),
        ("wrong side of the Arctic Circle", report.arctic),
    ):
        for place in places:
            out.print(f"  {what}: {clean(place)}")
