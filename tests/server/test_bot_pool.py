"""Bots that think long, all at once."""

import asyncio
import logging

from carrozza.bots.registry import make_bot
from carrozza.games.registry import start
from carrozza.server.play.bot_pool import BotPool, Question

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


def test_many_experts_at_once_all_answer_in_time(caplog):
    bots = BotPool(processes=1, patience=60.0)
    questions = [question(n) for n in range(TABLES)]

    async def ask() -> list[object]:
        return await asyncio.gather(*[bots.decide(q) for q in questions])

    try:
        with caplog.at_level(logging.ERROR, "carrozza.server.play.bot_pool"):
            answers = asyncio.run(ask())
    finally:
        bots.close()
    assert not caplog.records  # nobody took too long and was replaced by a throw of dice
    assert all(a in q.legal for a, q in zip(answers, questions, strict=True))
