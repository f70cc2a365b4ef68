"""Mistakes by which games lose pieces or hang, looked for in random games."""

import random
from itertools import chain

from tests.rules.positions import (
    all_tickets,
    all_train_cards,
    deal,
    every_game,
    every_number,
    trains_on_board,
)

from carrozza.core.actions import (
    Pass,
)
from carrozza.core.scores import RouteItem


def play_at_random(game, players, seed):
    """A random game; the state after every action."""
    state, _ = deal(game, players, f"random {seed}")
    chance = random.Random(seed)
    yield state
    while not state.over:
        seat = chance.choice(state.to_act)
        state.apply(chance.choice(state.legal_actions(seat)), seat)
        yield state


@every_game
@every_number
def test_B1_C1_D1_train_cards_are_conserved(game, players):
    """Mistake: cards vanish or multiply when paid, turned for a tunnel, swept or reshuffled."""
    expected = [12] * 8 + [18 if game == "northern_lights" else 14]
    for seed in range(3):
        for state in play_at_random(game, players, seed):
            assert all_train_cards(state) == expected
            assert state.discarded == sum(state.discards)
            assert min(map(min, state.hands)) >= 0


@every_game
@every_number
def test_A10_A14_trains_are_conserved(game, players):
    """Mistake: more or fewer trains are taken than the route has spaces."""
    for seed in range(3):
        for state in play_at_random(game, players, seed):
            for seat in range(players):
                supply = state.trains[seat]
                assert supply >= 0
                assert supply + trains_on_board(state, seat) == state.lookups.spec.trains


@every_game
@every_number
def test_A17_A18_tickets_are_conserved(game, players):
    """Mistake: returned tickets vanish. In Europe only the opening's refusals leave."""
    for seed in range(3):
        left = None
        for state in play_at_random(game, players, seed):
            everything = all_tickets(state)
            if game == "europe" or state.view(None).phase == "start":
                everything = sorted(chain(everything, *state.returned_at_start))
            left = left or everything
            assert everything == left
            assert len(set(everything)) == len(everything)
        total = {"usa": 33, "europe": 40 + players, "northern_lights": 55}[game]
        assert len(left) == total


@every_game
@every_number
def test_A12_A21_points_on_the_way_are_those_of_the_sheet(game, players):
    """Mistake: points on the score track drift away from the routes owned."""
    *_, state = play_at_random(game, players, 7)
    for seat, score in enumerate(state.score_sheet().seats):
        shown = [item.points for item in score.items if isinstance(item, RouteItem)]
        assert sum(shown) == state.view(None).points[seat]
        assert len(shown) == state.routes[seat].bit_count()


@every_game
@every_number
def test_A2_nobody_passes_by_choice_and_nobody_is_stuck(game, players):
    """Mistake: passing is always allowed; or there is nothing to do, and the game hangs."""
    for state in play_at_random(game, players, 5):
        for seat in state.to_act:
            actions = state.legal_actions(seat)
            assert len(actions) > 0
            assert Pass() not in actions or len(actions) == 1
