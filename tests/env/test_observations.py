"""Observations: the fast way gives what the view gives, nothing leaks, everything is there."""

from typing import Any

import msgspec
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.support import TABLES, deal, every_table, position, walk

from carrozza.core.cards import CARDS
from carrozza.core.game import View
from carrozza.core.rng import Rng
from carrozza.env.observe import observer_of
from carrozza.games.card_game.view import CompletedView, RowView

positions = st.tuples(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 250))


@every_table
def test_the_state_gives_what_the_view_gives(name, players):
    observer = observer_of(deal(name, players).game, players)
    for number, state in enumerate(walk(deal(name, players), 0)):
        rows = observer.observe_all([(state, seat) for seat in range(players)])
        for seat in range(players) if state.over else [number % players]:
            expected = observer.from_view(state.memory(seat))
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


# What is no part of an observation: who and where one is, which is the same all the time; the score
# sheet, which the rewards tell.
SAME = {"game", "players", "seat", "sheet"}
# The number of the field's entry to be changed, and what to; None: the whole of it.
COMMON = {
    "phase": (None, "over"),
    "to_act": (None, (1,)),
    "first": (None, 1),
    "turn": (None, 1),
    "turns_left": (None, 0),  # not the same as None
    "market": (2, None),
    "deck": (None, 3),
    "discards": (8, 5),
    "hand_sizes": (1, 9),
    "seen_hands": (1, (0, 0, 2, 0, 0, 0, 0, 0, 0)),
    "hand": (3, 7),
    "ticket_marks": (0, 1),
    "ticket_counts": (1, 9),
    "kept_at_start": (1, 1),
    "offer_sizes": (1, 2),
    "tickets": (0, 30),
    "offer": (None, (31, 32)),
    "returned_at_start": (None, (33,)),
    "returned_later": (0, 44),
}
BOARD = {
    "passes": (None, 1),
    "trains": (1, 3),
    "points": (0, 99),
    "routes": (40, 1),
    "stations": (40, 0),
    "bonus_cards": (None, (0,)),
    "tunnel": (None, None),
}
CARD_GAME = {
    "resumes": (None, 1),
    "decks_left": (None, 1),
    "yards": (1, None),
    "track_sizes": (1, 50),
    "remembered_tracks": (1, (0, 0, 3, 0, 0, 0, 0, 0, 0)),
    "tracks": (0, (0,) * 9),  # an empty track that one sees is not one that is hidden
    "ever_returned": (None, (35,)),
    "chosen": (None, None),
    "completed": (1, None),
}


def changed(view: View, field: str, entry: int | None, value: Any) -> View:
    if entry is not None:
        old = getattr(view, field)
        value = (*old[:entry], value, *old[entry + 1 :])
    assert getattr(view, field) != value
    return msgspec.structs.replace(view, **{field: value})


def view_in(phase: str, name: str) -> View:
    """A view of seat 0 in its own turn."""
    for seed in range(100):
        for state in walk(deal(name, 2, str(seed), first=0), seed):
            view = state.memory(0)
            if view.phase == phase and view.turn == 0 and len(view.tickets or ()) > 1:
                return view
    raise AssertionError("no such view in a hundred games")


def test_every_field_of_a_board_view_counts():
    view = view_in("tunnel", "europe")
    observer = observer_of(deal("europe", 2).game, 2)
    changes = COMMON | BOARD
    assert changes.keys() | SAME == set(view.__struct_fields__)
    del changes["bonus_cards"]  # Europe has none
    for field, (entry, value) in changes.items():
        other = changed(view, field, entry, value)
        assert not np.array_equal(observer.from_view(other), observer.from_view(view)), field


def test_bonus_cards_count():
    state = position("northern_lights", 2, 1, 30)
    observer = observer_of(state.game, 2)
    other = changed(state.view(0), *("bonus_cards", *BOARD["bonus_cards"]))
    assert not np.array_equal(observer.from_view(other), observer.from_view(state.memory(0)))


def test_every_field_of_a_card_game_view_counts():
    view = view_in("turn", "card_game")
    observer = observer_of(deal("card_game", 2).game, 2)
    done = (CompletedView(7, (CARDS[0],)),)
    changes = COMMON | CARD_GAME
    changes["yards"] = (1, (RowView("red", 3, 1),))
    changes["chosen"] = (None, done)
    changes["completed"] = (1, done)
    # Whether tracks are open shows in the tracks.
    assert changes.keys() | SAME | {"open_track"} == set(view.__struct_fields__)
    for field, (entry, value) in changes.items():
        other = changed(view, field, entry, value)
        assert not np.array_equal(observer.from_view(other), observer.from_view(view)), field


@every_table
def test_numbers_can_be_read_back(name, players):
    state = position(name, players, 8, 50)
    seat = players - 1
    read = observer_of(state.game, players).layout.read(
        observer_of(state.game, players).observe(state, seat)
    )
    view = state.view(seat)
    assert tuple(read["hand"]) == view.hand
    assert read["deck"][0] == view.deck
    order = [seat, *range(seat)]
    assert read["hand_sizes"].tolist() == [view.hand_sizes[other] for other in order]
    assert np.flatnonzero(read["tickets"]).tolist() == sorted(view.tickets)
