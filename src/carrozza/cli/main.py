"""The command `carrozza`: what can be typed, and who does it."""

import io
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from carrozza import __version__
from carrozza.cli.admin import app as admin_app
from carrozza.cli.board import app as board_app
from carrozza.cli.errors import Commands
from carrozza.cli.games import show_games
from carrozza.cli.replay import print_replay
from carrozza.cli.rules import print_rules
from carrozza.cli.serve import default_db
from carrozza.cli.serve import serve as run_server
from carrozza.cli.setup import make_setup
from carrozza.cli.simulate import simulate as play_games
from carrozza.cli.verify import verify as verify_save
from carrozza.server.settings import Settings

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.add_typer(board_app, name="board")
app.add_typer(admin_app, name="admin")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="As listed by “carrozza games”.")]
SaveFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
GameOption = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")
]
BoardFile = Annotated[Path | None, typer.Option(metavar="FILE", help="A board of your own.")]
Seed = Annotated[
    str | None, typer.Option(help="The same seed gives the same games.", show_default="new")
]
Seats = Annotated[int, typer.Option(help="How many at a table.")]
Seconds = Annotated[
    float, typer.Option(min=0.001, max=3600, help="What a bot is told it may take for a move.")
]
Jobs = Annotated[int, typer.Option(min=1, help="Processes on this machine.")]
Anchor = Annotated[
    str | None,
    typer.Option(metavar="BOT", help="Whose rating is zero.", show_default="the first"),
]
ReportFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a report with plots, as HTML.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"carrozza {__version__}")
        raise typer.Exit


@app.callback()
def carrozza(
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """An open table for railway games."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks “ø” shows “?”
            stream.reconfigure(errors="replace")


@app.command()
def games(as_json: AsJson = False) -> None:
    """List what can be played."""
    show_games(as_json)


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    players: Seats = 2,
    seed: Seed = None,
    option: GameOption = None,
    board: BoardFile = None,
    first: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Who starts.", show_default="drawn")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the last game here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play random games and print the results."""
    seed = secrets.token_hex(4) if seed is None else seed
    setup = make_setup(game, players, seed, first, option or [], board)
    play_games(setup, games, save, as_json)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help="Who plays, each with each.", show_default="of --sprt"),
    ] = None,
    players: Seats = 2,
    blocks: Annotated[
        int, typer.Option(min=1, help="Deals; each is played with all line-ups and seatings.")
    ] = 100,
    seed: Seed = None,
    option: GameOption = None,
    board: BoardFile = None,
    seconds: Seconds = 1.0,
    jobs: Jobs = 1,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; “local” starts one."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Stop as soon as it is clear whether A is stronger."),
    ] = None,
    elo0: Annotated[float, typer.Option(help="The test's H0, in Elo.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="The test's H1, in Elo.")] = 40.0,
    alpha: Annotated[float, typer.Option(help="How often H1 may be accepted wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often H0 may be accepted wrongly.")] = 0.05,
    anchor: Anchor = None,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append the results here.")
    ] = None,
    report: ReportFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, and rate them."""
    from carrozza.cli import arena as command  # takes a while: not for the other commands

    seed = secrets.token_hex(4) if seed is None else seed
    setup = make_setup(game, players, seed, None, option or [], board)
    command.arena(
        command.make_request(
            setup,
            bots=bots,
            sprt=sprt,
            anchor=anchor,
            hypotheses=(elo0, elo1, alpha, beta),
            blocks=blocks,
            seconds=seconds,
            jobs=jobs,
            ray=ray,
            store=store,
            report=report,
            as_json=as_json,
        )
    )


@app.command()
def ratings(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Results of “carrozza arena”.")
    ],
    anchor: Anchor = None,
    report: ReportFile = None,
    as_json: AsJson = False,
) -> None:
    """Rate bots anew from stored results."""
    from carrozza.cli import arena as command

    command.show_ratings(files, anchor, report, as_json)


@app.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The Parquet file to write.")],
    game: Annotated[str, typer.Option(help="As listed by “carrozza games”.")],
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help="Who plays, by seat; one name fills all seats.")
    ] = "hard",
    players: Seats = 2,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = None,
    option: GameOption = None,
    board: BoardFile = None,
    seconds: Seconds = 1.0,
    jobs: Jobs = 1,
) -> None:
    """Let bots play and write every decision to a file, for imitation learning."""
    from carrozza.cli import export as command  # needs an extra: not for the other commands

    seed = secrets.token_hex(4) if seed is None else seed
    setup = make_setup(game, players, seed, None, option or [], board)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    command.export(file, setup, names, games, seconds, jobs)


@app.command()
def replay(
    file: SaveFile,
    seat: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Only what this seat has seen.")
    ] = None,
) -> None:
    """Tell a saved game move by move."""
    print_replay(file, seat)


@app.command()
def verify(
    file: SaveFile,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="What was shown before the first card.")
    ] = None,
) -> None:
    """Prove that a saved game was played by the rules, with the cards promised before it."""
    verify_save(file, commitment)


@app.command()
def rules(
    game: GameName,
    plain: Annotated[bool, typer.Option("--plain", help="The text as Markdown.")] = False,
) -> None:
    """Print the rules as we play them."""
    print_rules(game, plain)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8150,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.",
            show_default="a file in your data folder",
            envvar="CARROZZA_DB",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; more need PostgreSQL.")] = 1,
    https: Annotated[
        bool, typer.Option("--https", help="Behind a proxy that speaks HTTPS.")
    ] = False,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Another site that may use this server.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy in front, which says whose requests it brings; limits count for these.",
            show_default="on this machine",
        ),
    ] = None,
    bot_pace: Annotated[
        tuple[float, float], typer.Option(metavar="FROM TO", help="Seconds a bot seems to think.")
    ] = (0.7, 2.0),
    bot_processes: Annotated[int, typer.Option(min=1, help="Processes for bots, a worker.")] = 1,
    limits: Annotated[
        float, typer.Option(min=0.01, help="Multiplies how often people may do things.")
    ] = 1.0,
) -> None:
    """Open your context: tables for friends and bots, in the browser."""
    run_server(
        Settings(
            db=db or default_db(),
            host=host,
            port=port,
            workers=workers,
            https=https,
            origins=tuple(origin or ()),
            proxies=tuple(proxy or ("127.0.0.1", "::1")),
            bot_pace=bot_pace,
            bot_processes=bot_processes,
            limits=limits,
        )
    )
