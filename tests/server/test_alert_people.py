"""Nobody has more targets than allowed, or one twice, whichever way they come."""

import asyncio

import pytest
from tests.server.receivers import Browser
from tests.server.support import Person, serving
from tests.server.test_alerts import at_days
from tests.server.test_identity import ANNA
from tests.server.test_people import rows

from carrozza.server.alerts.merge import MOST_TARGETS
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio


async def add(person: Person, number: int) -> int:
    target = {"kind": "webhook", "url": f"https://hooks.example/{number}"}
    return (await person.http.post("/me/alerts/targets", json=target)).status_code


async def addresses(person: Person) -> int:
    return len((await person.get("/me/alerts"))["targets"])


async def test_asked_for_all_at_once(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        await anna.post("/session")
        answers = await asyncio.gather(*(add(anna, n) for n in range(2 * MOST_TARGETS)))
        assert sorted(answers) == [201] * MOST_TARGETS + [409] * MOST_TARGETS
        assert await addresses(anna) == MOST_TARGETS


async def test_guests_bring_no_more_than_there_is_room_for(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        await anna.post("/session")
        await anna.post("/me/account", ANNA)
        for n in range(MOST_TARGETS - 2):
            await add(anna, n)
        for first in (50, 100):
            guest = host.person()
            await guest.post("/session")
            for n in range(first, first + MOST_TARGETS):
                await add(guest, n)
            await guest.post("/session/sign-in", ANNA)
            assert await addresses(guest) == MOST_TARGETS


async def test_what_a_guest_and_the_account_both_have_is_there_once(db: str) -> None:
    """Else each alert would come twice."""
    async with serving(db) as host:
        anna, guest = host.person(), host.person()
        browser = {"kind": "push", **Browser("https://push.example/1").subscription()}
        for person in (anna, guest):
            await person.post("/session")
            await person.post("/me/alerts/targets", browser)
            await add(person, 1)
        await add(guest, 2)
        await anna.post("/me/account", ANNA)
        await guest.post("/session/sign-in", ANNA)
        kept = (await guest.get("/me/alerts"))["targets"]
        assert [target["kind"] for target in kept] == ["push", "webhook", "webhook"]
        assert kept[:2] == (await anna.get("/me/alerts"))["targets"][:2]


async def test_who_only_passes_by_leaves_no_choice_for_a_table(sqlite_db: str) -> None:
    """There are many tables, and as many guests as somebody likes to be."""
    async with serving(sqlite_db) as host:
        _, _, table = await at_days(host)
        eve = host.person()
        await eve.post("/session")
        refused = await eve.ask("PUT", f"/tables/{table}/alerts", {"on": True}, 403)
        assert refused["code"] == "not_seated"
    assert not rows(sqlite_db, schema.alert_tables)


async def test_who_goes_leaves_no_alerts_behind(db: str) -> None:
    """A reminder may be due in many days."""
    async with serving(db, alert_delay=1e6) as host:
        anna, bob, table = await at_days(host)
        for person in (anna, bob):
            await add(person, 1)
        await anna.post(f"/tables/{table}/start")
        assert len(rows(db, schema.alerts)) == 2
        await bob.post("/me/delete", {})
        (left,) = rows(db, schema.alerts)
        assert left["account"] == (await anna.get("/me"))["id"]


async def test_a_stop_link_of_a_table_that_is_gone_holds_no_longer(sqlite_db: str) -> None:
    """As when a backup was restored that is older than the table."""
    async with serving(sqlite_db) as host:
        anna = host.person()
        await anna.post("/session")
        await add(anna, 1)
        (target,) = (await anna.get("/me/alerts"))["targets"]
        token = host.context.sender.links.stop_token(target["id"], "gone")
        for what in ("stop", "resume"):
            refused = await anna.post(f"/alerts/{what}?token={token}", None, 404)
            assert refused["code"] == "unknown_link"
