"""`carrozza admin`, on databases that servers are using."""

import asyncio
import gzip
import os
from pathlib import Path

import pytest
import sqlalchemy
from tests.cli.conftest import carrozza
from tests.server.support import PATIENCE, serving
from tests.server.test_people import account, rows

from carrozza.server.storage import schema
from carrozza.server.storage.database import migrate, plain_engine

pytestmark = pytest.mark.anyio


async def admin(*args: object) -> str:
    """What the command prints, run beside the server."""
    result = await asyncio.to_thread(carrozza, "admin", *args, columns=120)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("target", ["sqlite_db", "postgres_db"])
async def test_a_backup_of_a_running_server_restores_anywhere(
    db: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file = tmp_path / "all.gz"
    async with serving(db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "europe", "players": 3}))["id"]
        async with anna.socket(table) as socket:
            for _ in range(20):
                update = await socket.wait_for("update")
                if update["legal"]:
                    await socket.act(update, update["legal"][0])
            await socket.send(type="say", text="saved?")
            await socket.wait_for("said")
            await admin("backup", file, "--db", db)
    other = (
        f"sqlite:///{tmp_path / 'other.db'}"
        if target == "sqlite_db"
        else request.getfixturevalue("postgres_db")
    )
    if other == db:
        await admin("restore", file, "--db", db, "--replace")
    else:
        await admin("restore", file, "--db", other)
    async with serving(other) as host:
        anna.move_to(host.address)
        async with anna.socket(table) as socket:
            welcome = await socket.wait_for("welcome")
            assert welcome["chat"][0]["text"] == "saved?"
            await socket.wait_for("update")
            await socket.send(type="say", text="saved!")
            await socket.wait_for("said")
    await anna.http.aclose()


def test_a_backup_of_nothing_overwrites_nothing(sqlite_db: str, tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    file.write_text("the only one")
    refused = carrozza("admin", "backup", file, "--db", f"{sqlite_db}-mistyped")
    assert "[no_db]" in refused.stderr
    assert file.read_text() == "the only one"
    assert list(tmp_path.iterdir()) == [file]


def test_a_backup_replaces_files_alone(sqlite_db: str, tmp_path: Path) -> None:
    migrate(sqlite_db)
    pipe, link, target = tmp_path / "pipe", tmp_path / "link", tmp_path / "target"
    os.mkfifo(pipe)
    assert "[not_a_file]" in carrozza("admin", "backup", pipe, "--db", sqlite_db).stderr
    assert pipe.is_fifo()
    link.symlink_to(target)
    target.write_text("an older one")
    assert carrozza("admin", "backup", link, "--db", sqlite_db).exit_code == 0
    assert link.is_symlink()
    assert target.read_bytes()[:2] == b"\x1f\x8b"


def test_a_backup_does_not_overwrite_by_accident(sqlite_db: str, tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    migrate(sqlite_db)
    assert carrozza("admin", "backup", file, "--db", sqlite_db).exit_code == 0
    engine = plain_engine(sqlite_db)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.insert(schema.accounts).values(id="a", name="A", created=0.0))
    engine.dispose()
    refused = carrozza("admin", "restore", file, "--db", sqlite_db)
    assert "[not_empty]" in refused.stderr
    assert len(rows(sqlite_db, schema.accounts)) == 1
    assert carrozza("admin", "restore", file, "--db", sqlite_db, "--replace").exit_code == 0
    assert rows(sqlite_db, schema.accounts) == []


@pytest.mark.parametrize("part", [0, 20, 0.5, -3])
def test_a_damaged_backup_changes_nothing(sqlite_db: str, tmp_path: Path, part: float) -> None:
    good, bad = tmp_path / "good.gz", tmp_path / "bad.gz"
    engine = plain_engine(sqlite_db)
    migrate(sqlite_db)
    with engine.begin() as connection:
        connection.execute(
            sqlalchemy.insert(schema.accounts),
            [{"id": f"a{i}", "name": "A", "created": 0.0} for i in range(2000)],
        )
    engine.dispose()
    carrozza("admin", "backup", good, "--db", sqlite_db)
    data = good.read_bytes()
    bad.write_bytes(data[: int(len(data) * part) if 0 < part < 1 else int(part)])
    refused = carrozza("admin", "restore", bad, "--db", sqlite_db, "--replace")
    assert refused.exit_code == 1
    assert "[damaged]" in refused.stderr or "[not_a_backup]" in refused.stderr
    assert len(rows(sqlite_db, schema.accounts)) == 2000


def test_a_backup_with_lines_missing_is_told(sqlite_db: str, tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    migrate(sqlite_db)
    engine = plain_engine(sqlite_db)
    with engine.begin() as connection:
        connection.execute(
            sqlalchemy.insert(schema.accounts),
            [{"id": f"a{i}", "name": "A", "created": 0.0} for i in range(3)],
        )
    engine.dispose()
    carrozza("admin", "backup", file, "--db", sqlite_db)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(lines[:1] + lines[2:])))
    assert "[damaged]" in carrozza("admin", "restore", file, "--db", sqlite_db, "--replace").stderr


async def test_a_closed_table_is_closed_for_the_running_server(db: str) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        await bruno.post(f"/tables/{table}/join", {})
        await anna.post(f"/tables/{table}/start")
        assert table in await admin("tables", "--db", db)
        async with anna.socket(table) as socket:
            update = await socket.wait_for("update")
            await admin("close", table, "--db", db)
            changed = await socket.wait_for("changed")
            while changed["table"]["phase"] != "closed":
                changed = await socket.wait_for("changed")
            await socket.act(update, update["legal"][0])
            assert (await socket.wait_for("refusal"))["code"] in ("closed", "not_your_turn")
        assert table not in await admin("tables", "--db", db)
        assert table in await admin("tables", "--db", db, "--all")
        again = await asyncio.to_thread(carrozza, "admin", "close", table, "--db", db)
        assert "[over]" in again.stderr


async def test_deleting_an_account(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        await account(anna, "Anna")
        table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        await admin("delete-account", "anna", "--db", db)
        await anna.get("/me", 401)
        async with asyncio.timeout(PATIENCE):
            while (await host.person().get(f"/tables/{table}"))["phase"] != "finished":
                await asyncio.sleep(0.2)
        nobody = await asyncio.to_thread(carrozza, "admin", "delete-account", "anna", "--db", db)
        assert "[unknown_person]" in nobody.stderr


@pytest.mark.parametrize(
    ("address", "code"),
    [("nonsense", "db"), ("mysql://x/y", "db"), ("sqlite:////no/such/folder/x.db", "no_db")],
)
def test_a_database_that_cannot_be_used(address: str, code: str) -> None:
    assert f"[{code}]" in carrozza("admin", "tables", "--db", address).stderr
