"""A short `make crash`: what was acknowledged survives a server that is killed."""

import random
from itertools import cycle
from pathlib import Path

import pytest
from bench.crash import Run, crash
from bench.servers import Server
from bench.storage import Storage
from bench.visitors import Plan

pytestmark = pytest.mark.anyio

RELAXED = {"kind": "relaxed"}
PEOPLE = [Plan("usa", 2, 2, RELAXED, watched=True), Plan("card_game", 3, 3, RELAXED)]
WITH_A_BOT = [Plan("europe", 2, 1, RELAXED), Plan("northern_lights", 2, 2, RELAXED)]


async def killed_three_times(db: str, folder: Path, plans: list[Plan]) -> None:
    place, servers = Storage(db, folder), [Server(db, folder)]
    run = Run(place, servers, random.Random(7), 3, cycle(plans), apart=(0.3, 0.8))
    report = await crash(run, at_once=len(plans))
    assert report.wrong == []
    assert run.killed == 3
    assert report.acks > 100
    assert report.reconnects > 0  # people were connected when it was killed
    assert report.saves == len(run.games) >= len(plans)


async def test_sqlite_server_killed_while_people_and_a_bot_play(
    sqlite_db: str, tmp_path: Path
) -> None:
    await killed_three_times(sqlite_db, tmp_path, WITH_A_BOT)


async def test_postgres_server_killed_while_people_play(postgres_db: str, tmp_path: Path) -> None:
    await killed_three_times(postgres_db, tmp_path, PEOPLE)
