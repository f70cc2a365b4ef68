"""People who know each other, and games they have played: for the tests of profiles and friends."""

import asyncio
import random
from typing import Any

import sqlalchemy
from tests.server.support import Host, Person, play_out
from tests.server.test_people import account

from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine


async def people(host: Host, *names: str) -> list[Person]:
    """With accounts of these names."""
    found = [host.person() for _ in names]
    for person, name in zip(found, names, strict=True):
        await account(person, name)
    return found


async def id_of(person: Person) -> str:
    return str((await person.get("/me"))["id"])


async def become_friends(one: Person, other: Person) -> None:
    await one.post("/me/friends", {"person": await id_of(other)})
    await other.post(f"/me/friends/{await id_of(one)}/accept")


async def finish_game(them: list[Person], **body: Any) -> str:
    """A game of these people, played to its end."""
    plan = {"game": "card_game", "players": len(them), **body}
    table = (await them[0].post("/tables", plan))["id"]
    for person in them[1:]:
        await person.post(f"/tables/{table}/join", {})
    await them[0].post(f"/tables/{table}/start")

    async def play(person: Person, seed: int) -> None:
        async with person.socket(table) as socket:
            await play_out(socket, random.Random(seed))

    await asyncio.gather(*(play(person, seed) for seed, person in enumerate(them)))
    return str(table)


def store(db: str, *statements: sqlalchemy.Executable) -> None:
    engine = plain_engine(db)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)
    engine.dispose()


def rate(db: str, person: str, rating: float, *, last: float, games: int = 9, **where: Any) -> None:
    """Somebody is rated so: what many games would have stored."""
    kind = {"game": "usa", "players": 2, **where}
    values = {"mu": rating + 6.0, "sigma": 2.0, "games": games, "shown": rating, "last": last}
    store(db, sqlalchemy.insert(schema.ratings).values(account=person, **kind, **values))
