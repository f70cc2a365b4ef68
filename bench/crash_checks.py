"""After the crashes: what the clients were told against what the database holds."""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import msgspec
from bench.crash_client import LATER, Seen
from sqlalchemy import select

from carrozza.core.actions import AnyAction
from carrozza.core.errors import CarrozzaError
from carrozza.core.events import seen_by
from carrozza.core.game import Setup
from carrozza.core.replay import commitment, decode_save, load_state
from carrozza.games.registry import game_of
from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine

# An action may be overtaken by another player's undo, or by the bot of a seat that lost its clock.
OVERTAKEN = ("stale", "not_your_turn", "no_undo", *LATER)


@dataclass
class Game:
    """One game that was played, as its clients saw it."""

    table: str
    commitment: str
    seen: list[Seen]
    save: bytes


@dataclass
class Report:
    wrong: list[str] = field(default_factory=list)
    moves: int = 0
    acks: int = 0
    resends: int = 0
    duplicates: int = 0  # sent again after they were stored, and not done again
    steps: int = 0
    jumps: int = 0
    reconnects: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    saves: int = 0


def check(db: str, games: list[Game]) -> Report:
    report = Report()
    engine = plain_engine(db)
    with engine.connect() as connection:
        rows = {row["id"]: row for row in connection.execute(select(schema.tables)).mappings()}
        log: dict[str, list[Any]] = {name: [] for name in rows}
        order = select(schema.log).order_by(schema.log.c.table, schema.log.c.version)
        for entry in connection.execute(order).mappings():
            log[entry["table"]].append(entry)
    engine.dispose()
    unplayed = [name for name, row in rows.items() if row["phase"] not in ("open", "finished")]
    report.wrong += [f"{name}: not finished" for name in unplayed]
    ids = Counter(e["client"] for entries in log.values() for e in entries if e["client"])
    report.wrong += [f"client id {name} {n} times" for name, n in ids.items() if n > 1]
    for game in games:
        problems = Problems(report, game.table)
        _check_row(game, rows[game.table], log[game.table], problems)
        _check_actions(game, log[game.table], report, problems)
        _check_told(game, rows[game.table], log[game.table], report, problems)
        _check_save(game, log[game.table], report, problems)
    return report


class Problems:
    """Collects what is wrong at one table."""

    def __init__(self, report: Report, table: str) -> None:
        self._report = report
        self._table = table

    def note(self, problem: str) -> None:
        self._report.wrong.append(f"{self._table}: {problem}")


def _check_row(game: Game, row: Any, log: list[Any], problems: Problems) -> None:
    if [entry["version"] for entry in log] != list(range(1, len(log) + 1)):
        problems.note("the versions of the log have gaps")
    if row["version"] != len(log):
        problems.note(f"its row is at {row['version']}, its log at {len(log)}")
    if row["commitment"] != game.commitment:
        problems.note("the commitment stored is not the one shown")
    for seen in game.seen:
        if seen.commitments != {game.commitment}:
            problems.note("a client was shown another commitment")


def _check_actions(game: Game, log: list[Any], report: Report, problems: Problems) -> None:
    """What was acknowledged is stored, once and as it was; what was refused is not."""
    stored = {entry["client"]: entry for entry in log if entry["client"] is not None}
    ours = {sent.id for seen in game.seen for sent in seen.sent}
    report.moves += len(log)
    for entry in log:
        if entry["by"] == "person" and entry["client"] not in ours:
            problems.note(f"version {entry['version']} is by nobody")
    for sent in (sent for seen in game.seen for sent in seen.sent):
        entry = stored.get(sent.id)
        report.resends += len(sent.times) - 1
        if sent.refused is not None and (entry is not None or sent.acks):
            problems.note(f"{sent.id} was refused ({sent.refused}) and yet done")
        if not sent.acks:
            continue
        report.acks += 1
        if entry is None:
            problems.note(f"{sent.id}, acknowledged as {sent.acks}, is lost")
            continue
        action = json.loads(sent.action) if sent.action is not None else None
        found = json.loads(entry["action"]) if entry["action"] is not None else None
        if {entry["version"]} != set(sent.acks):
            problems.note(f"{sent.id} is {entry['version']}, acknowledged as {sent.acks}")
        if (entry["seat"], entry["kind"], found) != (sent.seat, sent.kind, action):
            problems.note(f"{sent.id} is stored as something else")
        again = sum(at > entry["at"] for at in sent.times[1:])
        report.duplicates += max(len(sent.acks) - 1, again)


def _check_told(game: Game, row: Any, log: list[Any], report: Report, problems: Problems) -> None:
    """Replay the log; every step and view that a client got must be what it gives."""
    setup = msgspec.json.decode(row["setup"], type=Setup)
    if commitment(setup) != game.commitment:
        problems.note("the setup is not the one committed to")
    state, _ = game_of(setup).deal(setup)
    before = state
    steps = [{step[0]: step for step in seen.steps} for seen in game.seen]
    for seen in game.seen:
        for problem in seen.wrong:
            problems.note(f"seat {seen.seat}: {problem}")
        report.refusals.update(seen.refusals)
        for code in set(seen.refusals) - set(OVERTAKEN):
            problems.note(f"seat {seen.seat} was refused: {code}")
        report.steps += len(seen.steps)
        report.jumps += sum(start is not None for start, _ in seen.jumps)
        report.reconnects += seen.connections - 1
        if max(seen.views) != len(log):
            problems.note(f"seat {seen.seat} saw {max(seen.views)} of {len(log)}")
    _compare_views(game, state, 0, problems)
    for entry in log:
        if entry["kind"] == "undo":
            before, state, events = state, before, []
        else:
            before, state = state, state.clone()
            action: Any = msgspec.json.decode(entry["action"], type=AnyAction)
            events = state.apply(action, entry["seat"])
        if state.state_hash() != entry["hash"]:
            problems.note(f"version {entry['version']} has another hash")
            return
        for seen, told in zip(game.seen, steps, strict=True):
            step = told.get(entry["version"])
            known = msgspec.json.encode(seen_by(events, seen.seat))
            true = entry["version"], entry["seat"], entry["kind"], entry["by"], known
            if step is not None and step != true:
                problems.note(f"seat {seen.seat} was told version {step[0]} wrongly")
        _compare_views(game, state, entry["version"], problems)


def _compare_views(game: Game, state: Any, version: int, problems: Problems) -> None:
    for seen in game.seen:
        shown = seen.views.get(version)
        if shown is not None:
            asked = seen.seat is not None and not state.over
            legal = list(state.legal_actions(seen.seat)) if asked else []
            view = crc32(msgspec.json.encode(state.view(seen.seat)))
            if shown != view ^ crc32(msgspec.json.encode(legal)):
                problems.note(f"seat {seen.seat} was shown version {version} wrongly")


def _check_save(game: Game, log: list[Any], report: Report, problems: Problems) -> None:
    try:
        save = decode_save(game.save)
        load_state(save, game_of)
    except CarrozzaError as error:
        problems.note(f"its save is refused: {error.message}")
        return
    undone = sum(entry["kind"] == "undo" for entry in log)
    if save.commitment != game.commitment:
        problems.note("its save has another commitment")
    elif save.totals is None or len(save.steps) != len(log) - 2 * undone:
        problems.note("its save is not the whole game")
    else:
        report.saves += 1
