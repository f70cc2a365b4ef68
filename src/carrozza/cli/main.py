"""The command `carrozza`: what can be typed, and who does it."""

import io
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from carrozza import __version__
from carrozza.atlas.budget import SECONDS
from carrozza.cli import order  # noqa: F401 - adds to what `carrozza admin` can do
from carrozza.cli.admin import app as admin_app
from carrozza.cli.app import App
from carrozza.cli.board import Seconds as LayoutSeconds
from carrozza.cli.board import app as board_app
from carrozza.cli.games import show_games
from carrozza.cli.picture import draw_picture
from carrozza.cli.puzzles import find_in_saves
from carrozza.cli.replay import print_replay
from carrozza.cli.review import review_save
from carrozza.cli.rules import print_rules
from carrozza.cli.serve import LogForm, default_db
from carrozza.cli.serve import serve as run_server
from carrozza.cli.setup import make_setup
from carrozza.cli.simulate import simulate as play_games
from carrozza.cli.verify import verify as verify_save
from carrozza.core.errors import BadOptions
from carrozza.core.extras import require
from carrozza.games.rules import LANGUAGES

app = App(add_completion=False, pretty_exceptions_enable=False)

app.add_typer(board_app, name="board")
app.add_typer(admin_app, name="admin")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="As listed by “carrozza games”.")]
SaveFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
GameOption = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A game option.")]
BoardFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Your own board.")]
Seed = Annotated[
    str | None, typer.Option(help="The same seed gives the same games.", show_default="new")
]
Seats = Annotated[int, typer.Option(help="Number of players at a table.")]
Seconds = Annotated[
    float, typer.Option(min=0.001, max=3600, help="Seconds a bot may take per move.")
]
Jobs = Annotated[int, typer.Option(min=1, help="Number of processes on this machine.")]
Anchor = Annotated[
    str | None,
    typer.Option(
        metavar="BOT", help="The bot whose rating is set to zero.", show_default="the first"
    ),
]
ReportFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a report with plots, as HTML.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def _names(typed: str | None) -> list[str]:
    return [name.strip() for name in (typed or "").split(",") if name.strip()]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"carrozza {__version__}")
        raise typer.Exit


@app.callback()
def carrozza(
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Railway games with friends and bots: play, simulate, research."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks “ø” shows “?”
            stream.reconfigure(errors="replace")


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    show_games(as_json)


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    players: Seats = 2,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help="Who plays, by seat; one name fills all seats.",
            show_default="random moves",
        ),
    ] = None,
    seed: Seed = None,
    option: GameOption = None,
    board: BoardFile = None,
    first: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Who goes first.", show_default="random")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the last game here.")
    ] = None,
    fast: Annotated[
        bool,
        typer.Option(
            "--fast", help="Random games by compiled code, a hundred times as many; other deals."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play games, random or between bots, and print the results."""
    seed = secrets.token_hex(4) if seed is None else seed
    setup = make_setup(game, players, seed, first, option or [], board)
    play_games(setup, _names(bots), games, save, fast, as_json)


@app.command()
def arena(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="As listed by “carrozza games”; not with --ladder."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help="The bots that play, all against all.",
            show_default="those of --sprt",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="Number of players at a table.", show_default="2")
    ] = None,
    blocks: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Number of deals, each played by all line-ups in all seatings.",
            show_default="100, or those of the ladder",
        ),
    ] = None,
    seed: Seed = None,
    option: GameOption = None,
    board: BoardFile = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.001, max=3600, help="Seconds a bot may take per move.", show_default="1"
        ),
    ] = None,
    jobs: Jobs = 1,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; “local” starts one."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Stop as soon as it is clear whether A is stronger."),
    ] = None,
    elo0: Annotated[float, typer.Option(help="The test's null hypothesis H0, in Elo.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="The test's alternative H1, in Elo.")] = 40.0,
    alpha: Annotated[float, typer.Option(help="How often H1 may be wrongly accepted.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often H0 may be wrongly accepted.")] = 0.05,
    anchor: Anchor = None,
    ladder: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Show a frozen ladder, or where --bots stand on it: usa-2-v1."
        ),
    ] = None,
    repeat: Annotated[
        bool, typer.Option("--repeat", help="Play the ladder again and compare.")
    ] = False,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append the results here.")
    ] = None,
    report: ReportFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, and rate them."""
    from carrozza.cli import arena as command  # takes a while: not for the other commands

    if ladder is not None:
        from carrozza.cli import ladder as climb

        typed = {
            "GAME": game, "--players": players, "--seed": seed, "--seconds": seconds,
            "--option": option, "--board": board, "--sprt": sprt, "--anchor": anchor,
            "--report": report,
        }  # fmt: skip
        climb.ladder(
            ladder, typed, bots=_names(bots), repeat=repeat, blocks=blocks,
            jobs=jobs, ray=ray, store=store, as_json=as_json,
        )  # fmt: skip
        return
    if game is None or repeat:
        problem = "Name the ladder to play again" if repeat else "Name the game, or a ladder"
        raise BadOptions("no_ladder" if repeat else "no_game", f"{problem}: --ladder usa-2-v1.")
    seed = secrets.token_hex(4) if seed is None else seed
    setup = make_setup(game, 2 if players is None else players, seed, None, option or [], board)
    command.arena(
        command.make_request(
            setup,
            bots=bots,
            sprt=sprt,
            anchor=anchor,
            hypotheses=(elo0, elo1, alpha, beta),
            blocks=blocks or 100,
            seconds=seconds or 1.0,
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
    """Compute ratings from stored results."""
    from carrozza.cli import arena as command

    command.show_ratings(files, anchor, report, as_json)


@app.command()
def export(
    game: GameName,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The Parquet file to write.")
    ] = None,
    as_option: Annotated[str | None, typer.Option("--game", hidden=True)] = None,
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help="The bots, by seat; one name fills every seat.")
    ] = "hard",
    players: Seats = 2,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    seed: Seed = None,
    option: GameOption = None,
    board: BoardFile = None,
    seconds: Seconds = 1.0,
    jobs: Jobs = 1,
) -> None:
    """Let bots play and write every decision to a Parquet file, for imitation learning."""
    require("export", "numpy", "numba", "pyarrow")
    from carrozza.cli import export as command  # takes a while: not for the other commands

    if as_option is not None and file is None:  # as it was written at first: FILE --game GAME
        game, file = as_option, Path(game)
    if file is None or as_option not in (None, game):
        raise BadOptions(
            "export_file", "Name the game, then the file to write, such as: usa games.parquet."
        )
    seed = secrets.token_hex(4) if seed is None else seed
    setup = make_setup(game, players, seed, None, option or [], board)
    command.export(file, setup, _names(bots), games, seconds, jobs)


@app.command()
def learn(
    game: GameName,
    minutes: Annotated[float, typer.Option(min=0.0, help="Minutes of self-play.")] = 8.0,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where checkpoint, curve and weights go.")
    ] = Path("learned"),
    start: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="A checkpoint or weights to go on from."),
    ] = None,
    teacher: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Games to imitate at first.")
    ] = None,
    teacher_minutes: Annotated[
        float, typer.Option(min=0.0, help="Without such a file: minutes to play them.")
    ] = 5.0,
    jobs: Jobs = 2,
) -> None:
    """Train a network by self-play, on a GPU where there is one."""
    require("learn", "numpy", "numba", "safetensors", "torch")
    from carrozza.cli import learn as command  # takes a while: not for the other commands

    command.learn(game, minutes, out, start, teacher, teacher_minutes, jobs)


@app.command()
def replay(
    file: SaveFile,
    seat: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Show only what this seat has seen.")
    ] = None,
) -> None:
    """Replay a saved game move by move."""
    print_replay(file, seat)


@app.command()
def picture(
    file: SaveFile,
    output: Annotated[
        Path,
        typer.Option(
            "-o", metavar="FILE", help="The .svg or .png to write, or a .webp or .gif for a film."
        ),
    ],
    names: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help="The players, by seat.", show_default="Seat 0, Seat 1"),
    ] = None,
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    width: Annotated[
        int, typer.Option(min=100, max=4000, help="Width in pixels, except of an .svg.")
    ] = 1200,
    seconds: LayoutSeconds = SECONDS,
    chances: Annotated[
        bool, typer.Option("--chances", help="With a graph of the chances; takes a review.")
    ] = False,
) -> None:
    """Draw the final score of a saved game with its board, or the whole game as a short film."""
    draw_picture(file, output, _names(names), theme, width, seconds, chances)


@app.command()
def review(
    file: SaveFile,
    samples: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=10_000,
            help="Games tried for each action, where it matters.",
            show_default="24",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Review a finished game: chances, mistakes, luck, and what became of each ticket."""
    review_save(file, samples, as_json)


@app.command()
def puzzles(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Saved games that are over.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write the puzzles.")
    ],
    samples: Annotated[
        int | None,
        typer.Option(min=2, max=10_000, help="Games tried for each action.", show_default="96"),
    ] = None,
) -> None:
    """Find puzzles in finished games: positions in which one move is clearly best."""
    find_in_saves(files, samples, output)


@app.command()
def verify(
    file: SaveFile,
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The commitment shown before the first card was dealt."),
    ] = None,
) -> None:
    """Verify that a saved game followed the rules, with the deal committed to beforehand."""
    verify_save(file, commitment)


@app.command()
def rules(
    game: GameName,
    language: Annotated[
        str, typer.Option(metavar="|".join(LANGUAGES), help="The language to print them in.")
    ] = "en",
    plain: Annotated[bool, typer.Option("--plain", help="Print the Markdown source.")] = False,
) -> None:
    """Print the rules as we play them."""
    print_rules(game, language, plain)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Use 0.0.0.0 to let others in.")] = "127.0.0.1",
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
    workers: Annotated[
        int, typer.Option(min=1, help="Number of processes; more than one needs PostgreSQL.")
    ] = 1,
    https: Annotated[
        bool, typer.Option("--https", help="The server is behind an HTTPS proxy.")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Another site allowed to use this server."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy in front whose word on client addresses is trusted.",
            show_default="on this machine",
        ),
    ] = None,
    bot_pace: Annotated[
        tuple[float, float],
        typer.Option(metavar="FROM TO", help="Seconds a bot takes for a turn, at normal speed."),
    ] = (1.2, 1.7),
    undo_seconds: Annotated[
        float, typer.Option(metavar="SECONDS", help="How long bots let a person undo.")
    ] = 3.0,
    bot_processes: Annotated[int, typer.Option(min=1, help="Processes for bots, per worker.")] = 1,
    review_processes: Annotated[
        int, typer.Option(min=0, help="Reviews made at once, per worker; 0 for none at all.")
    ] = 1,
    limits: Annotated[float, typer.Option(min=0.01, help="Multiplies the rate limits.")] = 1.0,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where people reach this server; for links in alerts.",
            show_default="this machine",
            envvar="CARROZZA_URL",
        ),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="A mail server for alerts: smtp://USER:PASSWORD@HOST:587 or smtps://….",
            envvar="CARROZZA_SMTP",
        ),
    ] = None,
    mail_from: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Whom mail comes from.", envvar="CARROZZA_MAIL_FROM"),
    ] = None,
    oidc: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Providers of OpenID Connect at which people may sign in.",
            envvar="CARROZZA_OIDC",
        ),
    ] = None,
    alert_delay: Annotated[
        float,
        typer.Option(
            min=0, metavar="SECONDS", help="Of a turn, until an alert tells somebody who is gone."
        ),
    ] = 20.0,
    alert_hold: Annotated[
        float,
        typer.Option(
            min=0, metavar="SECONDS", help="Of a turn, until who is at the table is told as well."
        ),
    ] = 300.0,
    alert_private: Annotated[
        bool,
        typer.Option(
            "--alert-private", help="Let alerts go to private networks, and by plain HTTP."
        ),
    ] = False,
    traces: Annotated[
        bool,
        typer.Option(
            "--traces",
            help="Send traces to an OpenTelemetry collector, as the variables OTEL_* say.",
            envvar="CARROZZA_TRACES",
        ),
    ] = False,
    log: Annotated[
        LogForm | None,
        typer.Option(
            help="Log as text or as JSON.", show_default="text on a terminal, otherwise json"
        ),
    ] = None,
) -> None:
    """Start your own server: play with friends and bots in the browser."""
    run_server(
        log,
        db=db or default_db(),
        host=host,
        port=port,
        workers=workers,
        https=https,
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ("127.0.0.1", "::1")),
        bot_pace=bot_pace,
        undo_seconds=undo_seconds,
        bot_processes=bot_processes,
        review_processes=review_processes,
        limits=limits,
        url=url,
        smtp=smtp,
        mail_from=mail_from,
        oidc=oidc,
        alert_delay=alert_delay,
        alert_hold=alert_hold,
        alert_private=alert_private,
        traces=traces,
    )
