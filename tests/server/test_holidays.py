"""Holidays: clocks of days stand still in them, and everybody at the table sees it."""

import asyncio
from typing import Any

import pytest
from tests.server.pair import at, two_doors
from tests.server.support import Person, serving
from tests.server.test_alerts import QUICK
from tests.server.test_people import PASSWORD, account, rows
from tests.server.test_planned import BLIND, Pair, a_pair, copy, until

from carrozza.server.storage import schema
from carrozza.server.tables.clocks import DAY, Clock, Pace, started, time_with, with_holidays

pytestmark = pytest.mark.anyio

START = 1_800_000_000.0


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


def test_the_time_in_holidays_is_not_counted() -> None:
    assert time_with(100, 50, []) == 150
    assert time_with(100, 50, [(120, 130)]) == 160
    assert time_with(100, 50, [(90, 110)]) == 160  # begins in one
    assert time_with(100, 50, [(10, 100), (150, 170)]) == 150  # touches none
    assert time_with(100, 50, [(155, 165), (120, 130)]) == 170  # the first moves it into the next
    assert time_with(100, 50, [(120, 140), (130, 150)]) == 180  # those that overlap count once


def test_only_clocks_of_days_stand_still() -> None:
    still = [(START, START + 5 * DAY)]
    for pace in (Pace(), Pace(kind="clock", move=60, reserve=600)):
        plain = started(Clock(), pace, START, others=True)
        assert started(Clock(), pace, START, others=True, still=still) == plain
        assert with_holidays(plain, pace, still) == plain
    days = Pace(kind="days", move=2)
    clock = started(Clock(), days, START, others=True)
    assert with_holidays(clock, days, still).deadline == START + 7 * DAY
    assert with_holidays(Clock(), days, still) == Clock()


async def away(person: Person, first: float, last: float, status: int | None = None) -> Any:
    return await person.post("/me/holidays", {"first": first, "last": last}, status)


async def clock_of(pair: Pair, seat: int) -> Any:
    async with pair.people[0].socket(pair.table) as socket:
        return (await socket.wait_for("update"))["clocks"][seat]


async def seats(pair: Pair) -> Any:
    return (await pair.people[0].get(f"/tables/{pair.table}"))["seats"]


async def test_a_clock_that_runs_is_set_and_the_others_see_why(db: str) -> None:
    time = Time()
    async with serving(db, time) as host:
        pair = await a_pair(host)
        assert (await clock_of(pair, pair.turn))[1] == START + 2 * DAY
        time.now += DAY
        async with pair.planner.socket(pair.table) as socket:
            before = await socket.wait_for("update")
            told = await away(pair.mover, time.now, time.now + 5 * DAY)
            assert (told["left"], len(told["holidays"])) == (25.0, 1)
            changed = await socket.wait_for("changed")
            while changed["table"]["seats"][pair.turn]["holiday"] is None:
                changed = await socket.wait_for("changed")
            seat = changed["table"]["seats"][pair.turn]
            assert seat["holiday"] == [START + DAY, START + 6 * DAY]
            update = await socket.wait_for("update")
            assert update["clocks"][pair.turn][1] == START + 7 * DAY
            assert (update["steps"], update["since"]) == ([], before["version"])
        mine = await pair.mover.get("/me/tables")
        assert mine[0]["deadline"] == START + 7 * DAY
        # Long after the time would have been over, nobody plays for them.
        time.now = START + 6.5 * DAY
        table = await host.context.tables.get(pair.table)
        await until(lambda: not table.claimed and table.row.wake == START + 7 * DAY)
        assert not (await seats(pair))[pair.turn]["away"]
        time.now = START + 7 * DAY + 1
        await until(lambda: table.seats[pair.turn].away)


async def test_a_clock_that_begins_in_one_waits_for_its_end_also_after_a_restart(db: str) -> None:
    time = Time()
    async with serving(db, time) as host:
        pair = await a_pair(host)
        await away(pair.planner, START, START + 3 * DAY)
        await pair.act(BLIND, BLIND)
        assert (await clock_of(pair, pair.waiting))[1] == START + 5 * DAY
        people = [copy(person) for person in pair.people]
    time.now = START + 4.9 * DAY
    async with serving(db, time) as host:
        for person in people:
            person.move_to(host.address)
        pair.people = people
        assert (await clock_of(pair, pair.waiting))[1] == START + 5 * DAY
        assert not (await seats(pair))[pair.waiting]["away"]
        time.now = START + 5.1 * DAY
        table = await host.context.tables.get(pair.table)
        await until(lambda: table.seats[pair.waiting].away)
        for person in people:
            await person.http.aclose()


async def test_who_comes_back_early_has_the_time_that_was_left(db: str) -> None:
    time = Time()
    async with serving(db, time) as host:
        pair = await a_pair(host)
        time.now += DAY
        told = await away(pair.mover, time.now, time.now + 10 * DAY)
        time.now += 3 * DAY
        name = told["holidays"][0]["id"]
        told = await pair.mover.ask("DELETE", f"/me/holidays/{name}")
        assert (told["holidays"], told["left"]) == ([], 27.0)
        assert (await clock_of(pair, pair.turn))[1] == START + 5 * DAY
        assert (await seats(pair))[pair.turn]["holiday"] is None
        problem = await pair.mover.ask("DELETE", f"/me/holidays/{name}", None, 404)
        assert problem["code"] == "unknown_holiday"
        time.now = START + 5 * DAY + 1
        table = await host.context.tables.get(pair.table)
        await until(lambda: table.seats[pair.turn].away)


async def test_one_that_is_given_up_before_it_begins_counts_for_nothing(db: str) -> None:
    time = Time()
    async with serving(db, time) as host:
        pair = await a_pair(host)
        told = await away(pair.mover, START + DAY, START + 4 * DAY)
        assert (await clock_of(pair, pair.turn))[1] == START + 5 * DAY
        assert (await seats(pair))[pair.turn]["holiday"] == [START + DAY, START + 4 * DAY]
        told = await pair.mover.ask("DELETE", f"/me/holidays/{told['holidays'][0]['id']}")
        assert told["left"] == 30.0
        assert (await clock_of(pair, pair.turn))[1] == START + 2 * DAY
        assert rows(db, schema.holidays) == []


async def test_tables_without_days_know_nothing_of_it(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        pair = await a_pair(host, pace={"kind": "clock", "move": 600, "reserve": 600})
        before = await clock_of(pair, pair.turn)
        now = host.context.now()
        await away(pair.mover, now, now + DAY)
        assert await clock_of(pair, pair.turn) == before
        assert (await seats(pair))[pair.turn]["holiday"] is None


async def test_how_long_and_how_often(sqlite_db: str) -> None:
    time = Time()
    async with serving(sqlite_db, time) as host:
        anna = host.person()
        await anna.post("/session")

        async def refused(status: int, code: str, first: float, last: float) -> None:
            problem = await away(anna, START + first * DAY, START + last * DAY, status)
            assert problem["code"] == code

        await refused(422, "holiday_dates", 2, 2)
        await refused(422, "holiday_dates", -3, -1)
        await refused(422, "holiday_dates", 400, 401)
        await refused(409, "holiday_long", 1, 15.1)
        await away(anna, START - DAY, START + 14 * DAY)  # begins now, so it is not too long
        await refused(409, "holiday_meets", 13, 16)
        await refused(409, "holiday_meets", 14.5, 16)
        await away(anna, START + 20 * DAY, START + 34 * DAY)
        assert (await anna.get("/me/holidays"))["left"] == 2.0
        await refused(409, "holidays_used", 40, 43)
        await refused(409, "holidays_used", 16, 18.5)  # also between two others
        await away(anna, START + 40 * DAY, START + 42 * DAY)
        await refused(409, "holidays_used", 100, 101)
        time.now += 200 * DAY
        assert (await anna.get("/me/holidays"))["holidays"] == []
        assert (await away(anna, START + 366 * DAY, START + 379 * DAY))["left"] == 1.0
        await anna.post("/me/holidays", {"first": "now", "last": 1}, 422)
        assert (await host.person().get("/me/holidays", 401))["code"] == "no_session"


async def test_two_at_the_same_time_do_not_slip_through(db: str) -> None:
    async with two_doors(db) as (one, other):
        anna = one.person()
        await account(anna, "anna")
        again = at(other, anna)
        now = one.context.now()
        body = {"first": now + DAY, "last": now + 9 * DAY}
        replies = await asyncio.gather(
            *(who.http.post("/me/holidays", json=body) for who in (anna, again) for _ in range(4))
        )
        assert sorted(reply.status_code for reply in replies) == [200] + [409] * 7


async def test_guests_who_sign_in_bring_an_account_no_more_than_it_may_have(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        await account(anna, "anna")
        now = host.context.now()
        for days in (14, 13):
            guest = host.person()
            await guest.post("/session")
            await away(guest, now + DAY, now + (1 + days) * DAY)
            await guest.post("/session/sign-in", {"name": "anna", "password": PASSWORD})
            (found,) = (await guest.get("/me/holidays"))["holidays"]
            assert found["last"] == now + 15 * DAY


async def test_another_server_hears_of_it(postgres_db: str) -> None:
    async with serving(postgres_db) as one, serving(postgres_db) as other:
        pair = await a_pair(one)
        async with at(other, pair.planner).socket(pair.table) as socket:
            before = await socket.wait_for("update")
            now = one.context.now()
            await away(pair.mover, now, now + 5 * DAY)
            update = await socket.wait_for("update")
            old, new = (u["clocks"][pair.turn][1] for u in (before, update))
            assert abs(new - old - 5 * DAY) < 60
            assert update["version"] == before["version"]


async def test_a_move_stored_without_having_heard_of_it_loses_nothing(postgres_db: str) -> None:
    async with serving(postgres_db) as one:
        pair = await a_pair(one)
        await one.context.bus.close()
        now = one.context.now()
        async with serving(postgres_db) as other:  # and gone before it could look after the table
            await away(at(other, pair.planner), now, now + 5 * DAY)
        await pair.act(BLIND, BLIND)
        table = await one.context.tables.get(pair.table)

        def extended() -> bool:
            deadline = table.row.clocks[pair.waiting].deadline
            return deadline is not None and deadline > now + 6 * DAY

        await until(extended)  # it looks again at once


async def test_a_reminder_waits_as_well(db: str) -> None:
    time = Time()
    async with serving(db, time, **{**QUICK, "alert_delay": 1000.0}) as host:
        pair = await a_pair(host)
        target = {"kind": "webhook", "url": "https://example.org/x"}
        await pair.planner.post("/me/alerts/targets", target)
        await pair.act(BLIND, BLIND)
        (before,) = rows(db, schema.alerts)
        await away(pair.planner, START, START + 5 * DAY)
        (after,) = rows(db, schema.alerts)
        assert after["deadline"] == before["deadline"] + 5 * DAY  # type: ignore[operator]
        assert after["due"] == before["due"]


async def test_nobody_changes_them_all_the_time(sqlite_db: str) -> None:
    async with serving(sqlite_db, limits=1.0, holidays_per_hour=2) as host:
        anna = host.person()
        await anna.post("/session")
        now = host.context.now()
        told = await away(anna, now, now + DAY)
        await anna.ask("DELETE", f"/me/holidays/{told['holidays'][0]['id']}")
        assert (await away(anna, now + 5 * DAY, now + 6 * DAY, 429))["code"] == "too_many"


async def test_they_go_with_the_account_and_are_in_its_file(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        await anna.post("/session")
        now = host.context.now()
        await away(anna, now + DAY, now + 2 * DAY)
        mine = await anna.get("/me/export")
        assert mine["holidays"] == [{"first": now + DAY, "last": now + 2 * DAY}]
        await anna.post("/me/delete", {"password": ""})
        assert rows(sqlite_db, schema.holidays) == []
