"""`carrozza arena --ladder`: a frozen ladder, the same played again, or another bot on it."""

from pathlib import Path
from typing import Any

import msgspec
import typer

from carrozza.arena.ladder import (
    Ladder,
    Standing,
    challengers,
    checksums,
    find_ladder,
    standing,
)
from carrozza.arena.ratings import Rating
from carrozza.arena.results import ratings_of
from carrozza.arena.store import Line
from carrozza.cli.arena import Request, end, play
from carrozza.cli.files import check_target
from carrozza.cli.printing.ladder import print_ladder, print_repeat, print_standing
from carrozza.cli.style import console
from carrozza.core.errors import BadOptions, CarrozzaError

NAMED = 10  # of the deals that ended differently


class Standings(msgspec.Struct):
    ladder: str
    standings: list[Standing]


class Repeat(msgspec.Struct):
    """A ladder played again. The anchor has zero here, as in every run of the arena."""

    ladder: str
    deals: int
    different: list[int]  # by their numbers
    ratings: list[Rating]


def ladder(
    name: str,
    typed: dict[str, Any],
    *,
    bots: list[str],
    repeat: bool,
    blocks: int | None,
    jobs: int,
    ray: str | None,
    store: Path | None,
    as_json: bool,
) -> None:
    """`typed` is what a ladder leaves no choice of."""
    found = find_ladder(name)
    _check(found, typed, blocks)
    if bots and repeat:
        raise BadOptions("ladder_options", "Either name --bots or say --repeat: one at a time.")
    if store is not None:
        check_target(store)
    playing = challengers(bots, found) if bots else found.bots
    request = Request(
        setup=found.setup,
        bots=playing,
        blocks=blocks or len(found.deals),
        seconds=found.seconds,
        jobs=jobs,
        ray=ray,
        store=store,
        as_json=as_json,
    )
    if bots:
        _climb(found, request)
    elif repeat:
        _repeat(found, request)
    elif as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        print_ladder(console(), found)


def _check(ladder: Ladder, typed: dict[str, Any], blocks: int | None) -> None:
    setup = ladder.setup
    fixed = {
        "GAME": setup.game,
        "--players": setup.players,
        "--seed": setup.seed,
        "--seconds": ladder.seconds,
    }
    for name, value in typed.items():
        if value is None or (name in fixed and value == fixed[name]):
            continue
        what = "the game" if name == "GAME" else name
        told = f" is played with {fixed[name]}" if name in fixed else " does not know it"
        problem = f"Leave out {what}: the ladder “{ladder.name}”{told}."
        raise BadOptions("ladder_options", problem)
    if blocks is not None and blocks > len(ladder.deals):
        problem = f"The ladder “{ladder.name}” has {len(ladder.deals)} deals, not {blocks}."
        raise BadOptions("ladder_options", problem)


def _climb(ladder: Ladder, request: Request) -> None:
    """Each bot by itself against the ladder's; they do not meet."""
    tables = [table for bot in request.bots for table in ladder.tables_for(bot)]
    lines, stopped = play(request, tables)
    found = []
    for bot in request.bots:
        own = [line for line in lines if bot in line.block.lineup]
        if own:
            found.append(standing(bot, own, ladder))
    if request.as_json and found:
        typer.echo(msgspec.json.encode(Standings(ladder.name, found)))
    else:
        for number, one in enumerate(found):
            if number:
                console().print()
            print_standing(console(), ladder, one)
    end(stopped, lines)


def _repeat(ladder: Ladder, request: Request) -> None:
    tables = ladder.tables()
    lines, stopped = play(request, tables)
    again = checksums(lines, len(tables))
    different = [deal for deal, checksum in again.items() if checksum != ladder.deals[deal - 1]]
    if again:
        _show_repeat(ladder, request, lines, sorted(again), different)
    end(stopped, lines)
    if different:
        named = ", ".join(map(str, different[:NAMED])) + (", …" if different[NAMED:] else "")
        problem = f"{len(different)} of {len(again)} deals ended differently: {named}."
        raise CarrozzaError("ladder_differs", problem)


def _show_repeat(
    ladder: Ladder, request: Request, lines: list[Line], deals: list[int], different: list[int]
) -> None:
    whole = [line for line in lines if line.block.block in deals]
    ratings = ratings_of(whole, ladder.anchor)
    if request.as_json:
        typer.echo(msgspec.json.encode(Repeat(ladder.name, len(deals), different, ratings)))
    else:
        print_repeat(console(), ladder, ratings, len(deals), different)
