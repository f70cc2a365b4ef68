"""What attackers try with passwords, passkeys, sessions, reset links and roles of other people."""

import asyncio

import pytest
from tests.server.authenticator import Key
from tests.server.receivers import mailbox
from tests.server.support import serving
from tests.server.test_admin import admin
from tests.server.test_passkeys import anna_at, to_add
from tests.server.test_people import PASSWORD, account, rows
from tests.server.test_recovery import asked, mailing, with_address

from carrozza.server.people.passkeys import MOST
from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine

pytestmark = pytest.mark.anyio


async def test_nobody_signed_in_is_shut_out_by_tries_for_their_id(db: str) -> None:
    """Everybody at a table knows it, and it looks like a name."""
    async with serving(db, limits=1.0, passwords_per_account=3) as host:
        anna, eve = host.person(), host.person()
        await account(anna, "Anna")
        name = (await anna.get("/me"))["id"]
        for _ in range(5):
            tried = {"name": name, "password": "x" * 9}
            await eve.http.post("/session/sign-in", json=tried)
        await anna.post("/me/password", {"old": PASSWORD, "new": "battery staple battery"})


async def test_no_more_passkeys_than_allowed(db: str) -> None:
    """However many additions are begun before the first one ends."""
    async with serving(db) as host:
        anna, _ = await anna_at(host)
        (passkey,) = rows(db, schema.passkeys)
        begun = [await to_add(anna) for _ in range(4)]
        engine = plain_engine(db)
        with engine.begin() as connection:
            for number in range(MOST - 2):
                more = {"id": f"more{number}", "credential": f"more{number}"}
                connection.execute(schema.passkeys.insert().values({**passkey, **more}))
        engine.dispose()
        sent = [Key("localhost").make(options, anna.address) for options in begun]
        replies = await asyncio.gather(
            *(anna.http.post("/me/passkeys", json={"name": "x", "credential": s}) for s in sent)
        )
        assert sorted(reply.status_code for reply in replies) == [201, 409, 409, 409]
        assert len(rows(db, schema.passkeys)) == MOST


async def test_sessions_of_others(db: str) -> None:
    async with serving(db) as host:
        anna, eve = host.person(), host.person()
        for person, name in ((anna, "Anna"), (eve, "Eve")):
            await account(person, name)
        (hers,) = [s["id"] for s in await anna.get("/me/sessions")]
        for name in (hers, hers[:1], "%", "_" * 16, "x" * 16, hers.upper()):
            await eve.ask("DELETE", f"/me/sessions/{name}", None, 404)
        await eve.post("/session/sign-out-others")
        await eve.post("/session/sign-out-everywhere")
        assert (await anna.get("/me"))["name"] == "Anna"


async def test_a_reset_link_is_no_way_around_a_ban(db: str) -> None:
    async with mailbox() as box, serving(db, **mailing(box)) as host:
        anna = host.person()
        await with_address(box, anna, "Anna")
        token = await asked(host, box, "Anna")
        await admin("ban", "Anna", "--reason", "Cheating", "--db", db)
        stranger = host.person()
        body = {"token": token, "password": "battery staple battery"}
        assert (await stranger.post("/recovery/use", body, 403))["code"] == "banned"
        await stranger.get("/me", 401)
        await admin("unban", "Anna", "--reason", "Over", "--db", db)
        await stranger.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})


async def test_of_two_uses_of_a_reset_link_one_counts(db: str) -> None:
    async with mailbox() as box, serving(db, **mailing(box)) as host:
        anna = host.person()
        await with_address(box, anna, "Anna")
        token = await asked(host, box, "Anna")
        people = [host.person() for _ in range(4)]
        replies = await asyncio.gather(
            *(
                person.http.post(
                    "/recovery/use",
                    json={"token": token, "password": f"battery staple battery {i}"},
                )
                for i, person in enumerate(people)
            )
        )
        assert sorted(reply.status_code for reply in replies) == [204, 404, 404, 404]
        assert len(rows(db, schema.sessions)) == 1


async def test_nobody_gets_a_role_by_asking(db: str) -> None:
    """Every address of operators is nothing to others, whatever they send along."""
    async with serving(db) as host:
        anna, eve = host.person(), host.person()
        for person, name in ((anna, "Anna"), (eve, "Eve")):
            await account(person, name)
        await admin("operator", "Anna", "--db", db)
        me = (await eve.get("/me"))["id"]
        for body in ({"name": "Eve", "operator": True}, {"name": "Eve", "id": "x"}):
            assert (await eve.ask("PATCH", "/me", body, 422))["code"] == "malformed"
        paths = [path for path in (await eve.get("/openapi.json"))["paths"] if "/operator" in path]
        for path in (f"/people/{me}/ban", f"/people/{me}/unban", "/people?name=anna", "/audit"):
            for method in ("GET", "POST"):
                reply = await eve.http.request(
                    method, f"/operator{path}", json={"reason": "x"}, headers={"x-operator": "1"}
                )
                assert reply.status_code in (404, 405), (method, path)
        assert paths
        # The role ends with the account, and a new one of the same name has none.
        await anna.post("/me/delete", {"password": PASSWORD})
        heir = host.person()
        await account(heir, "Anna")
        assert not (await heir.get("/me"))["operator"]
        await heir.get("/operator/audit", 404)
        assert rows(db, schema.operators) == []
