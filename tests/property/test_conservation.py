"""Nothing appears or vanishes: cards, tickets, trains, at every step of every game."""

from hypothesis import given
from hypothesis import strategies as st
from tests.inventory import all_cards, check_tickets, check_trains, every_card
from tests.support import TABLES, deal, every_table, walk

from carrozza.board.state import BoardState


@every_table
def test_whole_random_games_at_every_step(name, players):
    for seed in range(3):
        for state in walk(deal(name, players, f"conserve {seed}"), seed):
            assert all_cards(state) == every_card(state)
            check_tickets(state)
            if isinstance(state, BoardState):
                check_trains(state)
            for hand, known in zip(state.hands, state.known, strict=True):
                assert all(0 <= seen <= held for seen, held in zip(known, hand, strict=True))


@given(st.sampled_from(TABLES), st.integers(0, 10**9))
def test_other_games_at_the_end(table, seed):
    *_, state = walk(deal(*table, str(seed)), seed)
    assert state.over
    assert all_cards(state) == every_card(state)
    check_tickets(state)
