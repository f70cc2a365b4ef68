"""What those who play wait while reviews are made: figures before and during, in one run.

Run `make bench-reviews`. Games under way at 100 tables; then, at the same tables and the same rate,
one review after the other is made of games that are over. The bar: 99 of 100 actions acknowledged
within 100 ms also then, or within half as much again as before, where the machine has no more.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from typing import Any

import msgspec
import uvloop
from bench.load_players import Figures, Orders, Stage
from bench.long_work import play
from bench.server import HEAD, line
from bench.servers import Server
from bench.storage import storage
from bench.visitors import Plan, Visitor, open_table, plain_http

BAR = 100.0  # milliseconds, for 99 of 100 actions
WORSE = 1.5  # times as long as before
LOOK_SECONDS = 0.2


async def finished_games(people: list[Visitor], count: int, rng: random.Random) -> list[str]:
    tables = []
    for _ in range(count):
        table, _ = await open_table(Plan("usa", 2, 2, {"kind": "relaxed"}), people)
        await play(people, table, rng, None)
        tables.append(table)
    return tables


async def begin(guest: Visitor, table: str) -> None:
    """Until the first step is done; the rest is not wanted."""
    path = f"/tables/{table}/review"
    await guest.ask("POST", path)
    while not (await guest.ask("GET", path)).json()["done"]:
        await asyncio.sleep(LOOK_SECONDS)
    await guest.ask("DELETE", path)


async def review(guest: Visitor, table: str) -> dict[str, Any]:
    """The last state, with the seconds until something was heard, until the first step was done,
    and until the end."""
    begun = time.perf_counter()
    heard = stepped = None
    await guest.ask("POST", f"/tables/{table}/review")
    while True:
        state = (await guest.ask("GET", f"/tables/{table}/review")).json()
        now = time.perf_counter() - begun
        if state["state"] != "none":
            heard = heard or now
        if state["done"] or state["state"] == "done":
            stepped = stepped or now
        if state["state"] not in ("waiting", "working"):
            return {**state, "heard": heard, "stepped": stepped, "seconds": now}
        await asyncio.sleep(LOOK_SECONDS)


async def review_for_ever(guest: Visitor, tables: list[str]) -> None:
    for table in tables:
        made = await review(guest, table)
        times = (
            "heard of after {heard:.1f} s, first step after {stepped:.1f}, done after {seconds:.1f}"
        )
        print(f"  review {made['state']}: {times.format(**made)}", flush=True)


async def measure(server: Server, asked: argparse.Namespace) -> list[Figures]:
    rng = random.Random(asked.seed)
    async with plain_http() as http:
        people = [await Visitor(http, [server.address], rng).come_in() for _ in range(2)]
        first, *tables = await finished_games(people, asked.reviews + 1, rng)
        await begin(people[0], first)  # so that everything is compiled
        stage = Stage(rate=asked.rate, seconds=asked.seconds)
        orders = Orders(
            servers=[server.address],
            pids=[server.pid],
            tables=asked.tables,
            sockets=asked.sockets,
            stages=[stage, stage],
            seed=asked.seed,
        )
        players = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.load_players", msgspec.json.encode(orders).decode()),
            stdout=asyncio.subprocess.PIPE,
        )
        assert players.stdout is not None
        found = []
        reviewing: asyncio.Task[None] | None = None
        for kind in ("before", "during"):
            found.append(msgspec.json.decode(await players.stdout.readline(), type=Figures))
            print(f"{line(kind, found[-1])}  load {os.getloadavg()[0]:.1f}", flush=True)
            if reviewing is None:
                reviewing = asyncio.create_task(review_for_ever(people[0], tables))
            elif reviewing.done():
                print("  all reviews were made before the end: ask for more with --reviews")
        assert reviewing is not None
        reviewing.cancel()
        for table in tables:
            state = (await people[0].ask("GET", f"/tables/{table}/review")).json()
            if state["state"] == "working":
                print(f"  one more under way: {state['done']} of {state['of']} steps")
        await players.wait()
    return found


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=4, help="at each table: 3 or 4")
    parser.add_argument("--rate", type=float, default=30.0, help="actions a second in all")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each of the two parts")
    parser.add_argument("--reviews", type=int, default=6, help="at most, one after the other")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with storage(asked.db) as place:
        server = Server(place.db, place.folder)
        server.start()
        try:
            await server.ready()
            print(HEAD, flush=True)
            before, during = await measure(server, asked)
        finally:
            server.stop()
        for complaint in server.complaints():
            print(f"  logged: {complaint}", file=sys.stderr)
    sys.exit(during.p99 > max(BAR, WORSE * before.p99))


if __name__ == "__main__":
    uvloop.run(main())
