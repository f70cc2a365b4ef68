"""Tables that are not to be watched, and tables that are not to be found."""

import pytest
from tests.server.support import Person, serving

pytestmark = pytest.mark.anyio


async def closed_table(anna: Person, bruno: Person) -> str:
    """Anna's table, with a seat for Bruno, that nobody else may watch."""
    table = (await anna.post("/tables", {"game": "usa", "spectators": False}))["id"]
    await bruno.post(f"/tables/{table}/join", {})
    return str(table)


async def test_who_came_before_the_game_does_not_stay_to_watch(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        bruno = host.person()
        eve = host.person()
        table = await closed_table(anna, bruno)
        async with eve.socket(table) as hers, bruno.socket(table) as his:
            await hers.wait_for("welcome")
            await anna.post(f"/tables/{table}/start")
            assert (await hers.wait_for("bye"))["code"] == "no_spectators"
            assert '"view"' not in "".join(hers.heard)
            await his.wait_for("update")
        async with eve.socket(table) as hers:
            assert (await hers.receive())["code"] == "no_spectators"
        async with bruno.socket(table, watch=True) as his:
            assert (await his.wait_for("update"))["seat"] is None


async def test_who_left_and_watches_is_not_back(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        bruno = host.person()
        table = await closed_table(anna, bruno)
        await anna.post(f"/tables/{table}/start")
        await bruno.post(f"/tables/{table}/leave")
        async with bruno.socket(table, watch=True) as his:
            assert (await his.wait_for("welcome"))["table"]["seats"][1]["away"]
            assert (await anna.get(f"/tables/{table}"))["seats"][1]["away"]
        async with bruno.socket(table) as his:
            await his.wait_for("welcome")
            assert not (await anna.get(f"/tables/{table}"))["seats"][1]["away"]


async def test_who_was_put_out_of_a_seat_sees_no_hand(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        bruno = host.person()
        table = await closed_table(anna, bruno)
        async with bruno.socket(table) as his:
            await his.wait_for("welcome")
            await anna.ask("PATCH", f"/tables/{table}/seats/1", {"bot": "easy"})
            await anna.post(f"/tables/{table}/start")
            assert (await his.wait_for("bye"))["code"] == "no_spectators"
            assert '"view"' not in "".join(his.heard)


async def test_a_table_that_is_not_public_is_in_no_list(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        eve = host.person()
        await eve.post("/session")
        hidden = []
        for begin in ("/tables", "/play-now"):
            hidden.append((await anna.post(begin, {"game": "usa"}))["id"])
        shown = (await anna.post("/tables", {"game": "usa", "public": True}))["id"]
        lists = (
            "/tables",
            "/tables/finished",
            "/me/tables",
            "/me/history",
            "/me/calls",
            "/me/export",
        )
        seen = "".join([(await eve.http.get(path)).text for path in lists])
        assert shown in seen
        assert not [table for table in hidden if table in seen]


async def test_spectators_see_a_table_from_outside(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        eve = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        async with eve.socket(table) as socket:
            update = await socket.wait_for("update")
            assert update["seat"] is None
            assert update["legal"] == []
            for kind, rest in {
                "act": {"version": 0, "action": {"type": "DrawBlind"}},
                "undo": {"version": 0},
                "why": {"action": {"type": "DrawBlind"}},
            }.items():
                await socket.send(type=kind, id="1", seat=0, **rest)
                refusal = await socket.wait_for("refusal")
                assert (refusal["id"], refusal["code"]) == ("1", "no_session")
            await eve.post("/session")
        async with eve.socket(table) as socket:
            await socket.send(type="act", id="1", seat=0, version=0, action={"type": "DrawBlind"})
            assert (await socket.wait_for("refusal"))["code"] == "not_yours"
            for rest in ({"type": "leave"}, {"type": "confirm", "version": 0}):
                await socket.send(seat=0, **rest)
                assert (await socket.wait_for("refusal"))["code"] == "not_yours"
            await socket.send(type="say", text="hello")
            assert (await socket.wait_for("refusal"))["code"] == "not_seated"
