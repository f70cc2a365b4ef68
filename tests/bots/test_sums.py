"""Bots decide alike on every Python: from 3.12 on `sum` rounds floats in another way."""

import builtins
import sys
from collections.abc import Iterable
from math import inf

import pytest
from tests.support import deal

from carrozza.bots.registry import make_bot
from carrozza.bots.totals import add_up

ROUNDED = [0.1] * 10  # one by one 0.9999999999999999, at once 1.0
LINE_UPS = [
    ("usa", ("planner", "one-step", "long-route")),
    ("europe", ("planner", "route-focus", "hungry")),
    ("northern_lights", ("planner", "greedy")),
    ("card_game", ("conductor", "porter", "greedy")),
]


def test_floats_are_added_from_left_to_right():
    assert add_up(ROUNDED) == 0.9999999999999999
    assert add_up([]) == 0.0


def of_whole_numbers(values: Iterable, start: int = 0, plain=sum) -> int:
    values = list(values)
    if sys._getframe(1).f_globals["__name__"].startswith("carrozza.bots"):
        assert not any(isinstance(value, float) for value in values), f"{values}: use add_up"
    return plain(values, start)


@pytest.mark.parametrize(("name", "bots"), LINE_UPS)
def test_no_decision_adds_floats_with_sum(name, bots, monkeypatch):
    state = deal(name, len(bots), "sums")
    players = [make_bot(bot, state.game, str(seat)) for seat, bot in enumerate(bots)]
    monkeypatch.setattr(builtins, "sum", of_whole_numbers)
    while not state.over:
        seat = state.to_act[0]
        legal = state.legal_actions(seat)
        state.apply(players[seat].decide(state.memory(seat), legal, inf), seat)
