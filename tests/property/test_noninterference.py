"""What a seat cannot know makes no difference to it: not in its view, nor in what it may do, nor
in what it is told while both games go on."""

import random

from hypothesis import given
from hypothesis import strategies as st
from tests.support import TABLES, deal, every_table, exchange_tracks, position, walk

from carrozza.core.events import seen_by
from carrozza.core.game import State
from carrozza.core.rng import Rng

UNTOUCHED = 12  # cards on top of both decks that stay the same, so that the games can go on alike


def twin_of(state: State, observer: int | None, seed: int) -> State:
    """Another state with the same view for the observer, and the same next cards and tickets.

    The hidden part of the other hands, their tickets, and the cards on tracks that the observer may
    not look at are exchanged with what lies deep in the decks.
    """
    rng = random.Random(seed)
    twin = state.clone()
    deep = len(twin.deck) - UNTOUCHED
    for seat in range(state.setup.players):
        if seat == observer:
            continue
        hand, known = twin.hands[seat], twin.known[seat]
        for card in range(9):
            for _ in range(hand[card] - known[card]):
                if deep > 0:
                    i = rng.randrange(deep)
                    hand[card] -= 1
                    twin.deck[i], card_in = card, twin.deck[i]
                    hand[card_in] += 1
        swap_tickets(twin, seat, rng)
    exchange_tracks(twin, observer, rng, UNTOUCHED)
    twin._legal = -1
    return twin


def swap_tickets(twin: State, seat: int, rng: random.Random) -> None:
    held = twin.tickets[seat]
    fresh = [i for i, mark in enumerate(twin.ticket_marks[:-UNTOUCHED]) if mark == -1]
    for k in range(len(held)):
        if fresh:
            i = rng.choice(fresh)
            held[k], twin.ticket_deck[i] = twin.ticket_deck[i], held[k]


def test_the_twins_really_differ():
    state = position("usa", 2, 3, 6)
    twin = twin_of(state, 0, 1)
    assert twin.hands[1] != state.hands[1]
    assert twin.tickets[1] != state.tickets[1]
    assert twin.plain() != state.plain()
    assert any(exchanged(seed) for seed in range(20))


def exchanged(seed: int) -> bool:
    state = position("card_game", 2, seed, 40)
    return twin_of(state, 0, 1).tracks[0] != state.tracks[0]


@given(
    st.sampled_from(TABLES),
    st.booleans(),
    st.integers(0, 10**6),
    st.integers(0, 60),
    st.integers(0, 10**6),
)
def test_twins_stay_alike_for_the_observer(table, open_track, seed, steps, twin_seed):
    options = {"open_track": True} if open_track and table[0] == "card_game" else {}
    *_, state = walk(deal(*table, str(seed), options=options), seed, steps)
    if state.over or state.view(None).phase == "start":
        return
    rng = random.Random(twin_seed)
    observer = rng.choice([*range(table[1]), None])
    twin = twin_of(state, observer, twin_seed)
    drawn = 0
    while not state.over and drawn < UNTOUCHED - 5:
        assert twin.view(observer) == state.view(observer)
        if observer is not None:
            assert twin.legal_mask(observer) == state.legal_mask(observer)
        seat = state.seat
        common = state.legal_mask(seat) & twin.legal_mask(seat)
        actions = [state.space.actions[i] for i in state.legal_actions(seat).ids if common >> i & 1]
        if not actions:
            return
        before = len(state.deck)
        action = rng.choice(actions)
        events, others = state.apply(action, seat), twin.apply(action, seat)
        if state.over or len(state.deck) > before or state.view(None).phase == "scoring":
            return  # the end reveals; a new deck is the old discards; at a scoring owners look
        assert seen_by(others, observer) == seen_by(events, observer)
        drawn += before - len(state.deck)


@every_table
def test_the_opening_hides_cards_and_tickets(name, players):
    """Before any choice is made, a sample looks the same and has other tickets for the others."""
    state = deal(name, players)
    for seat in range(players):
        sampled = state.resample(seat, Rng.from_seed("opening"))
        assert sampled.view(seat) == state.view(seat)
        assert sampled.offers[seat] == state.offers[seat]
        for other in set(range(players)) - {seat}:
            assert sampled.offers[other] != state.offers[other]
