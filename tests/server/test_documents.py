"""What the documents say about the server is true."""

import asyncio
import re
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import carrozza
from tests.server.support import PATIENCE, serving

from carrozza.server import metrics
from carrozza.server.live import protocol

ROOT = Path(__file__).parents[2]
CLIENT = (ROOT / "docs/client.md").read_text()
RUNNING = (ROOT / "docs/running.md").read_text()


@pytest.mark.anyio
async def test_the_example_client_joins_plays_and_proves(sqlite_db: str, tmp_path: Path) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        made = await anna.post(
            "/tables", {"game": "europe", "players": 3, "bots": [None, None, "easy"]}
        )
        table = made["id"]
        client = await asyncio.create_subprocess_exec(
            sys.executable,
            str(ROOT / "docs/examples/client.py"),
            host.address,
            table,
            cwd=tmp_path,
            stdout=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(PATIENCE):
            while not (await anna.get(f"/tables/{table}"))["seats"][1]["name"]:
                await asyncio.sleep(0.1)
            await anna.ask("PATCH", f"/tables/{table}/seats/0", {"bot": "easy"})
            await anna.post(f"/tables/{table}/start")
            printed, _ = await client.communicate()
    assert client.returncode == 0
    assert f"carrozza verify {table}.json" in printed.decode()
    assert carrozza("verify", tmp_path / f"{table}.json").exit_code == 0


def test_the_example_has_sixty_lines() -> None:
    lines = (ROOT / "docs/examples/client.py").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 60


def test_every_message_is_in_the_document() -> None:
    for kind in (protocol.ClientMessage, protocol.ServerMessage):
        for message in kind.__subclasses__():
            assert f"`{message.__struct_config__.tag}`" in CLIENT


def test_every_code_is_in_the_document() -> None:
    """Codes that the server itself gives; those of the engine are of the rules."""
    modules = (ROOT / "src/carrozza/server").rglob("*.py")
    source = "\n".join(p.read_text() for p in modules if p.name != "backup.py")
    found = set(re.findall(r"""Refused\(\s*\d+,\s*"(\w+)\"""", source))
    found |= set(re.findall(r"""(?:dismiss|BadOptions)\(\s*"(\w+)\"""", source))
    assert len(found) > 30
    ports = {"host", "port_denied", "port_taken"}
    files = {"db", "db_damaged", "db_in_use", "db_read_only"}
    at_the_start = {*ports, *files, "bot_pace", "undo_seconds", "origin", "workers"}
    at_the_start |= {"url", "smtp", "mail_from", "oidc"}
    health = set(re.findall(r"""Trouble\(\s*"(\w+)\"""", source))
    assert len(health) > 3
    assert not {code for code in at_the_start | health if f"`{code}`" not in RUNNING}
    found -= {"gone", *at_the_start}
    assert not {code for code in found if f"`{code}`" not in CLIENT}


def test_every_metric_is_in_the_document() -> None:
    source = Path(metrics.__file__).read_text()
    told = {name.removesuffix("_bucket") for name in re.findall(r"carrozza_\w+", RUNNING)}
    assert set(re.findall(r"carrozza_\w+", source)) == told


def test_every_option_of_the_document_exists() -> None:
    known = carrozza("serve", "--help").stdout
    for option in re.findall(r"^\| `(--[\w-]+)", RUNNING, re.M):
        assert option in known
