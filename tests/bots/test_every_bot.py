"""What every bot must do, in every game it plays."""

from math import inf

import pytest
from tests.small_boards import STUCK
from tests.support import TABLES, deal

from carrozza.bots.bot import Bot
from carrozza.bots.registry import BOTS, LEVELS, make_bot
from carrozza.bots.search.search import Search
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game, State
from carrozza.core.rng import Rng
from carrozza.games.registry import NAMES, find_game

SEATS = [
    (bot, name, players)
    for bot in BOTS
    for name, players in TABLES
    if BOTS[bot].plays(find_game(name))
]
every_seat = pytest.mark.parametrize(("bot", "name", "players"), SEATS)


def repeatable(name: str, game: Game, seed: str, samples: int = 2) -> Bot:
    """A bot that decides the same on a slow machine: limited by samples where it can be."""
    bot = make_bot(name, game, seed)
    return type(bot)(game, seed, samples) if isinstance(bot, Search) else bot


def play(bot: str, state: State, look=lambda _state, _seat, _bot: None, samples=0) -> State:
    """A whole game between copies of one bot; `look` is shown each position before a move."""
    seats = range(state.setup.players)
    bots = [repeatable(bot, state.game, f"seat {n}", samples) for n in seats]
    while not state.over:
        seat = state.to_act[0]
        legal = state.legal_actions(seat)
        look(state, seat, bots[seat])
        action = bots[seat].decide(state.memory(seat), legal, inf)
        assert action in legal
        state.apply(action, seat)
    return state


@every_seat
def test_it_plays_legal_games_from_the_view_alone(bot, name, players):
    """Every action is legal, and whatever is hidden may be dealt anew: it decides the same."""
    rng = Rng.from_seed("hidden")
    seen = 0

    def look(state, seat, _):
        nonlocal seen
        seen += 1
        if seen % 11:
            return
        other = state.resample(seat, rng)
        first, second = (repeatable(bot, state.game, "same") for _ in range(2))
        known = first.decide(state.memory(seat), state.legal_actions(seat), inf)
        assert known == second.decide(other.memory(seat), list(other.legal_actions(seat)), inf)

    assert play(bot, deal(name, players, "resampled"), look).over
    assert seen


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_gives_the_same_game(bot):
    name = next(name for name in NAMES if BOTS[bot].plays(find_game(name)))
    games = [play(bot, deal(name, 2, "same"), samples=1).state_hash() for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("bot", [bot for bot in BOTS if BOTS[bot].plays(find_game("usa"))])
def test_it_plays_on_any_board(bot):
    """A board of four routes: soon there is nothing to claim, then nothing to draw."""
    assert play(bot, deal("usa", 2, "stuck", board=STUCK)).over


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_every_level_plays_every_game(level, name):
    assert play(level, deal(name, 2, "level")).over


def test_an_unknown_bot_is_refused_with_the_known_ones():
    with pytest.raises(BadOptions, match="greedy"):
        make_bot("nobody", find_game("usa"), "")


def test_a_bot_is_refused_where_it_does_not_know_the_game():
    with pytest.raises(BadOptions, match="conductor"):
        make_bot("planner", find_game("card_game"), "")
    with pytest.raises(BadOptions, match="planner"):
        make_bot("conductor", find_game("europe"), "")
