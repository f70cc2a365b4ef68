"""Kill servers again and again while correspondence games run; every turn must be told.

People wait for their alerts, on a real mailbox, a real browser's encryption and a real webhook,
and act only when all three have come. At the end all turns of the logs are held against what
arrived: none may be missing, and what came twice must be one to the receiver. Run `make alerts`.
"""

import argparse
import asyncio
import random
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx
import msgspec
import websockets
from bench.crash_client import Message, decode
from bench.servers import Server
from bench.storage import Storage, storage
from bench.visitors import Plan, Visitor, open_table, plain_http
from sqlalchemy import select
from tests.server.receivers import Browser, Hooks, Mailbox, hooks, mailbox

from carrozza.core.game import Setup
from carrozza.games.registry import game_of
from carrozza.server.play.game_log import Play
from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine
from carrozza.server.storage.journal import entry_of

KINDS = {"sqlite": ("sqlite", 1), "two": ("postgres", 2)}  # the database, servers on it
CHANNELS = ("email", "push", "webhook")
GAMES = ("usa", "europe", "northern_lights", "card_game")
APART = (0.5, 2.5)  # seconds between a server's being ready and the next kill
LIVELY = 6  # alerts between two kills
LOST_SECONDS = 90.0  # without an alert, after which somebody looks whether it is their turn
END_SECONDS = 120.0


@dataclass(frozen=True)
class Arrival:
    id: str
    channel: str
    at: float
    content: str  # all that a receiver can tell two by


@dataclass
class Run:
    storage: Storage
    servers: list[Server]
    rng: random.Random
    there: Hooks
    box: Mailbox
    browsers: dict[str, Browser] = field(default_factory=dict)  # by the path of their endpoint
    arrivals: list[Arrival] = field(default_factory=list)
    count: Counter[tuple[str, str]] = field(default_factory=Counter)  # turns told, by person
    kills: list[tuple[float, float]] = field(default_factory=list)  # and when it was up again
    finished: set[str] = field(default_factory=set)  # tables, of whose end nobody is told
    lost: list[str] = field(default_factory=list)
    over: bool = False

    @property
    def addresses(self) -> list[str]:
        return [server.address for server in self.servers]

    def take(self) -> None:
        """Read what has come, and note when."""
        now = time.time()
        for taken in self.there.taken:
            if browser := self.browsers.get(taken.path):
                said, channel = browser.read(taken), "push"
            else:
                said, channel = taken.json, "webhook"
            content = f"{taken.headers.get('topic')} {sorted(said.items())}"
            self.arrivals.append(Arrival(said["id"], channel, now, content))
        for mail in self.box.taken:
            name = mail["Message-ID"].strip("<>").rpartition("@")[0]
            content = f"{mail['Subject']} {mail.get_content()}"
            self.arrivals.append(Arrival(name, "email", now, content))
        self.there.taken.clear()
        self.box.taken.clear()


class Player:
    """Somebody who is never there but when told to be."""

    def __init__(self, run: Run, visitor: Visitor) -> None:
        self.run = run
        self.visitor = visitor
        self.rng = random.Random(run.rng.random())
        self.acted_at = -1  # the version of the last turn

    async def subscribe(self) -> None:
        run, path = self.run, f"/push/{uuid.uuid4().hex}"
        browser = run.browsers[path] = Browser(run.there.url + path)
        mail = f"{self.visitor.id}@example.org"
        for body in (
            {"kind": "push", **browser.subscription()},
            {"kind": "webhook", "url": f"{run.there.url}/{self.visitor.id}"},
            {"kind": "email", "email": mail},
        ):
            (await self.visitor.ask("POST", "/me/alerts/targets", body)).raise_for_status()
        while True:
            asked = [m for m in run.box.taken if m["To"] == mail]
            if asked:
                break
            await asyncio.sleep(0.02)
        link = next(w for w in asked[0].get_content().split() if "/alerts/confirm#" in w)
        token = link.partition("#")[2]
        (await self.visitor.ask("POST", f"/alerts/confirm?token={token}")).raise_for_status()

    async def play(self, table: str, seat: int) -> None:
        while (version := await self._told(table, seat)) is not None:
            if await self._turn(table, seat):
                self.run.finished.add(table)
            self.acted_at = version

    async def _told(self, table: str, seat: int) -> int | None:
        """The version of a turn of ours that all three channels have told us of; None when there
        will be no more."""
        end = time.monotonic() + LOST_SECONDS
        while not self.run.over and table not in self.run.finished:
            told: dict[int, set[str]] = {}
            for arrival in self.run.arrivals:
                of, version, whose, _ = arrival.id.split(".", 3)
                if of == table and int(whose) == seat and int(version) > self.acted_at:
                    told.setdefault(int(version), set()).add(arrival.channel)
            for version, channels in told.items():
                if channels == set(CHANNELS):
                    return version
            if time.monotonic() > end:
                mine = await self.visitor.ask("GET", f"/tables/{table}")
                if seat in mine.json()["to_act"]:
                    self.run.lost.append(f"{table} seat {seat}: only {told}")
                    return max(told, default=self.acted_at)
                end = time.monotonic() + LOST_SECONDS
            await asyncio.sleep(0.05)
        return None

    async def _turn(self, table: str, seat: int) -> bool:
        """Act as long as we are asked to; whether the game is over."""
        while True:
            try:
                return await self._visit(table, seat)
            except (OSError, TimeoutError, EOFError, websockets.WebSocketException):
                self.visitor.servers.append(self.visitor.servers.pop(0))
                await asyncio.sleep(0.1)

    async def _visit(self, table: str, seat: int) -> bool:
        address = self.visitor.servers[0].replace("http", "ws", 1)
        async with websockets.connect(
            f"{address}/api/v1/tables/{table}/socket",
            additional_headers={"cookie": self.visitor.cookie},
            compression=None,
            max_size=None,
            open_timeout=10,
            close_timeout=1,
        ) as socket:
            await socket.send('{"type":"hello","protocol":1}')
            while True:
                async with asyncio.timeout(30):
                    message: Message = decode(await socket.recv())
                if message.type == "bye":
                    raise EOFError
                if message.type == "refusal":
                    await asyncio.sleep(0.1)
                    await socket.send('{"type":"sync"}')
                if message.type != "update" or message.seat != seat:
                    continue
                if msgspec.json.decode(message.view, type=dict)["phase"] == "over":
                    return True
                if not message.legal:
                    return False
                action = {
                    "type": "act",
                    "id": uuid.uuid4().hex,
                    "seat": seat,
                    "version": message.version,
                    "action": self.rng.choice(message.legal),
                }
                await socket.send(msgspec.json.encode(action), text=True)


async def play_games(run: Run, http: httpx.AsyncClient) -> None:
    while not run.over:
        plan = Plan(run.rng.choice(GAMES), 2, 2, {"kind": "days", "move": 2})
        people = [await Visitor(http, run.addresses, run.rng).come_in() for _ in range(plan.people)]
        players = [Player(run, person) for person in people]
        for player in players:
            await player.subscribe()
        table, _ = await open_table(plan, people)
        await asyncio.gather(*(player.play(table, n) for n, player in enumerate(players)))


async def make_trouble(run: Run, kills: int) -> None:
    for number in range(kills):
        enough = len(run.arrivals) + LIVELY
        while len(run.arrivals) < enough:
            await asyncio.sleep(0.05)
        await asyncio.sleep(run.rng.uniform(*APART))
        server = run.rng.choice(run.servers)
        server.kill()
        killed = time.time()
        server.start()
        await server.ready()
        run.kills.append((killed, time.time()))
        if number % 10 == 9:
            show(f"{number + 1} kills, {len(run.arrivals)} alerts")


async def keep_taking(run: Run) -> None:
    while True:
        # What confirms an address is read by those who asked for it.
        asked = [mail for mail in run.box.taken if "Auto-Submitted" in mail and not _is_turn(mail)]
        run.box.taken[:] = [mail for mail in run.box.taken if _is_turn(mail)]
        run.take()
        run.box.taken += asked
        await asyncio.sleep(0.01)


def _is_turn(mail: object) -> bool:
    return mail["List-Unsubscribe"] is not None  # type: ignore[index]


async def told_all(run: Run) -> None:
    """Wait until nothing is left to tell of the turns that are under way."""
    engine = plain_engine(run.storage.db, snapshot=True)
    waiting = select(schema.alerts.c.id).where(schema.alerts.c.stage == "turn").limit(1)
    async with asyncio.timeout(END_SECONDS):
        while True:
            with engine.connect() as connection:
                if connection.execute(waiting).first() is None:
                    break
            await asyncio.sleep(0.2)
    engine.dispose()


def turns(db: str) -> Iterator[tuple[str, int, int, float]]:
    """Every turn that began: table, version, seat and when."""
    engine = plain_engine(db, snapshot=True)
    with engine.connect() as connection:
        rows = connection.execute(
            select(schema.tables).where(schema.tables.c.phase != "open")
        ).mappings()
        for row in rows.all():
            play = Play(msgspec.json.decode(row["setup"], type=Setup))
            assert game_of(play.setup)
            for seat in play.state.to_act:
                yield row["id"], 0, seat, row["started"]
            columns = [column for column in schema.log.c if column.name != "table"]
            log = select(*columns).where(schema.log.c.table == row["id"])
            for line in connection.execute(log.order_by(schema.log.c.version)).mappings():
                before = set(play.state.to_act)
                play.read(entry_of(line))
                for seat in set(play.state.to_act) - before:
                    yield row["id"], play.version, seat, line["at"]
    engine.dispose()


@dataclass
class Report:
    turns: int = 0
    alerts: int = 0
    missing: list[str] = field(default_factory=list)
    doubles: int = 0
    most_doubles: int = 0  # of one kill
    different: list[str] = field(default_factory=list)  # that do not collapse
    delays: list[float] = field(default_factory=list)
    restart_delays: list[float] = field(default_factory=list)  # of those a kill came between
    wrong: list[str] = field(default_factory=list)


def check(run: Run) -> Report:
    report = Report(alerts=len(run.arrivals))
    by_turn: dict[tuple[str, str], list[Arrival]] = {}
    for arrival in run.arrivals:
        stem = arrival.id.rpartition(".")[0]
        by_turn.setdefault((stem, arrival.channel), []).append(arrival)
    doubles: Counter[int] = Counter()
    for table, version, seat, at in turns(run.storage.db):
        report.turns += 1
        for channel in CHANNELS:
            came = by_turn.get((f"{table}.{version}.{seat}", channel), [])
            if not came:
                report.missing.append(f"{table}.{version}.{seat} {channel}")
                continue
            if len({(one.id, one.content) for one in came}) > 1:
                report.different.append(f"{table}.{version}.{seat} {channel}: {came}")
            for again in came[1:]:
                report.doubles += 1
                doubles[sum(killed < again.at for killed, _ in run.kills)] += 1
            arrived = came[0].at
            ups = [up for killed, up in run.kills if killed < arrived and up > at]
            # Another server may have told it before the one that was killed was up again.
            report.delays.append(arrived - max([at, *(up for up in ups if up <= arrived)]))
            if ups:
                report.restart_delays.append(report.delays[-1])
    report.most_doubles = max(doubles.values(), default=0)
    report.wrong += run.lost + report.missing + report.different
    report.wrong += [line for server in run.servers for line in server.complaints()]
    return report


async def run_one(place: Storage, count: int, kills: int, at_once: int, seed: str) -> Run:
    async with hooks() as there, mailbox() as box:
        options = ("--alert-private", "--alert-delay", "0", "--smtp", box.url)
        options += ("--mail-from", "club@carrozza.example", "--url", "https://games.example")
        made = [Server(place.db, place.folder, *options) for _ in range(count)]
        run = Run(place, made, random.Random(seed), there, box)
        for server in made:
            server.start()
        taking = asyncio.create_task(keep_taking(run))
        try:
            for server in made:
                await server.ready()
            async with plain_http() as http:
                tables = [asyncio.create_task(play_games(run, http)) for _ in range(at_once)]
                killer = asyncio.create_task(make_trouble(run, kills))
                await asyncio.wait([killer, *tables], return_when=asyncio.FIRST_COMPLETED)
                await killer
                run.over = True
                ended = await asyncio.gather(*tables, return_exceptions=True)
                run.lost += [repr(end) for end in ended if isinstance(end, BaseException)]
                await told_all(run)
                await asyncio.sleep(1)
        finally:
            for server in made:
                if server.running():
                    await asyncio.to_thread(server.stop)
            taking.cancel()
            run.take()
        return run


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0


def show(progress: str) -> None:
    print(f"  {progress}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="on each database")
    parser.add_argument("--db", choices=KINDS, action="append", help="all, if not given")
    parser.add_argument("--tables", type=int, default=6, help="at once")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", file=sys.stderr)
    wrong = False
    for kind in asked.db or KINDS:
        backend, servers = KINDS[kind]
        with storage(backend) as place:
            seed = f"{asked.seed} {kind}"
            run = asyncio.run(run_one(place, servers, asked.kills, asked.tables, seed))
            report = check(run)
        print(
            f"{kind}: {len(run.kills)} kills, {report.turns} turns, {report.alerts} alerts, "
            f"{len(report.missing)} missing, {report.doubles} doubles "
            f"(at most {report.most_doubles} after a kill), "
            f"{len(report.different)} left after collapsing; "
            f"p50 {share(report.delays, 0.5):.2f} s, p99 {share(report.delays, 0.99):.2f} s; "
            f"after restarts ({len(report.restart_delays)}) "
            f"p99 {share(report.restart_delays, 0.99):.2f} s, "
            f"most {max(report.restart_delays, default=0):.2f} s",
            flush=True,
        )
        for problem in report.wrong[:30]:
            show(f"wrong: {problem}")
        wrong |= bool(report.wrong)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
