"""The search: its race, its time, and its guide to the card game."""

from math import inf
from time import perf_counter

import numpy as np
import pytest
from tests.rules.card_positions import arrange, table
from tests.support import deal, position, walk

from carrozza.bots.conductor.conductor import Conductor
from carrozza.bots.conductor.ledger import Ledger, of_state, of_view
from carrozza.bots.conductor.style import STYLES
from carrozza.bots.search.cards import CardGuide, play_on
from carrozza.bots.search.race import FIRST_LOOK, Race
from carrozza.bots.search.search import Playouts
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import DrawTickets
from carrozza.core.rng import Rng

every_number = pytest.mark.parametrize("players", [2, 3, 4])

ENDLESS = Watch(inf, perf_counter)


class Clock:
    """A second passes after so many looks at it."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.seen = 0

    def __call__(self) -> float:
        self.seen += 1
        return self.seen / self.looks


# ---- the race


def run(race: Race, means: list[float], noise: float, samples: int) -> None:
    rng = np.random.default_rng(1)
    for n in range(samples):
        luck = rng.normal(0, 5)  # the same for all, so it must not matter
        values = [means[k] + luck + rng.normal(0, noise) for k in race.alive]
        race.add(np.array([values]), n / samples)


def test_the_better_candidate_wins_the_race():
    race = Race(4)
    run(race, [0.5, 0.4, 0.6, 0.3], 0.1, 100)
    assert race.best() == 2
    assert race.alive == [2]


def test_the_first_one_stays_unless_another_is_clearly_better():
    race = Race(2)
    run(race, [0.5, 0.5], 0.3, FIRST_LOOK - 1)
    assert race.best() == 0
    race = Race(2)
    race.add(np.array([[0.5, 0.6], [0.5, 0.41]]), 0.0)
    assert race.best() == 0


def test_candidates_that_come_to_the_same_end_the_race():
    race = Race(3)
    run(race, [0.5, 0.5, 0.5], 0.0, 3 * FIRST_LOOK)
    assert race.alive == [0]


def test_the_first_one_stays_if_the_gain_is_that_of_another_intent():
    """The second candidate begins with the same action as the first."""
    for seed in range(20):
        race = Race(3, safe=[0, 1])
        rng = np.random.default_rng(seed)
        values = rng.normal([0.4, 0.5, 0.5], 0.1, (200, 3))
        race.add(values, 0.0)
        assert race.best() == 1 or values[:, 2].mean() > values[:, 1].mean() + 0.01


def test_a_single_sample_proves_nothing():
    race = Race(2)
    race.add(np.array([[0.5, 0.9]]), 0.0)
    assert race.best() == 0


def test_without_a_sample_the_first_is_taken():
    assert Race(5).best() == 0


# ---- time


@pytest.mark.parametrize("seconds", [0.5, 1.0, 3.0])
def test_it_never_thinks_longer_than_it_may(seconds):
    state = position("card_game", 2, 1, 8)
    clock = Clock(2000)
    bot = Playouts(state.game, "time", clock=clock)
    bot.decide(state.memory(state.seat), state.legal_actions(), seconds)
    assert 0.3 * seconds < clock.seen / clock.looks < seconds


def test_a_rollout_that_cannot_end_in_time_is_broken_off():
    state = position("card_game", 2, 1, 8)
    clock = Clock(30)
    bot = Playouts(state.game, "time", clock=clock)
    bot.decide(state.memory(state.seat), state.legal_actions(), 1.0)
    assert clock.seen <= clock.looks


def test_without_time_it_plays_like_the_conductor():
    state = position("card_game", 3, 2, 9)
    seat, view, legal = state.seat, state.memory(state.seat), state.legal_actions()
    conductor = Conductor(state.game, "").decide(view, legal, 1.0)
    assert Playouts(state.game, "").decide(view, legal, 0.0) == conductor
    assert seat == state.seat


def test_it_does_not_think_about_the_only_action():
    state = table()
    arrange(state, market=(None,) * 5, no_more=True)
    clock = Clock(1)
    assert len(state.legal_actions()) == 1
    bot = Playouts(state.game, "", clock=clock)
    assert bot.decide(state.memory(0), state.legal_actions(), 1.0) == DrawTickets()
    assert not clock.seen


# ---- its guide to the card game


@every_number
def test_the_conductor_reads_the_same_from_a_state_as_from_its_view(players):
    for state in walk(deal("card_game", players, "ledgers"), players):
        if state.view(None).phase == "scoring":
            continue  # there it reads nothing
        for seat in state.to_act:
            style = STYLES[players]
            one = of_view(state.game, state.memory(seat), style)
            other = of_state(state, seat, style)
            for name in Ledger.__slots__:
                if name not in ("game", "style", "public"):
                    assert plain(getattr(one, name)) == plain(getattr(other, name)), name
            assert one.unseen() == other.unseen()


def plain(value: object) -> object:
    return list(value) if isinstance(value, tuple | list) else value


@every_number
def test_candidates_are_legal_and_the_conductors_choice_comes_first(players):
    for state in walk(deal("card_game", players, "candidates"), players):
        for seat in state.to_act:
            view, legal = state.memory(seat), state.legal_actions(seat)
            rng = Rng.from_seed("candidates")
            found = CardGuide(state.game).candidates(view, legal, rng, ENDLESS)
            assert all(candidate.action in legal for candidate in found)
            assert found[0].action == Conductor(state.game, "").decide(view, legal, 1.0)
            assert len({(c.action, c.intent) for c in found}) == len(found)


@every_number
@pytest.mark.parametrize("steps", [0, 1, 2, 7, 30, 60, 90, 120, 150])
def test_samples_are_played_to_the_end_from_anywhere(players, steps):
    state = position("card_game", players, 3, steps)
    if state.over:
        return
    seat, rng = state.seat, Rng.from_seed("end")
    sample = state.game.resample(state.memory(seat), rng)
    before = sample.plain()
    guide = CardGuide(state.game)
    for candidate in guide.candidates(state.memory(seat), state.legal_actions(seat), rng, ENDLESS):
        assert play_on(sample, seat, candidate, ENDLESS).over
    assert sample.plain() == before
