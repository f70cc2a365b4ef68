"""Kill the server again and again while games are played; nothing told to anybody may be lost.

In between the database itself goes away for a while, or its disk is full (which takes root).
Clients play, reconnect and send again what was not acknowledged. At the end everything they were
told is held against the database. Run `make crash`; any violation makes it fail.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle

import httpx
from bench.crash_checks import Game, Report, check
from bench.crash_client import Habits, Player
from bench.servers import Server
from bench.storage import Storage, storage
from bench.visitors import Plan, Visitor, open_table, plain_http

KINDS = {  # the database, how many servers on it, and their options
    "sqlite": ("small" if os.geteuid() == 0 else "sqlite", 1, ()),
    "postgres": ("postgres", 1, ()),
    "two": ("postgres", 2, ()),  # two servers on one database
    "workers": ("postgres", 1, ("--workers", "2")),  # one of whose workers is killed
}
APART = (0.3, 3.0)  # seconds between two kills
FAILING = 0.2  # how often it is the database that fails, and not the server
AWAY = (0.5, 4.0)  # seconds for which it does
ASLEEP = 8  # every so many kills, one does not wait until the server is up again
LIVELY = 10  # updates that people get before the next kill
AT_ONCE = 8  # games
FINISH_SECONDS = 300.0
ORPHAN_SECONDS = 15.0
PACES = (
    {"kind": "relaxed"},
    {"kind": "clock", "move": 600, "reserve": 60},
    {"kind": "days", "move": 1},
)
EXPECTED = "carrozza.server.storage.health"  # says so when the database fails
GAMES = ("usa", "europe", "northern_lights", "card_game")


@dataclass
class Run:
    """One database with its servers, and what was played on it."""

    storage: Storage
    servers: list[Server]
    rng: random.Random
    kills: int
    plans: Iterator[Plan]
    apart: tuple[float, float] = APART
    habits: Habits = field(default_factory=Habits)
    victims: list[Server] = field(default_factory=list)  # who may be killed: all, unless told
    failing: float = FAILING
    killed: int = 0
    failed: int = 0  # times that the database was away
    updates: int = 0
    games: list[Game] = field(default_factory=list)

    @property
    def addresses(self) -> list[str]:
        return [server.address for server in self.servers]

    def count_update(self) -> None:
        self.updates += 1


def make_plans(rng: random.Random) -> list[Plan]:
    """Every game with two to four seats and every number of people, in a random order."""
    plans = [
        Plan(game, players, people, rng.choice(PACES), watched=rng.random() < 0.3)
        for game in GAMES
        for players in (2, 3, 4)
        for people in range(1, players + 1)
    ]
    rng.shuffle(plans)
    return plans


async def make_trouble(run: Run, workers: bool) -> None:
    while run.killed < run.kills:
        server = run.rng.choice(run.victims or run.servers)
        if run.killed % ASLEEP:
            await server.ready()
            await played_on(run)
        await asyncio.sleep(run.rng.uniform(*run.apart))
        if run.storage.fails_by and run.rng.random() < run.failing:
            await fail(run)
            continue
        if workers:
            run.killed += server.kill_worker(run.rng)
        else:
            server.kill()
            server.start()
            run.killed += 1
        if run.killed % 10 == 0:
            show(f"{run.killed} kills, {len(run.games)} games over, {run.updates} updates")
    for server in run.servers:
        await server.ready()


async def fail(run: Run) -> None:
    """Take the database away and bring it back; the servers must find it again."""
    for server in run.servers:  # one that starts meanwhile would say so and end, as it should
        await server.ready()
    await asyncio.to_thread(run.storage.fail)
    await asyncio.sleep(run.rng.uniform(*AWAY))
    await asyncio.to_thread(run.storage.mend)
    run.failed += 1
    for server in run.servers:
        await server.ready()


async def played_on(run: Run) -> None:
    """A server that is killed before anybody is back proves nothing."""
    enough = run.updates + LIVELY
    while run.updates < enough:
        await asyncio.sleep(0.02)


async def play_games(run: Run, http: httpx.AsyncClient) -> None:
    """One game after the other while there are kills left."""
    first = True
    while first or run.killed < run.kills:
        first = False
        run.games.append(await play_game(run, http, next(run.plans)))


async def play_game(run: Run, http: httpx.AsyncClient, plan: Plan) -> Game:
    people = [await visitor(run, http).come_in() for _ in range(plan.people)]
    table, promised = await open_table(plan, people)
    players = [
        Player(table, seat, person.cookie, spread(run), own_rng(run), run.habits)
        for seat, person in enumerate(people)
    ]
    if plan.watched:
        watcher = await visitor(run, http).come_in()
        player = Player(table, None, watcher.cookie, spread(run), own_rng(run), run.habits)
        players.append(player)
    seen = await asyncio.gather(*(player.play(run.count_update) for player in players))
    save = await people[0].ask("GET", f"/tables/{table}/save")
    return Game(table, promised, list(seen), save.content)


def visitor(run: Run, http: httpx.AsyncClient) -> Visitor:
    return Visitor(http, run.addresses, run.rng)


def own_rng(run: Run) -> random.Random:
    return random.Random(run.rng.random())


def spread(run: Run) -> list[str]:
    return run.rng.sample(run.addresses, len(run.addresses))


async def crash(run: Run, at_once: int = AT_ONCE, workers: bool = False) -> Report:
    """Play and kill until the kills are used up and the games over; then check everything."""
    for server in run.servers:
        server.start()
    unfinished: list[str] = []
    try:
        for server in run.servers:
            await server.ready()
        async with plain_http() as http:
            killer = asyncio.create_task(make_trouble(run, workers))
            tables = [asyncio.create_task(play_games(run, http)) for _ in range(at_once)]
            await killer
            _, playing = await asyncio.wait(tables, timeout=FINISH_SECONDS)
            unfinished = ["a game did not come to its end"] * len(playing)
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*tables, return_exceptions=True)
            unfinished += [repr(end) for end in ended if isinstance(end, Exception)]
    finally:
        ends = [server.stop() for server in run.servers if server.running()]
    report = check(run.storage.db, run.games)
    report.wrong += unfinished
    report.wrong += [f"a server ended with {end}" for end in ends if end not in (0, -15)]
    said = [line for server in run.servers for line in server.complaints()]
    report.wrong += [line for line in said if not (run.failed and line.startswith(EXPECTED))]
    report.wrong += await orphans(run.servers)
    return report


async def orphans(servers: list[Server]) -> list[str]:
    """Processes that outlived the servers that started them."""
    end = time.monotonic() + ORPHAN_SECONDS
    while left := [process for server in servers for process in server.orphans()]:
        if time.monotonic() > end:
            return [f"process {process.pid} lives on" for process in left]
        await asyncio.sleep(0.1)
    return []


def show(progress: str) -> None:
    print(f"  {progress}", file=sys.stderr, flush=True)


COLUMNS = (
    ("database", 10),
    ("kills", 6),
    ("failures", 9),
    ("games", 6),
    ("moves", 7),
    ("acks", 7),
    ("resends", 8),
    ("duplicates", 11),
    ("reconnects", 11),
    ("steps", 7),
    ("jumps", 6),
    ("saves", 6),
    ("seconds", 8),
    ("wrong", 6),
)


def line(kind: str, run: Run, report: Report, seconds: float) -> list[object]:
    return [
        kind,
        run.killed,
        run.failed,
        len(run.games),
        report.moves,
        report.acks,
        report.resends,
        report.duplicates,
        report.reconnects,
        report.steps,
        report.jumps,
        report.saves,
        round(seconds),
        len(report.wrong),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=60, help="on each database")
    parser.add_argument("--db", choices=KINDS, action="append", help="all, if not given")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", file=sys.stderr)
    print("".join(f"{name:>{width}}" for name, width in COLUMNS), flush=True)
    wrong = False
    for kind in asked.db or KINDS:
        backend, servers, options = KINDS[kind]
        show(kind)
        begun = time.monotonic()
        with storage(backend) as place:
            made = [Server(place.db, place.folder, *options) for _ in range(servers)]
            rng = random.Random(f"{asked.seed} {kind}")
            run = Run(place, made, rng, asked.kills, cycle(make_plans(rng)))
            report = asyncio.run(crash(run, workers=kind == "workers"))
        values = line(kind, run, report, time.monotonic() - begun)
        print("".join(f"{v:>{w}}" for v, (_, w) in zip(values, COLUMNS, strict=True)), flush=True)
        show(f"refusals: {dict(report.refusals)}")
        for problem in report.wrong[:50]:
            show(f"wrong: {problem}")
        wrong |= bool(report.wrong)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
