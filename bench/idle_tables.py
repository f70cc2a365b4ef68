"""What tables cost in memory that nobody looks at, and that they leave it and come back.

Run `make idle`. The bar: under 100 kB for each table that is loaded and idle.
"""

import argparse
import asyncio
import random
import sys
import time
from itertools import cycle

import httpx
import msgspec
import uvloop
from bench.load_players import GAMES, Update
from bench.load_sockets import Socket, connect
from bench.servers import Server
from bench.storage import storage
from bench.visitors import Plan, Visitor, open_table, plain_http

BAR = 100.0  # kB
AT_ONCE = 10
WARM = 40  # tables before we begin to count, so that everything is imported and filled
LEAVE_SECONDS = 180.0


class Table:
    """A table of two people, both of whom one socket each plays."""

    def __init__(self, name: str, people: list[Visitor]) -> None:
        self.name = name
        self.people = people
        self.last = b""  # the last update of the first seat

    async def play(self, moves: int, rng: random.Random) -> None:
        """So many actions, then everybody goes."""
        heard: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()
        sockets = [await self.enter(seat, heard) for seat in (0, 1)]
        done = 0
        while done < moves:
            seat, data = await heard.get()
            if data.startswith(b'{"type":"ack"'):
                done += 1
            elif data.startswith(b'{"type":"update"') and b'"legal":[]' not in data:
                act(sockets[seat], seat, msgspec.json.decode(data, type=Update), rng)
        for socket in sockets:
            socket.close()

    async def enter(self, seat: int, heard: "asyncio.Queue[tuple[int, bytes]]") -> Socket:
        person = self.people[seat]
        host, port = person.servers[0].removeprefix("http://").split(":")
        path = f"/api/v1/tables/{self.name}/socket"
        socket = await connect(
            host, int(port), path, person.cookie, lambda data: heard.put_nowait((seat, data))
        )
        socket.send(b'{"type":"hello","protocol":1}')
        return socket

    async def look(self) -> bytes:
        """The first seat's version, view and legal actions, as they are sent."""
        heard: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()
        socket = await self.enter(0, heard)
        while not (data := (await heard.get())[1]).startswith(b'{"type":"update"'):
            pass
        socket.close()
        return data


def act(socket: Socket, seat: int, update: Update, rng: random.Random) -> None:
    """An answer that comes too late is refused, which is no matter here."""
    action = rng.choice(update.legal)
    name = b"%x" % rng.getrandbits(64)
    socket.send(
        b'{"type":"act","id":"%b","seat":%d,"version":%d,"action":%b}'
        % (name, seat, update.version, action)
    )


async def make_tables(server: Server, count: int, moves: int, rng: random.Random) -> list[Table]:
    games, gate = cycle(GAMES), asyncio.Semaphore(AT_ONCE)

    async def make(game: str, http: httpx.AsyncClient) -> Table:
        async with gate:
            people = [await Visitor(http, [server.address], rng).come_in() for _ in range(2)]
            name, _ = await open_table(Plan(game, 2, 2, {"kind": "relaxed"}), people)
            table = Table(name, people)
            await table.play(moves, rng)
            return table

    async with plain_http() as http:
        return await asyncio.gather(*(make(next(games), http) for _ in range(count)))


async def loaded(server: Server) -> int:
    """How many tables the server says it holds."""
    async with httpx.AsyncClient() as http:
        text = (await http.get(f"{server.address}/metrics")).text
    found = [line for line in text.splitlines() if line.startswith("carrozza_tables_loaded ")]
    return int(float(found[0].split()[1]))


async def until_loaded(server: Server, count: int) -> None:
    async with asyncio.timeout(LEAVE_SECONDS):
        while await loaded(server) != count:
            await asyncio.sleep(1)


def kilobytes(server: Server) -> float:
    return float(server.process().memory_info().rss / 1000)


async def measure(server: Server, count: int, moves: int, seed: int) -> bool:
    rng = random.Random(seed)
    server.start()
    await server.ready()
    await make_tables(server, WARM, moves, rng)
    before = kilobytes(server)
    tables = await make_tables(server, count, moves, rng)
    full = kilobytes(server)
    each = (full - before) / count
    print(
        f"{count} tables of {moves} actions loaded, no sockets: {each:.0f} kB each (bar {BAR:.0f})"
    )
    for table in tables:
        table.last = await table.look()
    begun = time.monotonic()
    await until_loaded(server, 0)
    empty = kilobytes(server)
    print(
        f"after {time.monotonic() - begun:.0f} s none is loaded; the server has "
        f"{before / 1000:.0f} MB at first, {full / 1000:.0f} MB full, {empty / 1000:.0f} MB empty"
    )
    begun = time.monotonic()
    same = sum([await table.look() == table.last for table in tables])
    seconds = (time.monotonic() - begun) / count
    again = kilobytes(server)
    print(
        f"{same} of {count} came back from the log the same, {1000 * seconds:.0f} ms each; "
        f"the server has {again / 1000:.0f} MB"
    )
    return each < BAR and same == count


async def run(count: int, moves: int, seed: int) -> bool:
    with storage("sqlite") as place:
        server = Server(place.db, place.folder)
        try:
            return await measure(server, count, moves, seed)
        finally:
            server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--moves", type=int, default=60, help="at each table")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sys.exit(not uvloop.run(run(asked.tables, asked.moves, asked.seed)))


if __name__ == "__main__":
    main()
