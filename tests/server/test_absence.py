"""Clocks and bots: a table never hangs."""

import asyncio
import random
import time
from contextlib import suppress
from itertools import pairwise

import psutil
import pytest
from tests.server.support import Host, Message, Person, Socket, play_out, serving
from tests.server.test_people import rows

from carrozza.server.play.tempo import FIRST, FURTHER
from carrozza.server.serve import prepare
from carrozza.server.settings import Settings
from carrozza.server.steady import steady
from carrozza.server.storage import schema
from carrozza.server.tables.clocks import Clock, Pace, fresh, started, stopped

pytestmark = pytest.mark.anyio

CLOCK = {"kind": "clock", "move": 10, "reserve": 20}


class Time:
    """A clock that goes when told."""

    def __init__(self) -> None:
        self.at = 1.7e9

    def __call__(self) -> float:
        return self.at


async def table_of_two(host: Host, pace: object = None) -> tuple[Person, Person, str]:
    anna, bruno = host.person(), host.person()
    body = {"game": "card_game", **({"pace": pace} if pace else {})}
    table = (await anna.post("/tables", body))["id"]
    await bruno.post(f"/tables/{table}/join", {})
    await anna.post(f"/tables/{table}/start")
    return anna, bruno, table


async def until_a_bot_waits(hers: Socket) -> Message:
    """Play on until the bot of seat 1 is to move and takes its time."""
    update = await hers.wait_for("update")
    while 1 in update["view"]["to_act"]:  # its first move, which it makes at once
        update = await hers.wait_for("update")
    while update["view"]["to_act"] != [1]:
        await hers.act(update, update["legal"][0])
        update = await hers.wait_for("update")
    return update


def test_a_move_takes_from_the_reserve_what_it_needs() -> None:
    pace = Pace(kind="clock", move=10, reserve=20)
    clock = started(fresh(pace), pace, 100.0, others=True)
    assert clock == Clock(100.0, 130.0, 20.0)
    assert stopped(clock, pace, 108.0).reserve == 20.0
    assert stopped(clock, pace, 115.0).reserve == 15.0
    assert stopped(clock, pace, 300.0).reserve == 0.0


def test_nobody_is_hurried_who_plays_alone() -> None:
    pace = Pace()
    assert started(fresh(pace), pace, 100.0, others=False).deadline is None
    assert started(fresh(pace), pace, 100.0, others=True).deadline == 3700.0
    days = Pace(kind="days", move=2)
    assert started(fresh(days), days, 100.0, others=True).deadline == 100.0 + 2 * 86_400


async def test_when_time_is_out_a_bot_plays_until_the_person_returns(db: str) -> None:
    clock = Time()
    async with serving(db, clock) as host:
        anna, bruno, table = await table_of_two(host, CLOCK)
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            first = await his.wait_for("update", version=0)
            assert [one[1] - clock.at for one in first["clocks"]] == [30.0, 30.0]
            await his.act(first, first["legal"][0])
            await his.wait_for("ack")
            clock.at += 31
            changed = await hers.wait_for("changed")
            while not changed["table"]["seats"][0]["away"]:
                changed = await hers.wait_for("changed")
            update = await hers.wait_for("update")
            while not (update["steps"] and update["steps"][-1]["by"] == "bot"):
                update = await hers.wait_for("update")
            await hers.send(type="return", seat=0)
            back = await hers.wait_for("changed")
            assert not back["table"]["seats"][0]["away"]


async def test_who_leaves_is_played_by_a_bot_to_the_end(db: str) -> None:
    async with serving(db) as host:
        anna, bruno, table = await table_of_two(host)
        await anna.post(f"/tables/{table}/leave")
        async with bruno.socket(table) as his:
            await play_out(his, random.Random(1))
        assert (await bruno.get(f"/tables/{table}"))["phase"] == "finished"


async def test_an_action_takes_the_seat_back(db: str) -> None:
    clock = Time()
    async with serving(db, clock, bot_pace=(60.0, 60.0)) as host:
        anna, _, table = await table_of_two(host)
        async with anna.socket(table) as hers:
            update = await hers.wait_for("update")
            await hers.send(type="leave", seat=0)
            assert (await hers.wait_for("changed"))["table"]["seats"][0]["away"]
            await hers.act(update, update["legal"][0])
            await hers.wait_for("ack")
        assert not (await anna.get(f"/tables/{table}"))["seats"][0]["away"]


async def test_who_is_gone_does_not_keep_others_waiting(db: str) -> None:
    """Without a clock: three minutes without a connection, and a bot plays."""
    clock = Time()
    async with serving(db, clock) as host:
        _, bruno, table = await table_of_two(host)
        async with bruno.socket(table) as his:
            await his.wait_for("update")
            clock.at += 181
            changed = await his.wait_for("changed")
            while not changed["table"]["seats"][0]["away"]:
                changed = await his.wait_for("changed")
            assert not changed["table"]["seats"][1]["away"]


async def test_alone_against_bots_nothing_runs_out(db: str) -> None:
    clock = Time()
    async with serving(db, clock) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        _, bruno, others = await table_of_two(host)
        async with bruno.socket(others) as his:
            clock.at += 30 * 86_400
            changed = await his.wait_for("changed")
            while not changed["table"]["seats"][0]["away"]:  # where somebody waits
                changed = await his.wait_for("changed")
        assert not (await anna.get(f"/tables/{table}"))["seats"][0]["away"]


async def test_clocks_survive_a_restart(db: str) -> None:
    clock = Time()
    async with serving(db, clock) as host:
        anna, bruno, table = await table_of_two(host, CLOCK)
        async with anna.socket(table) as hers:
            before = (await hers.wait_for("update"))["clocks"]
    clock.at += 5
    async with serving(db, clock) as host:
        anna.move_to(host.address)
        async with anna.socket(table) as hers:
            assert (await hers.wait_for("update"))["clocks"] == before
            clock.at += 26
            changed = await hers.wait_for("changed")
            while not changed["table"]["seats"][1]["away"]:
                changed = await hers.wait_for("changed")
    for person in (anna, bruno):
        await person.http.aclose()


async def test_time_without_a_server_is_nobodys_fault(db: str) -> None:
    """A clock that ran out while the server was down has a minute left when it is up again."""
    async with serving(db) as host:
        anna, bruno, table = await table_of_two(host, {"kind": "clock", "move": 10, "reserve": 0})
    later = time.time() + 3600
    prepare(Settings(db=db), later)
    async with serving(db, lambda: later) as host:
        anna.move_to(host.address)
        async with anna.socket(table) as hers:
            update = await hers.wait_for("update")
            assert [round(clock[1] - later) for clock in update["clocks"]] == [60, 60]
    for person in (anna, bruno):
        await person.http.aclose()


JUMPS = [3600.0, -3600.0, 86_400.0, -86_400.0]


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_clock_that_is_set_stops_no_bot(db: str, jump: float) -> None:
    """The worker's own clock is set while a bot is to move, be it one without `steady`."""
    clock = Time()
    async with serving(db, clock, bot_pace=(1.0, 1.0)) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        async with anna.socket(table) as hers:
            await until_a_bot_waits(hers)
            clock.at += jump
            update = await hers.wait_for("update")
            assert update["steps"][-1]["by"] == "bot"


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_clock_that_is_set_takes_nobodys_time(db: str, jump: float) -> None:
    wall = Time()
    moment = time.monotonic()
    async with serving(db, steady(wall, lambda: moment)) as host:
        anna, bruno, table = await table_of_two(host, CLOCK)
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            await hers.wait_for("update")
            first = await his.wait_for("update")
            wall.at += jump
            await his.act(first, first["legal"][0])
            update = await hers.wait_for("update", version=1)
            left = [clock[1] and clock[1] - host.context.now() for clock in update["clocks"]]
            assert left == [pytest.approx(30.0), None]
            moment += 31  # now it is over
            changed = await hers.wait_for("changed")
            while not changed["table"]["seats"][0]["away"]:
                changed = await hers.wait_for("changed")


@pytest.mark.parametrize("jump", [-3600.0, -86_400.0])
async def test_a_clock_set_back_before_a_restart(db: str, jump: float) -> None:
    """Bots that were to move do, and people have the time that they had."""
    clock = Time()
    async with serving(db, clock, bot_pace=(60.0, 60.0)) as host:
        anna, bruno, table = await table_of_two(host, CLOCK)
        against = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        async with anna.socket(against) as hers:
            update = await until_a_bot_waits(hers)
    clock.at += jump
    prepare(Settings(db=db), clock.at)
    async with serving(db, clock) as host:
        anna.move_to(host.address)
        clock.at += 61
        async with anna.socket(against) as hers:
            version = update["version"]
            while update["version"] == version:
                update = await hers.wait_for("update")
        async with anna.socket(table) as hers:
            changed = await hers.wait_for("changed")
            while not changed["table"]["seats"][1]["away"]:
                changed = await hers.wait_for("changed")
    for person in (anna, bruno):
        await person.http.aclose()


async def test_a_bot_that_fails_does_not_stop_the_table(sqlite_db: str) -> None:
    """Its process dies in the middle of a thought; the game goes on in a new one."""
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "card_game", "players": 3}))["id"]

        async def kill() -> None:
            for _ in range(5):
                await asyncio.sleep(0.3)
                for process in psutil.Process().children():
                    with suppress(psutil.NoSuchProcess):
                        if "carrozza.server.workshop" in process.cmdline():
                            process.kill()

        async with anna.socket(table) as socket:
            await asyncio.gather(play_out(socket, random.Random(1)), kill())


async def test_bots_take_their_time(sqlite_db: str) -> None:
    """By the times in the log: a bot acts no sooner after the move before than it was told, the
    first time in a turn later than the next."""
    async with serving(sqlite_db, bot_pace=(0.2, 0.2)) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        async with anna.socket(table) as socket:
            update = await socket.wait_for("update")
            while update["version"] < 12:
                if update["legal"]:
                    await socket.act(update, update["legal"][0])
                update = await socket.wait_for("update")
    log = sorted(rows(sqlite_db, schema.log), key=lambda row: row["version"])
    bots = [(a, b) for a, b in pairwise(log[1:]) if b["by"] == "bot"]
    waits = [b["at"] - a["at"] for a, b in bots if a["seat"] != b["seat"]]
    assert len(waits) >= 2
    assert min(waits) >= 0.2 * FIRST
    assert min(b["at"] - a["at"] for a, b in bots) >= 0.2 * FURTHER
