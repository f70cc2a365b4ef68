"""One name, one person: nobody can be taken for somebody else, or for what is no person."""

import gzip
import json
from pathlib import Path

import pytest
import sqlalchemy
from tests.server.support import Person, serving
from tests.server.test_people import account, rows

from carrozza.server.people.skeletons import is_reserved, is_visible, skeleton
from carrozza.server.storage import schema
from carrozza.server.storage.backup import back_up, restore
from carrozza.server.storage.database import downgrade, migrate, plain_engine

pytestmark = pytest.mark.anyio

LOOK_LIKE_LUCA = [
    "Luca",
    "LUCA",
    "1uca",
    "Lu\u0441a",
    "Luc\u0430",
    "\u216cuca",
    "Ｌｕｃａ",
    "Lu ca",
]


@pytest.mark.parametrize("name", LOOK_LIKE_LUCA)
def test_names_that_look_alike_have_one_skeleton(name: str) -> None:
    assert skeleton(name) == skeleton("Luca")


@pytest.mark.parametrize(("one", "two"), [("Ilse", "Lise"), ("Anna", "Ånna"), ("Ola", "Ole")])
def test_names_that_do_not_have_two(one: str, two: str) -> None:
    assert skeleton(one) != skeleton(two)


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u0301", "a\u200bb", "Z" + "\u0301" * 9])
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    assert not is_visible(name)


@pytest.mark.parametrize("name", ["Åse", "Nguyễn", "नमस्ते", "אבג", "🚂", "d'Este 2"])
def test_what_can_be_seen_is_one(name: str) -> None:
    assert is_visible(name)
    assert not is_reserved(name)


@pytest.mark.parametrize("name", ["Guest 123", "OSPITE", "B0t", "bot (easy)", "Αdmin", "Gjest 7"])
def test_some_names_are_nobodys(name: str) -> None:
    assert is_reserved(name)


async def refused(person: Person, method: str, path: str, body: object) -> str:
    reply = await person.http.request(method, path, json=body)
    assert reply.status_code in (409, 422), f"{path} {body}: {reply.status_code}"
    return str(reply.json()["code"])


async def test_nobody_sits_under_the_name_of_an_account(db: str) -> None:
    async with serving(db) as host:
        luca, guest = host.person(), host.person()
        await account(luca, "Luca")
        await guest.post("/session")
        table = (await luca.post("/tables", {"game": "usa", "players": 3}))["id"]
        seat = f"/tables/{table}/seats/1"
        for name in LOOK_LIKE_LUCA:
            assert await refused(guest, "PATCH", "/me", {"name": name}) == "name_taken"
            join = await refused(guest, "POST", f"/tables/{table}/join", {"name": name})
            assert join == "name_taken"
        shown = await guest.post(f"/tables/{table}/join", {"seat": 1, "name": "Mario"})
        assert [one["guest"] for one in shown["seats"]] == [False, True, False]
        assert await refused(guest, "PATCH", seat, {"name": "1uca"}) == "name_taken"
        assert await refused(guest, "PATCH", seat, {"name": "Admin"}) == "reserved_name"
        password = {"name": "1uca", "password": "correct horse"}
        assert await refused(guest, "POST", "/me/account", password) == "name_taken"
        await luca.post(f"/tables/{table}/join", {"name": "Nonna"})  # who sits beside him


async def test_a_guest_gives_a_name_up_that_becomes_an_account(db: str) -> None:
    async with serving(db) as host:
        guest, luca = host.person(), host.person()
        table = (await guest.post("/tables", {"game": "usa"}))["id"]
        await guest.ask("PATCH", "/me", {"name": "1uca"})
        await account(luca, "Luca")
        assert (await guest.get("/me"))["name"].startswith("Guest ")
        shown = await luca.post(f"/tables/{table}/join", {})
        assert [seat["name"] for seat in shown["seats"]][1:] == ["Luca"]
        assert shown["seats"][0]["name"].startswith("Guest ")


async def test_at_rated_tables_people_play_under_their_own_names(db: str) -> None:
    async with serving(db) as host:
        anna, luca = host.person(), host.person()
        await account(anna, "Anna")
        await account(luca, "Luca")
        table = (await anna.post("/tables", {"game": "usa", "rated": True}))["id"]
        shown = await luca.post(f"/tables/{table}/join", {"name": "Grandmaster"})
        assert [seat["name"] for seat in shown["seats"]] == ["Anna", "Luca"]
        seat = f"/tables/{table}/seats/1"
        assert await refused(luca, "PATCH", seat, {"name": "Grandmaster"}) == "rated"


async def test_accounts_from_before_keep_their_names(db: str, tmp_path: Path) -> None:
    """Also those whose names look alike, in a database and in a backup of the version before."""
    engine = plain_engine(db)
    migrate(db)
    old = {"password": "x", "created": 1.0}
    with engine.begin() as connection:
        downgrade(connection, "0001")
        accounts = sqlalchemy.Table("accounts", sqlalchemy.MetaData(), autoload_with=connection)
        connection.execute(
            sqlalchemy.insert(accounts),
            [
                {"id": "a", "name": "Luca", "login": "luca", **old},
                {"id": "b", "name": "1uca", "login": "1uca", **old},
                {"id": "c", "name": "Luca", "login": None, "password": None, "created": 0.0},
            ],
        )
    backup = tmp_path / "old.gz"
    with gzip.open(backup, "wt", encoding="utf-8") as out:
        lines = [{"carrozza_backup": 1, "schema": "0001"}]
        with engine.connect() as connection:
            for row in connection.execute(sqlalchemy.select(accounts)):
                lines.append({"t": "accounts", "r": list(row)})
        out.writelines(json.dumps(line) + "\n" for line in [*lines, {"rows": 3}])
    engine.dispose()

    def owned() -> dict[object, object]:
        return {row["id"]: (row["name"], row["owned"]) for row in rows(db, schema.accounts)}

    expected = {"a": ("Luca", "luca"), "b": ("1uca", "luca b"), "c": ("Luca", None)}
    migrate(db)
    assert owned() == expected
    assert restore(db, backup, lambda *_: None, replace=True) == 3
    assert owned() == expected
    again = tmp_path / "new.gz"
    back_up(db, again, lambda *_: None)
    restore(db, again, lambda *_: None, replace=True)
    assert owned() == expected
