"""Games of our best rule-based bots, to begin with: a network first learns to do as they do.

A game is a line of a file: its players, its seed and the ids of all actions. Now and then a seat
strays from its bot's choice, so that mistakes and what to do after them are seen, too; these
actions are not taught.
"""

import random
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from carrozza.bots.scholar.many import choices_many
from carrozza.bots.seated import decision, seat_bot
from carrozza.core.game import Game, Setup
from carrozza.games.registry import find_game
from carrozza.lane.board.state import PLAYERS
from carrozza.lane.steps import score_now
from carrozza.lane.twins import twin_of

TEACHER = "hard"
ASTRAY = (0.0, 0.03, 0.1)  # of the decisions
TOGETHER = 20  # games of one job


class Played(msgspec.Struct):
    players: int
    seed: str
    ids: list[int]
    free: list[int]  # the actions that are not the teacher's


class Lessons(NamedTuple):
    """Decisions of teachers: positions, who acted and how, and how the game ended."""

    states: Any
    seats: Any
    choices: Any
    players: Any
    points: Any
    wins: Any
    completed: Any

    def joined(self, others: Iterable["Lessons"]) -> "Lessons":
        every = [self, *others]
        return Lessons(*(np.concatenate(columns) for columns in zip(*every, strict=True)))


def play_one(game: Game, seed: str) -> Played:
    rng = random.Random(seed)
    players = rng.choice([2, 2, 2, *game.players[1:]])
    s, _ = game.deal(Setup(game=game.name, players=players, seed=seed))
    bots = [seat_bot(TEACHER, game, f"{seed} {seat}") for seat in range(players)]
    ids: list[int] = []
    free: list[int] = []
    astray = rng.choice(ASTRAY)
    while not s.over:
        seat = s.to_act[0]
        if rng.random() < astray:
            free.append(len(ids))
            i = rng.choice(s.legal_actions(seat).ids)
        else:
            i = s.space.index[decision(bots[seat], s, seat, 1.0)[0]]
        ids.append(i)
        s.apply_id(i, seat)
    return Played(players, seed, ids, free)


def _play_some(name: str, tag: str, first: int, end: float) -> list[Played]:
    game = find_game(name)
    return [
        play_one(game, f"{tag} {n}") for n in range(first, first + TOGETHER) if time.time() < end
    ]


def write_games(name: str, file: Path, minutes: float, tag: str, processes: int) -> int:
    """Play for some minutes and add the games to a file; how many."""
    end = time.time() + 60 * minutes
    found = 0
    with ProcessPoolExecutor(processes) as pool, file.open("ab") as out:
        first = 0
        while time.time() < end:
            starts = range(first, first + processes * TOGETHER, TOGETHER)
            jobs = [pool.submit(_play_some, name, tag, at, end) for at in starts]
            for job in jobs:
                for game in job.result():
                    out.write(msgspec.json.encode(game) + b"\n")
                    found += 1
            out.flush()
            first = starts.stop
    return found


def lessons(name: str, lines: list[bytes]) -> Lessons:
    """Play recorded games again on the engine and note down the teachers' decisions."""
    game: Any = find_game(name)
    twin = twin_of(game)
    decoder = msgspec.json.Decoder(Played)
    states: list[Any] = []
    columns: list[tuple[int, int, int]] = []
    ends: list[tuple[list[float], list[float], list[int]]] = []
    sizes: list[int] = []
    work = np.zeros(1, twin.work)
    lookups = twin.lookups_of(game)
    for line in lines:
        played = decoder.decode(line)
        s: Any = game.deal(Setup(game=name, players=played.players, seed=played.seed))[0]
        free, before = set(played.free), len(columns)
        for n, i in enumerate(played.ids):
            seat = s.to_act[0]
            if n not in free and s.legal_mask(seat).bit_count() > 1:
                states.append(twin.record_of(s))
                columns.append((seat, i, played.players))
            s.apply_id(i, seat)
        sheet = s.score_sheet()
        wins = [float(seat in sheet.winners) / len(sheet.winners) for seat in range(played.players)]
        score_now(twin.record_of(s), lookups, work)
        done = [int(work["done"][0][seat]) for seat in range(played.players)]
        rest = [0] * (PLAYERS - played.players)
        ends.append(([*sheet.totals, *rest], [*wins, *rest], [*done, *rest]))
        sizes.append(len(columns) - before)
    positions = np.concatenate(states)
    table = np.array(columns, np.int64)
    choices = np.zeros(len(table), np.int64)
    choices_many(positions, lookups, table[:, 1].copy(), choices)
    each = np.repeat(np.arange(len(ends)), sizes)
    points, wins_, done_ = (np.array(column) for column in zip(*ends, strict=True))
    return Lessons(
        positions, table[:, 0].copy(), choices, table[:, 2].copy(),
        points[each].astype(np.float32), wins_[each].astype(np.float32),
        done_[each].astype(np.int64),
    )  # fmt: skip


def read_lessons(name: str, file: Path, processes: int, most: int = 1 << 60) -> Lessons:
    """All lessons of a file, by several processes."""
    lines = file.read_bytes().splitlines()[:most]
    parts = [lines[at : at + 4 * TOGETHER] for at in range(0, len(lines), 4 * TOGETHER)]
    with ProcessPoolExecutor(processes) as pool:
        found: Iterator[Lessons] = pool.map(lessons, [name] * len(parts), parts)
        first = next(found)
        return first.joined(found)
