"""Alerts arrive where people want them, when it is their turn, and not otherwise."""

from typing import Any

import pytest
from tests.server.receivers import Browser, Hooks, hooks, mailbox, ok, until
from tests.server.support import Host, Person, serving
from tests.server.test_people import rows

from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

QUICK = {"alert_delay": 0.0, "alert_private": True, "sweep_seconds": 0.02}


async def at_days(host: Host, *, days: int = 2) -> tuple[Person, Person, str]:
    """Two people at a correspondence table that has not begun."""
    anna, bob = host.person(), host.person()
    for person in (anna, bob):
        await person.post("/session")
    wanted = {"game": "usa", "pace": {"kind": "days", "move": days, "reserve": 0}}
    table = (await anna.post("/tables", wanted))["id"]
    await bob.post(f"/tables/{table}/join", {"name": "Bob"})
    return anna, bob, table


async def hook(person: Person, hooks: Hooks, kind: str = "webhook", **more: Any) -> str:
    body = {"kind": kind, "url": f"{hooks.url}/{kind}", **more}
    return str((await person.post("/me/alerts/targets", body))["targets"][-1]["id"])


async def act(person: Person, table: str) -> None:
    """Do the first thing that may be done, without staying."""
    async with person.socket(table) as socket:
        update = await socket.wait_for("update")
        while not update["legal"]:
            update = await socket.wait_for("update")
        await socket.act(update, update["legal"][0])
        await socket.wait_for("ack")


async def test_a_turn_is_told_once_and_the_next_one_too(db: str) -> None:
    async with serving(db, **QUICK) as host, hooks() as there:
        anna, bob, table = await at_days(host)
        await hook(bob, there)
        await anna.post(f"/tables/{table}/start")
        (first,) = await there.wait_for(1)
        assert first.json["title"] == "Your turn: USA"
        assert first.json["link"].endswith(f"/t/{table}")
        assert first.headers["idempotency-key"] == first.json["id"]
        await until_turn(anna, bob, table)
        await there.wait_for(2)
        ids = [taken.json["id"] for taken in there.taken]
        assert len(set(ids)) == 2
        assert {taken.json["topic"] for taken in there.taken} == {table}


async def until_turn(anna: Person, bob: Person, table: str) -> None:
    """Play until Bob's first turn after the tickets, which he chooses first."""
    await act(bob, table)
    while True:
        await act(anna, table)
        if (await anna.get(f"/tables/{table}"))["to_act"] == [1]:
            return


async def test_a_mail_an_app_and_a_browser(db: str) -> None:
    async with hooks() as there, mailbox() as box:
        mail = {"smtp": box.url, "mail_from": "club@carrozza.example"}
        async with serving(db, **QUICK, **mail, url="https://games.example") as host:
            anna, bob, table = await at_days(host)
            await bob.post("/me/alerts/targets", {"kind": "email", "email": "bob@example.org"})
            (asked,) = await box.wait_for(1)
            link = next(w for w in asked.get_content().split() if "/alerts/confirm#" in w)
            assert link.startswith("https://games.example/alerts/confirm#")
            await host.person().post(f"/alerts/confirm?token={link.partition('#')[2]}")
            browser = Browser(f"{there.url}/push/1")
            await bob.post(
                "/me/alerts/targets",
                {"kind": "push", "label": "Firefox", **browser.subscription()},
            )
            await hook(bob, there, "discord")
            await anna.post(f"/tables/{table}/start")
            mails = await box.wait_for(2)
            await there.wait_for(2)

        letter = mails[1]
        assert box.to == ["bob@example.org"] * 2
        assert letter["Subject"] == "Your turn: USA"
        assert letter["Message-ID"].endswith("@carrozza.example>")
        assert "List-Unsubscribe=One-Click" in letter["List-Unsubscribe-Post"]
        assert f"https://games.example/t/{table}" in letter.get_content()
        by_path = {taken.path: taken for taken in there.taken}
        notice = browser.read(by_path["/push/1"])
        assert notice["title"] == "Your turn: USA"
        assert notice["tag"] == table
        assert len(by_path["/push/1"].headers["topic"]) == 32
        said = by_path["/discord"].json
        assert "Your turn: USA" in said["content"]
        assert said["allowed_mentions"] == {"parse": []}


async def test_who_looks_at_the_table_is_not_told_until_they_leave(db: str) -> None:
    async with serving(db, **QUICK) as host, hooks() as there:
        anna, bob, table = await at_days(host)
        await hook(bob, there)
        async with bob.socket(table) as socket:
            await socket.wait_for("welcome")
            await anna.post(f"/tables/{table}/start")
            await until(lambda: _due(db) > _made(db))  # looked at, and put off
            assert not there.taken
        # They left. Nobody waits ten seconds in a test.
        async with host.context.db.write() as connection:
            await connection.execute(schema.alerts.update().values(due=0.0))
        await there.wait_for(1)


def _due(db: str) -> float:
    return max((row["due"] for row in rows(db, schema.alerts)), default=0.0)


def _made(db: str) -> float:
    return max((row["made"] for row in rows(db, schema.alerts)), default=0.0)


async def test_a_turn_that_is_over_tells_nobody(db: str) -> None:
    async with serving(db, **{**QUICK, "alert_delay": 3600.0}) as host, hooks() as there:
        anna, bob, table = await at_days(host)
        await hook(bob, there)
        await anna.post(f"/tables/{table}/start")
        assert [row["account"] for row in rows(db, schema.alerts)] == [(await bob.get("/me"))["id"]]
        await act(bob, table)
        left = [row for row in rows(db, schema.alerts) if row["made"] == row["due"] - 3600.0]
        assert {row["id"].split(".")[1] for row in left} <= {"1"}, "the deal's was withdrawn"


async def test_tables_can_be_chosen(db: str) -> None:
    async with serving(db, **QUICK) as host, hooks() as there:
        anna, bob, table = await at_days(host)
        await hook(bob, there)
        await bob.ask("PUT", f"/tables/{table}/alerts", {"on": False})
        assert (await bob.get(f"/tables/{table}/alerts")) == {"on": False, "targets": 1}
        await hook(anna, there)
        await anna.ask("PUT", "/me/alerts", {"turns": "none"})
        await anna.post(f"/tables/{table}/start")
        assert rows(db, schema.alerts) == []
        await bob.ask("PUT", f"/tables/{table}/alerts", {"on": True})
        await until_turn(anna, bob, table)
        (taken,) = await there.wait_for(1)
        assert taken.json["topic"] == table


async def test_a_stop_link_ends_them_and_can_be_taken_back(db: str) -> None:
    async with hooks() as there, serving(db, **QUICK) as host:
        anna, bob, table = await at_days(host)
        await bob.post(
            "/me/alerts/targets",
            {"kind": "push", **(browser := Browser(there.url)).subscription()},
        )
        await anna.post(f"/tables/{table}/start")
        (taken,) = await there.wait_for(1)
        token = browser.read(taken)["stop"]
        stranger = host.person()
        said = await stranger.post(f"/alerts/stop?token={token}")
        assert said["table"] == table
        assert (await bob.get(f"/tables/{table}/alerts"))["on"] is False
        await stranger.post(f"/alerts/resume?token={token}")
        assert (await bob.get(f"/tables/{table}/alerts"))["on"] is True
        for wrong in (token + "x", token.replace("_", "_x", 1), "", "é", token[::-1]):
            await stranger.ask("POST", f"/alerts/stop?token={wrong}", status=404)


async def test_what_fails_for_a_while_is_tried_again_and_what_is_gone_is_not(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrozza.server.alerts.post.AFTER", (0.0, 0.0, 0.0))
    async with serving(db, **QUICK) as host, hooks() as there:
        answers = [ok("503 Busy", "Retry-After: 0"), ok("500 Oh"), ok()]
        there.answer = lambda _: answers.pop(0)
        anna, bob, table = await at_days(host)
        await hook(bob, there)
        await anna.post(f"/tables/{table}/start")
        await there.wait_for(3)
        assert len({taken.json["id"] for taken in there.taken}) == 1
        there.answer = lambda _: ok("410 Gone")
        browser = Browser(there.url)
        await bob.post("/me/alerts/targets", {"kind": "push", **browser.subscription()})
        await until_turn(anna, bob, table)
        await until(lambda: [row["kind"] for row in rows(db, schema.alert_targets)] == ["webhook"])
        await until(lambda: not rows(db, schema.alert_targets)[0]["active"])
        (target,) = (await bob.get("/me/alerts"))["targets"]
        assert target["trouble"] == "gone"


async def test_two_workers_send_each_alert_once(postgres_db: str) -> None:
    async with (
        serving(postgres_db, **QUICK) as one,
        serving(postgres_db, **QUICK),
        hooks() as there,
    ):
        tables = []
        for _ in range(10):
            anna, bob, table = await at_days(one)
            await hook(bob, there)
            tables.append((anna, table))
        for anna, table in tables:
            await anna.post(f"/tables/{table}/start")
        await there.wait_for(10)
        await until(
            lambda: {row["stage"] for row in rows(postgres_db, schema.alerts)} == {"reminder"}
        )
        ids = [taken.json["id"] for taken in there.taken]
        assert len(ids) == len(set(ids)) == 10
