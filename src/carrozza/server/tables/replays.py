"""Finished games: how they went, open to all, and the proof that they were fair."""

import gzip
from collections.abc import Iterator
from typing import Any

import msgspec

from carrozza.core.events import AnyEvent, Event, seen_by
from carrozza.core.game import Setup
from carrozza.core.replay import Record, Save, encode_save
from carrozza.games.registry import game_of
from carrozza.server.errors import Refused
from carrozza.server.live.protocol import AnyView
from carrozza.server.play.executors import with_game
from carrozza.server.tables.table import Table

ZIP_LEVEL = 4  # a third of the time of the best, and hardly bigger


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """A position: who did what to get there, and what each seat saw (or the one asked for)."""

    seat: int | None  # None at the deal
    events: list[AnyEvent]
    views: list[AnyView]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    setup: Setup
    commitment: str
    steps: list[ReplayStep]


def check_finished(table: Table) -> None:
    if table.row.phase != "finished":
        raise Refused(409, "not_finished", "The game is not over yet.")


async def save(table: Table) -> bytes:
    """The game as a file that `carrozza verify` proves."""
    return await with_game(_save, table)


async def replay(table: Table, seat: int | None, *, zipped: bool) -> bytes:
    """Every position with the events before it: as one seat saw it, or open. It is long."""
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Refused(404, "unknown_seat", "There is no such seat.")
    return await with_game(_replay, table, seat, zipped)


def _save(table: Table) -> bytes:
    record = Record(game_of(table.row.setup), table.row.setup)
    for seat, action in _actions(table):
        record.apply(action, seat)
    made: Save = msgspec.structs.replace(record.save(), commitment=table.row.commitment)
    return encode_save(made)


def _replay(table: Table, seat: int | None, zipped: bool) -> bytes:
    setup = table.row.setup
    state, opening = game_of(setup).deal(setup)
    seats = range(setup.players) if seat is None else (seat,)

    def step(actor: int | None, events: list[Event]) -> ReplayStep:
        told: Any = events if seat is None else seen_by(events, seat)
        return ReplayStep(seat=actor, events=told, views=[state.view(s) for s in seats])

    steps = [step(None, opening)]
    for actor, action in _actions(table):
        steps.append(step(actor, state.apply(action, actor)))
    assert table.row.commitment is not None
    told = msgspec.json.encode(Replay(setup=setup, commitment=table.row.commitment, steps=steps))
    return gzip.compress(told, ZIP_LEVEL) if zipped else told


def _actions(table: Table) -> Iterator[tuple[int, Any]]:
    assert table.play is not None
    return iter(list(table.play.actions))
