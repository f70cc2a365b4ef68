"""Calls that block and cannot be broken off, each in a thread that nobody waits for at the end:
a server that stops is not held up by a slow mail server, or one for names."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Threads:
    def __init__(self, name: str, at_once: int) -> None:
        self._name = name
        self._places = asyncio.Semaphore(at_once)

    async def call(self, work: Callable[..., T], *given: Any) -> T:
        """What the work gives, or raises. Who is cancelled meanwhile leaves it to itself; its place
        is free again only when it has ended."""
        await self._places.acquire()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def finish(result: T | None, error: BaseException | None) -> None:
            self._places.release()
            if done.cancelled():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)  # type: ignore[arg-type]

        def run() -> None:
            result: T | None = None
            problem: BaseException | None = None
            try:
                result = work(*given)
            except Exception as error:
                problem = error
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(finish, result, problem)

        threading.Thread(target=run, name=self._name, daemon=True).start()
        return await done
