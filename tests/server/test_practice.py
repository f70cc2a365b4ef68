"""Practice: a finished game is played on from one of its positions, against bots."""

import random
from typing import Any

import msgspec
import pytest
from tests.server.support import Host, Person, play_out, serving
from tests.server.test_finished_games import played

from carrozza.core.replay import decode_save, load_state, replay
from carrozza.games.registry import game_of
from carrozza.server.play.hints import _question
from carrozza.server.storage import schema
from carrozza.server.tables import history

pytestmark = pytest.mark.anyio

STEP = 12


async def positions(host: Host, table: str) -> list[Any]:
    """Of the finished game, by step."""
    save = decode_save((await host.person().http.get(f"/tables/{table}/save")).content)
    return [state.clone() for _, state, _ in replay(save, game_of)]


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


async def finish(person: Person, table: str) -> Any:
    async with person.socket(table, since=-1) as socket:
        return await play_out(socket, random.Random(1))


@pytest.mark.parametrize("game", ["usa", "card_game"])
@pytest.mark.parametrize("deal", ["same", "new"])
async def test_a_game_is_played_on_from_the_middle(db: str, game: str, deal: str) -> None:
    async with serving(db) as host:
        _, table = await played(host, game=game)
        before = await positions(host, table)
        cara = host.person()
        body = {"step": STEP, "seat": 1, "deal": deal, "bots": "easy"}
        info = await cara.post(f"/tables/{table}/practice", body, 201)
        assert (info["phase"], info["public"], info["rated"]) == ("playing", False, False)
        turn = sum(s.view(None).phase == "turn" for s in before[: STEP + 1])
        assert info["practice"] == {
            "table": table, "step": STEP, "turn": turn, "seat": 1, "deal": deal
        }  # fmt: skip
        assert [seat["bot"] for seat in info["seats"]] == ["easy", None]

        async with cara.socket(info["id"], since=-1) as socket:
            update = await socket.wait_for("update", seat=1)
        version = next(i for i, s in enumerate(update["steps"]) if i == STEP)
        assert [step["version"] for step in update["steps"][: STEP + 1]] == list(range(STEP + 1))
        assert [step["kind"] for step in update["steps"][: STEP + 1]] == ["deal", *["act"] * STEP]
        if update["version"] == version:  # else a bot has moved already
            assert update["view"] == plain(before[STEP].view(1))

        end = await finish(cara, info["id"])
        assert end["view"]["phase"] == "over"
        raw = (await cara.http.get(f"/tables/{info['id']}/save")).content
        save = decode_save(raw)
        assert load_state(save, game_of).over
        begun = next(replay(save, game_of))[1]
        assert begun.memory(1) == before[STEP].memory(1)
        assert (begun.plain() == before[STEP].plain()) is (deal == "same")


async def test_practice_counts_for_nothing(db: str) -> None:
    async with serving(db) as host:
        (anna, bert), table = await played(host, game="card_game", public=True)
        stats = await anna.get("/me/stats")
        made = await anna.post(f"/tables/{table}/practice", {"step": STEP, "seat": 0})
        assert (await anna.get("/me/stats")) == stats
        await finish(anna, made["id"])
        assert await anna.get("/me/stats") == stats
        listed = (await bert.get("/tables/finished"))["tables"]
        assert [t["id"] for t in listed] == [table]
        mine = {t["id"]: t["practice"] for t in (await anna.get("/me/history"))["tables"]}
        assert mine.keys() == {table, made["id"]}
        assert mine[table] is None
        assert mine[made["id"]]["table"] == table
        assert (await anna.post(f"/tables/{made['id']}/rematch", {}, 409))["code"] == "practice"


async def test_its_own_end_replay_and_proof_work_and_it_can_be_practised_again(db: str) -> None:
    async with serving(db) as host:
        (anna, _), table = await played(host, game="card_game")
        made = await anna.post(
            f"/tables/{table}/practice", {"step": STEP, "seat": 0, "deal": "new"}
        )
        await finish(anna, made["id"])
        told = await anna.get(f"/tables/{made['id']}/replay")
        result = await anna.get(f"/tables/{made['id']}/result")
        assert len(told["steps"]) == result["moves"] + 1
        proof = await anna.get(f"/tables/{made['id']}/proof")
        setup = msgspec.json.decode(proof["setup"])
        assert len(setup["begun"]) == 1
        assert len(setup["begun"][0]["played"]) == STEP
        assert len(setup["begun"][0]["anew"]["seed"]) == 64

        again = await anna.post(f"/tables/{made['id']}/practice", {"step": 3, "seat": 1})
        assert again["practice"]["table"] == made["id"]
        await finish(anna, again["id"])
        save = decode_save((await anna.http.get(f"/tables/{again['id']}/save")).content)
        assert len(save.setup.begun) == 2
        assert load_state(save, game_of).over


async def test_hidden_cards_of_the_others_stay_hidden(db: str) -> None:
    """Although the finished game is open to all."""
    async with serving(db) as host:
        _, table = await played(host, game="usa")
        cara, dan = host.person(), host.person()
        made = await cara.post(f"/tables/{table}/practice", {"step": STEP, "seat": 1})
        assert made["seed"] is None
        for person, seat in ((cara, 1), (dan, None)):
            async with person.socket(made["id"], since=-1) as socket:
                update = await socket.wait_for("update")
            assert update["seat"] == seat
            secret = [
                event
                for step in update["steps"]
                for event in step["events"]
                if event.get("seat") != seat and event["type"] in ("CardsDealt", "TicketsOffered")
            ]
            assert secret
            assert all(event.get("cards", event.get("tickets")) is None for event in secret)
            blind = [
                event
                for step in update["steps"]
                for event in step["events"]
                if event["type"] == "CardDrawn" and event["slot"] is None
            ]
            assert all(event["card"] is None for event in blind if event["seat"] != seat)


async def test_the_expert_is_told_nothing_of_how_it_began(sqlite_db: str) -> None:
    """What came before holds tickets that others kept, and the seed of what was dealt anew."""
    async with serving(sqlite_db) as host:
        (anna, _), table = await played(host, game="usa")
        body = {"step": STEP, "seat": 1, "deal": "new"}
        made = await anna.post(f"/tables/{table}/practice", body)
        practice = await host.context.tables.get(made["id"])
        assert practice.play is not None
        (stretch,) = practice.row.setup.begun
        assert stretch.anew is not None
        told = msgspec.json.encode(_question(host.context, practice, practice.play, 1))
        assert b"begun" not in told
        assert stretch.anew.seed.encode() not in told


async def test_lists_do_not_read_what_came_before(sqlite_db: str) -> None:
    """It is long, and a person may have two hundred such tables in one list."""
    async with serving(sqlite_db) as host:
        (anna, _), table = await played(host, game="card_game")
        made = await anna.post(f"/tables/{table}/practice", {"step": STEP, "seat": 0})
        (listed,) = await anna.get("/me/tables")
        assert listed["table"]["practice"] == made["practice"]
        assert listed["table"]["options"] == made["options"]
        this = schema.tables.c.id == made["id"]
        (found,) = await history.listed(host.context, this, [], 0, 1)
        assert found.row.setup.begun is msgspec.UNSET
        whole = await host.context.tables.get(made["id"])
        assert whole.row.setup.begun is not msgspec.UNSET


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"step": -1, "seat": 0}, 422, "malformed"),
        ({"step": 10**6, "seat": 0}, 422, "malformed"),
        ({"step": 10**30, "seat": 0}, 422, "malformed"),
        ({"step": "3", "seat": 0}, 422, "malformed"),
        ({"step": 3.5, "seat": 0}, 422, "malformed"),
        ({"step": True, "seat": 0}, 422, "malformed"),
        ({"seat": 0}, 422, "malformed"),
        ({"step": 3}, 422, "malformed"),
        ({"step": 3, "seat": 5}, 422, "malformed"),
        ({"step": 3, "seat": -1}, 422, "malformed"),
        ({"step": 3, "seat": 0, "deal": "mine"}, 422, "malformed"),
        ({"step": 3, "seat": 0, "seed": "known"}, 422, "malformed"),
        ({"step": 3, "seat": 0, "bots": "scholar" * 100}, 422, "malformed"),
        ({"step": 3, "seat": 0, "bots": "scholar"}, 422, "unknown_bot"),
        ({"step": 3, "seat": 2}, 404, "unknown_seat"),
        ({"step": 99_999, "seat": 0}, 409, "no_such_move"),
    ],
)
async def test_nonsense_is_refused(sqlite_db: str, body: Any, status: int, code: str) -> None:
    async with serving(sqlite_db) as host:
        (anna, _), table = await played(host, game="card_game")
        refused = await anna.post(f"/tables/{table}/practice", body, status)
        assert refused["code"] == code
        assert len(await anna.get("/me/tables")) == 0


async def test_the_last_position_is_no_place_to_begin(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        (anna, _), table = await played(host, game="card_game")
        moves = (await anna.get(f"/tables/{table}/result"))["moves"]
        path = f"/tables/{table}/practice"
        assert (await anna.post(path, {"step": moves, "seat": 0}, 409))["code"] == "no_such_move"
        await anna.post(path, {"step": moves - 1, "seat": 0}, 201)


async def test_a_game_under_way_is_not_for_practice(sqlite_db: str) -> None:
    """Nobody asks a bot what would happen next."""
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        path, body = f"/tables/{table}/practice", {"step": 0, "seat": 0}
        assert (await anna.post(path, body, 409))["code"] == "not_finished"
        assert (await anna.post("/tables/nowhere/practice", body, 404))["code"] == "unknown_table"


async def test_as_many_as_new_tables_from_one_address(db: str) -> None:
    async with serving(db, lambda: 1e9, limits=1.0, tables_per_hour=1) as host:
        (anna, _), table = await played(host, game="card_game")
        refused = await anna.post(f"/tables/{table}/practice", {"step": 1, "seat": 0}, 429)
        assert refused["code"] == "too_many"
