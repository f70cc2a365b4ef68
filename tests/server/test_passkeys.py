"""Passkeys: added, used to sign in, removed; and what attackers try with them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from tests.server.authenticator import Key
from tests.server.pair import two_doors
from tests.server.support import Host, Person, serving
from tests.server.test_admin import admin
from tests.server.test_people import PASSWORD, account, rows

from carrozza.server.people.passkeys import CHALLENGE_SECONDS
from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine

pytestmark = pytest.mark.anyio


def here(host: Host, person: Person) -> str:
    """Let the person come by the server's name; its origin."""
    address = host.address.replace("127.0.0.1", "localhost")
    person.move_to(address)
    return address


def visitor(host: Host) -> Person:
    person = host.person()
    here(host, person)
    return person


async def to_add(person: Person, password: str = PASSWORD) -> dict[str, Any]:
    told = await person.post("/me/passkeys/options", {"password": password})
    options: dict[str, Any] = told["options"]
    return options


async def add(person: Person, key: Key | None = None) -> Key:
    key = key or Key("localhost")
    sent = key.make(await to_add(person), person.address)
    await person.post("/me/passkeys", {"name": "My phone", "credential": sent}, 201)
    return key


async def to_enter(person: Person) -> dict[str, Any]:
    options: dict[str, Any] = (await person.post("/session/passkey/options"))["options"]
    return options


async def enter(person: Person, key: Key, status: int = 204) -> Any:
    sent = key.use(await to_enter(person), person.address)
    return await person.post("/session/passkey", {"credential": sent}, status)


async def refused(person: Person, sent: dict[str, Any]) -> None:
    said = await person.post("/session/passkey", {"credential": sent}, 403)
    assert said["code"] == "bad_passkey"


async def anna_at(host: Host) -> tuple[Person, Key]:
    anna = visitor(host)
    await account(anna, "Anna")
    return anna, await add(anna)


async def test_a_passkey_signs_in_and_brings_a_guest_s_games(db: str) -> None:
    async with two_doors(db) as (host, second):
        anna = visitor(host)
        await account(anna, "Anna")
        key = await add(anna)
        (listed,) = await anna.get("/me/passkeys")
        assert (listed["name"], listed["used"]) == ("My phone", None)
        phone = visitor(host)
        table = (await phone.post("/play-now", {"game": "usa"}))["id"]
        guest = phone.http.cookies["carrozza"]
        await enter(phone, key)
        assert (await phone.get("/me"))["name"] == "Anna"
        assert [t["table"]["id"] for t in await phone.get("/me/tables")] == [table]
        old = await phone.http.get("/me", headers={"cookie": f"carrozza={guest}"})
        assert old.status_code == 401
        assert (await phone.get("/me/passkeys"))[0]["used"] is not None
        await enter(visitor(host), key)
        assert second
    assert key.uses == 2


async def test_a_challenge_is_shared_by_all_workers(postgres_db: str) -> None:
    url = "http://localhost:1"  # both are reached by it
    async with two_doors(postgres_db) as (host, second):
        anna = visitor(host)
        await account(anna, "Anna")
        sent = Key("localhost").make(await to_add(anna), url)
        here(second, anna)
        sent = Key("localhost").make(await to_add(anna), anna.address)
        await anna.post("/me/passkeys", {"name": "x", "credential": sent}, 201)


async def test_the_options_ask_for_what_they_should(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, key = await anna_at(host)
        options = await to_add(anna)
        assert options["rp"]["id"] == "localhost"
        assert options["authenticatorSelection"]["residentKey"] == "required"
        assert options["authenticatorSelection"]["userVerification"] == "preferred"
        assert len(options["excludeCredentials"]) == 1
        asked = await to_enter(visitor(host))
        assert asked["userVerification"] == "preferred"
        assert not asked.get("allowCredentials"), "which accounts there are, nobody is told"
        challenges = {(await to_enter(anna))["challenge"] for _ in range(5)}
        assert len(challenges) == 5
    assert key


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://localhost:1", "https://localhost", "null", ""]
)
async def test_a_wrong_origin(sqlite_db: str, origin: str) -> None:
    async with serving(sqlite_db) as host:
        anna, key = await anna_at(host)
        await refused(visitor(host), key.use(await to_enter(anna), origin))
        sent = Key("localhost").make(await to_add(anna), origin)
        said = await anna.post("/me/passkeys", {"name": "x", "credential": sent}, 403)
        assert said["code"] == "bad_passkey"
        await enter(visitor(host), key)


async def test_a_key_of_another_domain(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, key = await anna_at(host)
        sent = Key("evil.example").make(await to_add(anna), anna.address)
        await anna.post("/me/passkeys", {"name": "x", "credential": sent}, 403)
        key.domain = "evil.example"
        await refused(anna, key.use(await to_enter(anna), anna.address))


async def test_a_replayed_challenge(db: str) -> None:
    async with serving(db) as host:
        anna, key = await anna_at(host)
        eve = visitor(host)
        options = await to_enter(anna)
        sent = key.use(options, anna.address)
        await anna.post("/session/passkey", {"credential": sent})
        await refused(eve, sent)
        await refused(eve, key.use(options, anna.address))
        made = await to_add(anna)
        first, second = Key("localhost"), Key("localhost")
        body = {"name": "x", "credential": first.make(made, anna.address)}
        await anna.post("/me/passkeys", body, 201)
        body["credential"] = second.make(made, anna.address)
        await anna.post("/me/passkeys", body, 403)


async def test_of_many_at_once_one_uses_a_challenge(db: str) -> None:
    async with serving(db) as host:
        anna, key = await anna_at(host)
        options = await to_enter(anna)
        sent = [key.use(options, anna.address) for _ in range(6)]
        thieves = [visitor(host) for _ in sent]
        replies = await asyncio.gather(
            *(
                thief.http.post("/session/passkey", json={"credential": one})
                for thief, one in zip(thieves, sent, strict=True)
            )
        )
        assert sorted(reply.status_code for reply in replies) == [204, *[403] * 5]


async def test_a_challenge_that_nobody_set_or_that_is_old(sqlite_db: str) -> None:
    now = 1e9
    async with serving(sqlite_db, lambda: now) as host:
        anna, key = await anna_at(host)
        await refused(anna, key.use({"challenge": "AAAAAAAAAAAAAAAAAAAAAA"}, anna.address))
        options = await to_enter(anna)
        now += CHALLENGE_SECONDS
        await refused(anna, key.use(options, anna.address))


async def test_a_challenge_for_one_purpose_or_session_serves_no_other(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, key = await anna_at(host)
        bruno = visitor(host)
        await account(bruno, "Bruno")
        await refused(anna, key.use(await to_add(anna), anna.address))
        for options in (await to_enter(anna), await to_add(anna)):
            sent = Key("localhost").make(options | {"user": {"id": "AAAA"}}, anna.address)
            await bruno.post("/me/passkeys", {"name": "x", "credential": sent}, 403)
        phone = visitor(host)
        await phone.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})
        sent = Key("localhost").make(await to_add(anna), anna.address)
        await phone.post("/me/passkeys", {"name": "x", "credential": sent}, 403)


async def test_another_account_s_credential(db: str) -> None:
    async with serving(db) as host:
        anna, key = await anna_at(host)
        bruno = visitor(host)
        await account(bruno, "Bruno")
        his = await add(bruno)
        eve = visitor(host)
        # His key and her account, her key's name and his signature, and no account at all.
        await refused(eve, his.use(await to_enter(eve), eve.address, user=key.user))
        await refused(eve, his.use(await to_enter(eve), eve.address, user=b""))
        forged = his.use(await to_enter(eve), eve.address, user=key.user)
        forged |= {"id": key.use({"challenge": ""}, "")["id"]}
        forged["rawId"] = forged["id"]
        await refused(eve, forged)
        # What is hers cannot be made his.
        stolen = Key("localhost", name=key.name)
        body = {"name": "x", "credential": stolen.make(await to_add(bruno), bruno.address)}
        assert (await bruno.post("/me/passkeys", body, 409))["code"] == "known_passkey"
        (hers,) = await anna.get("/me/passkeys")
        gone = await bruno.ask("DELETE", f"/me/passkeys/{hers['id']}", None, 404)
        assert gone["code"] == "unknown_passkey"
        await enter(visitor(host), key)


async def test_a_copied_key_is_noticed_by_its_count(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, key = await anna_at(host)
        for _ in range(3):
            await enter(visitor(host), key)
        key.uses = 1
        await enter(visitor(host), key, 403)
        key.uses = 2
        await refused(anna, key.use(await to_enter(anna), anna.address))
        await enter(visitor(host), key)


async def test_keys_that_do_not_count(sqlite_db: str) -> None:
    """Those that are kept for several devices say 0 each time."""
    async with serving(sqlite_db) as host:
        anna, key = await anna_at(host)
        for _ in range(2):
            sent = key.use(await to_enter(anna), anna.address, count=False)
            await visitor(host).post("/session/passkey", {"credential": sent})


async def test_a_key_needs_the_password_and_an_account(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = visitor(host)
        await anna.post("/session")
        body = {"password": PASSWORD}
        assert (await anna.post("/me/passkeys/options", body, 409))["code"] == "no_account"
        await account(anna, "Anna")
        wrong = await anna.post("/me/passkeys/options", {"password": "not it at all"}, 403)
        assert wrong["code"] == "wrong_password"
        await visitor(host).post("/me/passkeys/options", body, 401)


async def test_nonsense(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, key = await anna_at(host)
        good = key.use(await to_enter(anna), anna.address)
        for change in (
            {},
            {"id": good["id"] + "A"},
            {"type": "password"},
            {"response": {}},
            {"response": good["response"] | {"signature": ""}},
            {"response": good["response"] | {"clientDataJSON": "e30"}},
            {"response": good["response"] | {"clientDataJSON": "bnVsbA"}},
            {"response": good["response"] | {"authenticatorData": "AAAA"}},
            {"response": good["response"] | {"userHandle": 5}},
        ):
            sent = good | change if change else {}
            await refused(anna, sent)
            await anna.post("/me/passkeys", {"name": "x", "credential": sent}, 403)


async def test_the_last_way_in_stays(db: str) -> None:
    async with serving(db) as host:
        anna, _ = await anna_at(host)
        await add(anna)
        first, second = await anna.get("/me/passkeys")
        engine = plain_engine(db)
        with engine.begin() as connection:
            connection.execute(sqlalchemy.update(schema.accounts).values(password=None))
        engine.dispose()
        await anna.ask("DELETE", f"/me/passkeys/{first['id']}")
        last = await anna.ask("DELETE", f"/me/passkeys/{second['id']}", None, 409)
        assert last["code"] == "last_way"
        assert len(await anna.get("/me/passkeys")) == 1


async def test_a_removed_key_opens_nothing(db: str) -> None:
    async with serving(db) as host:
        anna, key = await anna_at(host)
        (listed,) = await anna.get("/me/passkeys")
        await anna.ask("DELETE", f"/me/passkeys/{listed['id']}")
        await enter(visitor(host), key, 403)
        assert await anna.get("/me/passkeys") == []


async def test_where_passkeys_can_be_used(sqlite_db: str) -> None:
    async with serving(sqlite_db, url="https://Games.example:443/") as host:
        anna = host.person()
        for name, can in (
            ("games.example", True),
            ("games.example:8150", False),
            ("evil.example", False),
            ("localhost", False),
        ):
            ways = (await anna.http.get("/session/ways", headers={"host": name})).json()
            assert ways["passkeys"] == can, name
            asked = await anna.http.post("/session/passkey/options", headers={"host": name})
            assert asked.status_code == (200 if can else 409)
            if can:
                assert asked.json()["options"]["rpId"] == "games.example"
            else:
                assert asked.json()["code"] == "no_passkeys"
    async with serving(sqlite_db) as host:
        anna = host.person()
        for name, can in (("a.example", True), ("127.0.0.1:80", False), ("[::1]:80", False)):
            ways = (await anna.http.get("/session/ways", headers={"host": name})).json()
            assert ways["passkeys"] == can, name


async def test_a_backup_brings_passkeys_and_no_link_that_may_have_been_used(
    db: str, tmp_path: Path, sqlite_db: str, postgres_db: str
) -> None:
    file = tmp_path / "all.gz"
    other = sqlite_db if db != sqlite_db else postgres_db
    async with serving(db) as host:
        anna, key = await anna_at(host)
        await to_enter(anna)
        await admin("reset-link", "Anna", "--db", db)
        await admin("backup", file, "--db", db)
    await admin("restore", file, "--db", other)
    assert rows(other, schema.resets) == rows(other, schema.challenges) == []
    async with serving(other) as host:
        phone = visitor(host)
        await enter(phone, key)
        assert (await phone.get("/me"))["name"] == "Anna"


async def test_my_data_and_its_end(db: str) -> None:
    async with serving(db) as host:
        anna, key = await anna_at(host)
        await to_add(anna)
        exported = await anna.get("/me/export")
        assert [one["name"] for one in exported["passkeys"]] == ["My phone"]
        assert len(exported["challenges"]) == 1
        await anna.post("/me/delete", {"password": PASSWORD})
        assert rows(db, schema.passkeys) == rows(db, schema.challenges) == []
        await enter(visitor(host), key, 403)
