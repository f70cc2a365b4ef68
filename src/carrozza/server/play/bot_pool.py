"""Bots think in processes of their own, so that a deep thought never holds up the server."""

import asyncio
import logging
import multiprocessing
import os
import threading
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from carrozza.bots.random_bot import RandomBot
from carrozza.bots.registry import make_bot
from carrozza.core.actions import Action
from carrozza.core.game import Setup, View
from carrozza.games.registry import game_of
from carrozza.server.errors import Refused

logger = logging.getLogger(__name__)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """All a bot is told. The setup comes without the game's seed."""

    setup: Setup
    bot: str
    seed: str
    view: View
    legal: list[Action]
    seconds: float


def answer(question: Question) -> Action:
    bot = make_bot(question.bot, game_of(question.setup), question.seed)
    return bot.decide(question.view, question.legal, question.seconds)


def any_answer(question: Question) -> Action:
    """For when the bot fails: a table never hangs."""
    bot = RandomBot(game_of(question.setup), question.seed)
    return bot.decide(question.view, question.legal, question.seconds)


class BotPool:
    def __init__(self, processes: int, patience: float) -> None:
        self._processes = processes
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0  # questions that wait or are thought about
        self._closed = False

    async def decide(self, question: Question) -> Action:
        self._asked += 1
        try:
            return await self._decide(self._with_its_share(question))
        finally:
            self._asked -= 1

    def _with_its_share(self, question: Question) -> Question:
        """The more bots are asked at once, the less time each has: none waits for long."""
        share = min(1.0, self._processes / self._asked)
        return msgspec.structs.replace(question, seconds=share * question.seconds)

    async def _decide(self, question: Question) -> Action:
        for _ in range(2):
            try:
                action = await self._ask(question)
                if action in question.legal:
                    return action
                logger.error("bot %s chose an illegal action", question.bot)
                break
            except (BrokenProcessPool, CancelledError):
                if self._closed:
                    raise Refused(503, "stopping", "The server is stopping.") from None
                self._pool = None  # a process died: ask once more, in a new one
            except TimeoutError:
                logger.error("bot %s took too long", question.bot)
                self._kill()
                break
            except Exception:
                logger.exception("bot %s failed", question.bot)
                break
        return any_answer(question)

    async def _ask(self, question: Question) -> Action:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, multiprocessing.get_context("spawn"), _follow_parent
            )
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._pool, answer, question)
        return await asyncio.wait_for(thought, question.seconds + self._patience)

    def close(self) -> None:
        """The server stops: thoughts under way are dropped, not replaced."""
        self._closed = True
        self._kill()

    def _kill(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def _follow_parent() -> None:
    """A process whose server was killed must not live on."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
