"""Positions of board games between planners."""

from tests.support import deal, position

from carrozza.board.game import BoardGame
from carrozza.bots.planner.planner import Planner
from carrozza.games.registry import NAMES, find_game

BOARDS = [name for name in NAMES if isinstance(find_game(name), BoardGame)]


def planned_position(name, players, seed, steps, stop=lambda _state: False):
    """A position so many actions into a game, or earlier where it should stop."""
    state = deal(name, players, seed)
    bot = Planner(state.game, seed)
    while not state.over and steps and not stop(state):
        seat = state.to_act[0]
        state.apply(bot.decide(state.memory(seat), state.legal_actions(seat), 1.0), seat)
        steps -= 1
    return state


def positions(name, players):
    """Some of planners, who come far, and some of random play, which goes everywhere."""
    for steps in (0, 1, players, 11, 40, 41, 80, 120, 160):
        yield planned_position(name, players, f"search {steps}", steps)
    for seed in range(8):
        yield position(name, players, seed, 11 * seed)
