"""Bots that think long, all at once."""

import asyncio
import logging

import msgspec
import pytest
from tests.server.support import PATIENCE

from carrozza.bots.registry import make_bot
from carrozza.games.registry import start
from carrozza.server.play.bot_pool import BotPool, Question

pytestmark = pytest.mark.anyio

TABLES = 20
SECONDS = 5.0  # each; one after another they would take longer than anybody waits


def question(n: int) -> Question:
    """The first turn of a game, where a search never comes to an end by itself."""
    state = start("usa", players=2, seed=str(n))
    while state.phase == 0:
        seat = state.to_act[0]
        bot = make_bot("hard", state.game, str(n))
        state.apply(bot.decide(state.memory(seat), state.legal_actions(seat), 1.0), seat)
    seat = state.to_act[0]
    return Question(
        setup=state.setup,
        bot="expert",
        seed=str(n),
        view=state.memory(seat),
        legal=list(state.legal_actions(seat)),
        seconds=SECONDS,
    )


async def test_many_experts_at_once_all_answer_in_time(caplog):
    bots = BotPool(processes=1, seconds=PATIENCE)
    questions = [question(n) for n in range(TABLES)]
    try:
        with caplog.at_level(logging.ERROR, "carrozza.server"):
            answers = await asyncio.gather(*[bots.decide(q, "anna") for q in questions])
    finally:
        await bots.close()
    assert not caplog.records  # nobody took too long and was replaced by a throw of dice
    assert all(a in q.legal for a, q in zip(answers, questions, strict=True))


async def test_one_with_many_tables_does_not_hold_up_anothers_bots():
    bots = BotPool(processes=1, seconds=PATIENCE)
    answered = []

    async def ask(host: str, n: int) -> None:
        await bots.decide(question(n), host)
        answered.append(host)

    try:
        crowd = [asyncio.create_task(ask("anna", n)) for n in range(TABLES)]
        await asyncio.sleep(0)  # they are in line
        await ask("bruno", TABLES)
        assert len(answered) <= 3  # what was being thought about, and at most one more in between
        await asyncio.gather(*crowd)
    finally:
        await bots.close()


async def test_a_bot_that_takes_too_long_is_replaced(caplog):
    bots = BotPool(processes=1, seconds=0.5)
    slow = msgspec.structs.replace(question(0), seconds=PATIENCE)
    try:
        with caplog.at_level(logging.ERROR, "carrozza.server.play"):
            assert await bots.decide(slow, "anna") in slow.legal
    finally:
        await bots.close()
    assert caplog.records[-1].args == ("expert", "took_too_long")
