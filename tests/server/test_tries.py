"""Passwords are tried only so often: for one account, and from one address, at all workers."""

import asyncio
from collections import Counter

import pytest
from tests.server.support import Host, Person, serving
from tests.server.test_people import PASSWORD, account, rows

from carrozza.server.people.tries import ACCOUNT_SECONDS
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

MANY = 1_000_000


def somewhere(host: Host, number: int) -> Person:
    """A visitor with an address of their own, as the proxy says."""
    person = host.person()
    person.http.headers["x-forwarded-for"] = f"192.0.2.{number}"
    return person


async def guess(person: Person, name: str, password: str = "not it at all") -> str:
    """The code of the answer; empty if it was right."""
    body = {"name": name, "password": password}
    reply = await person.http.post("/session/sign-in", json=body)
    return str(reply.json()["code"]) if reply.content else ""


@pytest.mark.parametrize("name", ["Anna", "Nobody"])
async def test_one_account_from_many_addresses(db: str, name: str) -> None:
    time = 1e9
    settings = {"limits": 1.0, "logins_per_hour": MANY, "passwords_per_account": 5}
    async with serving(db, now=lambda: time, **settings) as host:
        anna, bruno = somewhere(host, 200), somewhere(host, 201)
        await account(anna, "Anna")
        await account(bruno, "Bruno")
        for number in range(5):
            assert await guess(somewhere(host, number), name) == "wrong_password"
        refused = await somewhere(host, 6).post(
            "/session/sign-in", {"name": name.upper(), "password": PASSWORD}, 429
        )
        assert refused["code"] == "too_many_passwords"
        assert refused["message"].endswith("Try again in 15 minutes.")
        assert await guess(bruno, "Bruno", PASSWORD) == ""  # nobody else is meant
        change = {"old": PASSWORD, "new": PASSWORD}
        await anna.post("/me/password", change)  # nor who is signed in
        time += ACCOUNT_SECONDS
        assert await guess(anna, name, PASSWORD) == ("" if name == "Anna" else "wrong_password")
    stored = str(rows(db, schema.tries))
    assert "anna" not in stored.lower()
    assert "192.0.2" not in stored


async def test_a_right_password_forgives_the_wrong_ones(sqlite_db: str) -> None:
    async with serving(
        sqlite_db, limits=1.0, logins_per_hour=MANY, passwords_per_account=3
    ) as host:
        anna = host.person()
        await account(anna, "Anna")
        for _ in range(4):
            for _ in range(2):
                assert await guess(anna, "Anna") == "wrong_password"
            assert await guess(anna, "Anna", PASSWORD) == ""
        change = {"old": "not it at all", "new": "not it at all"}
        for status in (403, 403, 403, 429):
            await anna.post("/me/password", change, status)


async def test_many_guesses_at_once(db: str) -> None:
    async with serving(db, limits=1.0, logins_per_hour=MANY, passwords_per_account=3) as host:
        await account(host.person(), "Anna")
        people = [somewhere(host, number) for number in range(12)]
        answers = await asyncio.gather(*(guess(person, "Anna") for person in people))
        assert Counter(answers) == {"wrong_password": 3, "too_many_passwords": 9}


async def test_guesses_that_are_counted_in_another_order(db: str) -> None:
    """A request may have looked at the clock before another and be counted after it."""
    time = 1e9
    settings = {"limits": 1.0, "logins_per_hour": MANY, "passwords_per_account": 3}
    async with serving(db, now=lambda: time, **settings) as host:
        for number in range(3):
            assert await guess(somewhere(host, number), "Anna") == "wrong_password"
            time -= 0.001
        assert await guess(somewhere(host, 4), "Anna") == "too_many_passwords"
        time -= 3600  # the clock was set back: nobody waits until it is there again
        assert await guess(somewhere(host, 5), "Anna") == "wrong_password"


async def test_one_address_at_many_workers(postgres_db: str) -> None:
    settings = {"limits": 1.0, "logins_per_hour": 4}
    async with serving(postgres_db, **settings) as one, serving(postgres_db, **settings) as two:
        for number, host in enumerate((one, two, one, two)):
            assert await guess(somewhere(host, 1), f"Somebody {number}") == "wrong_password"
        for host in (one, two):
            assert await guess(somewhere(host, 1), "Nobody") == "too_many"
            assert await guess(somewhere(host, 2), "Nobody") == "wrong_password"
