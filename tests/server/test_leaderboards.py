"""Leaderboards: who is on them, in which order, on which page."""

import pytest
import sqlalchemy
from tests.server.acquaintances import id_of, people, rate, store
from tests.server.pair import two_doors
from tests.server.support import serving
from tests.server.test_sanctions import do, operator

from carrozza.server.people.leaderboards import DAYS, GAMES, PAGE
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

NOW = 1e9
DAY = 86_400.0


async def test_the_best_come_first_and_equals_share_a_place(db: str) -> None:
    async with two_doors(db) as (host, other):
        them = await people(host, "Anna", "Bruno", "Carla", "Dino")
        now = host.context.now()
        for person, rating in zip(them, (20.1, 25.0, 20.1, 17.3), strict=True):
            rate(db, await id_of(person), rating, last=now)
        seen = await other.person().get("/leaderboards/usa/2")
        assert [(p["place"], p["rating"]) for p in seen["places"]] == [
            (1, 25.0),
            (2, 20.1),
            (2, 20.1),
            (4, 17.3),
        ]
        assert [p["name"] for p in seen["places"]][::3] == ["Bruno", "Dino"]
        assert (seen["mine"], seen["more"]) == (None, False)
        assert (seen["games"], seen["days"]) == (GAMES, DAYS)
        mine = (await them[3].get("/leaderboards/usa/2"))["mine"]
        assert (mine["place"], mine["name"]) == (4, "Dino")
        assert (await them[3].get("/leaderboards/usa/3"))["places"] == []
        assert (await them[3].get("/leaderboards/europe/2"))["places"] == []
        assert (await them[3].get("/leaderboards/nothing/2"))["places"] == []


async def test_only_who_plays_enough_and_lately(db: str) -> None:
    clock = [NOW]
    async with serving(db, lambda: clock[0]) as host:
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        rate(db, await id_of(anna), 9.0, last=NOW, games=GAMES)
        rate(db, await id_of(bruno), 8.0, last=NOW, games=GAMES - 1)
        rate(db, await id_of(carla), 7.0, last=NOW - 10 * DAY)
        names = [p["name"] for p in (await bruno.get("/leaderboards/usa/2"))["places"]]
        assert names == ["Anna", "Carla"]
        assert (await bruno.get("/leaderboards/usa/2"))["mine"] is None
        clock[0] += (DAYS - 5) * DAY
        assert [p["name"] for p in (await bruno.get("/leaderboards/usa/2"))["places"]] == ["Anna"]


async def test_who_hides_or_is_banned_is_not_listed(db: str) -> None:
    async with serving(db) as host:
        olga = await operator(host, db)
        anna, bruno, carla = await people(host, "Anna", "Bruno", "Carla")
        now = host.context.now()
        for person, rating in ((anna, 9.0), (bruno, 8.0), (carla, 7.0)):
            rate(db, await id_of(person), rating, last=now)
        await anna.ask("PUT", "/me/profile", {"hidden": True})
        await do(olga, "ban", await id_of(bruno), hours=1)
        seen = await carla.get("/leaderboards/usa/2")
        assert [(p["place"], p["name"]) for p in seen["places"]] == [(1, "Carla")]
        assert (await anna.get("/leaderboards/usa/2"))["mine"] is None
        assert (await carla.get(f"/people/{await id_of(carla)}"))["records"] == []


async def test_pages_and_ones_own_place_on_any(db: str) -> None:
    async with serving(db) as host:
        (anna,) = await people(host, "Anna")
        now, many = host.context.now(), 2 * PAGE
        old = {"created": 1.0, "hidden": False}
        holders = [{"id": f"p{n}", "name": f"P {n}", "login": f"p {n}", **old} for n in range(many)]
        kind = {"game": "usa", "players": 2, "sigma": 2.0, "games": 9, "last": now}
        # Pairs of equals, so that one of them is cut in two by the end of the first page.
        ratings = [
            {"account": f"p{n}", "mu": 1.0, "shown": 50.0 - (n + 1) // 2, **kind}
            for n in range(many)
        ]
        store(
            db,
            sqlalchemy.insert(schema.accounts).values(holders),
            sqlalchemy.insert(schema.ratings).values(ratings),
        )
        rate(db, await id_of(anna), -3.0, last=now)
        pages = [await anna.get(f"/leaderboards/usa/2?offset={at}") for at in (0, PAGE, many)]
        assert [page["more"] for page in pages] == [True, True, False]
        assert {page["mine"]["place"] for page in pages} == {many + 1}
        told = [place for page in pages for place in page["places"]]
        assert len({place["person"] for place in told}) == many + 1
        better = [sum(o["rating"] > place["rating"] for o in told) for place in told]
        assert [place["place"] for place in told] == [n + 1 for n in better]
        assert told[PAGE - 1]["rating"] == told[PAGE]["rating"]
        assert (await anna.get("/leaderboards/usa/2?offset=-1", 422))["code"] == "malformed"
        assert (await anna.get("/leaderboards/usa/9", 422))["code"] == "malformed"
