"""Tables before the game: making, joining, seats, colours, bots, starting, playing again."""

import asyncio
import random

import pytest
from tests.server.support import Person, play_out, serving
from tests.small_boards import STUCK

from carrozza.server.addresses import is_this_machine
from carrozza.server.tables.table import COLOURS

pytestmark = pytest.mark.anyio


async def test_a_visitor_is_a_guest_from_the_first_click(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        await anna.get("/me", 401)
        table = await anna.post("/tables", {"game": "usa"})
        me = await anna.get("/me")
        assert me["guest"]
        assert table["seats"][0]["person"] == me["id"]
        assert table["host"] == me["id"]


async def test_what_can_be_played(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        found = await anna.get("/games")
        assert [game["name"] for game in found["games"]] == [
            "usa",
            "europe",
            "northern_lights",
            "card_game",
        ]
        assert found["games"][3]["players"] == [2, 3, 4]
        assert "easy" in found["levels"]


async def test_who_sits_at_the_server_learns_where_others_reach_it(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        assert (await host.person().get("/games"))["network"] is None
    async with serving(sqlite_db, host="192.0.2.7", port=8150) as host:
        anna = host.person()
        assert (await anna.get("/games"))["network"] == "http://192.0.2.7:8150"
        far = await anna.http.get("/games", headers={"x-forwarded-for": "203.0.113.1"})
        assert far.json()["network"] is None
    async with serving(sqlite_db, host="192.0.2.7", https=True) as host:
        assert (await host.person().get("/games"))["network"] is None


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.7", False),
        ("", False),
    ],
)
def test_which_addresses_are_this_machine(address: str, here: bool) -> None:
    assert is_this_machine(address) is here


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "nowhere"}, "unknown_game"),
        ({"game": "card_game", "players": 5}, "players"),
        ({"game": "usa", "players": 6}, "malformed"),
        ({"game": "usa", "options": {"edition": "x"}}, "option_value"),
        ({"game": "usa", "options": {"other": 1}}, "unknown_option"),
        ({"game": "usa", "bots": ["genius"]}, "unknown_bot"),
        ({"game": "usa", "bots": ["easy"] * 3}, "bots"),
        ({"game": "usa", "pace": {"kind": "clock", "move": 1}}, "pace"),
        ({"game": "usa", "pace": {"kind": "days", "move": 99}}, "pace"),
        ({"game": "usa", "board": {"format": 1}}, "shape"),
        ({"game": "usa", "extra": 1}, "malformed"),
    ],
)
async def test_a_table_that_cannot_be_made(sqlite_db: str, body: object, code: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        problem = await anna.post("/tables", body, 422 if code != "shape" else 400)
        assert problem["code"] == code
        assert problem["message"].endswith((".", "…"))


async def test_seats_colours_and_bots(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "europe", "players": 4}))["id"]
        path = f"/tables/{table}"
        await bruno.post(f"{path}/join", {"seat": 2})
        assert (await anna.post(f"{path}/join", {"seat": 2}, 409))["code"] == "seat_taken"
        assert (await anna.post(f"{path}/join", {"seat": 4}, 404))["code"] == "unknown_seat"
        assert (await bruno.post(f"{path}/start", status=403))["code"] == "not_host"
        assert (await anna.post(f"{path}/start", status=409))["code"] == "free_seats"

        seats = f"{path}/seats"
        assert (await bruno.ask("PATCH", f"{seats}/2", {"colour": COLOURS[0]}, 409))[
            "code"
        ] == "colour_taken"
        assert (await bruno.ask("PATCH", f"{seats}/2", {"colour": "pink"}, 422))[
            "code"
        ] == "bad_colour"
        assert (await bruno.ask("PATCH", f"{seats}/1", {"bot": "easy"}, 403))["code"] == "not_yours"
        assert (await bruno.ask("PATCH", f"{seats}/2", {"bot": "easy"}, 403))["code"] == "not_host"
        after = await bruno.ask("PATCH", f"{seats}/2", {"colour": COLOURS[4], "name": "B"})
        assert (after["seats"][2]["colour"], after["seats"][2]["name"]) == (COLOURS[4], "B")

        for seat in (1, 3):
            await anna.ask("PATCH", f"{seats}/{seat}", {"bot": "easy"})
        await anna.ask("PATCH", f"{seats}/2", {"free": True})
        assert (await anna.post(f"{path}/start", status=409))["code"] == "free_seats"
        await bruno.post(f"{path}/join", {})
        assert (await host.person().post(f"{path}/join", {}, 409))["code"] == "full"
        started = await anna.post(f"{path}/start")
        assert started["phase"] == "playing"
        assert (await anna.post(f"{path}/start", status=409))["code"] == "begun"
        assert (await bruno.post(f"{path}/join", {}, 409))["code"] == "begun"


async def test_everyone_has_the_colour_they_like_unless_another_person_has_it(db: str) -> None:
    async with serving(db) as host:
        anna, bruno, carla = host.person(), host.person(), host.person()
        body = {"game": "usa", "players": 4, "bots": [None, "easy"], "colour": COLOURS[1]}
        made = await anna.post("/tables", body)
        colours = [seat["colour"] for seat in made["seats"]]
        assert colours == [COLOURS[1], COLOURS[0], COLOURS[2], COLOURS[3]]
        join = f"/tables/{made['id']}/join"
        after = await bruno.post(join, {"seat": 2, "colour": COLOURS[0]})  # the bot's
        colours = [seat["colour"] for seat in after["seats"]]
        assert colours == [COLOURS[1], COLOURS[2], COLOURS[0], COLOURS[3]]
        after = await carla.post(join, {"colour": COLOURS[0]})  # Bruno has it
        assert after["seats"][3]["colour"] == COLOURS[3]
        now = await anna.post("/play-now", {"game": "usa", "colour": COLOURS[4]})
        assert now["seats"][0]["colour"] == COLOURS[4]
        assert len({seat["colour"] for seat in now["seats"]}) == 2
        for path, rest in (("/play-now", {"game": "usa"}), ("/tables", {"game": "usa"})):
            refusal = await anna.post(path, {**rest, "colour": "pink"}, 422)
            assert refusal["code"] == "bad_colour"


async def test_the_lobby_lists_public_tables_only(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        public = await anna.post("/tables", {"game": "usa", "public": True})
        await anna.post("/tables", {"game": "usa"})
        listed = (await bruno.get("/tables"))["tables"]
        assert [table["id"] for table in listed] == [public["id"]]


async def test_getting_up_before_the_game(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        left = await anna.post(f"/tables/{table}/leave")
        assert left["host"] == left["seats"][1]["person"]
        assert left["seats"][0]["name"] == ""
        closed = await bruno.post(f"/tables/{table}/leave")
        assert closed["phase"] == "closed"
        assert (await anna.post(f"/tables/{table}/join", {}, 409))["code"] == "closed"


async def test_one_seat_goes_to_one_person(db: str) -> None:
    """However many reach for it at the same time."""
    async with serving(db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        people = [host.person() for _ in range(8)]
        for person in people:
            await person.post("/session")
        replies = await asyncio.gather(
            *(p.http.post(f"/tables/{table}/join", json={"seat": 1}) for p in people)
        )
        assert sorted(reply.status_code for reply in replies) == [200] + [409] * 7


async def test_a_game_starts_once(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa", "bots": [None, "easy"]}))["id"]
        replies = await asyncio.gather(
            *(anna.http.post(f"/tables/{table}/start") for _ in range(5))
        )
        assert sorted(reply.status_code for reply in replies) == [200] + [409] * 4
        promised = {reply.json()["commitment"] for reply in replies if reply.is_success}
        assert promised == {(await anna.get(f"/tables/{table}"))["commitment"]}


async def test_pass_and_play_on_one_device(db: str) -> None:
    """One person holds all the seats; each has its own view and its own legal actions."""
    async with serving(db) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "card_game"}))["id"]
        await anna.post(f"/tables/{table}/join", {"name": "Nonna"})
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as socket:
            welcome = await socket.wait_for("welcome")
            assert welcome["seats"] == [0, 1]
            assert [seat["name"] for seat in welcome["table"]["seats"]][1] == "Nonna"
            first, second = [await socket.wait_for("update") for _ in range(2)]
            assert (first["seat"], second["seat"]) == (0, 1)
            assert first["view"]["hand"] != second["view"]["hand"]
            await socket.connection.close()
        async with anna.socket(table) as socket:
            await play_out(socket, random.Random(4))
        assert (await anna.get(f"/tables/{table}"))["phase"] == "finished"


async def finished(anna: Person, bruno: Person) -> str:
    table = (await anna.post("/tables", {"game": "card_game"}))["id"]
    await bruno.post(f"/tables/{table}/join", {})
    await anna.post(f"/tables/{table}/start")
    async with anna.socket(table) as hers, bruno.socket(table) as his:
        await asyncio.gather(play_out(hers, random.Random(1)), play_out(his, random.Random(2)))
    return str(table)


async def test_a_rematch_is_one_table_for_all(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        table = await finished(anna, bruno)
        first, second = await asyncio.gather(
            anna.post(f"/tables/{table}/rematch"), bruno.post(f"/tables/{table}/rematch")
        )
        assert first["id"] == second["id"]
        again = await anna.get(f"/tables/{first['id']}")
        old = await anna.get(f"/tables/{table}")
        assert old["rematch"] is True
        assert [s["person"] for s in again["seats"]] == [s["person"] for s in old["seats"]]
        assert (await host.person().post(f"/tables/{table}/rematch", status=401))["code"]


async def test_a_rematch_against_bots_begins_at_once(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "card_game", "players": 3}))["id"]
        async with anna.socket(table) as socket:
            await play_out(socket, random.Random(1))
        assert (await anna.post(f"/tables/{table}/rematch"))["phase"] == "playing"


async def test_who_wants_to_play_again_calls_those_who_played(db: str) -> None:
    async with serving(db) as host:
        anna, bruno, eve = host.person(), host.person(), host.person()
        table = await finished(anna, bruno)
        await eve.post("/session")
        assert await bruno.get("/me/calls") == []
        again = (await anna.post(f"/tables/{table}/rematch"))["id"]
        async with anna.socket(again) as socket:
            await socket.wait_for("welcome")
            (call,) = await bruno.get("/me/calls")
            assert (call["table"], call["again"]["id"]) == (table, again)
            me = await anna.get("/me")
            assert call["again"]["host"] == me["id"]
            for other in (anna, eve):
                assert await other.get("/me/calls") == []
            await bruno.ask("PUT", f"/me/mutes/{me['id']}", {"on": True})
            assert await bruno.get("/me/calls") == []
            await bruno.ask("PUT", f"/me/mutes/{me['id']}", {"on": False})
            assert len(await bruno.get("/me/calls")) == 1
            await bruno.post(f"/tables/{table}/rematch")
            assert await bruno.get("/me/calls") == []
        await host.person().get("/me/calls", 401)


async def test_nobody_is_called_to_a_table_that_is_left_or_full(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        table = await finished(anna, bruno)
        again = (await anna.post(f"/tables/{table}/rematch"))["id"]
        async with anna.socket(again) as socket:
            await socket.wait_for("welcome")
            await anna.ask("PATCH", f"/tables/{again}/seats/1", {"bot": "easy"})
            assert await bruno.get("/me/calls") == []
            await anna.ask("PATCH", f"/tables/{again}/seats/1", {"free": True})
            assert len(await bruno.get("/me/calls")) == 1
        await anna.post(f"/tables/{again}/leave")
        assert await bruno.get("/me/calls") == []


async def test_several_games_and_whose_turn_it_is(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        waiting = (await anna.post("/tables", {"game": "usa"}))["id"]
        playing = (await anna.post("/play-now", {"game": "europe"}))["id"]
        mine = await anna.get("/me/tables")
        assert [(t["table"]["id"], t["your_turn"]) for t in mine] == [
            (playing, True),
            (waiting, False),
        ]
        await bruno.post("/session")
        assert await bruno.get("/me/tables") == []


async def test_a_custom_board_is_played_and_saved(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        made = await anna.post("/tables", {"game": "usa", "board": STUCK, "bots": [None, "easy"]})
        assert made["custom_board"] == STUCK["name"]


async def test_nobody_fills_the_lobby(db: str) -> None:
    """With a page full of tables of one guest, those of others come first, and pages follow."""
    async with serving(db) as host:
        anna, eve = host.person(), host.person()
        hers = (await anna.post("/tables", {"game": "usa", "public": True}))["id"]
        flood = [
            (await eve.post("/tables", {"game": "usa", "public": True}))["id"] for _ in range(33)
        ]
        first = await anna.get("/tables")
        assert hers in [table["id"] for table in first["tables"][:2]]
        assert (len(first["tables"]), first["more"]) == (30, True)
        rest = await anna.get("/tables?offset=30")
        assert (len(rest["tables"]), rest["more"]) == (4, False)
        listed = [table["id"] for table in first["tables"] + rest["tables"]]
        assert sorted(listed) == sorted([hers, *flood])


async def test_a_table_whose_host_is_gone_is_not_listed(db: str) -> None:
    clock = [1.7e9]
    async with serving(db, lambda: clock[0]) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa", "public": True}))["id"]
        clock[0] += 60
        assert (await anna.get("/tables"))["tables"] == []
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            assert [one["id"] for one in (await anna.get("/tables"))["tables"]] == [table]


async def test_open_tables_are_limited_for_a_person_and_an_address(db: str) -> None:
    few = {"open_tables_per_person": 2, "open_tables_per_address": 3}
    async with serving(db, **{name: n / 1000 for name, n in few.items()}) as host:
        anna, eve = host.person(), host.person()
        body = {"game": "usa", "bots": [None, "easy"]}
        tables = [(await anna.post("/tables", body))["id"] for _ in range(2)]
        assert (await anna.post("/tables", body, 429))["code"] == "too_many_tables"
        await eve.post("/tables", body)
        assert (await eve.post("/tables", body, 429))["code"] == "too_many_tables"
        await anna.post(f"/tables/{tables[0]}/start")
        await eve.post("/tables", body)
