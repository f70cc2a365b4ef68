"""deploy/nginx.conf in a real nginx, in front of a real server: `make nginx-check`.

Not among the tests that `make test` collects, because few machines have an nginx, and installing
one would start it.
"""

import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import pytest
from tests.server.postgres import free_port
from tests.server.support import Person, serving

pytestmark = pytest.mark.anyio
LINES = Path(__file__).parents[2] / "deploy" / "nginx.conf"
WHOLE = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        include {folder}/carrozza.conf;
    }}
}}
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@contextmanager
def nginx(behind: str, folder: Path) -> Iterator[str]:
    """The address of an nginx with our lines, for a server at this address."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    assert program is not None, "nginx is not installed: apt-get install nginx-light"
    lines = LINES.read_text()
    assert "http://127.0.0.1:8150" in lines
    (folder / "carrozza.conf").write_text(lines.replace("http://127.0.0.1:8150", behind))
    port = free_port()
    settings = folder / "nginx.conf"
    settings.write_text(WHOLE.format(folder=folder, port=port))
    command = [program, "-e", str(folder / "error.log"), "-c", str(settings)]
    subprocess.run([*command, "-t", "-q"], check=True)
    process = subprocess.Popen(command)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


@asynccontextmanager
async def both(folder: Path) -> AsyncIterator[str]:
    folder.chmod(0o755)
    async with serving(f"sqlite:///{folder / 'carrozza.db'}") as host:
        with nginx(host.address, folder) as address:
            transport = httpx.AsyncHTTPTransport(retries=20)  # until it listens
            async with httpx.AsyncClient(transport=transport) as http:
                assert (await http.get(f"{address}/healthz")).status_code == 200
            yield address


async def test_the_page_is_passed_on_and_figures_are_not(tmp_path: Path) -> None:
    async with both(tmp_path) as address, httpx.AsyncClient(base_url=address) as http:
        assert (await http.get("/api/v1/games")).status_code == 200
        assert (await http.get("/metrics")).status_code == 404
        assert "carrozza_" not in (await http.get("/metrics")).text
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
