"""Every figure that /metrics promises is really counted."""

import asyncio
import random

import pytest
from prometheus_client.metrics import MetricWrapperBase
from tests.server.support import play_out, serving

from carrozza.server import metrics

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
        text = (await anna.http.get(f"{host.address}/metrics")).text
    during["JOBS"] = jobs
    after = total()
    still = [name for name in FIGURES if before[name] == during[name] == after[name]]
    assert not still
    assert all(next(iter(figure.describe())).name in text for figure in FIGURES.values())


def total() -> dict[str, float]:
    return {
        name: sum(sample.value for family in figure.collect() for sample in family.samples)
        for name, figure in FIGURES.items()
    }
