"""A server for hours: people and bots at all games, who come and go, and a kill every few minutes.

Run `make soak-server`. Everybody connects anew about once a minute, somebody looks around all the
time, and one of the servers is killed every five minutes. At the end everything that anybody was
told is held against the database, as in `make crash`; no process may be left over; and a server
that was never killed must not have grown.
"""

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import time
from dataclasses import dataclass
from itertools import cycle

import httpx
import psutil
from bench.crash import Run, crash, make_plans, visitor
from bench.crash_client import Habits
from bench.servers import Server
from bench.storage import storage
from bench.visitors import plain_http

MINUTE = 60.0
HABITS = Habits(think=(0.2, 1.8), stay=(45.0, 75.0))
LOOK = (1.0, 4.0)  # seconds between two things that somebody looks at
SAMPLE = 30.0  # seconds
SHOWN = 10  # samples to a line
WARM = 0.25  # of the time, after which memory must not grow
GROWTH = 1.1  # from the second quarter to the last


@dataclass
class Sample:
    """What a server's processes use."""

    at: float
    memory: float  # megabytes
    files: int
    processes: int


def sample(server: Server, at: float) -> Sample:
    family = [server.process(), *server.process().children(recursive=True)]
    memory = files = 0
    for process in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            memory += process.memory_info().rss
            files += process.num_fds()
    return Sample(at, memory / 1e6, files, len(family))


async def watch(run: Run, server: Server, samples: list[Sample]) -> None:
    """Note what the server uses, and say it now and then."""
    begun = time.monotonic()
    print("minute  kills  games  updates  memory  files  processes", flush=True)
    while True:
        await asyncio.sleep(SAMPLE)
        found = sample(server, time.monotonic() - begun)
        samples.append(found)
        if len(samples) % SHOWN == 0:
            print(
                f"{found.at / MINUTE:6.0f}{run.killed:7}{len(run.games):7}{run.updates:9}"
                f"{found.memory:6.0f}MB{found.files:7}{found.processes:11}",
                flush=True,
            )


async def look_around(run: Run) -> None:
    """What a visitor looks at: lists, a board, games that are over."""
    async with plain_http() as http:
        person = await visitor(run, http).come_in()
        while True:
            paths = ["/tables", "/tables/finished", "/games", "/me", "/games/europe/board"]
            if run.games:
                over = run.rng.choice(run.games).table
                paths += [f"/tables/{over}/{what}" for what in ("result", "replay", "save")]
            with contextlib.suppress(httpx.TransportError):
                reply = await person.ask("GET", run.rng.choice(paths))
                if reply.status_code >= 500:
                    raise RuntimeError(f"{reply.url}: {reply.status_code}")
            await asyncio.sleep(run.rng.uniform(*LOOK))


async def soak(run: Run, tables: int, survivor: Server) -> list[str]:
    """What went wrong."""
    samples: list[Sample] = []
    tasks = [asyncio.create_task(watch(run, survivor, samples))]
    tasks += [asyncio.create_task(look_around(run)) for _ in range(3)]
    report = await crash(run, tables)
    wrong = list(report.wrong)
    for task in tasks:
        if task.done() and not task.cancelled() and task.exception() is not None:
            wrong.append(repr(task.exception()))
        task.cancel()
    print(
        f"{run.killed} kills, {len(run.games)} games, {report.moves} moves, {report.acks} acks,"
        f" {report.reconnects} reconnects, {report.steps} steps, {report.saves} saves verified"
    )
    return wrong + (grown(samples) if survivor not in run.victims else [])


def grown(samples: list[Sample]) -> list[str]:
    """Compare the second quarter of the time with the last one."""
    end = samples[-1].at
    early = [s for s in samples if end * WARM <= s.at < end / 2]
    late = [s for s in samples if s.at >= end * (1 - WARM)]
    wrong = []
    for what in ("memory", "files", "processes"):
        before = statistics.median(getattr(s, what) for s in early)
        after = statistics.median(getattr(s, what) for s in late)
        print(f"{what}: {before:.0f} in the second quarter, {after:.0f} in the last")
        if after > GROWTH * before:
            wrong.append(f"{what} grew from {before:.0f} to {after:.0f}")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--apart", type=float, default=5.0, help="minutes between two kills")
    parser.add_argument("--tables", type=int, default=24, help="at once")
    parser.add_argument("--db", choices=("sqlite", "postgres"), default="postgres")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", file=sys.stderr)
    rng = random.Random(asked.seed)
    with storage(asked.db) as place:
        # With PostgreSQL there are two servers, one of which is never killed.
        made = [Server(place.db, place.folder) for _ in range(2 if asked.db == "postgres" else 1)]
        run = Run(
            place,
            made,
            rng,
            int(asked.minutes / asked.apart),
            cycle(make_plans(rng)),
            apart=(asked.apart * MINUTE, asked.apart * MINUTE),
            habits=HABITS,
            victims=made[-1:],
            failing=0.0,
        )
        wrong = asyncio.run(soak(run, asked.tables, made[0]))
    for problem in wrong[:50]:
        print(problem, file=sys.stderr)
    print("Wrong: " + str(len(wrong)))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
