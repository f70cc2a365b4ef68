"""Ratings find known strengths again, and their intervals hold what they promise."""

import random
from itertools import combinations

import choix
import numpy as np
import pytest
from tests.arena.synthetic import draw_order, played

from carrozza.arena.finish import Finish, finish, pair_score
from carrozza.arena.luce import Model, choices
from carrozza.arena.ratings import ELO, Rating, rate, rate_among
from carrozza.core.errors import BadOptions

STRENGTH = {"a": 1.5, "b": 0.6, "c": 0.0, "d": -0.8, "e": -1.2}


def make_units(players: int, deals: int, seed: int = 1) -> dict[str, list[Finish]]:
    rng = random.Random(seed)
    tables = list(combinations(STRENGTH, players))
    return {
        str(deal): [draw_order(t, STRENGTH, rng) for t in tables for _ in range(players)]
        for deal in range(deals)
    }


def by_name(ratings: list[Rating]) -> dict[str, Rating]:
    return {rating.bot: rating for rating in ratings}


def test_finish_puts_winners_first_and_the_rest_by_points() -> None:
    assert finish(played(a=3, b=9, c=3, d=5)) == (("b",), ("d",), ("a", "c"))
    shared = finish(played(a=9, b=9, c=1))
    assert shared == (("a", "b"), ("c",))
    assert (pair_score(shared, "a", "b"), pair_score(shared, "a", "c")) == (0.5, 1.0)
    assert pair_score(shared, "a", "z") is None
    assert pair_score((("a",), ("b",), ("a",)), "a", "b") == 0.5


def test_shared_places_are_split_in_equal_parts() -> None:
    assert choices((("a", "b"),)) == {("a", ("a", "b")): 0.5, ("b", ("a", "b")): 0.5}
    three = choices((("a",), ("b", "c")))
    assert three["a", ("a", "b", "c")] == 1
    assert three["b", ("b", "c")] == three["c", ("b", "c")] == 0.5
    assert sum(choices((("a", "b", "c", "d"),)).values()) == pytest.approx(3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_strengths_are_found_again(players: int) -> None:
    found = by_name(rate(list(STRENGTH), make_units(players, 150), "c", resamples=100))
    assert found["c"].elo == 0
    for bot, strength in STRENGTH.items():
        truth = ELO * strength
        assert found[bot].elo == pytest.approx(truth, abs=45)
        low, high = found[bot].low, found[bot].high
        assert low is not None
        assert high is not None
        assert low <= found[bot].elo <= high
    assert list(found) == list(STRENGTH)  # the best first


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fit_is_that_of_the_library(players: int) -> None:
    """Which has no weights; so the games are given to it one by one."""
    bots = list(STRENGTH)
    orders = [order for unit in make_units(players, 8).values() for order in unit]
    counted: dict[object, float] = {}
    for order in orders:
        for choice, weight in choices(order).items():
            counted[choice] = counted.get(choice, 0.0) + weight
    model = Model(bots, sorted(counted))  # type: ignore[type-var,arg-type]
    ours = model.fit(np.array([counted[choice] for choice in model.seen]))
    rankings = [[bots.index(place[0]) for place in order] for order in orders]
    assert ours == pytest.approx(choix.opt_rankings(len(bots), rankings), abs=1e-3)


def test_a_bot_at_a_table_twice() -> None:
    """One a against two b: as often first as each of them when all are equal."""
    rng = random.Random(3)
    equal = {"a": 0.0, "b": 0.0}
    units = {str(i): [draw_order("abb", equal, rng)] for i in range(3000)}
    assert by_name(rate(["a", "b"], units, "a", resamples=0))["b"].elo == pytest.approx(0, abs=20)


def test_the_anchor_only_moves_the_zero() -> None:
    units = make_units(2, 20)
    one, other = (by_name(rate(list(STRENGTH), units, zero, 0)) for zero in "ce")
    shift = one["e"].elo
    for bot in STRENGTH:
        assert one[bot].elo - shift == pytest.approx(other[bot].elo, abs=0.3)
    with pytest.raises(BadOptions, match="has not played"):
        rate(list(STRENGTH), units, "z")


def test_who_never_met_says_nothing_about_each_other() -> None:
    """In a chain each link is its own two bots' affair: the odds of their games, the drawn one
    included."""

    def units(a: str, b: str, won: int, games: int) -> dict[str, list[Finish]]:
        orders = [((a,), (b,))] * won + [((b,), (a,))] * (games - won)
        return {f"{a}{b}{i}": [order] for i, order in enumerate(orders)}

    chain = units("a", "b", 30, 40) | units("b", "c", 25, 40) | units("c", "d", 18, 20)
    found = by_name(rate(["a", "b", "c", "d"], chain, "c", resamples=0))
    assert found["b"].elo == pytest.approx(400 * np.log10(25.5 / 15.5), abs=0.2)
    assert found["d"].elo == pytest.approx(400 * np.log10(2.5 / 18.5), abs=0.2)
    apart = units("a", "b", 30, 40) | units("c", "d", 18, 20)
    assert {rating.bot for rating in rate(["a", "b", "c", "d"], apart, "a", 0)} == set("abcd")


def test_who_always_wins_has_no_upper_bound() -> None:
    units = {str(i): [(("a",), ("b",)), (("a",), ("b",))] for i in range(50)}
    found = by_name(rate(["a", "b"], units, "b"))
    assert found["a"].high is None
    assert found["a"].low is not None
    # Nothing lost in 50 blocks: up to 7.4 % may be lost (one minus it to the 50th is 2.5 %).
    assert found["a"].low == pytest.approx(400 * np.log10(0.926 / 0.074), abs=15)
    assert found["a"].elo > found["a"].low


def test_one_block_has_no_interval() -> None:
    found = rate(["a", "b"], {"1": [(("a",), ("b",)), (("b",), ("a",))]}, "a")
    assert all(rating.low is rating.high is None for rating in found)


def test_intervals_hold_the_truth_though_games_of_a_block_are_alike() -> None:
    """The deal decides: both games of a block mostly end alike, for the same bot."""
    truth = ELO * 0.5
    rng = random.Random(5)
    held, widths = 0, []
    trials = 60
    for _ in range(trials):
        units = {}
        for deal in range(60):
            first = draw_order("ab", {"a": 0.5, "b": 0.0}, rng)
            alike = rng.random() < 0.8
            second = first if alike else draw_order("ab", {"a": 0.5, "b": 0.0}, rng)
            units[str(deal)] = [first, second]
        a = by_name(rate(["a", "b"], units, "b", resamples=100))["a"]
        assert a.low is not None
        assert a.high is not None
        held += a.low <= truth <= a.high
        widths.append(a.high - a.low)
    assert 0.88 <= held / trials <= 1
    # Over single games the interval would be a quarter narrower, and wrong.
    games_only = 2 * 1.96 * ELO / (120 * 0.235) ** 0.5
    assert sum(widths) / trials > 1.2 * games_only


def test_the_same_games_give_the_same_digits() -> None:
    units = make_units(3, 10)
    assert rate(list(STRENGTH), units, "a", 50) == rate(list(STRENGTH), units, "a", 50)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", ["a", "c", "e"])
def test_one_bot_among_known_ones_gets_what_all_together_get(players: int, bot: str) -> None:
    """Where all are at their peak, each alone is, too."""
    units = make_units(players, 40)
    together = by_name(rate(list(STRENGTH), units, "b", 0))
    known = {other: rating.elo for other, rating in together.items() if other != bot}
    alone = rate_among(bot, known, units, 100)
    assert alone.elo == pytest.approx(together[bot].elo, abs=0.3)
    assert alone.low is not None
    assert alone.high is not None
    assert alone.low < alone.elo < alone.high
    raised = rate_among(bot, {other: elo + 1000 for other, elo in known.items()}, units, 0)
    assert raised.elo == pytest.approx(alone.elo + 1000, abs=0.2)


def test_who_always_wins_among_known_ones_has_no_upper_bound() -> None:
    won = {str(deal): [(("a",), ("b",)), (("a",), ("c",))] for deal in range(20)}
    lost = {deal: [order[::-1] for order in orders] for deal, orders in won.items()}
    above = rate_among("a", {"b": 1200.0, "c": 1000.0}, won, 100)
    below = rate_among("a", {"b": 1200.0, "c": 1000.0}, lost, 100)
    assert (above.high, below.low) == (None, None)
    assert above.low is not None
    assert below.high is not None
    assert 1200 < above.low < above.elo
    assert below.elo < below.high < 1000


def test_a_loss_to_anyone_is_a_bound() -> None:
    orders = {str(deal): [(("a",), ("b",)), (("c",), ("a",))] for deal in range(20)}
    found = rate_among("a", {"b": 0.0, "c": 500.0}, orders, 100)
    assert found.low is not None
    assert found.high is not None
