"""Reports of lines of chat and of names: kept with what was around, told to operators alone."""

import json
from typing import Any

import pytest
from tests.server.pair import at, two_doors
from tests.server.support import Host, Person, serving
from tests.server.test_admin import admin
from tests.server.test_people import rows
from tests.server.test_sanctions import do, id_of, operator

from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio


async def a_table(host: Host, *names: str) -> tuple[str, list[Person]]:
    people = [host.person() for _ in names]
    for person, name in zip(people, names, strict=True):
        await person.post("/session")
        await person.ask("PATCH", "/me", {"name": name})
    table = (await people[0].post("/tables", {"game": "usa", "players": len(names)}))["id"]
    for person in people[1:]:
        await person.post(f"/tables/{table}/join", {})
    return table, people


async def say(person: Person, table: str, *texts: str) -> list[int]:
    """The numbers of the lines."""
    numbers = []
    async with person.socket(table) as socket:
        await socket.wait_for("welcome")
        for text in texts:
            await socket.send(type="say", text=text)
            numbers.append((await socket.wait_for("said"))["line"]["id"])
    return numbers


async def report(by: Person, table: str, status: int = 204, **what: Any) -> Any:
    body = {"reason": "insult", **what}
    return await by.post(f"/tables/{table}/reports", body, status)


async def test_several_reports_of_a_line_are_one_with_its_surroundings(db: str) -> None:
    async with two_doors(db) as (host, other):
        olga = await operator(host, db)
        table, (anna, bruno, carla) = await a_table(host, "Anna", "Bruno", "Carla")
        before = await say(anna, table, *[f"line {n}" for n in range(9)])
        (bad,) = await say(bruno, table, "You are an idiot")
        await say(anna, table, "Don't", "please", "stop", "later")
        await report(anna, table, line=bad, text="He always does this")
        await report(at(other, carla), table, line=bad, reason="hate")
        await report(anna, table, line=bad, text="once more")
        (found,) = await olga.get("/operator/reports")
        assert found["count"] == 2
        assert found["reasons"] == {"insult": 1, "hate": 1}
        assert found["words"] == ["He always does this"]
        assert (found["kind"], found["text"]) == ("line", "You are an idiot")
        assert (found["person"], found["name"]) == (await id_of(bruno), "Bruno")
        around = [line["text"] for line in found["around"]]
        assert around == [
            *[f"line {n}" for n in range(3, 9)],
            "You are an idiot",
            *("Don't", "please", "stop"),
        ]
        assert before[3] == found["around"][0]["id"]
        assert await id_of(anna) not in [found["id"], found["person"]]
        told = json.dumps({k: v for k, v in found.items() if k != "around"})
        assert await id_of(anna) not in told, "operators judge what was said, not who complained"


async def test_what_was_said_is_kept_when_it_is_gone(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga = await operator(host, sqlite_db)
        table, (anna, bruno) = await a_table(host, "Anna", "Bruno")
        (bad,) = await say(bruno, table, "You are an idiot")
        await report(anna, table, line=bad)
        await say(bruno, table, "I never said that")
        await bruno.ask("PATCH", "/me", {"name": "Angel"})
        (found,) = await olga.get("/operator/reports")
        assert found["text"] == "You are an idiot"
        assert (found["name"], found["now"]) == ("Bruno", "Angel")


async def test_a_name_is_reported_and_replaced(db: str) -> None:
    async with serving(db) as host:
        olga = await operator(host, db)
        table, (anna, _) = await a_table(host, "Anna", "Nasty")
        await report(anna, table, seat=1, reason="name")
        (found,) = await olga.get("/operator/reports")
        assert (found["kind"], found["text"]) == ("name", "Nasty")
        await do(olga, "rename", found["person"], report=found["id"])
        assert await olga.get("/operator/reports") == []
        problem = await do(olga, "rename", found["person"], 409, report=found["id"])
        assert problem["code"] == "judged"
        assert (await anna.get(f"/tables/{table}"))["seats"][1]["name"].startswith("Player ")


async def test_a_report_is_dismissed_once(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga = await operator(host, sqlite_db)
        table, (anna, bruno, carla) = await a_table(host, "Anna", "Bruno", "Carla")
        (line,) = await say(bruno, table, "Well played")
        await report(anna, table, line=line)
        (found,) = await olga.get("/operator/reports")
        path = f"/operator/reports/{found['id']}/dismiss"
        await olga.post(path, {"reason": "It is fine"})
        assert (await olga.post(path, {"reason": "again"}, 409))["code"] == "judged"
        await report(carla, table, line=line)  # a thank-you, and nothing to judge again
        assert await olga.get("/operator/reports") == []
        (last, *_) = await olga.get("/operator/audit")
        assert (last["act"], last["name"], last["reason"]) == ("dismiss", "Bruno", "It is fine")


async def test_a_verdict_needs_the_report_of_that_person(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        olga = await operator(host, sqlite_db)
        table, (anna, bruno) = await a_table(host, "Anna", "Bruno")
        await report(anna, table, seat=1)
        (found,) = await olga.get("/operator/reports")
        wrong = await do(olga, "ban", await id_of(anna), 409, report=found["id"])
        assert wrong["code"] == "judged"
        assert (await anna.get("/me"))["name"] == "Anna", "nothing was done"
        await do(olga, "mute", await id_of(bruno), report=found["id"])


async def test_what_cannot_be_reported(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        table, (anna, bruno) = await a_table(host, "Anna", "Bruno")
        (line,) = await say(bruno, table, "hello")
        other, _ = await a_table(host, "Carla", "Dino")
        stranger = host.person()
        await report(stranger, table, 401, line=line)
        assert (await report(anna, other, 404, line=line))["code"] == "unknown_line"
        assert (await report(anna, table, 404, line=line + 99))["code"] == "unknown_line"
        assert (await report(bruno, table, 409, line=line))["code"] == "yourself"
        assert (await report(anna, table, 404, seat=4))["code"] == "unknown_person"
        for wrong in ({}, {"line": line, "seat": 0}, {"line": line, "reason": "bored"}):
            await report(anna, table, 422, **wrong)
        await report(anna, table, 422, line=line, text="x" * 301)
        await report(anna, table, line=line, text="x" * 300)
        closed = await anna.post("/tables", {"game": "usa", "spectators": False})
        await bruno.post(f"/tables/{closed['id']}/join", {})
        await anna.post(f"/tables/{closed['id']}/start")
        await stranger.post("/session")
        await report(stranger, closed["id"], 404, seat=0)
        assert len(rows(sqlite_db, schema.reports)) == 1


async def test_reports_are_limited_for_a_person_and_for_all_guests_of_an_address(db: str) -> None:
    async with serving(db, limits=1.0, reports_per_hour=2) as host:
        table, (anna, _, carla) = await a_table(host, "Anna", "Bruno", "Carla")
        for _ in range(2):
            await report(anna, table, seat=1)
        assert (await report(anna, table, 429, seat=1))["code"] == "too_many"
        for _ in range(2):
            await report(carla, table, seat=1)
        guests = [host.person() for _ in range(3)]
        answers = []
        for guest in guests:
            await guest.post("/session")
            reply = await guest.http.post(
                f"/tables/{table}/reports", json={"seat": 1, "reason": "name"}
            )
            answers.append(reply.status_code)
        assert answers[-1] == 429


async def test_who_deletes_the_account_is_in_no_report_and_no_log(db: str) -> None:
    async with serving(db) as host:
        olga = await operator(host, db)
        table, (anna, bruno, carla) = await a_table(host, "Anna", "Brutus", "Carla")
        (bad,) = await say(bruno, table, "Caesar!")
        (near,) = await say(carla, table, "You too")
        await report(anna, table, line=bad)
        await report(anna, table, line=near)
        await do(olga, "mute", await id_of(bruno))
        who = await id_of(bruno)
        await bruno.post("/me/delete", {})
        (left,) = await olga.get("/operator/reports")
        assert left["text"] == "You too"
        assert [(line["name"], line["text"]) for line in left["around"]] == [
            ("—", "…"),
            ("Carla", "You too"),
        ]
        log = await olga.get("/operator/audit")
        assert [(act["act"], act["name"], act["reason"]) for act in log] == [
            ("mute", "—", "Insults"),
            ("operator", "Olga", ""),
        ]
        stored = str(
            [rows(db, schema.metadata.tables[t]) for t in ("reports", "report_voices", "audit")]
        )
        for gone in (who, "Brutus", "Caesar"):
            assert gone not in stored
        await olga.post("/me/delete", {"password": "correct horse"})
        log = await admin("audit", "--db", db)
        assert "Olga" not in log
        assert "Insults" in log
