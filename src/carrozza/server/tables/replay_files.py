"""A whole game as a file. It takes a while, so a process of its own does it (see jobs.py)."""

import gzip
from typing import Any

import msgspec

from carrozza.core.actions import Action
from carrozza.core.events import AnyEvent, Event, seen_by
from carrozza.core.game import Setup
from carrozza.core.replay import Record, Save, encode_save
from carrozza.games.registry import game_of
from carrozza.server.live.protocol import AnyView

ZIP_LEVEL = 4  # a third of the time of the best, and hardly bigger

Actions = list[tuple[int, Action]]  # each with the seat that did it


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """A position: who did what to get there, and what each seat saw (or the one asked for)."""

    seat: int | None  # None at the deal
    events: list[AnyEvent]
    views: list[AnyView]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    setup: Setup
    commitment: str
    steps: list[ReplayStep]


def save_file(setup: Setup, commitment: str, actions: Actions) -> bytes:
    """The game as `carrozza verify` proves it."""
    record = Record(game_of(setup), setup)
    for seat, action in actions:
        record.apply(action, seat)
    made: Save = msgspec.structs.replace(record.save(), commitment=commitment)
    return encode_save(made)


def replay_file(
    setup: Setup, commitment: str, actions: Actions, seat: int | None, zipped: bool
) -> bytes:
    """Every position with the events before it: as one seat saw it, or open. It is long."""
    state, opening = game_of(setup).deal(setup)
    seats = range(setup.players) if seat is None else (seat,)

    def step(actor: int | None, events: list[Event]) -> ReplayStep:
        told: Any = events if seat is None else seen_by(events, seat)
        return ReplayStep(seat=actor, events=told, views=[state.view(s) for s in seats])

    steps = [step(None, opening)]
    for actor, action in actions:
        steps.append(step(actor, state.apply(action, actor)))
    told = msgspec.json.encode(Replay(setup=setup, commitment=commitment, steps=steps))
    return gzip.compress(told, ZIP_LEVEL) if zipped else told
