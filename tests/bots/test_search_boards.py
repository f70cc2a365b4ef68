"""The search on boards: what it compares, and how it plays samples to their end."""

import pytest
from tests.support import deal, position

from carrozza.board.game import BoardGame
from carrozza.bots.planner.planner import Planner
from carrozza.bots.search.boards.ground import ground_of
from carrozza.bots.search.boards.guide import BoardGuide
from carrozza.bots.search.boards.suspects import Suspects
from carrozza.core.actions import KeepTickets
from carrozza.core.rng import Rng
from carrozza.core.tables import TICKETS
from carrozza.games.registry import NAMES, find_game

BOARDS = [name for name in NAMES if isinstance(find_game(name), BoardGame)]
LONG = 2000  # actions; whole games take a quarter of it


def planned_position(name, players, seed, steps):
    """A position so many actions into a game of planners."""
    state = deal(name, players, seed)
    bot = Planner(state.game, seed)
    while not state.over and steps:
        seat = state.to_act[0]
        state.apply(bot.decide(state.view(seat), state.legal_actions(seat), 1.0), seat)
        steps -= 1
    return state


def positions(name, players):
    """Some of planners, who come far, and some of random play, which goes everywhere."""
    for steps in (0, 1, players, 11, 40, 41, 80, 120, 160):
        yield planned_position(name, players, f"search {steps}", steps)
    for seed in range(8):
        yield position(name, players, seed, 11 * seed)


def play_out(state, seat, candidate, deal_):
    """The candidate's action and everything after it, each checked to be legal."""
    copy = deal_.state.clone()
    copy.apply(candidate.action, seat)
    policy = deal_.policy(seat, candidate)
    for _ in range(LONG):
        if copy.over:
            return copy
        i = policy(copy)
        assert copy.legal_mask() >> i & 1, f"{copy.space.actions[i]} in {state.view(seat).phase}"
        if i == TICKETS:  # a quick player does not know what to do with them
            assert not copy.legal_mask() & (copy.t.all_claims | copy.t.draws)
        copy.play(i)
    raise AssertionError("a rollout does not end")


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("name", BOARDS)
def test_every_candidate_is_legal_and_played_to_the_end(name, players):
    rng = Rng.from_seed("search")
    seen = set()
    for state in positions(name, players):
        if state.over:
            continue
        seat = state.to_act[-1]
        view, legal = state.view(seat), state.legal_actions(seat)
        guide = BoardGuide(state.game)
        candidates = guide.candidates(view, legal)
        assert candidates[0].action == Planner(state.game, "").decide(view, legal, 1.0)
        sample = guide.sample(view, rng)
        before = sample.state.state_hash()
        for candidate in candidates:
            assert candidate.action in legal
            assert play_out(state, seat, candidate, sample).over
        assert sample.state.state_hash() == before
        seen.add(view.phase)
    assert seen >= {"start", "turn"}


@pytest.mark.parametrize("name", BOARDS)
def test_every_set_of_tickets_is_compared(name):
    state = deal(name, 2, "tickets")
    legal = state.legal_actions(1)
    candidates = BoardGuide(state.game).candidates(state.view(1), legal)
    keeps = [c.action.keep for c in candidates if isinstance(c.action, KeepTickets)]
    assert sorted(keeps) == sorted({a.keep for a in legal})


@pytest.mark.parametrize("name", BOARDS)
def test_a_candidate_ends_the_same_however_often_it_is_played(name):
    """Neither a plan nor a sample is changed by playing it."""
    state = planned_position(name, 2, "twice", 50)
    guide = BoardGuide(state.game)
    seat = state.to_act[0]
    candidates = guide.candidates(state.view(seat), state.legal_actions(seat))
    sample = guide.sample(state.view(seat), Rng.from_seed("twice"))
    for candidate in candidates:
        ends = [play_out(state, seat, candidate, sample).state_hash() for _ in range(2)]
        assert ends[0] == ends[1]


@pytest.mark.parametrize("name", BOARDS)
def test_quick_players_do_nearly_as_well_as_the_planner(name):
    """They must finish most tickets, or the search would learn from them never to take any."""
    done = points = games = 0
    for seed in range(12):
        state = planned_position(name, 2, f"quick {seed}", 2)
        seat = state.to_act[0]
        guide = BoardGuide(state.game)
        candidates = guide.candidates(state.view(seat), state.legal_actions(seat))
        sample = guide.sample(state.view(seat), Rng.from_seed(str(seed)))
        sheet = play_out(state, seat, candidates[0], sample).score_sheet()
        items = [i for i in sheet.seats[seat].items if hasattr(i, "completed")]
        done += sum(item.completed for item in items) / len(items)
        points += sheet.totals[seat]
        games += 1
    assert points / games > 70
    assert done / games > 0.6


@pytest.mark.parametrize("name", BOARDS)
def test_samples_give_the_others_tickets_that_explain_their_routes(name):
    state = planned_position(name, 3, "suspects", 150)
    seat = state.to_act[0]
    view = state.view(seat)
    suspects = Suspects(ground_of(state.game), view)
    rng = Rng.from_seed("suspects")
    explained = plain = 0.0
    for _ in range(40):
        sample = suspects.sample(rng)
        assert sample.view(seat) == view
        explained += suspects.fit(sample)
        plain += suspects.fit(state.resample(seat, rng))
    assert explained > plain + 40  # by one ticket that is half built, at the least
