"""Mutes and bans: what they forbid, what the person is told, that they end, and that nobody else
loses a game by them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.pair import at, two_doors
from tests.server.support import Host, Person, serving
from tests.server.test_admin import admin
from tests.server.test_people import PASSWORD, account, rows

from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

HOUR = 3600.0


async def operator(host: Host, db: str, name: str = "Olga") -> Person:
    """Somebody who keeps order."""
    person = host.person()
    await account(person, name)
    await admin("operator", name, "--db", db)
    return person


async def id_of(person: Person) -> str:
    return str((await person.get("/me"))["id"])


async def do(by: Person, what: str, person: str, status: int = 204, **body: Any) -> Any:
    return await by.post(f"/operator/people/{person}/{what}", {"reason": "Insults", **body}, status)


async def test_who_is_muted_says_nothing_and_keeps_the_name(db: str) -> None:
    async with two_doors(db) as (host, other):
        olga = await operator(host, db)
        anna, bruno = host.person(), host.person()
        await account(anna, "Anna")
        table = (await anna.post("/tables", {"game": "usa", "players": 3}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        async with at(other, anna).socket(table) as socket:
            await socket.wait_for("welcome")
            await do(olga, "mute", await id_of(anna), hours=1)
            await socket.send(type="say", text="and yet")
            refusal = await socket.wait_for("refusal")
        assert refusal["code"] == "muted"
        assert "until" in refusal["message"]
        assert refusal["message"].endswith("The reason: Insults")
        assert refusal["sanction"]["reason"] == "Insults"
        assert rows(db, schema.chat) == []
        for method, path in (
            ("PATCH", "/me"),
            ("PATCH", f"/tables/{table}/seats/0"),
            ("POST", f"/tables/{table}/join"),
        ):
            problem = await anna.ask(method, path, {"name": "Hanna"}, 403)
            assert problem["code"] == "muted"
        assert (await anna.get("/me"))["muted"]["reason"] == "Insults"
        await anna.post("/play-now", {"game": "usa"})  # games are not chat
        await bruno.ask("PATCH", "/me", {"name": "Bruno"})


async def test_a_muted_guest_cannot_shed_it_with_a_new_name(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga, guest = await operator(host, sqlite_db), host.person()
        await guest.post("/session")
        await do(olga, "mute", await id_of(guest))
        new = {"name": "Somebody", "password": PASSWORD}
        assert (await guest.post("/me/account", new, 403))["code"] == "muted"
        anna = host.person()
        await account(anna, "Anna")
        await guest.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})
        assert (await guest.get("/me"))["muted"] == {"reason": "Insults", "until": None}


async def test_who_is_banned_is_out_everywhere(db: str) -> None:
    async with two_doors(db) as (host, other):
        olga = await operator(host, db)
        anna, bruno = host.person(), host.person()
        await account(anna, "Anna")
        who = await id_of(anna)
        table = (await bruno.post("/tables", {"game": "usa"}))["id"]
        async with at(other, anna).socket(table) as socket:
            await socket.wait_for("welcome")
            await do(olga, "ban", who, hours=24)
            bye = await socket.wait_for("bye")
        assert bye["code"] == "banned"
        assert not bye["again"]
        assert bye["sanction"]["reason"] == "Insults"
        await anna.get("/me", 401)
        mine = {"name": "Anna", "password": PASSWORD}
        problem = await at(other, anna).post("/session/sign-in", mine, 403)
        assert problem["code"] == "banned"
        assert "The reason: Insults" in problem["message"]
        assert problem["sanction"]["until"] > 0
        assert [row for row in rows(db, schema.sessions) if row["account"] == who] == []
        await do(olga, "unban", who)
        await anna.post("/session/sign-in", mine)


async def test_a_banned_guest_can_do_nothing_with_that_session(db: str) -> None:
    async with serving(db) as host:
        olga, guest, bruno = await operator(host, db), host.person(), host.person()
        await guest.post("/session")
        table = (await bruno.post("/tables", {"game": "usa"}))["id"]
        await do(olga, "ban", await id_of(guest))
        for method, path, body in (
            ("POST", "/session", None),
            ("GET", "/me", None),
            ("POST", "/tables", {"game": "usa"}),
            ("POST", "/play-now", {"game": "usa"}),
            ("POST", f"/tables/{table}/join", {}),
            ("POST", f"/tables/{table}/reports", {"seat": 0, "reason": "name"}),
        ):
            problem = await guest.ask(method, path, body, 403)
            assert problem["code"] == "banned"
            assert problem["message"].startswith("You can't play here any more.")
        async with guest.socket(table) as socket:
            assert (await socket.wait_for("bye"))["code"] == "banned"


async def test_at_its_end_it_lapses_by_itself(db: str) -> None:
    now = [1_800_000_000.0]
    async with serving(db, lambda: now[0]) as host:
        olga, guest, anna = await operator(host, db), host.person(), host.person()
        await guest.post("/session")
        await account(anna, "Anna")
        await do(olga, "ban", await id_of(guest), hours=2)
        await do(olga, "mute", await id_of(anna), hours=2)
        now[0] += 2 * HOUR - 1
        await guest.get("/me", 403)
        await anna.ask("PATCH", "/me", {"name": "Hanna"}, 403)
        now[0] += 2
        await guest.get("/me")
        await anna.ask("PATCH", "/me", {"name": "Hanna"})
        assert (await anna.get("/me"))["muted"] is None
        assert await olga.get("/operator/people") == []


async def test_nobody_else_loses_a_game_by_a_ban(db: str) -> None:
    """A bot takes the seat over at once, the game goes on, and the seat comes back."""
    async with two_doors(db) as (host, other):
        olga = await operator(host, db)
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/start")
        async with at(other, bruno).socket(table) as socket:
            update = await socket.wait_for("update")
            await socket.act(update, update["legal"][0])
            await do(olga, "ban", await id_of(anna))
            turns = 0
            while turns < 3:  # Bruno's turn comes again and again: somebody plays for Anna
                update = await socket.wait_for("update")
                if update["legal"]:
                    await socket.act(update, update["legal"][-1])
                    turns += 1
        seats = (await bruno.get(f"/tables/{table}"))["seats"]
        assert [seat["away"] for seat in seats] == [True, False]
        await do(olga, "unban", await id_of_name(olga))
        async with anna.socket(table) as socket:
            changed = await socket.wait_for("welcome")
            assert changed["seats"] == [0]
        assert not (await bruno.get(f"/tables/{table}"))["seats"][0]["away"]


async def id_of_name(by: Person) -> str:
    """Of the only one who is muted or banned."""
    (found,) = await by.get("/operator/people")
    return str(found["id"])


async def test_before_the_game_a_banned_host_makes_way(db: str) -> None:
    async with two_doors(db) as (host, other):
        olga = await operator(host, db)
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        alone = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        async with at(other, bruno).socket(table) as socket:
            await socket.wait_for("welcome")
            await do(olga, "ban", await id_of(anna))
            while (await socket.wait_for("changed"))["table"]["seats"][0]["name"]:
                pass
        found = await at(other, bruno).get(f"/tables/{table}")
        assert found["host"] == await id_of(bruno)
        await bruno.ask("PATCH", f"/tables/{table}/seats/0", {"bot": "easy"})
        await bruno.post(f"/tables/{table}/start")
        assert (await bruno.get(f"/tables/{alone}"))["phase"] == "closed"


async def test_a_new_name_is_given_everywhere_and_the_former_one_still_signs_in(db: str) -> None:
    async with two_doors(db) as (host, other):
        olga = await operator(host, db)
        anna, phone, guest = host.person(), host.person(), host.person()
        await account(anna, "Nasty")
        table = (await anna.post("/tables", {"game": "usa", "players": 3}))["id"]
        await anna.post(f"/tables/{table}/join", {"name": "Nastier"})
        async with at(other, anna).socket(table) as socket:
            await socket.send(type="say", text="hello")
            await socket.wait_for("said")
            await do(olga, "rename", await id_of(anna))
            changed = (await socket.wait_for("changed"))["table"]
            while changed["seats"][0]["name"] == "Nasty":
                changed = (await socket.wait_for("changed"))["table"]
        name = (await anna.get("/me"))["name"]
        assert name.startswith("Player ")
        assert [seat["name"] for seat in changed["seats"]] == [name, f"{name} (2)", ""]
        async with anna.socket(table) as socket:
            assert (await socket.wait_for("welcome"))["chat"][0]["name"] == name
        await phone.post("/session/sign-in", {"name": "Nasty", "password": PASSWORD})
        assert (await phone.get("/me"))["renamed"]
        await guest.post("/session")
        assert (await guest.ask("PATCH", "/me", {"name": name}, 409))["code"] == "name_taken"
        await phone.ask("PATCH", "/me", {"name": "Nice"})
        assert not (await phone.get("/me"))["renamed"]
        await host.person().post("/session/sign-in", {"name": "Nice", "password": PASSWORD})


async def test_the_export_has_ones_own_sanctions_and_reports(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga, anna, bruno = await operator(host, sqlite_db), host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        report = {"seat": 1, "reason": "name", "text": "Look at that"}
        await anna.post(f"/tables/{table}/reports", report)
        await do(olga, "mute", await id_of(anna))
        mine = await anna.get("/me/export")
        assert [row["text"] for row in mine["reports"]] == ["Look at that"]
        assert [row["reason"] for row in mine["sanctions"]] == ["Insults"]
        theirs = json.dumps(await bruno.get("/me/export"))
        assert "Look at that" not in theirs, "who is reported learns nothing of it"


async def test_the_command_line_does_the_same(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        await account(anna, "Anna")
        table = (await bruno.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            assert "Anna is muted for 2 hours." in await admin(
                "mute", "Anna", "--reason", "Shouting", "--hours", 2, "--db", db
            )
            assert (await anna.get("/me"))["muted"]["reason"] == "Shouting"
            await admin("unmute", "anna", "--reason", "Enough", "--db", db)
            assert (await anna.get("/me"))["muted"] is None
            await admin("ban", "Anna", "--reason", "Worse", "--db", db)
            assert (await socket.wait_for("bye"))["code"] == "banned"
        await anna.get("/me", 401)
        await admin("unban", "Anna", "--reason", "Sorry", "--db", db)
        await anna.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})
        said = await admin("rename", "Anna", "--reason", "Rude", "--db", db)
        name = (await anna.get("/me"))["name"]
        assert name in said
        await admin("rename", name, "--reason", "Once more", "--db", db)
        log = await admin("audit", "--db", db)
        for act in ("mute", "unmute", "ban", "unban", "rename", "Shouting", "command line"):
            assert act in log


async def test_a_backup_holds_all_of_it(db: str, tmp_path: Path) -> None:
    file, copy = tmp_path / "all.gz", f"sqlite:///{tmp_path / 'copy.db'}"
    async with serving(db) as host:
        olga, anna, bruno = await operator(host, db), host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/reports", {"seat": 1, "reason": "name"})
        await do(olga, "ban", await id_of(bruno))
    await admin("backup", file, "--db", db)
    await admin("restore", file, "--db", copy)
    for kept in ("operators", "sanctions", "reports", "report_voices", "audit"):
        found = rows(copy, schema.metadata.tables[kept])
        assert found == rows(db, schema.metadata.tables[kept])
        assert found
    await admin("restore", file, "--db", db, "--replace")
    async with serving(db) as host:  # PostgreSQL numbers new lines after the old ones
        olga = host.person()
        await olga.post("/session/sign-in", {"name": "Olga", "password": PASSWORD})
        await do(olga, "unban", await id_of_name(olga))
        acts = [line["act"] for line in await olga.get("/operator/audit")]
        assert acts == ["unban", "ban", "operator"]


async def test_who_sits_down_while_being_banned_is_out_all_the_same(postgres_db: str) -> None:
    async with two_doors(postgres_db) as (host, other):
        olga, bruno = await operator(host, postgres_db), host.person()
        tables = [(await bruno.post("/tables", {"game": "usa"}))["id"] for _ in range(6)]
        anna = host.person()
        await account(anna, "Anna")
        who, there = await id_of(anna), at(other, anna)
        joins = [there.http.post(f"/tables/{table}/join", json={}) for table in tables]
        await asyncio.gather(do(olga, "ban", who), *joins)
        reply = await there.http.get("/me")
        assert reply.status_code == 401 or reply.json()["id"] != who  # a stranger, or a new guest
        await anna.get("/me", 401)
