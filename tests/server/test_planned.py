"""Planned moves: the first that is legal when the turn comes is done, once, and like any other."""

import asyncio
import math
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete
from tests.server.pair import at, two_doors
from tests.server.support import PATIENCE, Host, Person, serving
from tests.server.test_alerts import QUICK
from tests.server.test_people import rows

from carrozza.core.actions import DrawBlind
from carrozza.server.order.audit import Operator
from carrozza.server.play import driver, moves, planning
from carrozza.server.storage import schema
from carrozza.server.storage.admin import close_table

pytestmark = pytest.mark.anyio

DAYS = {"kind": "days", "move": 2}
BLIND = {"type": "DrawBlind"}
TWO_BLIND = {"action": BLIND, "then": BLIND}


class Pair:
    """Two people at a table of days: one is to act, the other waits."""

    def __init__(self, host: Host, people: list[Person], table: str, turn: int) -> None:
        self.host, self.people, self.table = host, people, table
        self.turn, self.waiting = turn, 1 - turn

    @property
    def mover(self) -> Person:
        return self.people[self.turn]

    @property
    def planner(self) -> Person:
        return self.people[self.waiting]

    def path(self, seat: int | None = None) -> str:
        return f"/tables/{self.table}/seats/{self.waiting if seat is None else seat}/planned"

    async def plan(self, *moves: dict[str, Any], status: int | None = None) -> Any:
        return await self.planner.ask("PUT", self.path(), {"moves": moves}, status)

    async def planned(self) -> Any:
        return await self.planner.get(self.path())

    async def act(self, *actions: dict[str, Any]) -> None:
        """What the one who is to act does."""
        await act(self.mover, self.table, *actions)

    async def until_used(self) -> Any:
        async with asyncio.timeout(PATIENCE):
            while not (found := await self.planned())["used"]:
                await asyncio.sleep(0.01)
        return found

    async def view(self) -> Any:
        async with self.planner.socket(self.table) as socket:
            return (await socket.wait_for("update"))["view"]


async def act(person: Person, table: str, *actions: dict[str, Any]) -> None:
    """Do these, or the first that is possible."""
    async with person.socket(table) as socket:
        for action in actions or (None,):
            update = await socket.wait_for("update")
            while not update["legal"]:
                update = await socket.wait_for("update")
            await socket.act(update, action or update["legal"][0])
            await socket.wait_for("ack")
            await socket.send(type="sync")


async def a_pair(host: Host, game: str = "usa", **more: Any) -> Pair:
    people = [host.person(), host.person()]
    for person in people:
        await person.post("/session")
    table = (await people[0].post("/tables", {"game": game, "pace": DAYS, **more}))["id"]
    await people[1].post(f"/tables/{table}/join", {})
    await people[0].post(f"/tables/{table}/start")
    for person in people:
        await act(person, table)
    (turn,) = (await people[0].get(f"/tables/{table}"))["to_act"]
    return Pair(host, people, table, turn)


def log_of(db: str, table: str) -> list[dict[str, Any]]:
    found = [row for row in rows(db, schema.log) if row["table"] == table]
    return sorted(found, key=lambda row: row["version"])


def face_up(view: Any, slot: int) -> dict[str, Any]:
    return {"action": {"type": "DrawFaceUp", "slot": slot}, "card": view["market"][slot]}


async def test_two_cards_are_drawn_when_the_turn_comes(db: str) -> None:
    async with serving(db) as host:
        pair = await a_pair(host)
        left = await pair.plan(TWO_BLIND)
        assert (left["moves"], left["used"]) == ([{**TWO_BLIND, "card": None}], False)
        assert BLIND in left["legal"]
        assert left["view"]["to_act"] == [pair.waiting]
        await pair.act(BLIND, BLIND)
        found = await pair.until_used()
        assert (found["chosen"], found["used"]) == (0, True)
        info = await pair.mover.get(f"/tables/{pair.table}")
        assert info["to_act"] == [pair.turn]
    done = [(row["seat"], row["by"]) for row in log_of(db, pair.table)[2:]]
    assert done == [(pair.turn, "person")] * 2 + [(pair.waiting, "person")] * 2


async def test_of_a_list_the_first_that_is_still_possible(db: str) -> None:
    async with serving(db) as host:
        pair = await a_pair(host)
        wanted = face_up(await pair.view(), 0)
        await pair.plan(wanted, TWO_BLIND)
        await pair.act({"type": "DrawFaceUp", "slot": 0})
        if (await pair.mover.get(f"/tables/{pair.table}"))["to_act"] == [pair.turn]:
            now = (await pair.view())["market"][0]
            await pair.act(BLIND)
        else:  # it was a locomotive
            now = None
        found = await pair.until_used()
        if now is not None:  # the same kind of card may have come
            assert found["chosen"] == (0 if now == wanted["card"] else 1)


async def test_when_nothing_is_possible_the_turn_is_ones_own(db: str) -> None:
    async with serving(db) as host:
        for _ in range(20):  # until the card that is taken is followed by another kind
            pair = await a_pair(host)
            view = await pair.view()
            await pair.plan(face_up(view, 0))
            await pair.act({"type": "DrawFaceUp", "slot": 0})
            if (await pair.mover.get(f"/tables/{pair.table}"))["to_act"] != [pair.turn]:
                continue  # it was a locomotive: what is planned may have been done by now
            followed = (await pair.view())["market"][0]
            await pair.act(BLIND)
            if followed != view["market"][0]:
                break
        found = await pair.until_used()
        assert found["chosen"] is None
        info = await pair.mover.get(f"/tables/{pair.table}")
        assert info["to_act"] == [pair.waiting]
        (row,) = [row for row in rows(db, schema.tables) if row["id"] == pair.table]
        assert row["claimed_until"] == 0.0 or row["wake"] is not None
        await act(pair.planner, pair.table)  # by hand, which clears it
        assert not [row for row in rows(db, schema.planned) if row["table"] == pair.table]


async def test_a_claim_is_undone_like_any_other(db: str) -> None:
    async with serving(db, undo_seconds=0.0) as host:
        pair = await a_pair(host)
        legal = (await pair.planned())["legal"]
        claim = next(a for a in legal if a["type"] == "ClaimRoute")
        await pair.plan({"action": claim})
        await pair.act(BLIND, BLIND)
        await pair.until_used()
        async with pair.planner.socket(pair.table) as socket:
            update = await socket.wait_for("update")
            assert update["undo"]
            assert update["view"]["routes"][claim["route"]] == pair.waiting
            await socket.send(type="undo", id="u", seat=pair.waiting, version=update["version"])
            await socket.wait_for("ack")
            await socket.send(type="sync")
            update = await socket.wait_for("update", since=None)
            assert update["view"]["to_act"] == [pair.waiting]
        assert rows(db, schema.planned) == []
        assert (await pair.planned())["moves"] == []


async def test_it_outlasts_a_server_that_dies_at_either_card(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []

    async def dies(*_: Any) -> None:
        done.append(0)
        await asyncio.Event().wait()

    async def dies_later(context: Any, table: Any, draft: Any, *more: Any) -> bool:
        if more and done:
            await asyncio.Event().wait()
        done.extend(more)
        return await moves.store(context, table, draft, *more)

    async with serving(db) as host:
        pair = await a_pair(host)
        await pair.plan(TWO_BLIND)
        monkeypatch.setattr(driver, "STOP_SECONDS", 0.1)
        monkeypatch.setattr(driver, "carry_out", dies)
        await pair.act(BLIND, BLIND)
        async with asyncio.timeout(PATIENCE):
            while not done:
                await asyncio.sleep(0.01)
        people = [copy(person) for person in pair.people]
    assert len(log_of(db, pair.table)) == 4
    done.clear()
    monkeypatch.setattr(driver, "carry_out", planning.carry_out)
    monkeypatch.setattr(planning, "store", dies_later)
    async with serving(db, lambda: time.time() + 100) as host:
        await until(lambda: len(log_of(db, pair.table)) == 5 and bool(done))
    assert len(log_of(db, pair.table)) == 5
    monkeypatch.setattr(planning, "store", moves.store)
    async with serving(db, lambda: time.time() + 200) as host:
        await until(lambda: len(log_of(db, pair.table)) == 6)
        people[pair.waiting].move_to(host.address)
        found = await people[pair.waiting].get(pair.path())
        assert (found["chosen"], found["used"]) == (0, True)
    for person in people:
        await person.http.aclose()
    assert [row["seat"] for row in log_of(db, pair.table)[4:]] == [pair.waiting] * 2


def copy(person: Person) -> Person:
    other = Person(person.address)
    other.http.cookies.update(person.http.cookies)
    return other


async def until(true: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.05)


async def test_two_servers_carry_it_out_once(db: str) -> None:
    async with two_doors(db) as (one, other):
        for _ in range(5):
            pair = await a_pair(one)
            pair.people[pair.waiting] = at(other, pair.planner)
            await pair.plan(TWO_BLIND)
            await pair.act(BLIND, BLIND)
            await pair.until_used()
            assert len(log_of(db, pair.table)) == 6


async def test_a_server_that_has_not_heard_of_it_looks_again(postgres_db: str) -> None:
    async with serving(postgres_db) as one, serving(postgres_db) as other:
        pair = await a_pair(one)
        await one.context.bus.close()
        pair.people[pair.waiting] = at(other, pair.planner)
        await pair.plan(TWO_BLIND)
        await pair.act(BLIND, BLIND)
        found = await pair.until_used()
        assert found["chosen"] == 0
    assert len(log_of(postgres_db, pair.table)) == 6


async def test_what_was_withdrawn_elsewhere_is_not_done(db: str) -> None:
    async with serving(db, sweep_seconds=math.inf) as host:
        pair = await a_pair(host)
        await pair.plan(TWO_BLIND)
        async with host.context.db.write() as connection:  # as by a server we have not heard of
            await connection.execute(delete(schema.planned))
        table = await host.context.tables.get(pair.table)
        await pair.act(BLIND, BLIND)
        await until(lambda: not table.planned and not table.claimed)
        assert (await pair.mover.get(f"/tables/{pair.table}"))["to_act"] == [pair.waiting]
    assert len(log_of(db, pair.table)) == 4


async def test_an_empty_list_withdraws_it(db: str) -> None:
    async with serving(db) as host:
        pair = await a_pair(host)
        await pair.plan(TWO_BLIND)
        assert (await pair.plan())["moves"] == []
        assert rows(db, schema.planned) == []


async def test_no_alert_is_left_of_a_turn_that_it_took(db: str) -> None:
    settings = {**QUICK, "alert_delay": 1000.0}
    async with serving(db, **settings) as host:
        pair = await a_pair(host)
        for person in pair.people:
            await person.post(
                "/me/alerts/targets", {"kind": "webhook", "url": "https://example.org/x"}
            )
        await pair.plan(TWO_BLIND)
        await pair.act(BLIND, BLIND)
        await pair.until_used()
        assert [row["seat"] for row in rows(db, schema.alerts)] == [pair.turn]


async def test_refusals(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        pair = await a_pair(host)
        path = pair.path()

        async def refused(status: int, code: str, *moves: Any, person: Any = None) -> None:
            who = person or pair.planner
            assert (await who.ask("PUT", path, {"moves": moves}, status))["code"] == code

        await refused(422, "malformed", *[TWO_BLIND] * 6)
        await refused(422, "not_an_action", {"action": {"type": "Fly"}})
        await refused(422, "not_an_action", {"action": BLIND, "then": {"type": "Pass"}})
        await refused(422, "not_an_action", {"action": BLIND, "more": 1})
        await refused(403, "not_yours", TWO_BLIND, person=pair.mover)
        await refused(401, "no_session", TWO_BLIND, person=host.person())
        await refused(409, "other_card", {"action": {"type": "DrawFaceUp", "slot": 0}})
        assert await pair.planner.ask("PUT", path, {"moves": [{"action": {"type": "Pass"}}]}, 409)
        assert (await pair.mover.get(path, 403))["code"] == "not_yours"
        own = {"moves": [TWO_BLIND]}
        told = await pair.mover.ask("PUT", pair.path(pair.turn), own, 409)
        assert told["code"] == "your_turn"
        quick = (await pair.mover.post("/play-now", {"game": "usa"}))["id"]
        told = await pair.mover.get(f"/tables/{quick}/seats/0/planned", 409)
        assert told["code"] == "not_days"
        await pair.plan(TWO_BLIND)
        await asyncio.to_thread(close_table, sqlite_db, pair.table, Operator(None, "tests"), "late")
        assert rows(sqlite_db, schema.planned) == []
        await refused(409, "over", TWO_BLIND)


async def test_it_goes_with_the_account_and_is_in_ones_own_file_alone(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        pair = await a_pair(host)
        await pair.plan(TWO_BLIND)
        mine = await pair.planner.get("/me/export")
        assert [row["table"] for row in mine["planned"]] == [pair.table]
        assert (await pair.mover.get("/me/export"))["planned"] == []
        await pair.planner.post("/me/delete", {"password": ""})
        assert rows(sqlite_db, schema.planned) == []


async def test_nobody_changes_it_all_the_time(sqlite_db: str) -> None:
    async with serving(sqlite_db, limits=1.0, plans_per_minute=4.0) as host:
        pair = await a_pair(host)
        await pair.plan(TWO_BLIND)
        await pair.plan()
        assert (await pair.plan(TWO_BLIND, status=429))["code"] == "too_many"


NOW = 1_800_000_000.0


async def test_nobody_else_hears_of_it(tmp_path: Path) -> None:
    """The same moves, once planned and once made by hand: every byte that the other player and a
    spectator receive is the same, and so is the log."""
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    async with serving(f"sqlite:///{first}", lambda: NOW) as host:
        pair = await a_pair(host)
        people = [copy(person) for person in pair.people]
        watcher = Person(host.address)
    shutil.copy(first, second)
    heard, logs = [], []
    for path, planning_it in ((first, True), (second, False)):
        async with serving(f"sqlite:///{path}", lambda: NOW) as host:
            for person in (*people, watcher):
                person.move_to(host.address)
            pair.people = people
            told: list[bytes] = []
            table = await host.context.tables.get(pair.table)
            async with pair.mover.socket(pair.table) as socket, watcher.socket(pair.table) as seen:
                update = await socket.wait_for("update")
                await seen.wait_for("update")
                if planning_it:
                    await pair.planned()
                    await pair.plan(TWO_BLIND)
                    await pair.plan()
                    await pair.plan({"action": {"type": "DrawTickets"}}, TWO_BLIND)
                    await pair.plan(TWO_BLIND)
                for path_ in (f"/tables/{pair.table}", "/me/tables"):
                    told.append((await pair.mover.http.get(path_)).content)
                await socket.act(update, BLIND, id="first")
                update = await socket.wait_for("update")
                await socket.wait_for("ack")
                await socket.act(update, BLIND, id="second")
                await socket.wait_for("ack")
                if not planning_it:
                    for number in range(2):
                        assert table.play is not None
                        version = table.play.version
                        await moves.act(
                            host.context,
                            table,
                            pair.waiting,
                            DrawBlind(),
                            version,
                            f"h{number}",
                        )
                for line in (socket, seen):
                    version = 0
                    while version < 6:
                        version = (await line.wait_for("update"))["version"]
                    told += [text.encode() for text in line.heard]
                for path_ in (f"/tables/{pair.table}", "/me/tables"):
                    told.append((await pair.mover.http.get(path_)).content)
            heard.append(told)
        kept = log_of(f"sqlite:///{path}", pair.table)
        logs.append([{**row, "client": None} for row in kept])
    for person in (*people, watcher):
        await person.http.aclose()
    assert heard[0] == heard[1]
    assert logs[0] == logs[1]
