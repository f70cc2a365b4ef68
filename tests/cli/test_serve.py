"""`carrozza serve` as a person sees it, and as a log collector does."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.cli.terminal import terminal
from tests.server.postgres import free_port
from tests.server.support import PATIENCE

from carrozza.server.addresses import network_address

BLOCK = "█"  # of a QR code
ADDRESS = re.compile(r"http://([0-9.]+):[0-9]+")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "carrozza.db"


def options(db: Path, *more: object) -> tuple[object, ...]:
    return ("serve", "--db", f"sqlite:///{db}", *more)


def test_at_a_terminal_it_speaks_to_a_person(db: Path) -> None:
    port = free_port()
    with terminal(*options(db, "--port", port)) as seen:
        said = seen.read_until("Ctrl+C")
        # It is said when it is true.
        assert httpx.get(f"http://localhost:{port}/healthz", timeout=PATIENCE).status_code == 200
        assert f"http://localhost:{port}" in said
        assert "--host 0.0.0.0" in said
        assert str(db) in said.replace("\r\n", "").replace("\n", "")
        assert BLOCK not in said  # no phone could open it
        assert "{" not in said
        seen.type(b"\x03")
        seen.read_until("Stopped.")
        assert seen.process.wait(PATIENCE) == 0


def test_for_others_it_shows_an_address_and_a_code(db: Path) -> None:
    port = free_port()
    with terminal(*options(db, "--port", port, "--host", "0.0.0.0")) as seen:
        said = seen.read_until("Ctrl+C")
    inside = network_address("0.0.0.0")
    if inside is None:
        assert "on no network" in said
    else:
        assert f"http://{inside}:{port}" in said
        assert said.count(BLOCK) > 100
        assert "HTTPS" in said


@pytest.mark.parametrize(
    ("columns", "environment"),
    [(32, {}), (90, {"PYTHONIOENCODING": "ascii"})],
    ids=["narrow", "without special letters"],
)
def test_a_terminal_that_cannot_show_a_code(
    db: Path, columns: int, environment: dict[str, str]
) -> None:
    args = options(db, "--port", free_port(), "--host", "0.0.0.0")
    with terminal(*args, columns=columns, **environment) as seen:
        said = seen.read_until("Ctrl+C")
    assert "running" in said
    assert BLOCK not in said
    assert "?" not in re.sub("\x1b[^m]*m", "", said)
    assert "Scan" not in said


def test_a_taken_port_is_one_sentence_and_changes_nothing(db: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        args = options(db, "--port", other.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "carrozza", *map(str, args)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.endswith("[port_taken]\n")
    assert done.stderr.count("\n") == 1
    assert not db.exists()


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.77"])
def test_a_host_that_is_not_here(db: Path, host: str) -> None:
    args = options(db, "--host", host)
    done = subprocess.run(
        [sys.executable, "-m", "carrozza", *map(str, args)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.endswith("[host]\n")


@pytest.mark.parametrize("form", [(), ("--log", "text")], ids=["json", "text"])
def test_without_a_terminal_it_logs_unless_told(db: Path, form: tuple[str, ...]) -> None:
    args = options(db, "--port", 0, *form)
    server = subprocess.Popen(
        [sys.executable, "-m", "carrozza", *map(str, args)], stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    lines = []
    for line in server.stderr:
        lines.append(line)
        if "Ctrl+C" in line or "listening" in line:
            break
    server.terminate()
    rest = server.communicate(timeout=PATIENCE)[1]
    if form:
        assert "http://localhost:" in "".join(lines)
        assert "{" not in "".join(lines)
    else:
        told = [json.loads(line) for line in (*lines, *rest.splitlines())]
        assert "listening" in [line["message"] for line in told]
