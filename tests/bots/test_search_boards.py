"""The search on boards: what it compares, and how it tries that out."""

from math import inf
from time import perf_counter

import numpy as np
import pytest
from tests.bots.planned import BOARDS, planned_position, positions
from tests.small_boards import board
from tests.support import deal

from carrozza.bots.planner.planner import Planner
from carrozza.bots.search.boards.guide import BATCH, BoardGuide
from carrozza.bots.search.boards.quick.load import LOADER
from carrozza.bots.search.boards.quick.records import CITIES, lane_of
from carrozza.bots.search.boards.suspects import Suspects, pick
from carrozza.bots.search.search import Playouts
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import DrawBlind, DrawFaceUp, DrawTickets, KeepTickets
from carrozza.core.errors import CarrozzaError
from carrozza.core.rng import Rng
from carrozza.games.registry import find_game


def trial_of(state, seat, seed="trial"):
    guide = BoardGuide(state.game)
    rng = Rng.from_seed(seed)
    view = state.view(seat)
    candidates = guide.candidates(view, state.legal_actions(seat), rng, endless())
    return candidates, guide.trial(view, candidates, rng)


def endless():
    return Watch(inf, perf_counter)


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("name", BOARDS)
def test_every_candidate_is_legal_and_tried_out(name, players):
    seen = set()
    for state in positions(name, players):
        if state.over:
            continue
        seat = state.to_act[-1]
        view, legal = state.view(seat), state.legal_actions(seat)
        before = state.state_hash()
        candidates, trial = trial_of(state, seat)
        assert candidates[0].action == Planner(state.game, "").decide(view, legal, 1.0)
        assert all(candidate.action in legal for candidate in candidates)
        rows = trial.rows(list(range(len(candidates))), 5, endless())
        assert rows.shape == (5, len(candidates))
        assert np.all((rows >= 0) & (rows <= 1))
        assert state.state_hash() == before
        seen.add(view.phase)
    assert seen >= {"start", "turn"}


@pytest.mark.parametrize("name", BOARDS)
def test_every_set_of_tickets_is_compared(name):
    state = deal(name, 2, "tickets")
    candidates, _ = trial_of(state, 1)
    keeps = [c.action.keep for c in candidates if isinstance(c.action, KeepTickets)]
    assert sorted(keeps) == sorted({a.keep for a in state.legal_actions(1)})


def test_every_kind_of_card_is_compared():
    state = planned_position("usa", 2, "kinds", 2)
    seat = state.to_act[0]
    market = state.view(seat).market
    actions = {candidate.action for candidate in trial_of(state, seat)[0]}
    assert {market[a.slot] for a in actions if isinstance(a, DrawFaceUp)} == set(market)
    assert DrawBlind() in actions


@pytest.mark.parametrize("name", BOARDS)
def test_a_candidate_comes_to_the_same_whoever_else_is_in_the_race(name):
    """So that the luck of a sample is the same for all, and the seed decides everything."""
    state = planned_position(name, 2, "twice", 50)
    seat = state.to_act[0]
    candidates, trial = trial_of(state, seat)
    everybody = list(range(len(candidates)))
    together = [trial.rows(everybody, BATCH, endless()) for _ in range(2)]
    for k in everybody:
        _, alone = trial_of(state, seat)
        for rows in together:
            assert np.array_equal(alone.rows([k], BATCH, endless())[:, 0], rows[:, k])
    assert not np.array_equal(*together)


def test_other_plans_are_tried_with_the_planners_action_and_with_their_own():
    others = 0
    for seed in range(5):
        state = planned_position("usa", 2, f"plans {seed}", 20, stop=lambda s: s.seat == 1)
        candidates, _ = trial_of(state, state.to_act[0])
        first = candidates[0]
        plans = {tuple(sorted(course.links)) for c in candidates for course in c.intent}
        others += len(plans) - 1
        same = [c for c in candidates if c.action == first.action]
        assert len({tuple(sorted(c.intent[0].links)) for c in same}) == len(same)
    assert others > 5


def test_without_time_it_plays_like_the_planner():
    state = planned_position("europe", 3, "no time", 31)
    seat = state.to_act[0]
    view, legal = state.view(seat), state.legal_actions(seat)
    planner = Planner(state.game, "").decide(view, legal, 1.0)
    assert Playouts(state.game, "").decide(view, legal, 0.0) == planner


def test_a_board_that_is_too_large_is_left_to_the_planner():
    cities = [chr(0x100 + i) for i in range(CITIES + 1)]
    pairs = list(zip(cities, cities[1:] + cities[:1], strict=True))
    huge = board(
        "".join(cities),
        [(a, b, 2, "grey") for a, b in pairs],
        [(a, cities[(i + 3) % len(cities)], 5) for i, (a, _) in enumerate(pairs)][:30],
    )
    state = deal("usa", 2, "huge", board=huge)
    assert lane_of(state.game) is None
    view, legal = state.view(0), state.legal_actions(0)
    planner = Planner(state.game, "").decide(view, legal, 1.0)
    assert Playouts(state.game, "", samples=8).decide(view, legal, inf) == planner


def test_in_the_very_last_turn_it_does_no_worse_than_the_planner():
    """There all points are at hand."""
    compared = 0
    for seed in range(40):
        state = planned_position("usa", 2, f"end {seed}", 400, stop=lambda s: s.last_turns == 1)
        if state.over or len(state.legal_actions()) == 1:
            continue
        seat = state.seat
        view, legal = state.view(seat), state.legal_actions(seat)
        totals = []
        for bot in (Planner(state.game, ""), Playouts(state.game, str(seed), samples=64)):
            end = state.clone()
            end.apply(bot.decide(view, legal, inf), seat)
            totals.append(end.score_sheet().totals[seat] if end.over else None)
        if None not in totals:
            assert totals[1] >= totals[0]
            compared += 1
    assert compared > 10


def test_the_best_explanation_is_taken_most_often_however_good_it_is():
    """A seat may hold a hundred tickets and have built for all of them."""
    rng = Rng.from_seed("fits")
    taken = [pick([1200.0, 1201.0, 300.0], rng) for _ in range(400)]
    assert 2 not in taken
    assert 0.2 < taken.count(0) / 400 < 0.35


def test_tickets_are_imagined_with_what_one_would_keep_of_them():
    """One draw of three, of which hardly ever all are worth it."""
    kept = games = 0
    for seed in range(6):
        state = planned_position("usa", 2, f"hunt {seed}", 60)
        candidates, _ = trial_of(state, state.seat)
        held = len(state.tickets[state.seat])
        for candidate in candidates:
            if isinstance(candidate.action, DrawTickets):
                kept += sum(len(course.tickets) - held for course in candidate.intent)
                games += len(candidate.intent)
    assert games
    assert 1 <= kept / games < 2.5


@pytest.mark.parametrize("name", BOARDS)
def test_samples_give_the_others_tickets_that_explain_their_routes(name):
    state = planned_position(name, 3, "suspects", 150)
    seat = state.to_act[0]
    view = state.view(seat)
    suspects = Suspects(state.game, view)
    rng = Rng.from_seed("suspects")
    explained = plain = 0.0
    for _ in range(40):
        sample = suspects.sample(rng)
        assert sample.view(seat) == view
        explained += suspects.fit(sample)
        plain += suspects.fit(state.resample(seat, rng))
    assert explained > plain + 40  # by one ticket that is half built, at the least


def test_prepared_it_never_plays_like_the_planner_for_want_of_code(monkeypatch):
    Playouts(find_game("usa"), "").prepare()
    assert LOADER.loaded_in(0)
    monkeypatch.setattr(LOADER, "loaded_in", lambda _: False)
    with pytest.raises(CarrozzaError) as refused:
        Playouts(find_game("usa"), "").prepare()
    assert refused.value.code == "not_compiled"
    Playouts(find_game("card_game"), "").prepare()  # which needs none


@pytest.mark.parametrize("name", BOARDS)
def test_with_little_time_it_thinks_of_less(name):
    fewer = 0
    for state in positions(name, 2):
        if state.over:
            continue
        seat = state.to_act[-1]
        view, legal = state.view(seat), state.legal_actions(seat)
        guide, rng = BoardGuide(state.game), Rng.from_seed("little")
        first, *others = guide.candidates(view, legal, rng, Watch(0.0, perf_counter))
        assert first.action == Planner(state.game, "").decide(view, legal, 1.0)
        assert DrawTickets() not in [candidate.action for candidate in others]
        all_of_them, _ = trial_of(state, seat)
        fewer += len(others) + 1 < len(all_of_them)
    assert fewer
