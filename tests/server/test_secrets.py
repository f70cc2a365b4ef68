"""Through a whole game, with everything going wrong that can: no secret is in a log, a refusal or a
figure.

What a seat is sent is looked at byte by byte in test_no_leak.py.
"""

import asyncio
import io
import json
import logging
import random
import sqlite3
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.support import Host, Message, Person, Socket, play_out, serving

from carrozza.core.cards import CARDS
from carrozza.games.registry import game_of
from carrozza.server.logs import set_up_logs
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"
WRONG = "wrong horse battery"
# Parts of moves and views: with them, a hand or a ticket would be told.
OF_THE_GAME = ["KeepTickets", "DrawBlind", "ClaimRoute", '"keep"', '"cards"', "legal", *CARDS[-1:]]


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Everything that is logged, as the server does it, in detail."""
    written = io.StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    monkeypatch.setattr(sys, "stderr", written)
    set_up_logs(level="debug")
    try:
        yield written
    finally:
        root.handlers, root.level = handlers, level
        logging.getLogger("carrozza").setLevel(logging.NOTSET)


class Bodies:
    """All that was answered to requests while the game was on."""

    def __init__(self, *people: Person) -> None:
        self.read: list[str] = []
        for person in people:
            person.http.event_hooks["response"].append(self._keep)

    async def _keep(self, reply: Any) -> None:
        await reply.aread()
        self.read.append(reply.text)


async def secrets_of(host: Host, table: str, *people: Person) -> dict[str, str]:
    """What nobody may find, each with a name that may be told."""
    loaded = await host.context.tables.get(table)
    found = {"seed": loaded.row.setup.seed, "signing key": host.context.secret}
    for number, person in enumerate(people):
        cookie = person.http.cookies["carrozza"]
        token = cookie.rsplit(".", 1)[0]
        found[f"cookie {number}"] = cookie
        found[f"token {number}"] = token
        found[f"hashed token {number}"] = sha256(token.encode()).hexdigest()
    async with host.context.db.read() as connection:
        rows = await connection.execute(select(schema.accounts.c.password))
        found |= {f"hash {i}": h for i, h in enumerate(rows.scalars()) if h is not None}
    found["password"], found["wrong password"] = PASSWORD, WRONG
    assert all(len(value) > 8 for value in found.values())
    return found


async def provoke(host: Host, anna: Person, table: str) -> None:
    """Refusals of all kinds."""
    eve = host.person()
    Bodies(eve)
    await eve.post("/session/sign-in", {"name": "Anna", "password": WRONG}, 403)
    await anna.post("/me/password", {"old": WRONG, "new": PASSWORD}, 403)
    await anna.post("/me/account", {"name": PASSWORD, "password": 1}, 422)
    await eve.http.get("/me", headers={"cookie": anna.cookie()[:-2]})
    await eve.http.post("/session", headers={"origin": "https://evil.example"})
    for what in ("result", "replay", "save", "proof"):
        await anna.get(f"/tables/{table}/{what}", 409)
    async with anna.socket(table) as socket:
        await socket.wait_for("update")
        for text in ('{"type":"act"}', "\x00", '{"type":"act","id":"x","seat":3}'):
            await socket.connection.send(text)
            await socket.wait_for("refusal")


async def break_storage(db: str, socket: Socket, update: Message) -> None:
    """An error of the database's that is not expected, while a choice of tickets is stored."""
    boom = "create trigger boom before insert on log begin select raise(abort, 'boom'); end"
    await asyncio.to_thread(in_sqlite, db, boom)  # the server may be writing in this very loop
    await socket.act(update, update["legal"][0])
    assert (await socket.wait_for("refusal"))["code"] == "storage"
    await asyncio.to_thread(in_sqlite, db, "drop trigger boom")


def in_sqlite(db: str, statement: str) -> None:
    connection = sqlite3.connect(db.removeprefix("sqlite:///"))
    with connection:
        connection.execute(statement)
    connection.close()


async def test_no_secret_is_logged_refused_or_counted(sqlite_db: str, logs: io.StringIO) -> None:
    async with serving(sqlite_db) as host:
        anna, bruno = host.person(), host.person()
        bodies = Bodies(anna, bruno)
        await anna.post("/session")
        await anna.post("/me/account", {"name": "Anna", "password": PASSWORD})
        made = await anna.post(
            "/tables", {"game": "europe", "players": 3, "bots": [None, None, "easy"]}
        )
        table = made["id"]
        await bruno.post(f"/tables/{table}/join", {})
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            await anna.post(f"/tables/{table}/start")
            secrets = await secrets_of(host, table, anna, bruno)
            await break_storage(sqlite_db, hers, await hers.wait_for("update"))
            await provoke(host, anna, table)
            await hers.send(type="sync")
            figures = [(await anna.http.get(f"{host.address}/metrics")).text]
            told = list(bodies.read)
            await asyncio.gather(play_out(hers, random.Random(1)), play_out(his, random.Random(2)))
        figures.append((await anna.http.get(f"{host.address}/metrics")).text)
        await anna.get(f"/tables/{table}/result")
        setup = (await host.context.tables.get(table)).row.setup
        tickets = {game_of(setup).names.ticket_name(t) for t in game_of(setup).ticket_ids}

    lines = logs.getvalue().splitlines()
    assert len(lines) > 50
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert any("boom" in line for line in lines)
    told.append(logs.getvalue())
    for name, secret in secrets.items():
        assert not [text for text in told + figures if secret in text], name
    for word in [*OF_THE_GAME, *tickets]:
        assert not [line for line in lines if word in line], word
    for word in [table, "Anna", *OF_THE_GAME]:
        assert not [text for text in figures if word in text], word
