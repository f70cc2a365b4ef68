"""What is left of a finished game: result, replay, save, proof, history, ratings."""

import asyncio
import random
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from tests.server.support import PATIENCE, Host, Person, play_out, serving
from tests.server.test_people import PASSWORD, account, rows

from carrozza.core.replay import decode_save, load_state, replay
from carrozza.games.registry import game_of
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio


async def played(host: Host, **body: Any) -> tuple[list[Person], str]:
    """A finished game of people."""
    people = [host.person() for _ in range(body.get("players", 2))]
    for number, person in enumerate(people):
        await account(person, f"Person {number}")
    table = (await people[0].post("/tables", body))["id"]
    for person in people[1:]:
        await person.post(f"/tables/{table}/join", {})
    await people[0].post(f"/tables/{table}/start")
    await asyncio.gather(*(_play(p, table, n) for n, p in enumerate(people)))
    return people, table


async def _play(person: Person, table: str, seed: int) -> None:
    async with person.socket(table) as socket:
        await play_out(socket, random.Random(seed))


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("name", ["europe", "card_game"])
async def test_the_replay_is_the_save_is_the_game(db: str, name: str) -> None:
    async with serving(db) as host:
        (anna, _), table = await played(host, game=name)
        stranger = host.person()
        raw = (await stranger.http.get(f"/tables/{table}/save")).content
        save = decode_save(raw)
        state = load_state(save, game_of)
        result = await stranger.get(f"/tables/{table}/result")
        assert result["moves"] == len(save.steps)
        assert result["sheet"] == plain(state.score_sheet())
        assert [seat["score"] for seat in result["table"]["seats"]] == list(save.totals or ())
        assert min(seat["place"] for seat in result["table"]["seats"]) == 1

        told = await stranger.get(f"/tables/{table}/replay")
        for shown, (_, position, events) in zip(told["steps"], replay(save, game_of), strict=True):
            assert shown["events"] == plain(events)
            assert shown["views"] == [plain(position.view(s)) for s in (0, 1)]
        own = await stranger.get(f"/tables/{table}/replay?seat=1")
        assert [step["views"] for step in own["steps"]] == [
            step["views"][1:] for step in told["steps"]
        ]

        proof = await anna.get(f"/tables/{table}/proof")
        assert sha256(proof["setup"].encode()).hexdigest() == proof["commitment"]
        assert proof["seed"] == save.setup.seed
        assert len(proof["seed"]) == 64


@pytest.mark.parametrize("what", ["save", "replay", "result", "proof", "picture.png", "film.webp"])
async def test_nothing_is_shown_before_the_end(sqlite_db: str, what: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        assert (await anna.get(f"/tables/{table}/{what}", 409))["code"] == "not_finished"
        assert (await anna.get(f"/tables/nowhere/{what}", 404))["code"] == "unknown_table"


async def test_history_statistics_and_ratings(db: str) -> None:
    async with serving(db) as host:
        people, table = await played(host, game="card_game", players=3, rated=True, public=True)
        seats = (await people[0].get(f"/tables/{table}"))["seats"]
        ratings = []
        for person, seat in zip(people, seats, strict=True):
            assert [t["id"] for t in (await person.get("/me/history"))["tables"]] == [table]
            (line,) = await person.get("/me/stats")
            assert (line["game"], line["players"], line["played"]) == ("card_game", 3, 1)
            assert (line["best"], line["won"]) == (seat["score"], seat["place"] == 1)
            assert line["rated"] == 1
            ratings.append((seat["place"], line["mu"]))
        assert [mu for _, mu in sorted(ratings)] == sorted((mu for _, mu in ratings), reverse=True)
        listed = await host.person().get("/tables/finished")
        assert [t["id"] for t in listed["tables"]] == [table]


async def rated_game(host: Host, players: int) -> tuple[list[Person], str]:
    """A rated game that has just started."""
    people = [host.person() for _ in range(players)]
    for number, person in enumerate(people):
        await account(person, f"Person {number}")
    body = {"game": "card_game", "players": players, "rated": True}
    table = (await people[0].post("/tables", body))["id"]
    for person in people[1:]:
        await person.post(f"/tables/{table}/join", {})
    await people[0].post(f"/tables/{table}/start")
    return people, table


async def first_move(person: Person, table: str) -> None:
    async with person.socket(table) as socket:
        update = await socket.wait_for("update")
        await socket.act(update, update["legal"][0])
        await socket.wait_for("ack")


async def test_who_leaves_a_rated_game_has_lost_it(db: str) -> None:
    """However well the bot plays on."""
    async with serving(db) as host:
        people, table = await rated_game(host, 3)
        await first_move(people[2], table)
        await people[2].post(f"/tables/{table}/leave")
        await asyncio.gather(*(_play(p, table, n) for n, p in enumerate(people[:2])))
        lines = [(await person.get("/me/stats"))[0] for person in people]
        assert [line["rated"] for line in lines] == [1, 1, 1]
        assert lines[2]["mu"] < 25.0 < max(line["mu"] for line in lines)
        assert lines[2]["mu"] < min(line["mu"] for line in lines[:2])


async def test_an_account_deleted_during_a_rated_game_spoils_nobodys_result(db: str) -> None:
    async with serving(db) as host:
        people, table = await rated_game(host, 2)
        await people[1].post("/me/delete", {"password": PASSWORD})
        await _play(people[0], table, 1)
        (line,) = await people[0].get("/me/stats")
        assert line["rated"] == 1
        assert line["mu"] > 25.0
        assert len(rows(db, schema.ratings)) == 1


async def test_a_game_that_bots_finish_rates_nobody(db: str) -> None:
    async with serving(db) as host:
        people, table = await rated_game(host, 2)
        async with host.person().socket(table) as watcher:
            await watcher.wait_for("update")
            for person in people:
                await person.post(f"/tables/{table}/leave")
            while (await watcher.wait_for("changed"))["table"]["phase"] != "finished":
                pass
        assert rows(db, schema.ratings) == []


async def test_guests_and_bots_are_not_rated(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        guest, anna = host.person(), host.person()
        body = {"game": "usa", "rated": True}
        assert (await guest.post("/tables", body, 403))["code"] == "guest"
        await account(anna, "Anna")
        assert (await anna.post("/tables", {**body, "bots": [None, "easy"]}, 422))["code"]
        table = (await anna.post("/tables", body))["id"]
        assert (await guest.post(f"/tables/{table}/join", {}, 403))["code"] == "guest"
        assert (await anna.post(f"/tables/{table}/join", {}, 409))["code"] == "seated"
        edit = f"/tables/{table}/seats/1"
        assert (await anna.ask("PATCH", edit, {"bot": "easy"}, 409))["code"] == "rated"


async def test_an_idle_table_leaves_memory_and_comes_back(db: str) -> None:
    clock = [1e9]
    async with serving(db, lambda: clock[0]) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            update = await socket.wait_for("update")
            await socket.act(update, update["legal"][0])
            update = await socket.wait_for("update")
            while not update["legal"]:
                update = await socket.wait_for("update")
        assert host.context.tables.loaded(table)
        async with asyncio.timeout(PATIENCE):
            while host.context.tables.loaded(table):
                clock[0] += 30
                await asyncio.sleep(0.05)
        async with anna.socket(table) as socket:
            again = await socket.wait_for("update")
        assert again["view"] == update["view"]
        assert again["legal"] == update["legal"]
