"""Signing in at a provider of OpenID Connect, which is a program of its own with its own port."""

import asyncio
import time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.server.providers import Club, arrive, club, go, offering, settle
from tests.server.support import Host, Person
from tests.server.test_people import PASSWORD, account, rows

from carrozza.server.people.identities import SECONDS
from carrozza.server.people.sessions import FRESH
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio


async def there(person: Person, provider: Club, subject: str, key: str = "club") -> Any:
    """All the way: to the provider and back."""
    brought = await provider.sign_in(await go(person, key), subject)
    return await arrive(person, key, brought)


async def newcomer(host: Host, provider: Club, subject: str, name: str) -> Person:
    person = host.person()
    await settle(person, "club", await there(person, provider, subject), name)
    return person


async def link(person: Person, provider: Club, subject: str, key: str = "club") -> Any:
    url = await go(person, key, link=True, password=PASSWORD)
    return await arrive(person, key, await provider.sign_in(url, subject))


async def test_somebody_new_chooses_a_name_and_comes_back_to_the_account(
    db: str, tmp_path: Path
) -> None:
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        laptop, phone = host.person(), host.person()
        await provider.call("anna-1", preferred_username="Ånna", email="anna@example.org")
        assert (await laptop.get("/session/ways"))["elsewhere"] == [
            {"id": "club", "name": "The club"}
        ]
        arrival = await there(laptop, provider, "anna-1")
        assert (arrival["done"], arrival["name"]) == ("name", "Ånna")
        await laptop.get("/me", 401)
        await settle(laptop, "club", arrival, "Anna")
        me = await laptop.get("/me")
        assert (me["name"], me["guest"], me["password"]) == ("Anna", False, False)
        assert (await there(phone, provider, "anna-1"))["done"] == "in"
        assert (await phone.get("/me"))["id"] == me["id"]
        assert len(await laptop.get("/me/sessions")) == 2
        (stored,) = rows(db, schema.identities)
        assert (stored["issuer"], stored["subject"]) == (provider.issuer, "anna-1")
        assert "anna@example.org" not in str([rows(db, t) for t in schema.metadata.sorted_tables])


async def test_what_the_provider_is_asked(sqlite_db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(sqlite_db, tmp_path, club=provider) as host:
        anna = host.person()
        first, second = await go(anna, "club"), await go(anna, "club")
        asked = {k: v[0] for k, v in parse_qs(urlsplit(first).query).items()}
        assert first.startswith(f"{provider.issuer}/oauth2/authorize?")
        assert asked["redirect_uri"] == f"{host.address}/account/oidc/club"
        assert asked["response_type"] == "code"
        assert asked["scope"] == "openid profile"
        assert asked["code_challenge_method"] == "S256"
        assert len(asked["state"]) >= 43 <= len(asked["nonce"])
        other = {k: v[0] for k, v in parse_qs(urlsplit(second).query).items()}
        assert not set(asked.values()) & {other[k] for k in ("state", "nonce", "code_challenge")}
        stored = str(rows(sqlite_db, schema.departures))
        assert asked["state"] not in stored
        assert anna.http.cookies["carrozza_oidc"] not in stored


async def test_the_cookie_is_told_to_nobody_else(sqlite_db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(sqlite_db, tmp_path, club=provider, https=True) as host:
        reply = await host.person().http.post("/session/oidc/club", json={})
        said = reply.headers["set-cookie"].lower()
        for part in ("httponly", "secure", "samesite=strict", "path=/api/v1/session/oidc"):
            assert part in said


async def test_a_guest_s_games_come_along(db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        laptop, phone = host.person(), host.person()
        first = (await laptop.post("/play-now", {"game": "usa"}))["id"]
        async with laptop.socket(first) as socket:
            await socket.wait_for("update")
            await settle(laptop, "club", await there(laptop, provider, "a"), "Anna")
            assert (await socket.wait_for("bye"))["code"] == "signed_in"
        second = (await phone.post("/play-now", {"game": "europe"}))["id"]
        guest = phone.http.cookies["carrozza"]
        assert (await there(phone, provider, "a"))["done"] == "in"
        mine = {table["table"]["id"] for table in await phone.get("/me/tables")}
        assert mine == {first, second}
        old = await host.person().http.get("/me", headers={"cookie": f"carrozza={guest}"})
        assert old.status_code == 401


async def test_names_follow_the_rules(db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        bruno, person = host.person(), host.person()
        await account(bruno, "Bruno")
        await provider.call("x", preferred_username="Guest 123")
        arrival = await there(person, provider, "x")
        assert arrival["name"] is None
        for name, code in (
            ("", "malformed"),
            ("\u202e", "bad_name"),
            ("Guest 123", "guest_name"),
            ("Carrozza", "reserved_name"),
            ("BRUNO", "name_taken"),
            ("\uff22runo", "name_taken"),
        ):
            status = 409 if code == "name_taken" else 422
            assert (await settle(person, "club", arrival, name, status))["code"] == code, name
        assert len(rows(db, schema.accounts)) == 1
        await settle(person, "club", arrival, "Carla")  # the token still holds
        await settle(host.person(), "club", arrival, "Dora", 403)


async def test_somebody_signed_in_is_somebody_else_afterwards(db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        anna = host.person()
        await account(anna, "Anna")
        before = anna.http.cookies["carrozza"]
        await settle(anna, "club", await there(anna, provider, "x"), "Bea")
        assert (await anna.get("/me"))["name"] == "Bea"
        old = await host.person().http.get("/me", headers={"cookie": f"carrozza={before}"})
        assert old.status_code == 401
        await host.person().post("/session/sign-in", {"name": "Anna", "password": PASSWORD})


async def test_an_account_is_linked_and_unlinked(db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        anna, elsewhere = host.person(), host.person()
        await account(anna, "Anna")
        assert (await go(anna, "club", 403, link=True, password="no"))["code"] == "wrong_password"
        assert (await link(anna, provider, "a"))["done"] == "linked"
        (shown,) = await anna.get("/me/identities")
        assert (shown["provider"], shown["name"], shown["used"]) == ("club", "The club", None)
        assert (await there(elsewhere, provider, "a"))["done"] == "in"
        assert (await elsewhere.get("/me"))["name"] == "Anna"
        assert (await anna.get("/me/identities"))[0]["used"] is not None
        assert (await link(anna, provider, "a"))["done"] == "linked"  # once more, nothing changes
        assert len(await anna.get("/me/identities")) == 1
        (exported,) = (await anna.get("/me/export"))["identities"]
        assert (exported["issuer"], exported["subject"]) == (provider.issuer, "a")
        await anna.ask("DELETE", f"/me/identities/{shown['id']}")
        assert (await there(host.person(), provider, "a"))["done"] == "name"
        await anna.ask("DELETE", f"/me/identities/{shown['id']}", None, 404)


async def test_a_login_belongs_to_one_account(db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        anna, bruno = host.person(), host.person()
        for person, name in ((anna, "Anna"), (bruno, "Bruno")):
            await account(person, name)
        await link(anna, provider, "a")
        for subject, person in (("a", bruno), ("other", anna)):
            url = await go(person, "club", link=True, password=PASSWORD)
            brought = await provider.sign_in(url, subject)
            assert (await arrive(person, "club", brought, 409))["code"] == "identity_taken"
        (mine,) = await anna.get("/me/identities")
        await bruno.ask("DELETE", f"/me/identities/{mine['id']}", None, 404)
        assert len(rows(db, schema.identities)) == 1


async def test_the_last_way_in_stays(db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        anna = await newcomer(host, provider, "a", "Anna")
        (only,) = await anna.get("/me/identities")
        refused = await anna.ask("DELETE", f"/me/identities/{only['id']}", None, 409)
        assert refused["code"] == "last_way"
        assert (await there(host.person(), provider, "a"))["done"] == "in"
        await anna.post("/me/password", {"old": "", "new": PASSWORD})
        await anna.ask("DELETE", f"/me/identities/{only['id']}")
        await host.person().post("/session/sign-in", {"name": "Anna", "password": PASSWORD})


async def test_an_account_without_a_password(db: str, tmp_path: Path) -> None:
    """No password opens it, and what a password protects is open for a while after signing in."""
    ahead = 0.0
    async with (
        club() as provider,
        offering(db, tmp_path, now=lambda: time.time() + ahead, club=provider) as host,
    ):
        anna, stranger = await newcomer(host, provider, "a", "Anna"), host.person()
        for guess in ("None", "x", "null"):
            tried = {"name": "Anna", "password": guess}
            said = await stranger.post("/session/sign-in", tried, 403)
            assert said["code"] == "wrong_password"
        ahead = FRESH + 5
        for path, body in (
            ("/me/delete", {"password": ""}),
            ("/me/password", {"old": "", "new": PASSWORD}),
            ("/session/oidc/club", {"link": True}),
        ):
            assert (await anna.post(path, body, 403))["code"] == "sign_in_again"
        assert (await there(anna, provider, "a"))["done"] == "in"
        await anna.post("/me/password", {"old": "", "new": PASSWORD})
        assert (await anna.get("/me"))["password"]
        assert (await anna.post("/me/delete", {"password": ""}, 403))["code"] == "wrong_password"


async def test_deleting_takes_the_links_along(db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        anna = await newcomer(host, provider, "a", "Anna")
        back = await provider.sign_in(await go(anna, "club"), "a")
        await go(anna, "club", link=True)
        await anna.post("/me/delete", {"password": ""})
        assert rows(db, schema.identities) == []
        assert [row for row in rows(db, schema.departures) if row["account"]] == []
        anna.http.cookies.delete("carrozza_oidc")
        assert (await arrive(anna, "club", back, 403))["code"] == "stale_sign_in"
        assert (await there(host.person(), provider, "a"))["done"] == "name", "a stranger again"


async def test_somebody_who_says_no_there(sqlite_db: str, tmp_path: Path) -> None:
    async with club() as provider, offering(sqlite_db, tmp_path, club=provider) as host:
        anna = host.person()
        state = parse_qs(urlsplit(await go(anna, "club")).query)["state"][0]
        brought = {"state": state, "error": "access_denied"}
        assert (await arrive(anna, "club", brought, 403))["code"] == "sign_in_refused"


@pytest.mark.parametrize("when", ["before", "meanwhile"])
async def test_a_provider_that_is_down(sqlite_db: str, tmp_path: Path, when: str) -> None:
    async with club() as provider, offering(sqlite_db, tmp_path, club=provider) as host:
        anna = host.person()
        if when == "before":
            await provider.stop()
            refused = await go(anna, "club", 503)
        else:
            brought = await provider.sign_in(await go(anna, "club"), "a")
            await provider.stop()
            refused = await arrive(anna, "club", brought, 503)
        assert refused["code"] == "provider_down"
        assert "“The club” does not answer" in refused["message"]
        await account(anna, "Anna")  # all else goes on


async def test_too_late(db: str, tmp_path: Path) -> None:
    ahead = 0.0
    async with (
        club() as provider,
        offering(db, tmp_path, now=lambda: time.time() + ahead, club=provider) as host,
    ):
        anna = host.person()
        brought = await provider.sign_in(await go(anna, "club"), "a")
        ahead = SECONDS + 1
        assert (await arrive(anna, "club", brought, 403))["code"] == "stale_sign_in"


async def test_expired_tokens(sqlite_db: str, tmp_path: Path) -> None:
    """They are real ones, signed by the provider."""
    async with (
        club("--token-max-age", "-61") as provider,
        offering(sqlite_db, tmp_path, club=provider) as host,
    ):
        anna = host.person()
        brought = await provider.sign_in(await go(anna, "club"), "a")
        assert (await arrive(anna, "club", brought, 403))["code"] == "bad_sign_in"


async def test_many_come_at_once(db: str, tmp_path: Path) -> None:
    """An answer is taken once, and of two browsers that both choose a name one gets an account."""
    async with club() as provider, offering(db, tmp_path, club=provider) as host:
        anna = host.person()
        brought = await provider.sign_in(await go(anna, "club"), "a")
        path = "/session/oidc/club/arrival"
        replies = await asyncio.gather(*(anna.http.post(path, json=brought) for _ in range(6)))
        assert sorted(reply.status_code for reply in replies) == [200] + [403] * 5
        people = [host.person() for _ in range(4)]
        arrivals = [await there(person, provider, "a") for person in people]
        path = "/session/oidc/club/account"
        replies = await asyncio.gather(
            *(
                person.http.post(path, json={"token": arrival["token"], "name": f"Bea {i}"})
                for i, (person, arrival) in enumerate(zip(people, arrivals, strict=True))
            )
        )
        assert sorted(reply.status_code for reply in replies) == [204] + [409] * 3
        assert len(rows(db, schema.identities)) == 1
        assert len(rows(db, schema.accounts)) == 1
