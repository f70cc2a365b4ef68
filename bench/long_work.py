"""What those who play wait while a server has all kinds of long work to do.

Run `make long-work`. Guests ask for the drawings of boards as big and tangled as they may be, for
replays, saves and exports, over and over and all at once, and a backup is made; meanwhile two
people play and somebody opens tables. The bar: 99 of 100 moves and new tables within 250 ms.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import msgspec
import uvloop
from bench.load_players import Update
from bench.load_sockets import connect
from bench.servers import Server
from bench.storage import storage
from bench.visitors import Plan, Visitor, open_table, plain_http
from tests.atlas.any_boards import hard_board

BAR = 250.0  # milliseconds
GUESTS = 8  # who ask for long work
NEW_TABLES = 1.0  # a second
MOVES = 20.0  # a second
Times = list[float]


async def timed(times: Times, work: Awaitable[Any]) -> Any:
    begun = time.perf_counter()
    done = await work
    times.append(1000 * (time.perf_counter() - begun))
    return done


async def play(people: list[Visitor], table: str, rng: random.Random, times: Times | None) -> None:
    """To the end of the game, at a steady pace if the time is taken."""
    heard: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()
    sockets = []
    for seat, person in enumerate(people):
        host, port = person.servers[0].removeprefix("http://").split(":")
        path = f"/api/v1/tables/{table}/socket"
        listen = _listener(seat, heard)
        sockets.append(await connect(host, int(port), path, person.cookie, listen))
        sockets[-1].send(b'{"type":"hello","protocol":1}')
    sent: list[float] = []  # when, by number
    while True:
        seat, data = await heard.get()
        if data.startswith(b'{"type":"ack"') and times is not None:
            number = int(msgspec.json.decode(data)["id"])
            times.append(1000 * (time.perf_counter() - sent[number]))
        elif data.startswith(b'{"type":"update"'):
            if b'"phase":"over"' in data:
                break
            if b'"legal":[]' in data:
                continue
            update = msgspec.json.decode(data, type=Update)
            if times is not None:
                await asyncio.sleep(1 / MOVES)
            number, action = len(sent), rng.choice(update.legal)
            sent.append(time.perf_counter())
            sockets[seat].send(
                b'{"type":"act","id":"%d","seat":%d,"version":%d,"action":%b}'
                % (number, seat, update.version, action)
            )
    for socket in sockets:
        socket.close()


def _listener(seat: int, heard: "asyncio.Queue[tuple[int, bytes]]") -> Callable[[bytes], None]:
    return lambda data: heard.put_nowait((seat, data))


async def ask_for_ever(guest: Visitor, paths: list[str], done: list[str]) -> None:
    """One thing after the other, whatever the answers are; too slow ones are given up."""
    while True:
        for path in paths:
            try:
                reply = await guest.http.get(
                    f"{guest.servers[0]}/api/v1{path}", headers={"cookie": guest.cookie}
                )
                done.append(f"{path.split('?')[0].rsplit('/', 1)[-1]} {reply.status_code}")
            except httpx.TransportError:
                done.append(f"{path.rsplit('/', 1)[-1]} given up")


async def measure(server: Server, seconds: float) -> tuple[Times, Times, list[str]]:
    rng = random.Random(1)
    moves: Times = []
    tables: Times = []
    done: list[str] = []
    async with plain_http() as http:
        people = [await Visitor(http, [server.address], rng).come_in() for _ in range(2)]
        plan = Plan("card_game", 2, 2, {"kind": "relaxed"})
        finished, _ = await open_table(plan, people)
        await play(people, finished, rng, None)
        tasks = []
        for number in range(GUESTS):
            guest = await Visitor(http, [server.address], rng).come_in()
            body = {"game": "usa", "players": 2, "board": hard_board(number)}
            table = (await guest.ask("POST", "/tables", body)).json()["id"]
            paths = [f"/tables/{finished}/replay", f"/tables/{finished}/save", "/me/export"]
            paths += [f"/tables/{table}/board", f"/tables/{table}/ground-light.svg"]
            for each in (paths, [f"/tables/{table}/board?drawing=best"]):
                tasks.append(asyncio.create_task(ask_for_ever(guest, each, done)))
        backup = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "carrozza", "admin", "backup", str(server.logs) + ".gz"),
            *("--db", server.db),
            stdout=asyncio.subprocess.DEVNULL,
        )
        until = time.perf_counter() + seconds

        async def play_on() -> None:
            while time.perf_counter() < until:
                table, _ = await open_table(plan, people)
                await play(people, table, rng, moves)

        async def open_tables() -> None:
            while time.perf_counter() < until:
                host = await Visitor(http, [server.address], rng).come_in()
                await timed(tables, host.ask("POST", "/tables", {"game": "usa", "players": 2}))
                await asyncio.sleep(1 / NEW_TABLES)

        await asyncio.gather(play_on(), open_tables())
        for task in tasks:
            task.cancel()
        await backup.wait()
    return moves, tables, done


def show(name: str, times: Times) -> float:
    ordered = sorted(times)
    p99 = ordered[int(len(ordered) * 0.99)]
    middle = ordered[len(ordered) // 2]
    print(
        f"{name:12}{len(ordered):6}  p50 {middle:7.1f}  p99 {p99:7.1f}  max {ordered[-1]:7.1f} ms"
    )
    return p99


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    with storage(asked.db) as place:
        server = Server(place.db, place.folder)
        server.start()
        try:
            await server.ready()
            moves, tables, done = await measure(server, asked.seconds)
        finally:
            server.stop()
        for complaint in server.complaints():
            print(f"  logged: {complaint}", file=sys.stderr)
    worst = max(show("moves", moves), show("new tables", tables))
    counts = {what: done.count(what) for what in sorted(set(done))}
    print("meanwhile:", ", ".join(f"{n} {what}" for what, n in counts.items()))
    print(f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())}")
    sys.exit(worst > BAR)


if __name__ == "__main__":
    uvloop.run(main())
