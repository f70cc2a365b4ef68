"""Where somebody is signed in: listed in plain words, and ended one by one."""

import pytest
from tests.server.pair import two_doors
from tests.server.support import Host, Person, serving
from tests.server.test_people import PASSWORD, account, rows

from carrozza.server.people.devices import Device, device_of
from carrozza.server.people.sessions import DAY
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36"
)
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
)


def on(host: Host, agent: str) -> Person:
    person = host.person()
    person.http.headers["user-agent"] = agent
    return person


async def signed_in(host: Host, name: str, agent: str) -> Person:
    person = on(host, agent)
    await person.post("/session/sign-in", {"name": name, "password": PASSWORD})
    return person


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        (FIREFOX, "Firefox", "Linux"),
        (CHROME, "Chrome", "Android"),
        (SAFARI, "Safari", "iPhone"),
        (EDGE, "Edge", "Windows"),
        (CHROME.replace("Linux; Android 10; K", "Macintosh; Intel Mac OS X"), "Chrome", "Mac"),
        (SAFARI.replace("Version/18.5", "CriOS/140.0"), "Chrome", "iPhone"),
        ("curl/8", None, None),
        ("<script>\u0000" * 1000, None, None),
        ("", None, None),
    ],
)
def test_plain_words(agent: str, browser: str | None, system: str | None) -> None:
    assert device_of(agent) == Device(browser=browser, system=system)


async def test_the_list_says_where_and_since_when_and_nothing_else(db: str) -> None:
    now = 1_000_000 * DAY / 50 + 5000.0  # some time in a day
    async with serving(db, lambda: now) as host:
        anna = on(host, FIREFOX)
        await account(anna, "Anna")
        begun = now - 5000.0
        now += 3 * DAY
        phone = await signed_in(host, "Anna", SAFARI)
        mine = await anna.get("/me/sessions")
        assert [(s["browser"], s["system"], s["current"]) for s in mine] == [
            ("Firefox", "Linux", True),
            ("Safari", "iPhone", False),
        ]
        assert (mine[0]["begun"], mine[0]["seen"]) == (begun, begun + 3 * DAY)
        assert mine[1]["begun"] == mine[1]["seen"] == begun + 3 * DAY
        now += 2 * DAY
        await phone.get("/me")
        theirs = await phone.get("/me/sessions")
        assert [s["seen"] for s in theirs] == [begun + 5 * DAY, begun + 3 * DAY]
        assert {s["id"] for s in theirs} == {s["id"] for s in mine}
        exported = (await anna.get("/me/export"))["sessions"]
        assert {s["browser"] for s in exported} == {"Firefox", "Safari"}
    stored = str(rows(db, schema.sessions))
    assert "Mozilla" not in stored
    assert "127.0.0.1" not in stored


async def test_one_is_ended_with_its_sockets_and_no_other(db: str) -> None:
    async with two_doors(db) as (host, second):
        anna = on(host, FIREFOX)
        await account(anna, "Anna")
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        phone = await signed_in(second, "Anna", SAFARI)
        tablet = await signed_in(second, "Anna", CHROME)
        async with phone.socket(table) as lost, tablet.socket(table) as kept:
            await lost.wait_for("welcome")
            await kept.wait_for("welcome")
            listed = await anna.get("/me/sessions")
            (name,) = (s["id"] for s in listed if s["browser"] == "Safari")
            await anna.ask("DELETE", f"/me/sessions/{name}")
            bye = await lost.wait_for("bye")
            assert (bye["code"], bye["again"]) == ("signed_out", False)
            await kept.send(type="ping", id="p")
            await kept.wait_for("pong")
        assert (await phone.get("/me", 401))["code"] == "no_session"
        await tablet.get("/me")
        assert len(await anna.get("/me/sessions")) == 2
        again = await anna.ask("DELETE", f"/me/sessions/{name}", None, 404)
        assert again["code"] == "unknown_session"


async def test_all_others_are_ended(db: str) -> None:
    async with two_doors(db) as (host, second):
        anna = on(host, FIREFOX)
        await account(anna, "Anna")
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        phone = await signed_in(second, "Anna", SAFARI)
        async with phone.socket(table) as lost, anna.socket(table) as kept:
            await lost.wait_for("welcome")
            await kept.wait_for("welcome")
            await anna.post("/session/sign-out-others")
            assert (await lost.wait_for("bye"))["code"] == "signed_out"
            await kept.send(type="ping", id="p")
            await kept.wait_for("pong")
        await phone.get("/me", 401)
        assert [s["current"] for s in await anna.get("/me/sessions")] == [True]


async def test_nobody_ends_a_session_of_somebody_else(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno = host.person(), host.person()
        await account(anna, "Anna")
        await account(bruno, "Bruno")
        (hers,) = await anna.get("/me/sessions")
        assert [s["id"] for s in await bruno.get("/me/sessions")] != [hers["id"]]
        for name in (hers["id"], hers["id"][:4] + "%", "%", "", hers["id"] + "%"):
            reply = await bruno.http.delete(f"/me/sessions/{name}")
            assert reply.status_code in (404, 405)
        await anna.get("/me")
        await host.person().get("/me/sessions", 401)


async def test_a_session_says_nothing_of_its_token(sqlite_db: str) -> None:
    """What the list calls it opens no door."""
    async with serving(sqlite_db) as host:
        anna = host.person()
        await account(anna, "Anna")
        (listed,) = await anna.get("/me/sessions")
        token = anna.http.cookies["carrozza"].partition(".")[0]
        assert listed["id"] not in anna.http.cookies["carrozza"]
        assert token not in str(listed)
        assert len(listed["id"]) == 16
