"""Blocking: what it spares me, and that nobody learns of it."""

import pytest
from tests.server.acquaintances import become_friends, finish_game, id_of, people
from tests.server.pair import at, two_doors
from tests.server.support import Person, serving
from tests.server.test_people import PASSWORD, rows

from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio


async def block(person: Person, other: Person) -> None:
    await person.ask("PUT", f"/me/blocks/{await id_of(other)}")


async def test_what_they_say_does_not_reach_me(db: str) -> None:
    async with two_doors(db) as (host, other):
        anna, bruno = await people(host, "Anna", "Bruno")
        table = (await anna.post("/tables", {"game": "usa", "players": 3}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        there = at(other, anna)
        async with there.socket(table) as hers, bruno.socket(table) as his:
            await hers.wait_for("welcome")
            await block(anna, bruno)
            await his.send(type="say", text="unheard")
            assert (await his.wait_for("said"))["line"]["text"] == "unheard"
        async with there.socket(table) as hers:
            assert (await hers.wait_for("welcome"))["chat"] == []
        await anna.ask("DELETE", f"/me/blocks/{await id_of(bruno)}")
        async with anna.socket(table) as hers:
            assert [line["text"] for line in (await hers.wait_for("welcome"))["chat"]] == [
                "unheard"
            ]


async def test_they_cannot_tell_it_from_silence(db: str) -> None:
    """Whatever a blocked person asks for is answered as for somebody who waits for an answer."""
    async with serving(db) as host:
        anna, blocked, waiting = await people(host, "Anna", "Bruno", "Carla")
        her = await id_of(anna)
        await block(anna, blocked)
        told = []
        for person in (blocked, waiting):
            before = await person.get(f"/people/{her}")
            circle = await person.post("/me/friends", {"person": her})
            for asked in circle["asked"]:
                asked.pop("at")
            after = await person.get(f"/people/{her}")
            told.append([before, circle, after, await person.get("/me/blocks")])
        assert told[0] == told[1]
        assert (await anna.get("/me/friends"))["asks"][0]["name"] == "Carla"
        assert len((await anna.get("/me/friends"))["asks"]) == 1
        assert "blocked" not in str(await blocked.get(f"/people/{her}"))
        his = await id_of(blocked)
        refused = await anna.post(f"/me/friends/{his}/accept", status=404)
        assert refused["code"] == "not_asked"
        assert (await anna.get(f"/people/{his}"))["relation"] == "blocked"


async def test_a_question_that_was_asked_before_stays_with_who_asked(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        await bruno.post("/me/friends", {"person": await id_of(anna)})
        before = await bruno.get("/me/friends")
        await block(anna, bruno)
        assert await bruno.get("/me/friends") == before
        assert (await anna.get("/me/friends"))["asks"] == []
        problem = await anna.post("/me/friends", {"person": await id_of(bruno)}, 409)
        assert problem["code"] == "you_blocked"


async def test_friends_are_none_any_more(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        await become_friends(anna, bruno)
        table = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        await anna.ask("PUT", f"/tables/{table}/invitations/{await id_of(bruno)}")
        await block(anna, bruno)
        assert (await bruno.get("/me/friends"))["friends"] == []
        assert await bruno.get("/me/calls") == []
        theirs = (await bruno.post("/tables", {"game": "usa", "players": 2}))["id"]
        refused = await bruno.ask(
            "PUT", f"/tables/{theirs}/invitations/{await id_of(anna)}", None, 403
        )
        assert refused["code"] == "no_friend"


async def test_they_get_no_seat_at_my_tables(db: str) -> None:
    """And are refused as if the seats were kept for others."""
    async with serving(db) as host:
        anna, bruno, carla, dino = await people(host, "Anna", "Bruno", "Carla", "Dino")
        await become_friends(anna, carla)
        await block(anna, bruno)
        tables = [
            (await anna.post("/tables", {"game": "usa", "players": 2, "public": public}))["id"]
            for public in (False, True, False)
        ]
        kept = tables.pop()
        await anna.ask("PUT", f"/tables/{kept}/invitations/{await id_of(carla)}")
        problems = [await bruno.post(f"/tables/{table}/join", {}, 409) for table in tables]
        problems.append(await dino.post(f"/tables/{kept}/join", {}, 409))
        assert problems[0]["code"] == "seat_kept"
        assert problems[0] == problems[1] == problems[2]
        theirs = (await bruno.post("/tables", {"game": "usa", "players": 2}))["id"]
        await anna.post(f"/tables/{theirs}/join", {})  # where I go is my own affair


async def test_they_neither_play_again_with_me_nor_are_remembered(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        table = await finish_game([anna, bruno])
        again = (await bruno.post(f"/tables/{table}/rematch"))["id"]
        async with bruno.socket(again):
            assert len(await anna.get("/me/calls")) == 1
            await block(anna, bruno)
            assert await anna.get("/me/calls") == []
            assert await anna.get("/me/opponents") == []
            assert len(await bruno.get("/me/opponents")) == 1
            (blocked,) = await anna.get("/me/blocks")
            assert (blocked["name"], blocked["guest_number"]) == ("Bruno", None)


async def test_guests_block_and_are_blocked_and_take_it_along(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        guest = host.person()
        await guest.post("/session")
        first = await id_of(guest)
        await block(guest, bruno)
        await block(anna, guest)
        await guest.post("/session/sign-in", {"name": "Bruno", "password": PASSWORD})
        kept = {(row["account"], row["blocked"]) for row in rows(db, schema.blocks)}
        assert kept == {(await id_of(anna), await id_of(bruno))}, "and nobody blocks themselves"
        assert first not in str(kept)


async def test_nobody_blocks_themselves_or_nobody(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        (anna,) = await people(host, "Anna")
        for nobody in (await id_of(anna), "0" * 22, "nobody", "x" * 300):
            problem = await anna.ask("PUT", f"/me/blocks/{nobody}", None, 404)
            assert problem["code"] == "unknown_person"
        assert rows(sqlite_db, schema.blocks) == []
        await anna.ask("DELETE", "/me/blocks/" + "0" * 13)
        assert (await host.person().get("/me/blocks", 401))["code"] == "no_session"
