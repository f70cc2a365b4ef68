"""`carrozza simulate`: many games, and what came of them."""

from pathlib import Path
from time import perf_counter

import msgspec
import typer

from carrozza.cli.errors import INTERRUPTED
from carrozza.cli.files import check_target, write_save
from carrozza.cli.play import Played, play, record
from carrozza.cli.printing.results import print_results
from carrozza.cli.simulate_fast import simulate_fast
from carrozza.cli.style import console, progress_line
from carrozza.cli.summary import Summary, summarise
from carrozza.core.errors import BadOptions
from carrozza.core.game import Setup
from carrozza.games.registry import game_of


def simulate(
    base: Setup, bots: list[str], games: int, save: Path | None, fast: bool, as_json: bool
) -> None:
    """Play, print the results, keep the last game. Ctrl-C: the same with the games so far."""
    if fast:
        if bots or save is not None:
            raise BadOptions("fast", "--fast plays random games only and saves none.")
        found = simulate_fast(game_of(base), base, games, as_json)
        _print(found, as_json)
        if found.games < games:
            raise typer.Exit(INTERRUPTED)
        return
    if save is not None:
        check_target(save)
    game = game_of(base)
    seated = _seated(bots, base)
    played: list[Played] = []
    interrupted = False
    began = perf_counter()
    with progress_line(hidden=as_json) as progress:
        try:
            for number in progress.track(range(1, games + 1)):
                played.append(play(game, _numbered(base, number), seated))
        except KeyboardInterrupt:
            interrupted = True
    seconds = perf_counter() - began

    summary = summarise(game, base, seated, games, played, seconds)
    _print(summary, as_json)
    if save is not None and played:
        write_save(save, record(game, _numbered(base, len(played)), seated).save())
        console(stderr=True).print(f"Saved game {len(played)} in {save}.", soft_wrap=True)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _seated(bots: list[str], base: Setup) -> tuple[str, ...]:
    """Who sits where; one name fills all seats, and none means random moves."""
    seats = bots * base.players if len(bots) == 1 else bots
    if seats and len(seats) != base.players:
        raise BadOptions("bots", f"{base.players} bots are needed, not {len(seats)}.")
    return tuple(seats)


def _numbered(base: Setup, number: int) -> Setup:
    """Each game has a seed of its own, made of the common one and its number."""
    return msgspec.structs.replace(base, seed=f"{base.seed}/{number}")


def _print(summary: Summary, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(summary))
    elif summary.games:
        print_results(console(), summary)
    else:
        console(stderr=True).print("Stopped before the first game was finished.")
