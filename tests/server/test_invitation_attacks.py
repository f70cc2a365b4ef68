"""What attackers try with seats kept for others, invitations, and tables that follow a game."""

import json

import pytest
from tests.server.acquaintances import become_friends, finish_game, id_of, people
from tests.server.support import Host, Person, serving
from tests.server.test_admin import admin
from tests.server.test_people import PASSWORD

pytestmark = pytest.mark.anyio


async def table_of(person: Person, players: int) -> str:
    return str((await person.post("/tables", {"game": "usa", "players": players}))["id"])


async def keep_for(person: Person, table: str, *others: Person) -> None:
    for other in others:
        await person.ask("PUT", f"/tables/{table}/invitations/{await id_of(other)}")


async def three_friends(host: Host) -> list[Person]:
    """The second and the third are friends of the first."""
    anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
    await become_friends(anna, bruno)
    await become_friends(anna, carla)
    return [anna, bruno, carla]


async def test_who_was_invited_takes_one_seat(sqlite_db: str) -> None:
    """The others are kept for others."""
    async with serving(sqlite_db) as host:
        anna, bruno, carla = await three_friends(host)
        table = await table_of(anna, 3)
        await keep_for(anna, table, bruno, carla)
        await bruno.post(f"/tables/{table}/join", {})
        refused = await bruno.post(f"/tables/{table}/join", {}, 409)
        assert refused["code"] == "seat_kept"
        await carla.post(f"/tables/{table}/join", {})


async def test_who_is_no_friend_any_more_takes_no_kept_seat(db: str) -> None:
    """Be it that the server that they ask has not heard of it."""
    async with serving(db) as host:
        anna, bruno, carla = await three_friends(host)
        for method, path in (("DELETE", "/me/friends"), ("PUT", "/me/blocks")):
            table = await table_of(anna, 3)
            await keep_for(anna, table, bruno, carla)
            await anna.ask("PATCH", f"/tables/{table}/seats/1", {"bot": "easy"})
            await anna.ask(method, f"{path}/{await id_of(bruno)}")
            refused = await bruno.post(f"/tables/{table}/join", {}, 409)
            assert refused["code"] == "seat_kept"
            await carla.post(f"/tables/{table}/join", {})
            if method == "DELETE":
                await become_friends(anna, bruno)


async def test_seats_are_kept_while_their_host_is_there(sqlite_db: str) -> None:
    """Whoever hosts the table then may have blocked those who were invited."""
    async with serving(sqlite_db) as host:
        anna, bruno, carla = await three_friends(host)
        dino = host.person()
        await dino.post("/session")
        await carla.ask("PUT", f"/me/blocks/{await id_of(bruno)}")
        table = await table_of(anna, 4)
        await keep_for(anna, table, bruno, carla)
        await carla.post(f"/tables/{table}/join", {})
        assert len(await bruno.get("/me/calls")) == 1
        await anna.post(f"/tables/{table}/leave")
        assert await bruno.get("/me/calls") == []
        refused = await bruno.post(f"/tables/{table}/join", {}, 409)
        assert refused["code"] == "seat_kept"
        await dino.post(f"/tables/{table}/join", {})


async def test_a_ban_of_the_host_ends_it_too(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno, carla = await three_friends(host)
        table = await table_of(anna, 3)
        await keep_for(anna, table, bruno)
        await carla.post(f"/tables/{table}/join", {})
        (operator,) = await people(host, "Dino")
        await admin("operator", "Dino", "--db", sqlite_db)
        await operator.post(f"/operator/people/{await id_of(anna)}/ban", {"reason": "Insults"})
        assert await bruno.get("/me/calls") == []
        assert await carla.get(f"/tables/{table}/invitations") == []


async def test_a_host_cannot_tell_a_block_from_an_end(sqlite_db: str) -> None:
    """Of a friendship, by what becomes of the seat that was kept."""
    async with serving(sqlite_db) as host:
        anna, bruno, carla = await three_friends(host)
        her = await id_of(anna)
        told = []
        for friend, method, path in ((bruno, "DELETE", "friends"), (carla, "PUT", "blocks")):
            table = await table_of(anna, 2)
            await keep_for(anna, table, friend)
            await friend.ask(method, f"/me/{path}/{her}")
            told.append(await anna.get(f"/tables/{table}/invitations"))
        assert told[0] == told[1] == []


async def test_who_has_said_no_is_not_called_again(sqlite_db: str) -> None:
    """Not when a friendship ends, nor when the host blocks them, which this would tell them."""
    async with serving(sqlite_db) as host:
        anna, bruno, carla = await three_friends(host)
        for other, method, path in ((bruno, "DELETE", "friends"), (carla, "PUT", "blocks")):
            old = await finish_game([anna, other])
            again = (await anna.post(f"/tables/{old}/rematch"))["id"]
            async with anna.socket(again) as hers:
                await hers.wait_for("welcome")
                assert len(await other.get("/me/calls")) == 1
                await other.ask("DELETE", f"/me/calls/{again}")
                assert await other.get("/me/calls") == []
                await anna.ask(method, f"/me/{path}/{await id_of(other)}")
                assert await other.get("/me/calls") == []


async def test_a_no_comes_along_when_a_guest_signs_in(db: str) -> None:
    """That of a guest who was asked, and that given to a guest who asked."""
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        asked, asks = host.person(), host.person()
        for guest in (asked, asks):
            await guest.post("/session")
        for one, other in ((anna, asked), (asks, bruno)):
            old = await finish_game([one, other])
            again = (await one.post(f"/tables/{old}/rematch"))["id"]
            async with one.socket(again) as socket:
                await socket.wait_for("welcome")
                await other.ask("DELETE", f"/me/calls/{again}")
                if other is asked:
                    await other.post("/session/sign-in", {"name": "Bruno", "password": PASSWORD})
                    assert await other.get("/me/calls") == []
            if one is asks:
                await one.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})
                async with one.socket(again) as socket:
                    await socket.wait_for("welcome")
                    assert await bruno.get("/me/calls") == []


async def test_nobody_else_is_told_where_people_play_again(sqlite_db: str) -> None:
    """The game before was for everybody; this one is for those with its link."""
    async with serving(sqlite_db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        eve = host.person()
        await eve.post("/session")
        old = await finish_game([anna, bruno], public=True)
        async with eve.socket(old) as hers, anna.socket(old) as his:
            await hers.wait_for("welcome")
            again = (await anna.post(f"/tables/{old}/rematch"))["id"]
            for socket in (hers, his):
                while not (await socket.wait_for("changed"))["table"]["rematch"]:
                    pass
                assert again not in "".join(socket.heard)
        her = await id_of(anna)
        for path in (f"/tables/{old}", "/tables/finished", "/tables", f"/people/{her}"):
            told = json.dumps(await eve.get(path))
            assert again not in told, path
            assert again not in json.dumps(await bruno.get(path)), path
        assert (await bruno.post(f"/tables/{old}/rematch"))["id"] == again
        await eve.post(f"/tables/{old}/rematch", status=403)


async def test_the_export_has_the_seats_one_keeps(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno, _ = await three_friends(host)
        table = await table_of(anna, 2)
        await keep_for(anna, table, bruno)
        mine = (await anna.get("/me/export"))["kept_seats"]
        assert [(one["table"], one["account"]) for one in mine] == [(table, await id_of(bruno))]
        assert (await bruno.get("/me/export"))["kept_seats"] == []
