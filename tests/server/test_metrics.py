"""Every figure that /metrics promises is really counted."""

import asyncio
import random

import pytest
from prometheus_client.metrics import MetricWrapperBase
from tests.server.receivers import hooks, ok, until
from tests.server.support import play_out, serving
from tests.server.test_alerts import QUICK, at_days, hook

from carrozza.review.model import VERSION
from carrozza.server import metrics
from carrozza.server.alerts import post
from carrozza.server.play import reviewer
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

FIGURES = {
    name: figure for name, figure in vars(metrics).items() if isinstance(figure, MetricWrapperBase)
}


async def test_a_game_moves_every_figure(sqlite_db: str) -> None:
    metrics.TABLES.set(-1)  # whatever another test has left there
    before = total()
    async with serving(sqlite_db, sweep_seconds=0.01) as host, host.person() as anna:
        table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        async with anna.socket(table) as socket:
            await socket.send(type="undo", id="x", seat=0, version=0)
            await socket.wait_for("refusal")
            during = total()
            await play_out(socket, random.Random(1))
        asking = asyncio.create_task(anna.get(f"/tables/{table}/replay"))
        while not (jobs := total()["JOBS"]):
            await asyncio.sleep(0.01)
        await asking
        await anna.post(f"/tables/{table}/review")
        while (await anna.get(f"/tables/{table}/review"))["state"] != "done":
            await asyncio.sleep(0.1)
        text = (await anna.http.get(f"{host.address}/metrics")).text
    during["JOBS"] = jobs
    during |= await alerts_by(sqlite_db) | await reviews_by(sqlite_db)
    after = total()
    still = [name for name in FIGURES if before[name] == during[name] == after[name]]
    assert not still
    assert all(next(iter(figure.describe())).name in text for figure in FIGURES.values())


async def alerts_by(db: str) -> dict[str, float]:
    """What the figures of the outbox show while its receiver does not answer."""
    async with serving(db, **QUICK) as host, hooks() as there:
        anna, bob, table = await at_days(host)
        await hook(bob, there)
        await hook(bob, there, "slack")
        there.answer = lambda taken: ok() if taken.path == "/slack" else b""
        await anna.post(f"/tables/{table}/start")
        await until(lambda: metrics.ALERTS.labels("webhook", "again")._value.get())
        await until(lambda: metrics.ALERTS.labels("slack", "sent")._value.get())
        async with host.context.db.write() as connection:
            soon = host.context.now() + 30
            await connection.execute(schema.alerts.update().values(due=1.0, claimed_until=soon))
        await post.count(host.context)
        return {name: value for name, value in total().items() if name.startswith("ALERTS_")}


async def reviews_by(db: str) -> dict[str, float]:
    """What is shown of one that waits and one that somebody else is making."""
    async with serving(db, review_processes=0) as host, host.person() as anna:
        now = host.context.now()
        rows = [
            {
                "table": (await anna.post("/tables", {"game": "usa"}))["id"],
                **dict.fromkeys(("tries", "done", "of"), 0),
                "version": VERSION,
                "state": state,
                "asked": now - 5,
                "claimed_until": now + 60,
            }
            for state in ("waiting", "working")
        ]
        async with host.context.db.write() as connection:
            await connection.execute(schema.reviews.insert(), rows)
        await reviewer.count(host.context)
        found = {name: value for name, value in total().items() if name.startswith("REVIEWS_")}
        assert found["REVIEWS_WAITING"] == found["REVIEWS_WORKING"] == 1
        assert found["REVIEWS_OLDEST"] >= 5
        return found


def total() -> dict[str, float]:
    return {
        name: sum(sample.value for family in figure.collect() for sample in family.samples)
        for name, figure in FIGURES.items()
    }
