"""Friends, those one has played with, and seats kept for them."""

import asyncio

import pytest
from tests.server.acquaintances import become_friends, finish_game, id_of, people
from tests.server.pair import at, two_doors
from tests.server.support import Person, serving
from tests.server.test_people import PASSWORD, rows

from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio


async def names(person: Person, what: str = "friends") -> list[str]:
    return [one["name"] for one in (await person.get("/me/friends"))[what]]


async def test_asking_accepting_and_ending(db: str) -> None:
    async with two_doors(db) as (host, other):
        anna, bruno = await people(host, "Anna", "Bruno")
        her, him = await id_of(anna), await id_of(bruno)
        await anna.post("/me/friends", {"name": " bRuno"})
        await anna.post("/me/friends", {"person": him})
        assert (await names(anna, "asked"), await names(anna)) == (["Bruno"], [])
        there = at(other, bruno)
        assert (await names(there, "asks"), await names(there)) == (["Anna"], [])
        assert (await there.get(f"/people/{her}"))["relation"] == "asks"
        assert [(await p.get("/me"))["asks"] for p in (anna, there)] == [0, 1]
        assert (await anna.get(f"/people/{him}"))["relation"] == "asked"
        seen = await there.post(f"/me/friends/{her}/accept")
        assert [friend["name"] for friend in seen["friends"]] == ["Anna"]
        assert (await names(anna), await names(anna, "asked")) == (["Bruno"], [])
        assert (await anna.get(f"/people/{him}"))["relation"] == "friends"
        await anna.ask("DELETE", f"/me/friends/{him}")
        assert (await names(anna), await names(there)) == ([], [])
        assert rows(db, schema.friends) == []


async def test_who_is_declined_is_not_told(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        her, him = await id_of(anna), await id_of(bruno)
        await anna.post("/me/friends", {"person": him})
        before = await anna.get("/me/friends"), await anna.get(f"/people/{him}")
        await bruno.post(f"/me/friends/{her}/decline")
        assert (await anna.get("/me/friends"), await anna.get(f"/people/{him}")) == before
        assert await names(bruno, "asks") == []
        await anna.post("/me/friends", {"person": him})
        assert await names(bruno, "asks") == [], "once more is no more"
        assert "declined" not in str((await anna.get("/me/export"))["friends"])
        await bruno.post("/me/friends", {"person": her})
        assert await names(anna) == ["Bruno"], "who thinks better of it says yes"


async def test_nobody_answers_for_another(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        her, him = await id_of(anna), await id_of(bruno)
        await anna.post("/me/friends", {"person": him})
        for asker, about in ((anna, him), (carla, her), (carla, him), (bruno, "0" * 13)):
            for answer in ("accept", "decline"):
                problem = await asker.post(f"/me/friends/{about}/{answer}", status=404)
                assert problem["code"] == "not_asked"
        await carla.ask("DELETE", f"/me/friends/{him}")
        await bruno.ask("DELETE", f"/me/friends/{her}")
        assert await names(bruno, "asks") == ["Anna"], "only who has asked takes it back"
        assert (await anna.post("/me/friends", {"person": her}, 409))["code"] == "that_is_you"
        guest = host.person()
        await guest.post("/session")
        for unknown in ({"person": await id_of(guest)}, {"person": "0" * 22}, {"name": "Nobody"}):
            assert (await anna.post("/me/friends", unknown, 404))["code"] == "unknown_person"
        assert (await guest.post("/me/friends", {"person": her}, 403))["code"] == "friends_account"
        assert (await host.person().post("/me/friends", {"person": her}, 401))["code"]
        await anna.post("/me/friends", {}, 422)


async def test_two_who_ask_at_once_are_friends_once(db: str) -> None:
    async with two_doors(db) as (host, other):
        anna, bruno = await people(host, "Anna", "Bruno")
        her, him = await id_of(anna), await id_of(bruno)
        there = at(other, bruno)
        await asyncio.gather(
            anna.post("/me/friends", {"person": him}), there.post("/me/friends", {"person": her})
        )
        assert (await names(anna), await names(there)) == (["Bruno"], ["Anna"])
        await anna.ask("DELETE", f"/me/friends/{him}")
        await anna.post("/me/friends", {"person": him})
        answers = [p.post(f"/me/friends/{her}/accept") for p in (bruno, there, bruno)]
        await asyncio.gather(*answers)
        assert len(rows(db, schema.friends)) == 1
        assert await names(anna) == ["Bruno"]


async def test_nobody_is_flooded_with_questions(postgres_db: str) -> None:
    """Counted for all workers."""
    limits = {"limits": 1.0, "friend_asks_per_day": 4}
    async with serving(postgres_db, **limits) as host, serving(postgres_db, **limits) as other:
        anna, bruno, carla, dino = await people(host, "Anna", "Bruno", "Carla", "Dino")
        doors = [anna, at(other, anna)]

        async def again(person: Person, door: Person) -> int:
            reply = await door.http.post("/me/friends", json={"person": await id_of(person)})
            await door.http.delete(f"/me/friends/{await id_of(person)}")
            return reply.status_code

        assert [await again(bruno, doors[n % 2]) for n in range(4)] == [200, 200, 200, 429]
        assert [await again(p, doors[0]) for p in (carla, dino)] == [200, 429]


async def test_friends_see_who_is_here_and_where_they_may_join(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        await become_friends(anna, bruno)
        (friend,) = (await anna.get("/me/friends"))["friends"]
        assert (friend["online"], friend["table"]) == (False, None)
        await bruno.get("/me/calls")
        await bruno.post("/tables", {"game": "usa"})
        (friend,) = (await anna.get("/me/friends"))["friends"]
        assert (friend["online"], friend["table"]) == (True, None), "that one is private"
        public = (await bruno.post("/tables", {"game": "usa", "public": True}))["id"]
        (friend,) = (await anna.get("/me/friends"))["friends"]
        assert friend["table"]["id"] == public
        await bruno.ask("PATCH", f"/tables/{public}/seats/1", {"bot": "easy"})
        (friend,) = (await anna.get("/me/friends"))["friends"]
        assert friend["table"] is None, "there is no seat"


async def test_a_seat_is_kept_for_a_friend(db: str) -> None:
    async with two_doors(db) as (host, other):
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        her, him = await id_of(anna), await id_of(bruno)
        table = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        invitation = f"/tables/{table}/invitations"
        refused = await anna.ask("PUT", f"{invitation}/{him}", status=403)
        assert refused["code"] == "no_friend"
        await become_friends(anna, bruno)
        before = await carla.get(f"/tables/{table}")
        await anna.ask("PUT", f"{invitation}/{him}")
        assert (await anna.get(invitation))[0]["name"] == "Bruno"
        assert (await bruno.get(invitation, 403))["code"] == "not_host"
        assert await carla.get(f"/tables/{table}") == before, "for whom is told to nobody"
        there = at(other, bruno)
        (call,) = await there.get("/me/calls")
        assert (call["table"], call["again"]["id"]) == (None, table)
        assert await carla.get("/me/calls") == []
        full = await at(other, carla).post(f"/tables/{table}/join", {}, 409)
        assert full["code"] == "seat_kept"
        seated = await there.post(f"/tables/{table}/join", {})
        assert [seat["person"] for seat in seated["seats"]] == [her, him]
        assert await there.get("/me/calls") == []


async def test_an_invitation_is_declined_on_all_devices_or_taken_back(db: str) -> None:
    async with serving(db) as host:
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        await become_friends(anna, bruno)
        him = await id_of(bruno)
        table = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        await anna.ask("PUT", f"/tables/{table}/invitations/{him}")
        await carla.ask("DELETE", f"/me/calls/{table}")
        assert len(await bruno.get("/me/calls")) == 1, "nobody declines for another"
        await bruno.ask("DELETE", f"/me/calls/{table}")
        assert await at(host, bruno).get("/me/calls") == []
        assert (await anna.get(f"/tables/{table}/invitations"))[0]["declined"]
        await anna.ask("PUT", f"/tables/{table}/invitations/{him}")
        assert len(await bruno.get("/me/calls")) == 1, "the host may ask once more"
        await anna.ask("DELETE", f"/tables/{table}/invitations/{him}")
        assert await bruno.get("/me/calls") == []
        await carla.post(f"/tables/{table}/join", {})


async def test_no_more_seats_are_kept_than_there_are(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        for friend in (bruno, carla):
            await become_friends(anna, friend)
        table = (await anna.post("/tables", {"game": "usa", "players": 2}))["id"]
        await anna.ask("PUT", f"/tables/{table}/invitations/{await id_of(bruno)}")
        full = await anna.ask("PUT", f"/tables/{table}/invitations/{await id_of(carla)}", None, 409)
        assert full["code"] == "full"
        await bruno.ask("DELETE", f"/me/friends/{await id_of(anna)}")
        await carla.post(f"/tables/{table}/join", {})  # with the friendship the invitation ends


async def test_recent_opponents_are_people(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        guest = host.person()
        await guest.post("/session")
        await finish_game([anna, bruno])
        last = await finish_game([anna, bruno, guest])
        met = {one["name"]: one for one in await anna.get("/me/opponents")}
        assert {one["games"] for one in met.values()} == {1, 2}
        assert met["Bruno"]["games"] == 2
        assert (met["Bruno"]["table"]["id"], met["Bruno"]["relation"]) == (last, "none")
        (stranger,) = (one for one in met.values() if one["guest"])
        assert stranger["guest_number"] is not None
        again = await anna.post(f"/tables/{last}/rematch")
        async with anna.socket(again["id"]):
            (call,) = await bruno.get("/me/calls")
            assert (call["table"], call["again"]["id"]) == (last, again["id"])
            assert await at(host, bruno).get("/me/calls") == [call], "on any device"
            await bruno.ask("DELETE", f"/me/calls/{again['id']}")
            assert await at(host, bruno).get("/me/calls") == []


async def test_deleting_an_account_and_exporting_it(db: str) -> None:
    async with serving(db) as host:
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        her, him = await id_of(anna), await id_of(bruno)
        await become_friends(anna, bruno)
        await carla.post("/me/friends", {"person": her})
        await anna.ask("PUT", f"/me/blocks/{await id_of(carla)}")
        table = (await anna.post("/tables", {"game": "usa", "players": 3}))["id"]
        await anna.ask("PUT", f"/tables/{table}/invitations/{him}")
        mine = await anna.get("/me/export")
        assert [one["person"] for one in mine["friends"]] == [him], "not what is unseen"
        assert len(mine["blocks"]) == 1
        assert [one["table"] for one in (await bruno.get("/me/export"))["invitations"]] == [table]
        await anna.post("/me/delete", {"password": PASSWORD})
        for stored in (schema.friends, schema.blocks, schema.invitations):
            assert rows(db, stored) == []
        assert await bruno.get("/me/calls") == []
