"""Alerts tell nothing that anybody at the table may not know.

A whole game is played on a real server, and after each move everything in the outbox is written as
each kind of target would get it. Then the same game is played once more with everything hidden
dealt anew before each action. Not one byte may differ.
"""

import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.receivers import Browser
from tests.server.support import Host, Person, serving
from tests.server.test_no_leak import (
    GAMES,
    NOW,
    PLAYERS,
    Moves,
    moves_in_other_worlds,
    random_moves,
)

from carrozza.server.alerts.mail import Mail
from carrozza.server.alerts.post import letter_of, read_alerts
from carrozza.server.alerts.push import notice_of
from carrozza.server.alerts.services import SERVICES, Service
from carrozza.server.play import moves
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

THERE = Service(url="https://example.org/x", token="1:2", room="!a:b")
MAIL = Mail("smtp://example.org", "club@example.org")
WAITING = {"alert_delay": 1e9, "url": "https://games.example"}  # nothing is sent


@pytest.mark.parametrize(("name", "options"), GAMES)
async def test_every_alert_is_the_same_whatever_is_hidden(
    tmp_path: Path, name: str, options: dict[str, bool]
) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    kept: Moves = []
    count = [0, 0]
    async with serving(f"sqlite:///{first}", lambda: NOW, **WAITING) as host:
        people = [host.person() for _ in range(PLAYERS)]
        for person in people:
            await person.post("/session")
            await subscribe(person)
        pace = {"kind": "days", "move": 3, "reserve": 0}
        wanted = {"game": name, "players": PLAYERS, "options": options, "pace": pace}
        table = (await people[0].post("/tables", wanted))["id"]
        for person in people[1:]:
            await person.post(f"/tables/{table}/join", {})
        await people[0].post(f"/tables/{table}/start")
    shutil.copy(first, second)
    runs = []
    for path, plan in (
        (first, random_moves(kept, 5)),
        (second, moves_in_other_worlds(kept, None, count)),
    ):
        async with serving(f"sqlite:///{path}", lambda: NOW, **WAITING) as host:
            runs.append(await play(host, table, plan))
    assert len(kept) > 50
    assert count[True] > 0.8 * len(kept), f"too few worlds differ: {count}"
    assert len(runs[0]) > 50
    assert runs[0] == runs[1]


async def subscribe(person: Person) -> None:
    push = {"kind": "push", **Browser("https://push.example/1").subscription()}
    await person.post("/me/alerts/targets", push)


async def play(host: Host, name: str, plan: Any) -> list[bytes]:
    table = await host.context.tables.get(name)
    assert table.play is not None
    told = []
    for number, (seat, action) in enumerate(plan(table.play)):
        await moves.act(host.context, table, seat, action, table.play.version, f"a{number}")
        told += await everything(host)
    return told


async def everything(host: Host) -> list[bytes]:
    """What is in the outbox, in every form."""
    async with host.context.db.read() as connection:
        names = (await connection.execute(select(schema.alerts.c.id))).scalars().all()
        alerts = await read_alerts(host.context, connection, list(names))
    found = []
    for alert in sorted(alerts, key=lambda one: one.id):
        letter = letter_of(host.context, alert)
        found.append(notice_of(letter))
        found.append(MAIL.message("anna@example.org", letter, NOW).as_bytes())
        for ask in SERVICES.values():
            request = ask(THERE, letter)
            found.append(f"{request.url} {sorted(request.headers.items())}".encode())
            found.append(request.body)
    return found
