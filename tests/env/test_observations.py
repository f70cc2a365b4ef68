"""Observations: the fast way gives what the view gives, nothing leaks, everything is there."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.support import TABLES, deal, every_table, position, walk

from carrozza.core.rng import Rng
from carrozza.env.observe import observer_of

positions = st.tuples(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 250))


@every_table
def test_the_state_gives_what_the_view_gives(name, players):
    observer = observer_of(deal(name, players).game, players)
    for number, state in enumerate(walk(deal(name, players), 0)):
        rows = observer.observe_all([(state, seat) for seat in range(players)])
        for seat in range(players) if state.over else [number % players]:
            expected = observer.from_view(state.view(seat))
            assert np.array_equal(observer.observe(state, seat), expected)
            assert np.array_equal(rows[seat], expected)
            assert expected.min() >= 0
            assert expected.max() <= 1


@given(positions, st.integers(0, 10**6))
def test_what_is_hidden_makes_no_difference(where, seed):
    table, game_seed, steps = where
    state = position(*table, game_seed, steps)
    if state.over:
        return
    observer = observer_of(state.game, table[1])
    for seat in range(table[1]):
        sampled = state.resample(seat, Rng.from_seed(str(seed)))
        assert sampled.plain() != state.plain()
        assert np.array_equal(observer.observe(sampled, seat), observer.observe(state, seat))
