"""A board of one's own is the biggest thing a stranger may send: it must cost the server little."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import pytest
import sqlalchemy
from tests.server.support import PATIENCE, Person, serving
from tests.server.test_people import rows

from carrozza.board.board import board_from_plain
from carrozza.board.data import MOST_POINTS
from carrozza.core.errors import BadBoard
from carrozza.games.registry import find_game
from carrozza.server.limits import VarietyLimit
from carrozza.server.play import executors
from carrozza.server.storage import schema
from carrozza.server.storage.database import downgrade, migrate, plain_engine
from carrozza.server.tables import cache, history

pytestmark = pytest.mark.anyio


ROUTE: dict[str, Any] = {"a": "City 0", "b": "City 1", "length": 1, "colour": "grey"}


def board(**changes: Any) -> dict[str, Any]:
    """A ring of thirty cities, with tickets enough for everybody."""
    names = [f"City {i}" for i in range(30)]
    ring = list(zip(names, names[1:] + names[:1], strict=True))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]][:150]
    return {
        "format": 1,
        "name": "Ring",
        "cities": [{"name": name, "lat": 0, "lon": i} for i, name in enumerate(names)],
        "routes": [{"a": a, "b": b, "length": 1, "colour": "grey"} for a, b in ring],
        "tickets": [
            {"a": a, "b": b, "points": 5, "long": i % 2 == 0} for i, (a, b) in enumerate(pairs)
        ],
        "route_points": {"1": 1},
    } | changes


def largest() -> dict[str, Any]:
    """As many ways to pay as a board may have."""
    plain = board()
    names = [city["name"] for city in plain["cities"]]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]][:400]
    routes = [{"a": a, "b": b, "length": 9, "colour": "grey"} for a, b in pairs]
    return plain | {"routes": routes, "route_points": {"9": 1}}


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("symbols", {"routes": [ROUTE | {"draw_bonus": 10**15}]}),
        ("route_points", {"route_points": {"1": 10**12}}),
        ("ticket_points", {"tickets": [{"a": "City 0", "b": "City 1", "points": 10**18}]}),
        ("bonus_points", {"bonus_cards": [{"name": "x", "points": 10**18, "counts": "ferries"}]}),
        ("bonus_points", {"bonus_cards": [{"name": "x", "points": -1, "counts": "ferries"}]}),
        ("too_many", {"bonus_cards": [{"name": "x", "points": 1, "counts": "ferries"}] * 51}),
        ("long_name", {"name": "x" * 500_000}),
        ("no_name", {"name": ""}),
        ("no_name", {"name": " \u2003"}),
        ("no_name", {"cities": [{"name": " ", "lat": 0, "lon": 0}]}),
        ("long_name", {"cities": [{"name": "x" * 500_000, "lat": 0, "lon": 0}]}),
        ("long_name", {"cities": [{"name": "x", "lat": 0, "lon": 0, "country": "x" * 500_000}]}),
        ("bad_text", {"name": "Ring\n"}),
        ("bad_text", {"name": "\u202egniR"}),
        ("bad_text", {"cities": [{"name": "x\x07", "lat": 0, "lon": 0}]}),
        ("bad_text", {"cities": [{"name": "x", "lat": 0, "lon": 0, "country": "\x1b[2J"}]}),
        ("bad_text", {"routes": [ROUTE | {"colour": "\u2028"}]}),
        ("bad_text", {"tickets": [{"a": "City 0", "b": "\x00", "points": 5}]}),
        ("bad_text", {"tickets": [{"a": "City 0", "b": "City 1", "points": 5, "edition": "\x85"}]}),
        ("bad_text", {"bonus_cards": [{"name": "x", "points": 1, "counts": "\x7f"}]}),
        ("bad_text", {"expect": {"\x00": 0}}),
        ("too_many", {"expect": {str(i): 0 for i in range(101)}}),
        ("too_many", {"cities": [{"name": str(i), "lat": 0, "lon": 0} for i in range(9000)]}),
    ],
)  # fmt: skip
def test_what_no_board_needs_is_refused(code: str, changes: dict[str, Any]) -> None:
    with pytest.raises(BadBoard) as refused:
        board_from_plain(board(**changes))
    assert refused.value.code == code


def test_the_most_points_fit_into_the_database() -> None:
    assert MOST_POINTS * (400 + 200 + 50) < 2**31


async def test_others_hardly_notice_while_big_boards_are_built(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        eve, anna = host.person(), host.person()
        await anna.post("/session")

        async def flood() -> None:
            for i in range(4):
                await eve.post("/tables", {"game": "europe", "board": largest() | {"name": str(i)}})

        assert await served_during(anna, flood()) > 12  # several while each of them is built


async def served_during(anna: Person, work: Coroutine[Any, Any, Any]) -> int:
    """How many requests of somebody else's are answered meanwhile."""
    working = asyncio.create_task(work)
    served = 0
    while not working.done():
        await anna.get("/me")
        served += 1
    await working
    return served


async def test_tables_are_made_only_so_often(sqlite_db: str) -> None:
    async with serving(sqlite_db, limits=1.0, now=lambda: 1e9, tables_per_hour=3) as host:
        eve, anna = host.person(), host.person()
        for _ in range(2):
            await eve.post("/tables", {"game": "usa"})
        # A board that is refused has cost as much as one that is not.
        await eve.post("/tables", {"game": "usa", "board": {}}, 400)
        for path in ("/tables", "/play-now"):
            assert (await eve.post(path, {"game": "usa"}, 429))["code"] == "too_many"
        assert (await anna.post("/tables", {"game": "usa"}, 429))["code"] == "too_many"


async def test_a_table_with_a_big_board_comes_back_without_holding_up_others(
    sqlite_db: str,
) -> None:
    async with serving(sqlite_db) as host:
        eve, anna = host.person(), host.person()
        await anna.post("/session")
        body = {"game": "europe", "board": largest(), "bots": [None, "easy"]}
        table = (await eve.post("/tables", body))["id"]
        await eve.post(f"/tables/{table}/start")
        host.context.tables.forget(table)
        find_game.__globals__["_custom_game"].cache_clear()
        assert await served_during(anna, eve.get(f"/tables/{table}")) > 2


async def tables_on_boards(person: Person, number: int) -> list[str]:
    return [
        (await person.post("/tables", {"game": "usa", "board": board(name=f"Board {n}")}))["id"]
        for n in range(number)
    ]


async def test_few_idle_tables_keep_their_boards_in_memory(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "IN_USE_SECONDS", -1.0)
    async with serving(sqlite_db, open_tables_per_person=100) as host, host.person() as eve:
        tables = await tables_on_boards(eve, cache.MOST_IDLE_BOARDS)
        await eve.post("/tables", {"game": "usa"})
        async with eve.socket(tables[0]) as socket:
            await socket.wait_for("welcome")
            tables += await tables_on_boards(eve, cache.MOST_IDLE_BOARDS)
            held = host.context.tables
            assert len(held) <= cache.MOST_IDLE_BOARDS + 3  # one used, one without, the newest
            assert held.loaded(tables[0]) is not None  # somebody is there
            for table in tables:
                await eve.get(f"/tables/{table}")


def free_places(boards: VarietyLimit) -> int:
    """For boards at whose tables this address might have sockets."""
    entered = [board for board in ("a", "b", "c") if boards.enter("127.0.0.1", board)]
    for board in entered:
        boards.leave("127.0.0.1", board)
    return len(entered)


async def test_an_address_is_at_few_boards_at_once(sqlite_db: str) -> None:
    async with serving(sqlite_db, boards_at_once=2, limits=1.0) as host, host.person() as eve:
        one, two, three = await tables_on_boards(eve, 3)
        async with eve.socket(one) as first, eve.socket(two) as second, eve.socket(one) as again:
            for socket in (first, second, again):
                await socket.wait_for("welcome")
            async with eve.socket(three) as refused:
                assert (await refused.wait_for("bye"))["code"] == "too_many"
        async with asyncio.timeout(PATIENCE):
            while free_places(host.context.boards) < 2:  # they are being closed
                await asyncio.sleep(0.02)
        async with eve.socket(three) as socket:
            await socket.wait_for("welcome")


async def test_lists_do_not_read_boards(sqlite_db: str) -> None:
    """Thirty tables with the biggest boards that can be sent, looked at by everybody."""
    async with serving(sqlite_db) as host:
        eve, anna = host.person(), host.person()
        for i in range(31):
            plain = board(name=f"Board {i}")
            plain["cities"] = [city | {"country": "x" * 80} for city in plain["cities"]]
            await eve.post("/tables", {"game": "europe", "board": plain, "public": True})
        page = await anna.get("/tables")
        assert page["tables"][0]["custom_board"] == "Board 30"
        listed = await history.public_tables(host.context, 0)
        assert len(listed.tables) == 30
        (loaded, *_) = await history.listed(host.context, schema.tables.c.public, [], 0, 1)
        assert loaded.row.setup.board is not None
        assert loaded.row.setup.board.keys() == {"name"}


async def test_a_board_is_stored_once(db: str) -> None:
    """However many tables are played on it; migrated from the schema before, it is the same."""
    async with serving(db) as host:
        eve = host.person()
        body = {"game": "europe", "board": board(), "bots": [None, "easy"]}
        tables = [(await eve.post("/tables", body))["id"] for _ in range(3)]
        await eve.post(f"/tables/{tables[0]}/start")
        assert all(len(str(row["setup"])) < 500 for row in rows(db, schema.tables))
    stored = rows(db, schema.boards)
    assert [row["name"] for row in stored] == ["Ring"]
    engine = plain_engine(db)
    with engine.begin() as connection:
        downgrade(connection, "0002")
        old = connection.execute(sqlalchemy.text("select setup from tables")).scalars().all()
        assert all('"City 29"' in setup for setup in old)
    engine.dispose()
    migrate(db)
    assert rows(db, schema.boards) == stored
    async with serving(db) as host:
        eve.move_to(host.address)
        for table in tables:
            shown = await host.person().get(f"/tables/{table}")
            assert shown["custom_board"] == "Ring"
        async with eve.socket(tables[0]) as socket:  # the deal is still the one committed to
            update = await socket.wait_for("update")
            assert update["legal"]


async def test_a_board_that_takes_long_to_check_holds_up_no_other_table(sqlite_db: str) -> None:
    checked = threading.Event()
    try:
        async with serving(sqlite_db) as host, host.person() as anna:
            executors._boards.submit(checked.wait)
            await anna.post("/tables", {"game": "usa"})
            await anna.post("/play-now", {"game": "card_game"})
    finally:
        checked.set()
