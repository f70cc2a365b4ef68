"""Long work has processes of its own: nobody else waits for it, and it ends with those who do."""

import asyncio
import os
import random
import time
from asyncio import Task
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.atlas.any_boards import crossing_board, hard_board
from tests.server.support import PATIENCE, Host, Person, play_out, serving

from carrozza.server import processes, workshop
from carrozza.server.errors import Refused
from carrozza.server.jobs import MOST_WAITING, Jobs
from carrozza.server.storage.backup import back_up
from carrozza.server.workshop import tell

pytestmark = pytest.mark.anyio


FOR_EVER = 1_000_000.0  # seconds


async def until(happened: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.01)


def refuse() -> None:
    raise Refused(409, "because", "That is why.")


def workers() -> list[psutil.Process]:
    """Processes that do long work here; other tests may have left a database running."""
    children = psutil.Process().children()
    return [child for child in children if workshop.__name__ in child.cmdline()]


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@asynccontextmanager
async def line(places: int) -> AsyncIterator[Jobs]:
    jobs = Jobs("test", places, PATIENCE)
    try:
        yield jobs
    finally:
        await jobs.close()


def doing(jobs: Jobs, who: str, key: Hashable, work: Callable[..., Any], *given: Any) -> Task[Any]:
    return asyncio.create_task(jobs.do(who, key, work, *given))


async def test_work_that_nobody_waits_for_ends_with_its_process() -> None:
    async with line(1) as jobs:
        process = await jobs.do("anna", "key", os.getpid)  # the next job has the same one
        askers = [doing(jobs, who, "key", time.sleep, FOR_EVER) for who in ("anna", "bruno")]
        await until(lambda: jobs.running)
        askers[0].cancel()
        await asyncio.wait(askers[:1])
        assert jobs.running, "Bruno waits"
        assert is_running(process)
        askers[1].cancel()
        await until(lambda: not is_running(process))
        await until(lambda: not jobs.running)
        assert await jobs.do("anna", "key", os.getpid) != process


async def test_work_that_waits_is_never_begun_when_nobody_wants_it(tmp_path: Path) -> None:
    async with line(1) as jobs:
        first = doing(jobs, "anna", 1, time.sleep, FOR_EVER)
        await until(lambda: jobs.running)
        second = doing(jobs, "bruno", 2, (tmp_path / "second").touch)
        await asyncio.sleep(0)
        second.cancel()
        third = doing(jobs, "carla", 3, os.getpid)
        first.cancel()
        assert await third > 0
        assert not (tmp_path / "second").exists()


async def test_work_that_takes_too_long_is_ended() -> None:
    jobs = Jobs("test", 1, 0.1)
    with pytest.raises(Refused) as refused:
        await jobs.do("anna", "key", time.sleep, FOR_EVER)
    assert refused.value.code == "took_too_long"
    assert not workers()
    await jobs.close()


async def test_work_tells_how_far_it_is() -> None:
    heard: list[object] = []
    async with line(1) as jobs:
        for n in range(2):
            await jobs.do("anna", "key", tell, n, "of", 2, hear=lambda *news: heard.append(news))
        assert len(workers()) == 1
    assert heard == [(0, "of", 2), (1, "of", 2)]


async def test_what_work_prints_and_raises_does_no_harm() -> None:
    async with line(1) as jobs:
        await jobs.do("anna", "key", print, "a" * 100_000)
        with pytest.raises(ZeroDivisionError):
            await jobs.do("anna", "key", divmod, 1, 0)
        assert await jobs.do("anna", "key", bytes, 3_000_000) == bytes(3_000_000)


async def test_why_work_was_refused_is_told() -> None:
    async with line(1) as jobs:
        with pytest.raises(Refused) as refused:
            await jobs.do("anna", "key", refuse)
        assert (refused.value.status, refused.value.code) == (409, "because")
        assert refused.value.message == "That is why."


async def test_a_line_may_have_to_stand_back() -> None:
    jobs = Jobs("test", 1, PATIENCE, niceness=7)
    assert await jobs.do("anna", "key", os.getpriority, os.PRIO_PROCESS, 0) == min(
        19, os.nice(0) + 7
    )
    await jobs.close()


async def test_a_process_without_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "IDLE_SECONDS", 0.01)
    async with line(1) as jobs:
        process = await jobs.do("anna", "key", os.getpid)
        await until(lambda: not is_running(process))
        assert await jobs.do("anna", "key", os.getpid) != process


async def test_processes_end_with_the_server() -> None:
    jobs = Jobs("test", 1, PATIENCE)
    process = await jobs.do("anna", "key", os.getpid)
    assert is_running(process)
    await jobs.close()
    assert not is_running(process)


async def test_a_process_that_dies_is_replaced() -> None:
    async with line(1) as jobs:
        with pytest.raises(Refused) as refused:
            await jobs.do("anna", "key", os._exit, 1)
        assert refused.value.code == "interrupted"
        assert await jobs.do("anna", "key", os.getpid) > 0


async def test_an_address_has_one_job_at_a_time() -> None:
    """So who asks for eight things leaves a place to others."""
    async with line(2) as jobs:
        asked = [doing(jobs, "anna", n, time.sleep, FOR_EVER) for n in range(8)]
        await until(lambda: jobs.running)
        assert await jobs.do("bruno", "his", os.getpid) > 0
        assert jobs.running == 1
        for one in asked:
            one.cancel()


async def test_nobody_waits_behind_the_other_jobs_of_who_asked_for_the_same() -> None:
    async with line(2) as jobs:
        asked = [doing(jobs, "anna", n, time.sleep, FOR_EVER) for n in range(8)]
        asked.append(doing(jobs, "anna", "shared", os.getpid))
        await until(lambda: jobs.running)
        assert await jobs.do("bruno", "shared", os.getpid) == await asked.pop()
        assert jobs.running == 1
        for one in asked:
            one.cancel()


async def test_each_turn_is_given_back(tmp_path: Path) -> None:
    """Whoever leaves, and when."""
    async with line(1) as jobs:
        busy = doing(jobs, "zoe", "busy", time.sleep, FOR_EVER)
        await until(lambda: jobs.running)
        people = ("anna", "bruno", "carla")
        asked = [doing(jobs, who, n, (tmp_path / "x").touch) for n in range(3) for who in people]
        for one in (*asked[::2], busy, *asked[1::4]):
            one.cancel()
            await asyncio.sleep(0)
        await asyncio.wait((busy, *asked))
        assert [one.cancelled() for one in asked].count(False) == 2
        for who in people:
            assert await jobs.do(who, "new", os.getpid) > 0
        assert not jobs.running


async def test_an_address_cannot_ask_for_everything_at_once() -> None:
    async with line(1) as jobs:
        asked = [doing(jobs, "anna", n, time.sleep, FOR_EVER) for n in range(MOST_WAITING)]
        await until(lambda: jobs.running)
        with pytest.raises(Refused) as refused:
            await jobs.do("anna", "more", os.getpid)
        assert refused.value.code == "too_many"
        for one in asked:
            one.cancel()


async def table_on(person: Person, board: dict[str, Any]) -> str:
    body = {"game": "usa", "players": 2, "board": board}
    table: str = (await person.post("/tables", body))["id"]
    return table


async def test_a_board_is_drawn_simply_at_once_and_well_later_and_kept(db: str) -> None:
    board = crossing_board(3, 8, 12)
    names = [city["name"] for city in board["cities"]]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    board["tickets"] = [{"a": a, "b": b, "points": 5} for a, b in pairs]
    async with serving(db, layout_seconds=2.0) as host:
        anna = host.person()
        table = await table_on(anna, board)
        first = await anna.get(f"/tables/{table}/board")
        assert first["simple"]
        best = await anna.get(f"/tables/{table}/board?drawing=best")
        assert not best["simple"]
        assert await anna.get(f"/tables/{table}/board?drawing=simple") == first
        for drawing in ("simple", "best"):
            ground = await anna.http.get(f"/tables/{table}/ground-dark.svg?drawing={drawing}")
            assert ground.headers["content-type"] == "image/svg+xml"
    async with serving(db, layout_seconds=PATIENCE * 10) as host:  # nobody could wait for this one
        bruno = host.person()
        assert await bruno.get(f"/tables/{table}/board") == best
        assert await bruno.get(f"/tables/{table}/board?drawing=best") == best


async def test_who_hangs_up_leaves_no_work_behind(sqlite_db: str) -> None:
    async with serving(sqlite_db, layout_seconds=PATIENCE * 10) as host:
        anna = host.person()
        table = await table_on(anna, hard_board())
        asking = asyncio.create_task(anna.get(f"/tables/{table}/board?drawing=best"))
        await until(lambda: host.context.long_jobs.running)
        asking.cancel()
        await until(lambda: not host.context.long_jobs.running)


async def test_those_who_play_never_wait_for_long_work(db: str, tmp_path: Path) -> None:
    """Every kind of it is under way before anybody moves, and still when they have moved."""
    async with serving(db, layout_seconds=PATIENCE * 10) as host:
        guests = [host.person() for _ in range(3)]
        finished = await a_finished_game(host)
        boards = [await table_on(guest, hard_board(n)) for n, guest in enumerate(guests)]
        heavy = [
            asyncio.create_task(guest.http.get(path))
            for guest, table in zip(guests, boards, strict=True)
            for path in (
                f"/tables/{table}/board?drawing=best",
                f"/tables/{table}/board",
                f"/tables/{table}/ground-light.svg",
                f"/tables/{finished}/replay",
                f"/tables/{finished}/save",
                "/me/export",
            )
        ]
        copying = asyncio.create_task(
            asyncio.to_thread(back_up, db, tmp_path / "backup.gz", lambda *_: None)
        )
        await until(lambda: host.context.long_jobs.running)
        await a_finished_game(host)
        layouts = heavy[::6]
        assert not any(layout.done() for layout in layouts)
        for layout in layouts:
            layout.cancel()
        replies = await asyncio.gather(*(set(heavy) - set(layouts)))
        assert {reply.status_code for reply in replies} == {200}
        await copying


async def a_finished_game(host: Host) -> str:
    anna = host.person()
    table: str = (await anna.post("/play-now", {"game": "card_game"}))["id"]
    async with anna.socket(table) as socket:
        await play_out(socket, random.Random(1))
    return table
