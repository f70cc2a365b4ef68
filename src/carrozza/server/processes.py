"""Processes that work for a line of jobs, one job at a time each (see workshop.py).

They are started when needed and kept for a while: what they have loaded makes the next job quick.
"""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from carrozza.server.workshop import LENGTH, READY, packed, unpacked

T = TypeVar("T")
Hear = Callable[..., None]

IDLE_SECONDS = 300.0  # without work, until a process is ended


class Broken(Exception):
    """The process has ended before its work."""


class Processes:
    """Make it inside the event loop."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._idle: dict[Process, asyncio.TimerHandle] = {}  # with when each is ended
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(
        self, seconds: float, hear: Hear, work: Callable[..., T], given: tuple[object, ...]
    ) -> T:
        """The work done by a process, which is ended when this is cancelled or takes longer."""
        request = packed((work, given))
        while (process := self._take()) is None:
            await self._whatever_happens(self._start())
        try:
            async with asyncio.timeout(seconds):
                kind, outcome = await _asked(process, request, hear)
        except BaseException:
            await self._whatever_happens(_end(process))
            raise
        self._keep(process)
        if kind == "failed":
            raise outcome
        done: T = outcome
        return done

    async def close(self) -> None:
        """End those without work."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        while (process := self._take()) is not None:
            await _end(process)

    def _take(self) -> Process | None:
        while self._idle:
            process, ending = self._idle.popitem()
            ending.cancel()
            if process.returncode is None:
                return process
        return None

    def _keep(self, process: Process) -> None:
        ending = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._let_go, process)
        self._idle[process] = ending

    def _let_go(self, process: Process) -> None:
        del self._idle[process]
        self._task(_end(process))

    async def _start(self) -> None:
        command = sys.executable, "-m", "carrozza.server.workshop", str(self._niceness)
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed(sys.path))
        try:
            await process.stdout.readexactly(len(READY))
        except asyncio.IncompleteReadError as error:
            await _end(process)
            raise Broken from error
        self._keep(process)

    async def _whatever_happens(self, work: Coroutine[Any, Any, None]) -> None:
        """Who is cancelled meanwhile does not leave a process behind half started or half ended."""
        await asyncio.shield(self._task(work))

    def _task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _asked(process: Process, request: bytes, hear: Hear) -> tuple[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request)
        await process.stdin.drain()
        while True:
            (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
            kind, content = unpacked(await process.stdout.readexactly(length))
            if kind != "told":
                return kind, content
            hear(*content)
    except (ConnectionError, asyncio.IncompleteReadError) as error:
        raise Broken from error


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.communicate()  # its pipes are closed, too
