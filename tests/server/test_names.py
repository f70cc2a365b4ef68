"""One name, one person: nobody can be taken for somebody else, or for what is no person."""

import gzip
import json
from pathlib import Path

import pytest
import sqlalchemy
from tests.server.support import Person, serving
from tests.server.test_people import account, rows

from carrozza.server.errors import Refused
from carrozza.server.people.names import NAME_LENGTH, chosen_name, distinct_name
from carrozza.server.people.skeletons import is_reserved, is_visible, mixes_alphabets, skeleton
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
    "Luca\u0332",
    "L\u0336u\u0336c\u0336a\u0336",
    "Luca\u00a0",
]
MIXED = [name for name in LOOK_LIKE_LUCA if mixes_alphabets(name)]


@pytest.mark.parametrize("name", LOOK_LIKE_LUCA)
def test_names_that_look_alike_have_one_skeleton(name: str) -> None:
    assert skeleton(name) == skeleton("Luca")


@pytest.mark.parametrize(
    ("one", "two"), [("Ilse", "Lise"), ("Anna", "Ånna"), ("Ola", "Ole"), ("Bjørn", "Bjorn")]
)
def test_names_that_do_not_have_two(one: str, two: str) -> None:
    assert skeleton(one) != skeleton(two)


INVISIBLE = ["\u00ad", "\u034f", "\u115f", "\u180b", "\u2060", "\u2066", "\ufe0f", "\U000e0061"]


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "\U0001d159", "Lu\ufffc", "\u0301", "a\u200bb", "Z" + "\u0301" * 9]
)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    assert not is_visible(name)


@pytest.mark.parametrize("name", ["Åse", "Nguyễn", "नमस्ते", "אבג", "🚂", "d'Este 2"])
def test_what_can_be_seen_is_one(name: str) -> None:
    assert is_visible(name)
    assert not is_reserved(name)


@pytest.mark.parametrize("char", INVISIBLE)
def test_nothing_invisible_is_in_a_name(char: str) -> None:
    for name in (f"Lu{char}ca", f"Luca{char}", f"{char}Luca"):
        with pytest.raises(Refused) as refused:
            chosen_name(name)
        assert refused.value.code == "bad_name"


@pytest.mark.parametrize(
    "name", ["\u05d0\u05d1 Luca", "Luca \u05d0\u05d1", "Luca\u0627", "\u0627a"]
)
def test_a_name_is_written_in_one_direction(name: str) -> None:
    with pytest.raises(Refused) as refused:
        chosen_name(name)
    assert refused.value.code == "mixed_directions"
    assert chosen_name("\u05d0\u05d1\u05d2 12") == "\u05d0\u05d1\u05d2 12"


NOBODYS = ["Guest 123", "OSPITE", "B0t", "bot (easy)", "Αdmin", "Gjest 7"]
NOBODYS += ["Guest123", "Gu est 123", "B0t7", "—", "-–", "ー"]  # a dash is who has gone


@pytest.mark.parametrize("name", NOBODYS)
def test_some_names_are_nobodys(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Guest of honour", "Anna-Lena", "Abbott 2", "24", "-_-"])
def test_names_with_a_part_of_them_are_not(name: str) -> None:
    assert not is_reserved(name)


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
        assert len(MIXED) == 2
        for name in LOOK_LIKE_LUCA:
            why = "mixed_name" if name in MIXED else "name_taken"
            assert await refused(guest, "PATCH", "/me", {"name": name}) == why
            assert await refused(guest, "POST", f"/tables/{table}/join", {"name": name}) == why
        shown = await guest.post(f"/tables/{table}/join", {"seat": 1, "name": "Mario"})
        assert [one["guest"] for one in shown["seats"]] == [False, True, False]
        assert await refused(guest, "PATCH", seat, {"name": "1uca"}) == "name_taken"
        assert await refused(guest, "PATCH", seat, {"name": "Admin"}) == "reserved_name"
        password = {"name": "1uca", "password": "correct horse"}
        assert await refused(guest, "POST", "/me/account", password) == "name_taken"
        await luca.post(f"/tables/{table}/join", {"name": "Nonna"})  # who sits beside him


@pytest.mark.parametrize("mark", ["\U0001107f", "\U00016fe4", "\u2d7f", "\u1039", "\u17d2"])
def test_no_mark_hides_under_a_letter_of_another_alphabet(mark: str) -> None:
    """Where they belong some join letters or only fill a place, and are not seen by themselves."""
    for name in (f"Luca{mark}", f"Lu{mark}ca", f"1{mark}"):
        with pytest.raises(Refused) as refused:
            chosen_name(name)
        assert refused.value.code == "mixed_name"


@pytest.mark.parametrize("name", ["Zoë", "Nguyễn", "नमस्ते", "ស្រី", "น้ำ", "שָׁלוֹם", "がぎ"])
def test_marks_go_with_the_letters_of_their_own(name: str) -> None:
    assert chosen_name(name)


@pytest.mark.parametrize("name", ["\u0410LICE", "Mar\u043a", "\u0391nna"])
def test_a_word_is_written_in_one_alphabet(name: str) -> None:
    assert mixes_alphabets(name)


@pytest.mark.parametrize("name", ["Øyvind", "Маша", "Anna Маша", "日本のマ", "Αλίκη", "Åse 🚂"])
def test_most_names_are(name: str) -> None:
    assert not mixes_alphabets(name)


async def test_a_name_in_foreign_letters_that_look_like_plain_ones(db: str) -> None:
    disguise = "\u0410\u04cf\u0456\u0441\u0435"  # Cyrillic throughout, and looks like Alice
    async with serving(db) as host:
        alice, early, late = host.person(), host.person(), host.person()
        await early.post("/session")
        await early.ask("PATCH", "/me", {"name": disguise})
        await account(alice, "Alice")
        assert (await early.get("/me"))["name"].startswith("Guest ")
        await late.post("/session")
        assert await refused(late, "PATCH", "/me", {"name": disguise}) == "name_taken"
        await late.ask("PATCH", "/me", {"name": "Ailce"})


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


async def test_at_a_table_everybody_has_another_name(db: str) -> None:
    async with serving(db) as host:
        anna, other, third = host.person(), host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa", "players": 4}))["id"]
        await anna.ask("PATCH", "/me", {"name": "Anna"})
        await other.post(f"/tables/{table}/join", {"seat": 1, "name": "Anna"})
        await third.post(f"/tables/{table}/join", {"seat": 2, "name": "Anna"})
        await third.ask("PATCH", "/me", {"name": "Anna"})
        await third.post(f"/tables/{table}/join", {"seat": 3})
        shown = await other.ask("PATCH", f"/tables/{table}/seats/1", {"name": "anna"})
        names = [seat["name"] for seat in shown["seats"]]
        assert names == ["Anna", "anna (2)", "Anna (3)", "Anna (4)"]
        await anna.ask("PATCH", "/me", {"name": "Anna (3)"})
        names = [seat["name"] for seat in (await anna.get(f"/tables/{table}"))["seats"]]
        assert len({skeleton(name) for name in names}) == 4


async def test_a_name_with_a_number_is_given_up_as_well(db: str) -> None:
    async with serving(db) as host:
        one, two, luca = host.person(), host.person(), host.person()
        table = (await one.post("/tables", {"game": "usa"}))["id"]
        await one.ask("PATCH", "/me", {"name": "Luca"})
        await two.post("/session")
        await two.ask("PATCH", "/me", {"name": "Luca"})
        shown = await two.post(f"/tables/{table}/join", {})
        assert [seat["name"] for seat in shown["seats"]] == ["Luca", "Luca (2)"]
        await account(luca, "Luca")
        seats = (await one.get(f"/tables/{table}"))["seats"]
        assert all(seat["name"].startswith("Guest ") for seat in seats)


def test_a_long_name_with_a_number_is_not_too_long() -> None:
    others = ["a" * NAME_LENGTH]
    for _ in range(20):
        others.append(distinct_name(others[0], others))
    assert len({skeleton(name) for name in others}) == len(others)
    assert max(map(len, others)) == NAME_LENGTH


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
