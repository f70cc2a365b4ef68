"""Resampling: full states made from a view alone, that the seat cannot tell from the real one."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.inventory import all_cards, check_tickets, every_card
from tests.small_boards import STUCK
from tests.support import TABLES, deal, every_table, finished, position, walk

from carrozza.core.actions import DrawBlind, DrawTickets, KeepTickets
from carrozza.core.errors import GameOver
from carrozza.core.rng import Rng

positions = st.tuples(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 200))


@given(positions, st.integers(0, 10**6))
def test_the_seat_sees_no_difference(where, seed):
    table, game_seed, steps = where
    state = position(*table, game_seed, steps)
    if state.over:
        return
    rng = Rng.from_seed(str(seed))
    for seat in (*range(table[1]), None):
        sampled = state.resample(seat, rng)
        assert sampled.view(seat) == state.view(seat)
        if seat is not None:
            assert sampled.legal_mask(seat) == state.legal_mask(seat)
            assert sampled.to_act == state.to_act


@given(positions, st.integers(0, 10**6))
def test_all_cards_and_tickets_are_there_and_the_game_can_be_finished(where, seed):
    table, game_seed, steps = where
    state = position(*table, game_seed, steps)
    if state.over:
        return
    sampled = state.resample(random.Random(seed).randrange(table[1]), Rng.from_seed(str(seed)))
    assert all_cards(sampled) == every_card(sampled)
    check_tickets(sampled)
    *_, end = walk(sampled, seed)
    assert end.over


@given(positions)
def test_it_knows_nothing_but_the_view(where):
    """Two states with the same view give the same samples."""
    table, seed, steps = where
    state = position(*table, seed, steps)
    if state.over:
        return
    for seat in range(table[1]):
        twin = state.resample(seat, Rng.from_seed("twin"))
        one = state.resample(seat, Rng.from_seed("sample"))
        other = twin.resample(seat, Rng.from_seed("sample"))
        assert one.plain() == other.plain()


def test_a_seat_may_have_drawn_all_that_the_others_refused():
    """Then nothing is left that they could have been offered besides what they kept."""
    state = deal("usa", 2, "all tickets", board=STUCK)
    while len(state.tickets[0]) < 8:
        seat = state.to_act[0]
        legal = state.legal_actions(seat)
        answers = [a for a in legal if isinstance(a, KeepTickets)]
        most = max(answers, key=lambda a: len(a.keep) * (1 if seat == 0 else -1), default=None)
        draw = DrawTickets() if seat == 0 and DrawTickets() in legal else DrawBlind()
        state.apply(most or draw, seat)
    sampled = state.resample(0, Rng.from_seed("sample"))
    assert sampled.view(0) == state.view(0)
    assert sorted(sum(sampled.tickets, sampled.ticket_deck)) == list(range(10))


@every_table
def test_hidden_things_vary_between_samples(name, players):
    state = position(name, players, 4, players + 2)
    rng = Rng.from_seed("many")
    samples = [state.resample(0, rng) for _ in range(30)]
    assert len({tuple(s.deck) for s in samples}) > 25
    for opponent in range(1, players):
        assert len({tuple(s.hands[opponent]) for s in samples}) > 5
        assert len({tuple(sorted(s.tickets[opponent])) for s in samples}) > 5


@every_table
def test_a_finished_game_is_refused(name, players):
    with pytest.raises(GameOver):
        finished(name, players).resample(0, Rng.from_seed(""))
