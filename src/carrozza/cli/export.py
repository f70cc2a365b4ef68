"""`carrozza export`: games between bots as a Parquet file."""

from contextlib import closing
from pathlib import Path

import typer

from carrozza.arena.lineups import named_bots
from carrozza.arena.run import pooled
from carrozza.cli.errors import INTERRUPTED
from carrozza.cli.files import check_target
from carrozza.cli.style import clean, console, progress_line
from carrozza.core.game import Setup
from carrozza.env.export import GamesFile, orders
from carrozza.env.selfplay import play_game
from carrozza.games.registry import game_of


def export(
    path: Path, setup: Setup, bots: list[str], games: int, seconds: float, jobs: int
) -> None:
    """Play and write. Ctrl-C: the file holds the games so far."""
    check_target(path)
    names = named_bots(bots, game_of(setup))
    seats = tuple(names * setup.players if len(names) == 1 else names)
    todo = orders(setup, seats, games, seconds)
    file = GamesFile(path, setup, seats)
    interrupted = False
    try:
        with file, progress_line() as progress:
            bar = progress.add_task("", total=games)
            with closing(pooled(play_game, todo, jobs)) as played:
                for game in played:
                    file.add(game)
                    progress.advance(bar)
    except KeyboardInterrupt:
        interrupted = True
    many = "1 game is" if file.games == 1 else f"{file.games:,} games are"
    said = f"{many} in {clean(str(path))}."
    told = f"{said}\nSHA-256 of the games: {file.checksum}"
    console(stderr=True).print(told, soft_wrap=True, highlight=False)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
