"""Bots think in processes of their own, so that a deep thought never holds up the server."""

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Hashable

import msgspec

from carrozza.bots.random_bot import RandomBot
from carrozza.bots.registry import make_bot
from carrozza.core.actions import Action
from carrozza.core.game import Setup, View
from carrozza.games.registry import game_of
from carrozza.review.hints.model import Hint
from carrozza.server.errors import Refused
from carrozza.server.jobs import Jobs

HINTS_AT_ONCE = 1
LOADING = 90.0  # seconds more for the first hint of a process
MOST_HINTS = 40  # that wait, of one address: many people may share it

logger = logging.getLogger(__name__)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """All a bot is told. The setup comes without the game's seed and its beginning."""

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


def advice(question: Question) -> Hint:
    """What an expert would do in the place of this seat; it is told no more than a bot is."""
    from carrozza.review.hints.advise import advise  # a process of the bots needs it, no other one

    game = game_of(question.setup)
    return advise(game, question.view, question.legal, question.seed, question.seconds)


def stopping() -> Refused:
    return Refused(503, "stopping", "The server is stopping.")


class BotPool:
    """Make it inside the event loop."""

    def __init__(self, processes: int, seconds: float) -> None:
        """`seconds`: after so many a thought is ended."""
        self._processes = processes
        self._line = Jobs("bots", processes, seconds, most_waiting=math.inf)
        self._hints = Jobs("hints", HINTS_AT_ONCE, seconds + LOADING, most_waiting=MOST_HINTS)
        self._asked: Counter[str] = Counter()  # questions that wait or are thought about
        self._closed = False

    async def decide(self, question: Question, host: str) -> Action:
        """The hosts of tables have their turns: many tables of one hold up no other's bots."""
        self._asked[host] += 1
        try:
            return await self._decide(self._with_its_share(question, host), host)
        finally:
            self._asked[host] -= 1
            if not self._asked[host]:
                del self._asked[host]

    def _with_its_share(self, question: Question, host: str) -> Question:
        """The more bots are asked at once, the less time each has: none waits for long."""
        waiting = len(self._asked) * self._asked[host]
        share = min(1.0, self._processes / waiting)
        return msgspec.structs.replace(question, seconds=share * question.seconds)

    async def _decide(self, question: Question, host: str) -> Action:
        for _ in range(2):
            if self._closed:
                raise stopping()
            try:
                action = await self._line.do(host, object(), answer, question)
                if action in question.legal:
                    return action
                logger.error("bot %s chose an illegal action", question.bot)
                break
            except asyncio.CancelledError:
                if not self._closed:
                    raise
                raise stopping() from None
            except Refused as refused:
                logger.error("bot %s was not heard: %s", question.bot, refused.code)
                if refused.code != "interrupted":
                    break  # else its process died: ask once more, in another one
            except Exception:
                logger.exception("bot %s failed", question.bot)
                break
        return any_answer(question)

    async def advise(self, question: Question, asker: str, key: Hashable) -> Hint:
        """A hint, found once for all who ask with the same key. Bots do not wait for it: it has a
        place of its own, in the same processes. The askers have their turns."""
        if self._closed:
            raise stopping()
        return await self._hints.do(asker, key, advice, question)

    async def close(self) -> None:
        """The server stops: thoughts under way are dropped, not replaced."""
        self._closed = True
        await self._line.close()
        await self._hints.close()
