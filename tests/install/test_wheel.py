"""What people install serves the page: no repository around it, and no Node."""

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.support import PATIENCE

from carrozza.server.http.site import SITE

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it; what it depends on is lent by ours."""
    assert (SITE / "index.html").is_file(), "the pages are not built: run make web"
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    return folder


def environment(folder: Path) -> dict[str, str]:
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    path = f"{folder / 'venv' / 'bin'}"
    assert shutil.which("node", path=path) is None
    return {"PATH": path, "HOME": str(folder), "PYTHONPATH": os.pathsep.join(sorted(lent))}


@pytest.fixture
def address(installed: Path) -> Iterator[str]:
    env = environment(installed)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(installed / "venv" / "bin" / "carrozza"), "serve", "--port", str(port)]
    server = subprocess.Popen(command, cwd=installed, env=env, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        said = server.stderr.readline()
        found = f"http://localhost:{port}"
        assert found in said
        until = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(f"{found}/healthz")
                break
            except httpx.TransportError:
                assert server.poll() is None
                assert time.monotonic() < until
                time.sleep(0.1)
        yield found
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def test_it_is_the_wheel_that_runs(installed: Path) -> None:
    command = [str(installed / "venv" / "bin" / "python"), "-c", "import carrozza as c"]
    command[-1] += "; print(c.__file__)"
    told = subprocess.run(
        command, cwd=installed, env=environment(installed), check=True, stdout=subprocess.PIPE
    )
    assert told.stdout.decode().startswith(str(installed / "venv"))


def test_the_page_its_files_and_the_games_are_served(address: str) -> None:
    page = httpx.get(address)
    assert page.status_code == 200
    scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page.text)
    assert scripts
    for path in (*scripts, "/manifest.webmanifest", "/sw.js", "/icon-192.png"):
        assert httpx.get(address + path).status_code == 200, path
    games = httpx.get(f"{address}/api/v1/games").json()["games"]
    assert [game["name"] for game in games] == ["usa", "europe", "northern_lights", "card_game"]
    board = httpx.get(f"{address}/api/v1/art/light/northern_lights/board.svg")
    assert board.text.startswith("<svg")
    assert board.text == (SITE / "art/light/northern_lights/board.svg").read_text("utf-8")
