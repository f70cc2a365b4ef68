"""Profiles: what everybody may know of an account, and what nobody may."""

from typing import Any

import pytest
import sqlalchemy
from tests.server.acquaintances import finish_game, id_of, people
from tests.server.support import serving
from tests.server.test_people import PASSWORD, rows
from tests.server.test_sanctions import do, operator

from carrozza.server.storage import schema
from carrozza.server.storage.database import downgrade, migrate, plain_engine

pytestmark = pytest.mark.anyio


async def test_a_profile_tells_of_public_and_rated_games(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        public = await finish_game([anna, bruno], public=True, rated=True)
        private = await finish_game([anna, bruno])
        under_way = (await anna.post("/tables", {"game": "usa", "public": True}))["id"]
        await anna.ask("PATCH", f"/tables/{under_way}/seats/1", {"bot": "easy"})
        await anna.post(f"/tables/{under_way}/start")
        her = await id_of(anna)
        seen = await host.person().get(f"/people/{her}")
        assert (seen["name"], seen["state"], seen["relation"]) == ("Anna", "shown", "none")
        assert seen["since"] % 86_400 == 0
        assert [table["id"] for table in seen["recent"]] == [public]
        (record,) = seen["records"]
        assert (record["game"], record["players"]) == ("card_game", 2)
        assert (record["played"], record["rated"]) == (1, 1)
        place = (await anna.get(f"/tables/{public}"))["seats"][0]["place"]
        assert record["won"] == (place == 1)
        assert record["place"] is None, "too few games for the leaderboard"
        assert record["rating"] == round(record["mu"] - 3 * record["sigma"], 1)
        for secret in (private, under_way):
            assert secret not in str(seen)


async def test_the_history_of_a_rating_is_written_with_it(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        first = await finish_game([anna, bruno], public=True, rated=True)
        private = await finish_game([anna, bruno], rated=True)
        her = await id_of(anna)
        points = await bruno.get(f"/people/{her}/ratings/card_game/2")
        assert [point["games"] for point in points] == [1, 2]
        assert [point["table"] for point in points] == [first, None]
        assert private not in str(points)
        (record,) = (await bruno.get(f"/people/{her}"))["records"]
        assert [points[-1][k] for k in ("mu", "sigma", "rating")] == [
            record[k] for k in ("mu", "sigma", "rating")
        ]
        assert await bruno.get(f"/people/{her}/ratings/usa/2") == []
        exported = await anna.get("/me/export")
        assert [point["table"] for point in exported["rating_points"]] == [first, private]


async def test_a_hidden_profile_is_for_nobody_else(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = await people(host, "Anna", "Bruno")
        await finish_game([anna, bruno], public=True, rated=True)
        her = await id_of(anna)
        assert (await anna.get("/me/profile"))["hidden"] is False
        await anna.ask("PUT", "/me/profile", {"hidden": True})
        assert (await anna.get("/me/profile"))["hidden"] is True
        seen = await bruno.get(f"/people/{her}")
        assert (seen["name"], seen["state"]) == ("Anna", "hidden")
        assert (seen["since"], seen["records"], seen["recent"]) == (None, [], [])
        assert await bruno.get(f"/people/{her}/ratings/card_game/2") == []
        own = await anna.get(f"/people/{her}")
        assert (own["state"], len(own["records"])) == ("hidden", 1)
        assert len(await anna.get(f"/people/{her}/ratings/card_game/2")) == 1
        await anna.ask("PUT", "/me/profile", {"hidden": False})
        assert (await bruno.get(f"/people/{her}"))["records"]


async def test_who_is_banned_renamed_or_gone(db: str) -> None:
    async with serving(db) as host:
        olga = await operator(host, db)
        anna, bruno = await people(host, "Anna", "Bruno")
        await finish_game([anna, bruno], public=True, rated=True)
        her, his = await id_of(anna), await id_of(bruno)
        await do(olga, "rename", her)
        renamed = await bruno.get(f"/people/{her}")
        assert renamed["name"].startswith("Player ")
        await do(olga, "ban", her, hours=1)
        banned = await bruno.get(f"/people/{her}")
        assert (banned["state"], banned["records"], banned["recent"]) == ("banned", [], [])
        assert await bruno.get(f"/people/{her}/ratings/card_game/2") == []
        await bruno.post("/me/delete", {"password": PASSWORD})
        assert (await olga.get(f"/people/{his}", 404))["code"] == "unknown_person"
        assert {row["account"] for row in rows(db, schema.rating_points)} == {her}


async def test_guests_and_invented_ids_have_no_profile(db: str) -> None:
    async with serving(db) as host:
        guest, asker = host.person(), host.person()
        await guest.post("/session")
        answers = [
            (await asker.http.get(f"/people/{person}{what}")).text
            for person in (await id_of(guest), "0" * 13, "nobody", "%00", "x" * 400)
            for what in ("", "/ratings/usa/2")
        ]
        assert all("unknown_person" in text for text in answers)
        assert len(set(answers)) == 1
        assert (await asker.ask("PUT", "/me/profile", {"hidden": True}, 401))["code"]


def test_old_ratings_begin_with_one_point(db: str) -> None:
    migrate(db)
    engine = plain_engine(db)
    with engine.begin() as connection:
        downgrade(connection, "0012")
        known = sqlalchemy.MetaData()
        known.reflect(connection)

        def add(into: str, /, **values: Any) -> None:
            connection.execute(sqlalchemy.insert(known.tables[into]).values(**values))

        add("accounts", id="a", name="Luca", login="luca", created=1.0)
        plain = {"setup": "{}", "phase": "finished", "pace": "{}", "clocks": "[]", "version": 1}
        flags = {"public": False, "spectators": True, "rated": True, "hints": False}
        numbers = {"moved": 1.0, "created": 1.0, "to_act": 0, "claimed_until": 0.0, "edited": 0}
        for table, ended in (("one", 70.0), ("two", 90.0)):
            kind = {"id": table, "game": "usa", "players": 2, "ended": ended}
            add("tables", **kind, **plain, **flags, **numbers)
            seat = {"seat": 0, "account": "a", "name": "Luca", "colour": "blue", "seen": 0.0}
            add("seats", table=table, **seat, away=False, hints=False)
        for game, mu in (("usa", 30.0), ("europe", 20.0)):
            add("ratings", account="a", game=game, players=2, mu=mu, sigma=2.0, games=7)
    engine.dispose()
    migrate(db)
    points = {row["game"]: row for row in rows(db, schema.rating_points)}
    assert {game: (row["at"], row["games"]) for game, row in points.items()} == {
        "usa": (90.0, 7),
        "europe": (0.0, 7),
    }
    kept = {row["game"]: (row["shown"], row["last"]) for row in rows(db, schema.ratings)}
    assert kept == {"usa": (24.0, 90.0), "europe": (14.0, 0.0)}
