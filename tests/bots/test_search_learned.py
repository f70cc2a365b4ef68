"""The search that a network guides."""

from math import inf, log

import pytest
from tests.bots.planned import planned_position

from carrozza.bots.planner.planner import Planner
from carrozza.bots.registry import make_bot
from carrozza.bots.scholar.kinds import BOARD_LOADER
from carrozza.bots.scholar.scholar import Scholar
from carrozza.bots.search.learned import LEAST_LIKELY, MOST, PRIOR, LearnedGuide
from carrozza.bots.search.search import Playouts, Search
from carrozza.bots.search.watch import Watch
from carrozza.core.errors import CarrozzaError
from carrozza.core.rng import Rng
from carrozza.games.registry import find_game

BOARDS = ("usa", "europe", "northern_lights")


class Clock:
    """Each look takes a while."""

    def __init__(self, step: float) -> None:
        self.step, self.now = step, 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_expert_is_guided_by_what_was_learned():
    for name in BOARDS:
        bot = make_bot("expert", find_game(name), "")
        assert isinstance(bot, Search)
        assert isinstance(bot.guide, LearnedGuide)
        assert not isinstance(make_bot("playouts", find_game(name), "").guide, LearnedGuide)


@pytest.mark.parametrize("name", BOARDS)
def test_without_time_it_plays_like_the_scholar(name):
    for moves in (3, 40, 90):
        state = planned_position(name, 3, "learned", moves)
        seat = state.to_act[0]
        view, legal = state.memory(seat), state.legal_actions(seat)
        scholar = Scholar(state.game, "")
        scholar.prepare()
        assert Search(state.game, "").decide(view, legal, 0.0) == scholar.decide(view, legal, 1.0)


@pytest.mark.parametrize("name", BOARDS)
def test_candidates_are_legal_and_the_likeliest_comes_first(name):
    BOARD_LOADER.loaded_in(inf)
    for moves in (3, 30, 60, 90):
        state = planned_position(name, 2, "candidates", moves)
        seat = state.to_act[0]
        view, legal = state.memory(seat), state.legal_actions(seat)
        guide = LearnedGuide(state.game)
        found = guide.candidates(view, legal, Rng.from_seed("c"), Watch(inf, Clock(0.0)))
        assert 1 <= len(found) <= MOST
        assert len({candidate.action for candidate in found}) == len(found)
        assert all(candidate.action in legal for candidate in found)
        weights = [candidate.intent for candidate in found]
        assert weights == sorted(weights, reverse=True)
        assert weights[0] == 0
        assert weights[-1] > PRIOR * log(LEAST_LIKELY)


def test_it_keeps_its_time():
    BOARD_LOADER.loaded_in(inf)
    state = planned_position("usa", 2, "clock", 30)
    seat = state.to_act[0]
    clock = Clock(0.01)
    Search(state.game, "", clock=clock).decide(state.memory(seat), state.legal_actions(seat), 1.0)
    assert clock.now < 1.1


def test_until_it_is_compiled_it_plays_like_the_planner(monkeypatch):
    monkeypatch.setattr(BOARD_LOADER, "loaded_in", lambda _: False)
    state = planned_position("usa", 2, "cold", 30)
    seat = state.to_act[0]
    view, legal = state.memory(seat), state.legal_actions(seat)
    planner = Planner(state.game, "").decide(view, legal, 1.0)
    assert Search(state.game, "").decide(view, legal, 1.0) == planner
    assert Scholar(state.game, "").decide(view, legal, 1.0) == planner
    for bot in (Search, Scholar):
        with pytest.raises(CarrozzaError) as refused:
            bot(state.game, "").prepare()
        assert refused.value.code == "not_compiled"


def test_playouts_go_on_as_before():
    state = planned_position("usa", 2, "before", 30)
    seat = state.to_act[0]
    bot = Playouts(state.game, "", samples=8)
    assert bot.decide(state.memory(seat), state.legal_actions(seat), inf) in state.legal_actions(
        seat
    )
