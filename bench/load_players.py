"""The players of the load test, in a process of their own: `python -m bench.load_players JSON`.

Every table has a rhythm: its next action is due a think time after the one before was, not after it
was answered. So a slow server does not get less to do, and an answer counts from when it was due.
Prints a line of JSON for each stage.
"""

import asyncio
import random
import sys
import time
from itertools import cycle

import msgspec
import psutil
import uvloop
from bench.load_sockets import Socket, connect
from bench.visitors import Plan, Visitor, open_table, plain_http
from tests.server.receivers import Browser

GAMES = ("usa", "europe", "northern_lights", "card_game")
OPENING_AT_ONCE = 8
SETTLE = 5.0  # seconds at a new rate before we measure


class Stage(msgspec.Struct):
    rate: float  # actions a second that are due, of all tables together
    seconds: float


class Orders(msgspec.Struct):
    servers: list[str]
    pids: list[int]  # of the servers, whose processor time and memory we note
    tables: int
    sockets: int  # at each table
    stages: list[Stage]
    seed: int = 1
    pace: str = "relaxed"
    alerts: str | None = None  # where everybody wants to be told of their turns
    rush: int = 100  # tables first play up to so many actions at once: they are not all alike


class Figures(msgspec.Struct):
    """What one stage gave."""

    rate: float
    actions: float  # acknowledged a second
    p50: float  # milliseconds from when an action was due to its acknowledgement
    p99: float
    most: float
    server: float  # processors used
    players: float
    memory: float  # of the servers, megabytes
    empty: float  # the same before anybody came
    tables: int
    sockets: int
    refusals: int
    games: int  # that ended meanwhile


class Update(msgspec.Struct):
    version: int
    legal: list[msgspec.Raw]


class Ack(msgspec.Struct):
    version: int


_update = msgspec.json.Decoder(Update)
_ack = msgspec.json.Decoder(Ack)


class Room:
    """All tables, and the figures being gathered."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders
        self.rng = random.Random(orders.seed)
        self.rate = orders.stages[0].rate
        self.delays: list[float] = []
        self.refusals = 0
        self.games = 0
        self.loop = asyncio.get_running_loop()
        self.opening = asyncio.Semaphore(OPENING_AT_ONCE)
        self.tasks: set[asyncio.Task[None]] = set()
        self.failed: BaseException | None = None
        self.servers = [psutil.Process(pid) for pid in orders.pids]
        self.servers += [child for server in self.servers for child in server.children()]
        self.empty = memory(self.servers)

    def think(self) -> float:
        return self.rng.uniform(0.5, 1.5) * self.orders.tables / self.rate

    def start(self, table: "Table") -> None:
        task = asyncio.create_task(table.open())
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            self.failed = self.failed or task.exception()


class Table:
    def __init__(self, room: Room, plan: Plan, people: list[Visitor], rush: int) -> None:
        self.room = room
        self.plan = plan
        self.people = people  # those beyond the players watch
        self.rush = rush
        self.due = 0.0
        self.name = ""
        self.seats: list[Seat] = []

    async def open(self) -> None:
        """A new game with the same people."""
        for seat in self.seats:
            seat.close()
        async with self.room.opening:
            self.name, _ = await open_table(self.plan, self.people[: self.plan.players])
            self.due = self.room.loop.time()
            seated = range(self.plan.players)
            self.seats = [
                Seat(self, number if number in seated else None, person)
                for number, person in enumerate(self.people)
            ]
            for seat in self.seats:
                await seat.connect()

    def next_due(self) -> float:
        now = self.room.loop.time()
        if self.rush > 0:
            self.rush -= 1
            self.due = now
        else:
            self.due = max(now, self.due + self.room.think())
        return self.due

    def over(self) -> None:
        self.room.games += 1
        self.room.start(self)


class Seat:
    """One socket: a player's, or (number None) a spectator's."""

    def __init__(self, table: Table, number: int | None, person: Visitor) -> None:
        self.table = table
        self.number = number
        self.person = person
        self.asked: Update | None = None  # what came after the question we are busy with
        self.busy = False
        self.due = 0.0
        self.count = 0
        self.timer: asyncio.TimerHandle | None = None
        self.socket: Socket | None = None
        self.closed = False

    async def connect(self) -> None:
        host, port = self.person.servers[0].removeprefix("http://").split(":")
        path = f"/api/v1/tables/{self.table.name}/socket"
        self.socket = await connect(host, int(port), path, self.person.cookie, self.hear)
        watch = b"false" if self.number is not None else b"true"
        self.socket.send(b'{"type":"hello","protocol":1,"watch":%b}' % watch)

    def close(self) -> None:
        self.closed = True
        if self.timer is not None:
            self.timer.cancel()
        if self.socket is not None:
            self.socket.close()

    def hear(self, data: bytes) -> None:
        if self.closed:
            return
        if data.startswith(b'{"type":"update"'):
            if b'"legal":[]' not in data:
                self.take(_update.decode(data))
            elif self.number == 0 and b'"phase":"over"' in data:
                self.table.over()
        elif data.startswith(b'{"type":"ack"'):
            delay = self.table.room.loop.time() - self.due
            self.table.room.delays.append(delay)
            self.free(_ack.decode(data).version)
        elif data.startswith(b'{"type":"refusal"'):
            self.table.room.refusals += 1
            self.asked, self.busy = None, False
            assert self.socket is not None
            self.socket.send(b'{"type":"sync"}')

    def take(self, update: Update) -> None:
        if self.busy:
            self.asked = update
        else:
            self.plan(update)

    def free(self, version: int) -> None:
        """Our action was done; we may have been asked again already."""
        self.busy = False
        update, self.asked = self.asked, None
        if update is not None and update.version >= version:
            self.plan(update)

    def plan(self, update: Update) -> None:
        self.busy = True
        self.due = self.table.next_due()
        self.timer = self.table.room.loop.call_at(self.due, self.act, update)

    def act(self, update: Update) -> None:
        self.count += 1
        assert self.socket is not None
        assert self.number is not None
        self.socket.send(
            b'{"type":"act","id":"%d","seat":%d,"version":%d,"action":%b}'
            % (self.count, self.number, update.version, self.table.room.rng.choice(update.legal))
        )


async def open_tables(room: Room) -> list[Table]:
    """Half of the tables with a spectator, the other half with one player more."""
    tables = []
    async with plain_http() as http:
        gate = asyncio.Semaphore(OPENING_AT_ONCE)

        async def come(number: int) -> Visitor:
            servers = room.orders.servers
            visitor = Visitor(http, servers, room.rng)
            visitor.servers = [servers[number % len(servers)]]
            async with gate:
                await visitor.come_in()
                if room.orders.alerts is not None:
                    await subscribe(visitor, f"{room.orders.alerts}/{number}", push=number % 2 == 0)
                return visitor

        sockets = room.orders.sockets
        people = await asyncio.gather(*map(come, range(room.orders.tables * sockets)))
        games = cycle(GAMES)
        pace = {"kind": "days", "move": 2} if room.orders.pace == "days" else {"kind": "relaxed"}
        for number in range(room.orders.tables):
            players = sockets - number // len(GAMES) % 2
            plan = Plan(next(games), players, players, pace)
            mine = people[number * sockets : (number + 1) * sockets]
            tables.append(Table(room, plan, mine, room.rng.randrange(room.orders.rush)))
        await asyncio.gather(*(table.open() for table in tables))
        while any(table.rush > 0 for table in tables):
            await asyncio.sleep(0.1)
        for stage in room.orders.stages:
            print(msgspec.json.encode(await measure(room, stage)).decode(), flush=True)
            if room.failed is not None:
                raise room.failed
    return tables


async def subscribe(visitor: Visitor, url: str, *, push: bool) -> None:
    """Half of the people in the browser, half by a webhook."""
    body = (
        {"kind": "push", **Browser(url).subscription()} if push else {"kind": "webhook", "url": url}
    )
    (await visitor.ask("POST", "/me/alerts/targets", body)).raise_for_status()


async def measure(room: Room, stage: Stage) -> Figures:
    room.rate = stage.rate
    await asyncio.sleep(SETTLE)
    servers = room.servers
    room.delays, room.refusals, room.games = [], 0, 0
    begun, used, ours = time.monotonic(), processor(servers), time.process_time()
    await asyncio.sleep(stage.seconds)
    seconds = time.monotonic() - begun
    delays = sorted(room.delays) or [float("nan")]
    return Figures(
        rate=stage.rate,
        actions=len(room.delays) / seconds,
        p50=1000 * delays[len(delays) // 2],
        p99=1000 * delays[int(len(delays) * 0.99)],
        most=1000 * delays[-1],
        server=(processor(servers) - used) / seconds,
        players=(time.process_time() - ours) / seconds,
        memory=memory(servers),
        empty=room.empty,
        tables=room.orders.tables,
        sockets=room.orders.tables * room.orders.sockets,
        refusals=room.refusals,
        games=room.games,
    )


def memory(servers: list[psutil.Process]) -> float:
    """Megabytes in use."""
    return sum(server.memory_info().rss for server in servers) / 1e6


def processor(servers: list[psutil.Process]) -> float:
    """Seconds of processor time used so far."""
    used = [server.cpu_times() for server in servers]
    return float(sum(times.user + times.system for times in used))


async def main() -> None:
    orders = msgspec.json.decode(sys.argv[1], type=Orders)
    await open_tables(Room(orders))


if __name__ == "__main__":
    uvloop.run(main())
