"""Guests, accounts and sessions."""

import asyncio
import random

import pytest
import sqlalchemy
from tests.server.support import PATIENCE, Person, play_out, serving

from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse"


def rows(db: str, table: sqlalchemy.Table) -> list[dict[str, object]]:
    engine = plain_engine(db, snapshot=True)  # the server may be writing
    with engine.connect() as connection:
        found = [dict(row) for row in connection.execute(sqlalchemy.select(table)).mappings()]
    engine.dispose()
    return found


async def account(person: Person, name: str) -> None:
    await person.post("/session")
    await person.post("/me/account", {"name": name, "password": PASSWORD})


async def test_an_account_brings_the_games_to_another_device(db: str) -> None:
    async with serving(db) as host:
        laptop, phone = host.person(), host.person()
        table = (await laptop.post("/play-now", {"game": "usa"}))["id"]
        await laptop.post("/me/account", {"name": "Ada", "password": PASSWORD})
        assert not (await laptop.get("/me"))["guest"]
        other = (await phone.post("/play-now", {"game": "europe"}))["id"]
        await phone.post("/session/sign-in", {"name": "aDa ", "password": PASSWORD})
        mine = {t["table"]["id"] for t in await phone.get("/me/tables")}
        assert mine == {table, other}, "the guest's game has come along"
        assert (await phone.get("/me")) == (await laptop.get("/me"))


async def test_wrong_passwords_and_unknown_names_sound_alike(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, other = host.person(), host.person()
        await account(anna, "Anna")
        wrong = await other.post("/session/sign-in", {"name": "Anna", "password": "x" * 9}, 403)
        nobody = await other.post("/session/sign-in", {"name": "Nobody", "password": "x" * 9}, 403)
        assert wrong == nobody


async def test_names_belong_to_one_account(db: str) -> None:
    async with serving(db) as host:
        anna, other = host.person(), host.person()
        await account(anna, "Ånna")
        await other.post("/session")
        taken = {"name": "ÅNNA", "password": PASSWORD}
        assert (await other.post("/me/account", taken, 409))["code"] == "name_taken"
        assert (await other.ask("PATCH", "/me", {"name": "ånna"}, 409))["code"] == "name_taken"
        assert (await anna.post("/me/account", taken, 409))["code"] == "has_account"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u0000b", "tab\u200bless\u202e"])
async def test_names_that_cannot_be_shown(sqlite_db: str, name: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        await anna.post("/session")
        problem = await anna.ask("PATCH", "/me", {"name": name}, 422)
        assert problem["code"] in ("bad_name", "malformed")


async def test_the_limit_of_names_is_told(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        await anna.post("/session")
        most = (await anna.get("/games"))["name_length"]
        await anna.ask("PATCH", "/me", {"name": "x" * most})
        refusal = await anna.ask("PATCH", "/me", {"name": "x" * (most + 1)}, 422)
        assert refusal["code"] == "bad_name"
        assert str(most) in refusal["message"]


async def test_a_guest_without_a_name_has_a_number_everywhere(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = await anna.post("/tables", {"game": "usa"})
        me = await anna.get("/me")
        number = me["guest_number"]
        assert me["name"] == f"Guest {number}"
        assert [seat["guest_number"] for seat in table["seats"]] == [number, None]
        async with anna.socket(table["id"]) as socket:
            await socket.wait_for("welcome")
            await socket.send(type="say", text="hello")
            assert (await socket.wait_for("said"))["line"]["guest_number"] == number
            await anna.ask("PATCH", "/me", {"name": "Anna"})
            changed = await socket.wait_for("changed")
            assert changed["table"]["seats"][0]["guest_number"] is None
        assert (await anna.get("/me"))["guest_number"] is None


async def test_nobody_passes_for_a_guest_without_a_name(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        taken = {"name": " Guest  123"}
        account = {**taken, "password": PASSWORD}
        for refusal in (
            await anna.ask("PATCH", "/me", taken, 422),
            await anna.post("/me/account", account, 422),
            await anna.post(f"/tables/{table}/join", taken, 422),
            await anna.ask("PATCH", f"/tables/{table}/seats/0", taken, 422),
        ):
            assert refusal["code"] == "guest_name"
        await anna.ask("PATCH", "/me", {"name": "Guest of honour"})


async def test_renaming_shows_at_open_tables(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            await anna.ask("PATCH", "/me", {"name": "  Anna   Maria "})
            changed = await socket.wait_for("changed")
            assert changed["table"]["seats"][0]["name"] == "Anna Maria"


async def test_cookies_are_for_the_server_alone_and_tokens_are_stored_hashed(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        reply = await anna.http.post("/session")
        cookie = reply.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        value = anna.http.cookies["carrozza"]
        token = value.split(".")[0]
        assert all(token not in str(row) for row in rows(db, schema.sessions))
        other = "A" if value[-10] != "A" else "B"  # the last letters may stand for the same bits
        anna.http.cookies.jar.clear()
        anna.http.cookies.set("carrozza", value[:-10] + other + value[-9:])
        assert (await anna.get("/me", 401))["code"] == "no_session"


async def test_passwords_are_argon2id(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        await account(host.person(), "Anna")
        (stored,) = rows(sqlite_db, schema.accounts)
        assert str(stored["password"]).startswith("$argon2id$")


async def test_signing_out_everywhere_closes_the_sockets(db: str) -> None:
    async with serving(db) as host:
        laptop, phone = host.person(), host.person()
        await account(laptop, "Anna")
        await phone.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})
        table = (await laptop.post("/play-now", {"game": "usa"}))["id"]
        async with laptop.socket(table) as socket:
            await socket.wait_for("welcome")
            await phone.post("/session/sign-out-everywhere")
            bye = await socket.wait_for("bye")
            assert (bye["code"], bye["again"]) == ("signed_out", False)
        await laptop.get("/me", 401)


async def test_signing_out_here_leaves_other_devices(db: str) -> None:
    async with serving(db) as host:
        laptop, phone = host.person(), host.person()
        await account(laptop, "Anna")
        await phone.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})
        old = dict(phone.http.cookies)
        await phone.post("/session/sign-out")
        await laptop.get("/me")
        for name, value in old.items():
            phone.http.cookies.set(name, value)
        await phone.get("/me", 401)


async def test_a_new_password_signs_others_out(db: str) -> None:
    async with serving(db) as host:
        laptop, phone = host.person(), host.person()
        await account(laptop, "Anna")
        await phone.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})
        wrong = {"old": "not this one", "new": "another one"}
        assert (await laptop.post("/me/password", wrong, 403))["code"] == "wrong_password"
        await laptop.post("/me/password", {"old": PASSWORD, "new": "another one"})
        await laptop.get("/me")
        await phone.get("/me", 401)


async def test_sessions_end(sqlite_db: str) -> None:
    clock = [1e9]
    async with serving(sqlite_db, lambda: clock[0]) as host:
        anna = host.person()
        await anna.post("/session")
        clock[0] += 401 * 86_400
        assert (await anna.get("/me", 401))["code"] == "no_session"


async def test_my_data(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        await account(anna, "Anna")
        table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        async with anna.socket(table) as socket:
            await socket.send(type="say", text="hello")
            await socket.wait_for("said")
        mine = await anna.get("/me/export")
        assert mine["account"]["name"] == "Anna"
        assert [seat["table"] for seat in mine["seats"]] == [table]
        assert [line["text"] for line in mine["chat"]] == ["hello"]
        assert PASSWORD not in str(mine)
        assert "argon2" not in str(mine)


async def test_deleting_an_account_leaves_the_games_and_no_name(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        await account(anna, "Anna Karenina")
        table = (await anna.post("/tables", {"game": "card_game"}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/start")
        async with bruno.socket(table) as his:
            assert (await anna.post("/me/delete", {"password": "wrong one"}, 403))["code"]
            await anna.post("/me/delete", {"password": PASSWORD})
            await anna.get("/me", 401)
            await play_out(his, random.Random(1))  # a bot plays on for her
        result = await bruno.get(f"/tables/{table}/result")
        assert result["table"]["seats"][0]["name"] == "—"
        for stored in (schema.accounts, schema.seats, schema.chat, schema.sessions):
            assert "Karenina" not in str(rows(db, stored))


async def test_muting(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        joined = await bruno.post(f"/tables/{table}/join", {})
        him = joined["seats"][1]["person"]
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            await hers.wait_for("welcome")
            await his.send(type="say", text=" one \n line\u0007 ")
            assert (await hers.wait_for("said"))["line"]["text"] == "one line"
            await anna.ask("PUT", f"/me/mutes/{him}", {"on": True})
            await his.send(type="say", text="unheard")
            await his.wait_for("said")
            await his.wait_for("said")
            await anna.ask("PUT", f"/me/mutes/{him}", {"on": False})
            await his.send(type="say", text="heard")
            assert (await hers.wait_for("said"))["line"]["text"] == "heard"
        assert (await anna.ask("PUT", "/me/mutes/nobody", {"on": True}, 404))["code"]


async def test_whoever_comes_while_somebody_speaks_hears_it(postgres_db: str) -> None:
    """Her coming is held up when the lines were read for her, and none is sent to her yet."""
    waiting = sqlalchemy.text("select count(*) from pg_locks where not granted")
    hers_only = sqlalchemy.select(schema.seats).with_for_update()
    async with serving(postgres_db, busy_seconds=PATIENCE) as host:
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        account = (await anna.get("/me"))["id"]
        async with bruno.socket(table) as his:
            await his.wait_for("welcome")
            engine = plain_engine(postgres_db)
            with engine.connect() as other:
                other.execute(hers_only.where(schema.seats.c.account == account))
                async with anna.socket(table) as hers, asyncio.timeout(PATIENCE):
                    while not other.execute(waiting).scalar():
                        await asyncio.sleep(0.01)
                    await his.send(type="say", text="Ciao!")
                    await his.wait_for("said")
                    other.rollback()
                    assert (await hers.wait_for("welcome"))["chat"] == []
                    assert (await hers.wait_for("said"))["line"]["text"] == "Ciao!"
            engine.dispose()


async def test_chat_has_a_limit(sqlite_db: str) -> None:
    async with serving(sqlite_db, limits=1.0) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            for number in range(15):
                await socket.send(type="say", text=str(number))
            refusal = await socket.wait_for("refusal")
            assert refusal["code"] == "too_many"
