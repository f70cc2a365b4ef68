"""Alerts tell nothing that anybody at the table may not know.

A whole game is played, and everything kept that arrives at all kinds of targets of all players.
Then it is played again with everything hidden dealt anew before each action. Not one byte may
differ, but for what is random in every encryption, which is taken off first.
"""

import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.server.receivers import Browser, Hooks, Mailbox, hooks, mailbox, until
from tests.server.support import Host, Person, serving
from tests.server.test_alerts import QUICK
from tests.server.test_no_leak import (
    GAMES,
    NOW,
    PLAYERS,
    Moves,
    moves_in_other_worlds,
    random_moves,
)
from tests.server.test_people import rows

from carrozza.server.play import moves
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("name", "options"), GAMES)
async def test_every_alert_is_the_same_whatever_is_hidden(
    tmp_path: Path, name: str, options: dict[str, bool]
) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    kept: Moves = []
    count = [0, 0]
    async with hooks() as there, mailbox() as box:
        told = {**QUICK, "smtp": box.url, "mail_from": "club@carrozza.example", "url": "https://x"}
        async with serving(f"sqlite:///{first}", lambda: NOW, **told) as host:
            people = [Person(host.address) for _ in range(PLAYERS)]
            browsers = [Browser(f"{there.url}/push/{n}") for n in range(PLAYERS)]
            wanted = {"game": name, "players": PLAYERS, "options": options}
            wanted["pace"] = {"kind": "days", "move": 3, "reserve": 0}
            for person, browser in zip(people, browsers, strict=True):
                await person.post("/session")
                await subscribe(person, browser, there, box)
            table = (await people[0].post("/tables", wanted))["id"]
            for person in people[1:]:
                await person.post(f"/tables/{table}/join", {})
            await people[0].post(f"/tables/{table}/start")
            await delivered(f"sqlite:///{first}")
        shutil.copy(first, second)
        runs = []
        for path, plan in (
            (first, random_moves(kept, 5)),
            (second, moves_in_other_worlds(kept, None, count)),
        ):
            there.taken.clear()
            box.taken.clear()
            db = f"sqlite:///{path}"
            async with serving(db, lambda: NOW, **told) as host:
                await play(host, table, plan, db)
            runs.append(everything(there, box, browsers))
    for person in people:
        await person.http.aclose()
    assert len(kept) > 50
    assert count[True] > 0.8 * len(kept)
    assert len(runs[0]) > 50
    assert runs[0] == runs[1]


async def subscribe(person: Person, browser: Browser, there: Hooks, box: Mailbox) -> None:
    for kind in ("discord", "webhook", "ntfy"):
        url = {"kind": kind, "url": f"{there.url}/{kind}"}
        await person.post("/me/alerts/targets", url)
    await person.post("/me/alerts/targets", {"kind": "push", **browser.subscription()})
    before = len(box.taken)
    mail = {"kind": "email", "email": f"{(await person.get('/me'))['id']}@example.org"}
    await person.post("/me/alerts/targets", mail)
    asked = (await box.wait_for(before + 1))[-1].get_content()
    token = next(word for word in asked.split() if "/confirm#" in word).partition("#")[2]
    await person.post(f"/alerts/confirm?token={token}")


async def play(host: Host, name: str, plan: Any, db: str) -> None:
    table = await host.context.tables.get(name)
    assert table.play is not None
    for number, (seat, action) in enumerate(plan(table.play)):
        await moves.act(host.context, table, seat, action, table.play.version, f"a{number}")
        await delivered(db)


async def delivered(db: str) -> None:
    await until(lambda: all(row["stage"] == "reminder" for row in rows(db, schema.alerts)))


def everything(there: Hooks, box: Mailbox, browsers: list[Browser]) -> list[Any]:
    """In an order of its own: targets are told at the same time."""
    found = []
    for taken in there.taken:
        headers = {k: v for k, v in taken.headers.items() if k not in ("authorization",)}
        body: Any = taken.body
        if taken.path.startswith("/push/"):
            body = browsers[int(taken.path.rpartition("/")[2])].read(taken)
        found.append((taken.path, sorted(headers.items()), repr(body)))
    for mail in box.taken:
        found.append(("mail", sorted(mail.items()), mail.get_content()))
    return sorted(found)
