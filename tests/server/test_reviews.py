"""Reviews of finished games: asked for, queued, made once, given up, kept."""

import asyncio
import gzip
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
import sqlalchemy
from tests.atlas.any_boards import hard_board
from tests.server.pair import two_doors
from tests.server.support import NICENESS_OF_REVIEWS, PATIENCE, Person, play_out, serving
from tests.server.test_jobs import until
from tests.server.test_people import PASSWORD, account, rows
from tests.server.test_process import process

from carrozza.review.model import VERSION
from carrozza.server.metrics import REVIEW_SECONDS
from carrozza.server.serve import prepare
from carrozza.server.settings import Settings
from carrozza.server.storage import schema
from carrozza.server.storage.backup import back_up, restore
from carrozza.server.storage.database import plain_engine

pytestmark = pytest.mark.anyio

NONE = {"state": "none", "done": 0, "of": 0, "ahead": 0, "problem": None, "review": None}
UNFINISHED = ("waiting", "working")
NOON = 1e9


async def a_finished_game(person: Person, **body: Any) -> str:
    body = {"game": "card_game", "level": "easy"} | body
    table: str = (await person.post("/play-now", body))["id"]
    async with person.socket(table) as socket:
        await play_out(socket, random.Random(1))
    return table


async def followed(person: Person, table: str) -> list[dict[str, Any]]:
    """All states until it is over, without those that repeat the one before."""
    heard: list[dict[str, Any]] = []
    while not heard or heard[-1]["state"] in UNFINISHED:
        state = await person.get(f"/tables/{table}/review")
        if not heard or state != heard[-1]:
            heard.append(state)
        await asyncio.sleep(0.02)
    return heard


async def working(person: Person, table: str) -> None:
    """Returns when it is being made."""
    async with asyncio.timeout(PATIENCE):
        while (await person.get(f"/tables/{table}/review"))["state"] != "working":
            await asyncio.sleep(0.02)


async def put(db: str, table: str, **columns: Any) -> None:
    """A row in the database, whatever was there before."""
    row = {"version": VERSION, "asked": NOON, "tries": 1, "worker": "another"}
    row |= {"table": table, "claimed_until": 0.0, "done": 0, "of": 0, **columns}
    await asyncio.to_thread(_put, db, row)  # for the server may be writing


def _put(db: str, row: dict[str, Any]) -> None:
    r = schema.reviews
    engine = plain_engine(db)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.delete(r).where(r.c.table == row["table"]))
        connection.execute(sqlalchemy.insert(r).values(row))
    engine.dispose()


def low_processes() -> list[psutil.Process]:
    """Those that make reviews here."""
    nice = os.nice(0) + NICENESS_OF_REVIEWS
    children = psutil.Process().children()
    return [c for c in children if c.status() != psutil.STATUS_ZOMBIE and c.nice() == nice]


def times_made() -> float:
    (family,) = REVIEW_SECONDS.collect()
    return sum(s.value for s in family.samples if s.name.endswith("_count"))


async def test_a_review_is_made_once_and_kept(db: str) -> None:
    before = times_made()
    async with two_doors(db) as (one, two):
        anna, bruno, carla = one.person(), two.person(), two.person()
        table = await a_finished_game(anna)
        assert await bruno.get(f"/tables/{table}/review") == NONE
        path = f"/tables/{table}/review"
        asked = await asyncio.gather(*(p.post(path) for p in (anna, bruno, anna, bruno)))
        assert {state["state"] for state in asked} <= set(UNFINISHED)
        hers, theirs = await asyncio.gather(followed(anna, table), followed(carla, table))
        assert hers[-1] == theirs[-1]
        assert hers[-1]["state"] == "done"
        assert hers[-1]["review"]["version"] == VERSION
        assert hers[-1]["review"]["decisions"]
        progress = [state["done"] for state in theirs]
        assert progress == sorted(progress)
        assert any(0 < state["done"] < state["of"] for state in theirs)
        (row,) = rows(db, schema.reviews)
        assert row["tries"] == 1
        assert times_made() == before + 1
        assert not rows(db, schema.review_wishes)
    async with serving(db) as host:
        assert await host.person().post(path) == hers[-1]
        plain = await host.person().http.get(path, headers={"accept-encoding": "identity"})
        assert plain.json() == hers[-1]
    assert times_made() == before + 1


async def test_the_picture_of_a_reviewed_game_shows_its_chances(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = await a_finished_game(anna)
        path = f"/tables/{table}/picture.png"
        before = (await anna.http.get(path)).content
        even = [{"chances": [0.5, 0.5]}, {"chances": [0.9, 0.1]}]
        review = gzip.compress(msgspec.json.encode({"positions": even}))
        await put(sqlite_db, table, state="done", review=review)
        assert (await anna.http.get(path)).content != before
        assert (await anna.http.get(f"{path}?chances=false")).content == before


async def test_when_nobody_waits_any_more_it_is_ended(db: str) -> None:
    async with two_doors(db) as (one, two):
        anna, bruno = one.person(), two.person()
        table = await a_finished_game(anna)
        path = f"/tables/{table}/review"
        await anna.post(path)
        await bruno.post(path)
        await working(anna, table)
        async with asyncio.timeout(PATIENCE):
            while not low_processes():
                await asyncio.sleep(0.02)
        await two.person().ask("POST", "/session")
        await anna.ask("DELETE", path, status=204)
        await anna.ask("DELETE", path, status=204)  # once more changes nothing: Bruno waits
        assert (await anna.get(path))["state"] in UNFINISHED
        await bruno.ask("DELETE", path, status=204)
        assert await anna.get(path) == NONE
        await until(lambda: not low_processes())


async def test_what_is_asked_for_stands_in_line(db: str) -> None:
    async with serving(db, lambda: NOON) as host:
        anna, bruno = host.person(), host.person()
        first, second = [await a_finished_game(anna) for _ in range(2)]
        # Somebody else's claim never runs out, for the clock stands still.
        await put(db, first, state="working", claimed_until=NOON + 10, done=3, of=9)
        assert (await bruno.get(f"/tables/{first}/review"))["done"] == 3
        assert (await bruno.post(f"/tables/{first}/review"))["of"] == 9
        await put(db, second, state="waiting", version=VERSION)
        waiting = await bruno.get(f"/tables/{second}/review")
        assert waiting["state"] == "working" or waiting["ahead"] == 1


async def test_a_review_whose_worker_died_is_made_by_another(db: str) -> None:
    clock = [NOON]
    async with serving(db, lambda: clock[0]) as host:
        anna = host.person()
        table = await a_finished_game(anna)
        await put(db, table, state="working", claimed_until=NOON + 10, tries=2)
        await asyncio.sleep(0.5)  # several looks
        (row,) = rows(db, schema.reviews)
        assert row["worker"] == "another"
        clock[0] += 11
        await until(lambda: rows(db, schema.reviews)[0]["worker"] != "another")
        await until(low_processes)
        (row,) = rows(db, schema.reviews)
        assert (row["state"], row["tries"]) == ("working", 3)


async def test_what_kills_its_worker_every_time_is_given_up(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        table = await a_finished_game(anna)
        await put(db, table, state="working", tries=3)
        (*_, failed) = await followed(anna, table)
        assert (failed["state"], failed["problem"]["code"]) == ("failed", "interrupted")
        again = await anna.post(f"/tables/{table}/review")
        assert again["state"] in UNFINISHED
        assert again["problem"] is None
        (row,) = rows(db, schema.reviews)
        assert row["tries"] < 3


async def test_a_process_that_dies_is_followed_by_another(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = await a_finished_game(anna)
        await anna.post(f"/tables/{table}/review")
        for tries in (1, 2):
            # One that dies before it has begun costs no try: another begins in its place.
            await until(lambda: rows(sqlite_db, schema.reviews)[0]["done"] > 0)
            (worker,) = low_processes()
            assert rows(sqlite_db, schema.reviews)[0]["tries"] == tries
            worker.kill()
            await until(lambda tries=tries: rows(sqlite_db, schema.reviews)[0]["tries"] > tries)


async def test_a_server_killed_in_the_middle_loses_no_review(db: str) -> None:
    async with process(db, "--bot-pace", "0", "0") as (server, address):
        anna = Person(address)
        table = await a_finished_game(anna)
        await anna.post(f"/tables/{table}/review")
        await working(anna, table)
        os.killpg(server.pid, signal.SIGKILL)
    prepare(Settings(db=db), time.time())
    async with serving(db) as host:
        anna.move_to(host.address)
        await anna.post(f"/tables/{table}/review")
        await until(lambda: rows(db, schema.reviews)[0]["tries"] == 2)
        *_, made = await followed(anna, table)
        assert made["state"] == "done"
    await anna.http.aclose()


async def test_a_server_that_stops_gives_its_review_back(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        table = await a_finished_game(anna)
        await anna.post(f"/tables/{table}/review")
        await working(anna, table)
    (row,) = rows(db, schema.reviews)
    assert (row["state"], row["tries"], row["claimed_until"]) == ("waiting", 0, 0)
    assert rows(db, schema.review_wishes)


async def test_a_review_of_an_older_version_is_made_anew(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        table = await a_finished_game(anna)
        old = gzip.compress(b'{"version":0}')
        await put(db, table, state="done", version=VERSION - 1, review=old)
        assert await anna.get(f"/tables/{table}/review") == NONE
        assert (await anna.post(f"/tables/{table}/review"))["state"] in UNFINISHED
        (row,) = rows(db, schema.reviews)
        assert (row["version"], row["review"]) == (VERSION, None)


async def test_some_games_cannot_be_reviewed(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        body = {"game": "usa", "players": 2, "board": hard_board(), "bots": [None, "easy"]}
        table = (await anna.post("/tables", body))["id"]
        await anna.post(f"/tables/{table}/start")
        async with anna.socket(table) as socket:
            await play_out(socket, random.Random(1))
        await anna.post(f"/tables/{table}/review")
        *_, answer = await followed(anna, table)
        assert answer["state"] == "impossible"
        assert answer["problem"]["code"] == "not_learned"
        assert answer["problem"]["message"].startswith("There is no estimate for this board")
        assert await anna.post(f"/tables/{table}/review") == answer
        assert rows(db, schema.reviews)[0]["tries"] == 1


async def test_a_person_waits_for_few_reviews_at_a_time(db: str) -> None:
    async with serving(db, lambda: NOON, reviews_per_person=1, limits=1.0) as host:
        anna, bruno = host.person(), host.person()
        first, second = [await a_finished_game(anna) for _ in range(2)]
        await anna.post(f"/tables/{first}/review")
        refused = await anna.post(f"/tables/{second}/review", status=429)
        assert refused["code"] == "too_many_reviews"
        assert (await anna.post(f"/tables/{first}/review"))["state"] in UNFINISHED
        await bruno.post(f"/tables/{second}/review")
        await anna.post(f"/tables/{second}/review")  # it is made anyway
        for person in (anna, bruno):
            await person.ask("DELETE", f"/tables/{second}/review", status=204)
        await anna.ask("DELETE", f"/tables/{first}/review", status=204)
        assert (await anna.post(f"/tables/{second}/review"))["state"] in UNFINISHED


async def test_an_address_asks_for_few_reviews_an_hour(db: str) -> None:
    async with serving(db, lambda: NOON, reviews_per_hour=1, limits=1.0) as host:
        anna, bruno = host.person(), host.person()
        first, second = [await a_finished_game(anna) for _ in range(2)]
        for _ in range(3):  # the same one is no new one
            await anna.post(f"/tables/{first}/review")
        refused = await bruno.post(f"/tables/{second}/review", status=429)
        assert refused["code"] == "too_many"
        assert await bruno.get(f"/tables/{second}/review") == NONE


async def test_whole_reviews_are_limited_like_replays(sqlite_db: str) -> None:
    async with serving(sqlite_db, lambda: NOON, replays_per_minute=1, limits=1.0) as host:
        anna = host.person()
        over, other = [await a_finished_game(anna) for _ in range(2)]
        await put(sqlite_db, over, state="done", review=gzip.compress(b"{}"))
        await put(sqlite_db, other, state="failed", problem='{"code":"a","message":"b"}')
        await anna.get(f"/tables/{over}/review", 200)
        assert (await anna.get(f"/tables/{over}/review", 429))["code"] == "too_many"
        assert (await anna.get(f"/tables/{other}/review"))["problem"]["code"] == "a"


async def test_a_server_may_make_none(sqlite_db: str) -> None:
    async with serving(sqlite_db, review_processes=0) as host:
        anna = host.person()
        table = await a_finished_game(anna)
        assert (await anna.post(f"/tables/{table}/review", status=409))["code"] == "no_reviews"


async def test_a_game_under_way_has_no_review(db: str) -> None:
    """Nobody gets an estimate of it, in whatever way they ask."""
    async with serving(db) as host:
        anna, bruno, carla = (host.person() for _ in range(3))
        over = await a_finished_game(anna)
        again = (await anna.post(f"/tables/{over}/rematch"))["id"]
        opened = (await anna.post("/tables", {"game": "usa", "players": 3}))["id"]
        await bruno.post(f"/tables/{opened}/join", {})
        closed = (await anna.post("/tables", {"game": "usa"}))["id"]
        await anna.post(f"/tables/{closed}/leave")
        played = (await anna.post("/tables", {"game": "usa"}))["id"]
        await bruno.post(f"/tables/{played}/join", {})
        await anna.post(f"/tables/{played}/start")
        hidden = {"game": "usa", "spectators": False, "bots": [None, "easy"]}
        hidden_one = (await anna.post("/tables", hidden))["id"]
        await anna.post(f"/tables/{hidden_one}/start")
        async with carla.socket(played) as watching:
            await watching.wait_for("update")
            for table in (again, opened, closed, played, hidden_one):
                for person in (anna, bruno, carla):  # host, player or stranger, spectator
                    for method in ("POST", "GET", "DELETE"):
                        refused = await person.ask(method, f"/tables/{table}/review", status=409)
                        assert refused["code"] == "not_finished"
        assert not rows(db, schema.reviews)
        phases = {(await anna.get(f"/tables/{t}"))["phase"] for t in (again, played, hidden_one)}
        assert phases == {"playing"}
        await anna.post(f"/tables/{over}/review")
        assert [row["table"] for row in rows(db, schema.reviews)] == [over]
        assert (await anna.get("/tables/nowhere/review", 404))["code"] == "unknown_table"


async def test_a_visitor_may_ask_and_only_a_person_may_give_up(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        table = await a_finished_game(host.person())
        bruno = host.person()
        refused = await bruno.ask("DELETE", f"/tables/{table}/review", status=401)
        assert refused["code"] == "no_session"
        await bruno.post(f"/tables/{table}/review")
        assert rows(sqlite_db, schema.review_wishes)[0]["account"] == (await bruno.get("/me"))["id"]


async def test_a_guest_who_signs_in_still_waits(db: str) -> None:
    async with serving(db, lambda: NOON) as host:
        anna, guest = host.person(), host.person()
        await account(anna, "Anna")
        tables = [await a_finished_game(anna) for _ in range(2)]
        for table in tables:
            await put(db, table, state="working", claimed_until=NOON + 10)
            await guest.post(f"/tables/{table}/review")
        await anna.post(f"/tables/{tables[0]}/review")
        known = {"name": "Anna", "password": PASSWORD}
        await guest.post("/session/sign-in", known)
        me = (await anna.get("/me"))["id"]
        wishes = [(row["table"], row["account"]) for row in rows(db, schema.review_wishes)]
        assert sorted(wishes) == sorted((table, me) for table in tables)
        exported = await anna.get("/me/export")
        assert [wish["table"] for wish in exported["reviews"]] == [w for w, _ in wishes]
        await anna.post("/me/delete", {"password": known["password"]})
        assert not rows(db, schema.review_wishes)
        assert len(rows(db, schema.reviews)) == 2


async def test_a_backup_holds_reviews(db: str, tmp_path: Path) -> None:
    async with serving(db, lambda: NOON) as host:
        table = await a_finished_game(host.person())
        await put(db, table, state="done", review=gzip.compress(bytes(range(256))))
        other = await a_finished_game(host.person())
        await put(db, other, state="failed", problem='{"code":"a","message":"b"}')
    stored = rows(db, schema.reviews)
    back_up(db, tmp_path / "all.gz", lambda *_: None)
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    restore(copy, tmp_path / "all.gz", lambda *_: None, replace=False)
    assert rows(copy, schema.reviews) == sorted(stored, key=lambda row: str(row["table"]))
