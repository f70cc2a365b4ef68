"""What operators see and do, and that there is nothing of it for anybody else."""

import asyncio
import json
import logging
import random
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.cli.conftest import carrozza
from tests.server import test_no_leak
from tests.server.pair import at, two_doors
from tests.server.support import PATIENCE, Host, Person, play_out, serving
from tests.server.test_admin import admin
from tests.server.test_no_leak import NOW, Game, Moves, moves_in_other_worlds, random_moves
from tests.server.test_people import PASSWORD, account, rows
from tests.server.test_sanctions import do, id_of, operator

from carrozza.server.order import troubles
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

READ = ("reports", "people", "people?name=a", "tables", "figures", "errors", "audit")
NOTHING = {"code": "not_found", "message": "There is nothing at this address."}


async def doors(host: Host) -> list[tuple[str, str]]:
    """Every request that is for operators, as the server describes itself."""
    paths = (await host.person().get("/openapi.json"))["paths"]
    return [
        (method.upper(), path.removeprefix("/api/v1"))
        for path, methods in paths.items()
        if "/operator" in path
        for method in methods
    ]


async def knock(person: Person, all_doors: list[tuple[str, str]]) -> set[tuple[int, str]]:
    """What somebody is answered everywhere, however well or badly asked."""
    answers = set()
    for method, path in all_doors:
        path = path.format(report="x", person="x", table="x")
        for body in ({"reason": "because"}, {"reason": 1}, {}, None):
            reply = await person.http.request(method, path, json=body)
            answers.add((reply.status_code, reply.text))
        reply = await person.http.request(method, path, content="no JSON")
        answers.add((reply.status_code, reply.text))
    return answers


async def test_there_is_nothing_for_anybody_else(db: str) -> None:
    async with serving(db) as host:
        olga, removed = await operator(host, db), await operator(host, db, "Remo")
        ended, banned = await operator(host, db, "Enid"), host.person()
        stranger, guest, anna = host.person(), host.person(), host.person()
        await guest.post("/session")
        await account(anna, "Anna")
        await banned.post("/session")
        await do(olga, "ban", await id_of(banned))
        await admin("operator", "Remo", "--remove", "--db", db)
        stale = host.person()
        stale.http.cookies = httpx.Cookies(ended.http.cookies)
        await ended.post("/session/sign-out-everywhere")
        forged = host.person()
        forged.http.cookies.set("carrozza", "x" * 43 + ".signed")
        every = await doors(host)
        assert len(every) == 13
        before = rows(db, schema.audit)
        for person in (stranger, guest, anna, removed, ended, stale, banned, forged):
            answers = await knock(person, every)
            assert {status for status, _ in answers} == {404}
            assert {text for _, text in answers} == {json.dumps(NOTHING, separators=(",", ":"))}
        assert rows(db, schema.audit) == before
        assert not (await anna.get("/me"))["operator"]
        assert (await olga.get("/me"))["operator"]
        for path in READ:
            await olga.get(f"/operator/{path}")


async def test_nothing_on_the_page_makes_an_operator(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga, anna = await operator(host, sqlite_db), host.person()
        await account(anna, "Anna")
        await anna.ask("PATCH", "/me", {"name": "Anna", "operator": True}, 422)
        every = await doors(host)
        assert not [path for method, path in every if method != "GET" and "operators" in path]
        for person in (olga, anna):
            await person.post("/session")
        assert [row["account"] for row in rows(sqlite_db, schema.operators)] == [await id_of(olga)]
    missing = ("admin", "operator", "Nobody", "--db", sqlite_db)
    refused = await asyncio.to_thread(carrozza, *missing)
    assert "[unknown_person]" in refused.stderr


async def test_a_guest_is_no_operator_even_by_the_command_line(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        guest = host.person()
        await guest.post("/session")
        who = await id_of(guest)
        refused = await asyncio.to_thread(carrozza, "admin", "operator", who, "--db", sqlite_db)
        assert "[guest]" in refused.stderr


async def test_operators_do_nothing_to_one_another(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga = await operator(host, sqlite_db)
        piero = await operator(host, sqlite_db, "Piero")
        for what in ("mute", "ban", "rename"):
            for whom in (piero, olga):
                assert (await do(olga, what, await id_of(whom), 409))["code"] == "is_operator"
        await admin("operator", "Piero", "--remove", "--db", sqlite_db)
        await do(olga, "ban", await id_of(piero))


async def test_every_act_is_in_the_log_which_nobody_changes(db: str) -> None:
    async with serving(db) as host:
        olga, anna, bruno = await operator(host, db), host.person(), host.person()
        await account(anna, "Anna")
        who = await id_of(anna)
        table = (await bruno.post("/tables", {"game": "usa", "players": 2}))["id"]
        await anna.post(f"/tables/{table}/join", {})
        await bruno.post(f"/tables/{table}/reports", {"seat": 1, "reason": "spam"})
        (report,) = await olga.get("/operator/reports")
        await olga.post(f"/operator/reports/{report['id']}/dismiss", {"reason": "fine"})
        for what in ("mute", "unmute", "ban", "unban", "rename"):
            await do(olga, what, who)
        await olga.post(f"/operator/tables/{table}/close", {"reason": "Empty"})
        log = await olga.get("/operator/audit")
        acts = ["close", "rename", "unban", "ban", "unmute", "mute", "dismiss", "operator"]
        assert [line["act"] for line in log] == acts
        assert {line["by"] for line in log[:-1]} == {"Olga"}
        assert log[-1]["by"].startswith("command line")
        assert (log[0]["table"], log[0]["reason"]) == (table, "Empty")
        assert {line["person"] for line in log[1:-1]} == {who}
        assert all(line["at"] > 0 and line["reason"] for line in log[:-1])
        assert log == await olga.get("/operator/audit")
        assert [d for d in await doors(host) if "audit" in d[1]] == [("GET", "/operator/audit")]
        older = await olga.get(f"/operator/audit?before={log[2]['id']}")
        assert older == log[3:]
        # What is refused is no act, and needs a reason to be one.
        await do(olga, "unban", who, 409)
        for reason in ("", "   ", "x" * 301):
            await do(olga, "mute", who, 422, reason=reason)
        await do(olga, "ban", "nobody", 404)
        assert await olga.get("/operator/audit") == log


async def test_people_are_found_without_their_secrets(db: str) -> None:
    async with serving(db) as host:
        olga, anna, guest = await operator(host, db), host.person(), host.person()
        await account(anna, "Änna 100%")
        await guest.post("/session")
        await guest.ask("PATCH", "/me", {"name": "Joanna"})
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await play_out(socket, random.Random(3))
        await anna.post("/play-now", {"game": "usa"})
        (found,) = await olga.get("/operator/people?name=100%25")
        assert found == {
            "id": await id_of(anna),
            "name": "Änna 100%",
            "guest_number": None,
            "guest": False,
            "operator": False,
            "since": found["since"],
            "played": 1,
            "muted": None,
            "banned": None,
        }
        names = [one["name"] for one in await olga.get("/operator/people?name=0anna")]
        assert names == ["Joanna"], "names that look like it are found as well"
        assert await olga.get("/operator/people?name=zzz") == []
        await do(olga, "mute", found["id"], hours=3)
        (muted,) = await olga.get("/operator/people")
        assert muted["muted"]["reason"] == "Insults"


async def test_a_table_is_closed_with_a_reason(db: str) -> None:
    async with two_doors(db) as (host, other):
        olga, anna = await operator(host, db), host.person()
        table = (await anna.post("/play-now", {"game": "europe"}))["id"]
        (shown,) = await olga.get("/operator/tables")
        assert (shown["id"], shown["game"], shown["phase"]) == (table, "europe", "playing")
        assert [bool(seat["bot"]) for seat in shown["seats"]] == [False, True]
        async with at(other, anna).socket(table) as socket:
            await socket.wait_for("update")
            path = f"/operator/tables/{table}/close"
            await olga.post(path, {"reason": "  "}, 422)
            await olga.post(path, {"reason": "Nobody plays"})
            while (await socket.wait_for("changed"))["table"]["phase"] != "closed":
                pass
            assert (await olga.post(path, {"reason": "again"}, 409))["code"] == "over"
        assert await olga.get("/operator/tables") == []


async def test_errors_are_told_without_what_was_put_into_them(db: str) -> None:
    async with two_doors(db) as (host, other):
        olga, anna = await operator(host, db), host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        log = logging.getLogger("carrozza.server.play.driver")
        log.warning("table %s cannot go on now: %s", table, "storage")
        log.warning("the seed is %s", "s3cr3t")
        try:
            raise ValueError("a hand: s3cr3t")
        except ValueError:
            log.exception("table %s could not go on", "../s3cr3t")
        logging.getLogger("elsewhere").error("s3cr3t")
        found: list[Any] = []
        async with asyncio.timeout(PATIENCE):
            while len(found) < 4:
                found = await at(other, olga).get("/operator/errors")
                await asyncio.sleep(0.05)
        assert "s3cr3t" not in json.dumps(found)
        told = {(one["what"], one["code"], one["table"]) for one in found}
        assert told == {
            ("table % cannot go on now: %", "storage", table),
            ("the seed is %", None, None),
            ("table % could not go on", "ValueError", None),
            ("", None, None),
        }
        for n in range(2 * troubles.KEPT):
            log.error("another one: %s", n)
        async with asyncio.timeout(PATIENCE):
            while {one["what"] for one in found} != {"another one: %"}:
                found = await olga.get("/operator/errors")
                await asyncio.sleep(0.05)
        assert len(found) == troubles.KEPT


async def test_figures_are_those_of_the_metrics(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga, anna = await operator(host, sqlite_db), host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        before = await olga.get("/operator/figures")
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            await socket.send(type="ping", id="p")
            await socket.wait_for("pong")
            now = await olga.get("/operator/figures")
        assert now["sockets"] == before["sockets"] + 1
        assert now["reports"] == 0


async def test_an_operator_at_a_table_has_no_better_seat(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga, anna, bruno = await operator(host, sqlite_db), host.person(), host.person()
        made = await anna.post("/tables", {"game": "usa", "spectators": False})
        table = made["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/start")
        async with olga.socket(table) as socket:
            assert (await socket.wait_for("bye"))["code"] == "no_spectators"
        for path in ("result", "replay", "save", "proof"):
            assert (await olga.get(f"/tables/{table}/{path}", 409))["code"] == "not_finished"


class Watched(Game):
    """The receiver is an operator, who looks at everything there is."""

    async def _be_curious(self, socket: Any, number: int, action: Any) -> None:
        await super()._be_curious(socket, number, action)
        for path in READ:
            reply = await self.receiver.http.get(f"/operator/{path}")
            assert reply.is_success
            if path != "figures":  # how busy the server is
                self.bytes.append(reply.content)


@pytest.mark.parametrize("name", ["usa", "card_game"])
@pytest.mark.parametrize("observer", [1, None], ids=["seat", "spectator"])
async def test_every_byte_an_operator_gets_is_the_same_whatever_is_hidden(
    tmp_path: Path, name: str, observer: int | None
) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    kept: Moves = []
    async with serving(f"sqlite:///{first}", lambda: NOW) as host:
        people = [Person(host.address) for _ in range(test_no_leak.PLAYERS + 1)]
        for person in people:
            await person.post("/session")
        receiver = people[test_no_leak.PLAYERS if observer is None else observer]
        await receiver.post("/me/account", {"name": "Olga", "password": PASSWORD})
        await admin("operator", "Olga", "--db", f"sqlite:///{first}")
        made = await people[0].post("/tables", {"game": name, "players": test_no_leak.PLAYERS})
        table = made["id"]
        for person in people[1 : test_no_leak.PLAYERS]:
            await person.post(f"/tables/{table}/join", {})
        await people[0].post(f"/tables/{table}/reports", {"seat": 2, "reason": "cheating"})
        await people[0].post(f"/tables/{table}/start")
    shutil.copy(first, second)
    runs, count = [], [0, 0]
    for path, plan in (
        (first, random_moves(kept, 5)),
        (second, moves_in_other_worlds(kept, observer, count)),
    ):
        async with serving(f"sqlite:///{path}", lambda: NOW) as host:
            for person in people:
                person.move_to(host.address)
            game = Watched(host, people, table, observer)
            await game.play(plan)
            runs.append(game.bytes)
    for person in people:
        await person.http.aclose()
    assert len(kept) > 50
    assert count[True] > 0.8 * len(kept), f"too few worlds differ: {count}"
    assert len(runs[0]) == len(runs[1])
    for told, retold in zip(*runs, strict=True):
        assert told == retold
    asked = b"".join(runs[0])
    assert b"cheating" in asked
    assert b'"seed":"' not in asked
