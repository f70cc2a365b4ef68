"""Cookies, accounts and who may act for whom."""

import pytest
from tests.server.pair import two_doors
from tests.server.support import Person, serving

from carrozza.server.play.moves import _question

pytestmark = pytest.mark.anyio

ANNA = {"name": "Anna", "password": "correct horse"}


async def status(person: Person, cookie: str) -> int:
    """What /me says to this cookie alone."""
    reply = await person.http.get("/me", headers={"cookie": f"carrozza={cookie}"})
    return reply.status_code


@pytest.mark.parametrize("https", [False, True])
async def test_scripts_and_other_sites_do_not_get_the_cookie(sqlite_db: str, https: bool) -> None:
    async with serving(sqlite_db, https=https) as host:
        reply = await host.person().http.post("/session")
        flags = {part.strip().lower() for part in reply.headers["set-cookie"].split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= flags
        assert ("secure" in flags) == https


async def test_whoever_knew_a_guest_s_cookie_does_not_know_the_account_s(db: str) -> None:
    async with serving(db) as host:
        anna, eve = host.person(), host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        planted = anna.http.cookies["carrozza"]
        async with anna.socket(table) as socket:
            await socket.wait_for("update")
            await anna.post("/me/account", ANNA)
            bye = await socket.wait_for("bye")
            assert (bye["code"], bye["again"]) == ("signed_in", True)
        assert await status(eve, planted) == 401
        assert not (await anna.get("/me"))["guest"]
        async with anna.socket(table) as socket:
            assert (await socket.wait_for("welcome"))["seats"] == [0]


async def test_signing_in_brings_a_guest_s_games_along_at_once(db: str) -> None:
    async with two_doors(db) as (host, second):
        anna, phone = host.person(), second.person()
        await anna.post("/session")
        await anna.post("/me/account", ANNA)
        table = (await phone.post("/play-now", {"game": "usa"}))["id"]
        guest = phone.http.cookies["carrozza"]
        async with phone.socket(table) as socket:
            update = await socket.wait_for("update")
            await phone.post("/session/sign-in", ANNA)
            assert (await socket.wait_for("bye"))["again"]
        assert await status(host.person(), guest) == 401
        async with phone.socket(table) as socket:
            assert (await socket.wait_for("welcome"))["seats"] == [0]
            await socket.act(update, update["legal"][0])
            await socket.wait_for("ack")


async def test_signing_in_as_another_ends_the_session_before(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno = host.person(), host.person()
        for person, name in ((anna, "Anna"), (bruno, "Bruno")):
            await person.post("/session")
            await person.post("/me/account", ANNA | {"name": name})
        before = anna.http.cookies["carrozza"]
        await anna.post("/session/sign-in", ANNA | {"name": "Bruno"})
        assert await status(host.person(), before) == 401


async def test_another_password_signs_out_all_others(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, phone = host.person(), host.person()
        await anna.post("/session")
        await anna.post("/me/account", ANNA)
        await phone.post("/session/sign-in", ANNA)
        new = {"old": ANNA["password"], "new": "battery staple"}
        await anna.post("/me/password", new)
        await anna.get("/me")
        await phone.get("/me", 401)
        await phone.post("/session/sign-in", ANNA, 403)


async def test_passwords_are_guessed_at_only_so_often(sqlite_db: str) -> None:
    async with serving(sqlite_db, now=lambda: 1e9, limits=1.0, logins_per_hour=5) as host:
        anna = host.person()
        await anna.post("/session")
        await anna.post("/me/account", ANNA)
        wrong = {"old": "not it at all", "new": "not it at all"}
        await anna.post("/me/password", wrong, 403)
        await anna.post("/me/delete", {"password": "nor this"}, 403)
        await anna.post("/session/sign-in", ANNA | {"password": "nor that"}, 403)
        await anna.post("/me/password", wrong, 403)
        for path, body in (
            ("/me/password", wrong),
            ("/me/delete", {"password": "nor this"}),
            ("/session/sign-in", ANNA),
            ("/me/account", ANNA),
        ):
            assert (await anna.post(path, body, 429))["code"] == "too_many"


async def test_a_bot_is_told_nothing_of_the_seed(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        table = (await host.person().post("/play-now", {"game": "usa"}))["id"]
        loaded = await host.context.tables.get(table)
        question = repr(_question(host.context, loaded, 1))
        assert len(loaded.row.setup.seed) == 64
        assert loaded.row.setup.seed not in question
