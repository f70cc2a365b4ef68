"""Two servers on one PostgreSQL database."""

import asyncio
import random
from collections import Counter

import pytest
import sqlalchemy
from tests.server.support import Message, Socket, play_out, serving

from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine

pytestmark = pytest.mark.anyio


def log_of(db: str, table: str) -> list[dict[str, object]]:
    engine = plain_engine(db)
    with engine.begin() as connection:
        rows = connection.execute(
            sqlalchemy.select(schema.log)
            .where(schema.log.c.table == table)
            .order_by(schema.log.c.version)
        )
        found = [dict(row) for row in rows.mappings()]
    engine.dispose()
    return found


async def test_people_on_different_servers_play_one_game(postgres_db: str) -> None:
    async with serving(postgres_db) as one, serving(postgres_db) as two:
        anna, bruno, watcher = one.person(), two.person(), two.person()
        table = (
            await anna.post(
                "/tables", {"game": "europe", "players": 4, "bots": [None, None, "easy", "easy"]}
            )
        )["id"]
        await bruno.post(f"/tables/{table}/join", {})
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            await hers.send(type="say", text="ciao")
            assert (await his.wait_for("said"))["line"]["text"] == "ciao"
            await anna.post(f"/tables/{table}/start")
            async with watcher.socket(table) as theirs:
                last = await asyncio.gather(
                    play_out(hers, random.Random(1)),
                    play_out(his, random.Random(2)),
                    watch(theirs),
                )
        assert len({update["version"] for update in last}) == 1
        assert last[0]["view"]["sheet"] == last[1]["view"]["sheet"] == last[2]["view"]["sheet"]
        versions = [row["version"] for row in log_of(postgres_db, table)]
        assert versions == list(range(1, last[0]["version"] + 1))


async def watch(socket: Socket) -> Message:
    """Follow a game to its end; every step must come, in order and once."""
    seen = -1
    while True:
        update = await socket.wait_for("update")
        if update["since"] is not None:
            assert update["since"] == seen
        seen = update["version"]
        if update["view"]["phase"] == "over":
            return update


async def test_a_resent_action_is_done_once_whichever_server_gets_it(postgres_db: str) -> None:
    async with serving(postgres_db) as one, serving(postgres_db) as two:
        anna = one.person()
        table = (await anna.post("/play-now", {"game": "usa", "players": 3}))["id"]
        async with anna.socket(table) as first:
            update = await first.wait_for("update")
            anna.move_to(two.address)
            async with anna.socket(table) as second:
                await second.wait_for("update")
                action = update["legal"][0]
                await asyncio.gather(
                    *(
                        socket.act(update, action, id="same")
                        for socket in (first, second, first, second)
                    )
                )
                acks = [await s.wait_for("ack") for s in (first, first, second, second)]
        assert len({ack["version"] for ack in acks}) == 1
        assert Counter(row["client"] for row in log_of(postgres_db, table))["same"] == 1


async def test_one_server_moves_a_bot(postgres_db: str) -> None:
    """Both look for bots to move; each bot is asked once for each of its moves."""
    asked: Counter[tuple[str, int]] = Counter()
    async with serving(postgres_db) as one, serving(postgres_db) as two:
        for host in (one, two):
            decide = host.context.bots.decide

            async def counted(question, whose, decide=decide):  # type: ignore[no-untyped-def]
                asked[question.seed, question.view.seat] += 1
                return await decide(question, whose)

            host.context.bots.decide = counted  # type: ignore[method-assign]
        anna = one.person()
        table = (await anna.post("/play-now", {"game": "card_game", "players": 4}))["id"]
        async with anna.socket(table) as socket:
            last = await play_out(socket, random.Random(1))
    moves = Counter(row["by"] for row in log_of(postgres_db, table))
    assert moves["bot"] + moves["person"] == last["version"]
    assert max(asked.values()) == 1  # never about one position by both
    # Where all may answer, a person's answer may come while a bot is thinking: it is asked again.
    assert moves["bot"] <= len(asked) <= moves["bot"] + moves["person"]


async def test_when_a_server_is_gone_the_other_takes_over_its_bots(postgres_db: str) -> None:
    async with serving(postgres_db) as two:
        async with serving(postgres_db, bot_pace=(1.0, 1.0), bot_patience=0.5) as one:
            anna = one.person()
            table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
            async with anna.socket(table) as socket:
                update = await socket.wait_for("update")
                await socket.act(update, update["legal"][0])
                await socket.wait_for("ack")
        anna.move_to(two.address)
        async with anna.socket(table) as socket:
            await play_out(socket, random.Random(1))
        await anna.http.aclose()


async def test_signing_out_reaches_the_other_server(postgres_db: str) -> None:
    async with serving(postgres_db) as one, serving(postgres_db) as two:
        anna = one.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            anna.move_to(two.address)
            await anna.post("/session/sign-out-everywhere")
            assert (await socket.wait_for("bye"))["code"] == "signed_out"
