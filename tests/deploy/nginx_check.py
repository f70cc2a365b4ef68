"""The nginx files of deploy/ in a real nginx, in front of real servers: `make nginx-check`.

Not among the tests that `make test` collects, because few machines have an nginx, and installing
one would start it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from tests.deploy.nginx import nginx
from tests.server.postgres import cluster
from tests.server.support import Person, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def both(folder: Path) -> AsyncIterator[str]:
    folder.chmod(0o755)
    async with serving(f"sqlite:///{folder / 'carrozza.db'}") as host:
        with nginx(folder, host.address) as address:
            transport = httpx.AsyncHTTPTransport(retries=20)  # until it listens
            async with httpx.AsyncClient(transport=transport) as http:
                assert (await http.get(f"{address}/healthz")).status_code == 200
            yield address


async def test_the_page_is_passed_on_and_figures_are_not(tmp_path: Path) -> None:
    async with both(tmp_path) as address, httpx.AsyncClient(base_url=address) as http:
        assert (await http.get("/api/v1/games")).status_code == 200
        assert (await http.get("/metrics")).status_code == 404
        for path in ("/metrics", "/metrics%0a", "/metrics/", "/./metrics", "/%6detrics"):
            assert "carrozza_" not in (await http.get(path)).text
        for path in ("/", "/metrics", "/api/v1/games", "/nothing"):
            told = (await http.get(path)).headers.get_list("strict-transport-security")
            assert told == ["max-age=63072000"]


async def test_one_can_play_through_it(tmp_path: Path) -> None:
    async with both(tmp_path) as address, Person(address) as anna:
        anna.http.headers["origin"] = address  # as a browser says
        table = (await anna.post("/play-now", {"game": "usa", "level": "easy"}))["id"]
        async with anna.socket(table, headers={"origin": address}) as socket:
            update = await socket.wait_for("update")
            sent = await socket.act(update, update["legal"][0])
            await socket.wait_for("ack", id=sent)


async def test_everybody_at_a_table_comes_to_one_server(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with cluster() as database:
        async with serving(database.address) as one, serving(database.address) as two:
            with nginx(tmp_path, one.address, two.address) as address:
                async with Person(address) as anna, Person(address) as bruno:
                    for _ in range(8):
                        table = (await anna.post("/tables", {"game": "usa"}))["id"]
                        async with anna.socket(table) as hers, bruno.socket(table) as his:
                            await hers.wait_for("welcome")
                            await his.wait_for("welcome")
                            at = [len(list(host.context.hub.at(table))) for host in (one, two)]
                            assert sorted(at) == [0, 2]
