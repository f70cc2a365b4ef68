"""E7, E8: the rail yards of the card game, and robbing them."""

import random
from itertools import product

import pytest
from tests.rules.card_positions import (
    arrange,
    cards,
    deal,
    play,
    plays,
    refused,
    table,
    track,
    yard,
)

from carrozza.core.actions import PlayToYard
from carrozza.core.cards import CARDS, counts_of
from carrozza.core.events import CardsPutOnTrack, TrainsRobbed, YardPlayed


def test_E7_two_or_more_of_one_colour_with_or_without_locomotives():
    state = table()
    arrange(state, hands={0: {"green": 2, "locomotive": 2}})
    assert plays(state) == {
        cards(green=2),
        cards(green=1, locomotive=1),
        cards(green=2, locomotive=1),
        cards(green=1, locomotive=2),
        cards(green=2, locomotive=2),
    }
    state.apply(play(green=2, locomotive=2))
    assert yard(state, 0) == {"green": (2, 2)}
    assert sum(state.hands[0]) == 0


def test_E7_or_three_cards_of_three_colours():
    state = table()
    arrange(state, hands={0: {"red": 1, "blue": 1, "white": 1, "green": 1}})
    assert plays(state) == {
        cards(red=1, blue=1, white=1),
        cards(red=1, blue=1, green=1),
        cards(red=1, white=1, green=1),
        cards(blue=1, white=1, green=1),
    }
    state.apply(play(red=1, blue=1, white=1))
    assert yard(state, 0) == {"blue": (1, 0), "white": (1, 0), "red": (1, 0)}


@pytest.mark.parametrize(
    ("some", "code"),
    [
        ({"red": 1}, "one_card"),
        ({"locomotive": 2}, "only_locomotives"),
        ({"red": 1, "blue": 1}, "not_three_colours"),
        ({"red": 2, "blue": 1}, "not_three_colours"),
        ({"red": 1, "blue": 1, "white": 1, "green": 1}, "not_three_colours"),
        ({"red": 1, "blue": 1, "locomotive": 1}, "locomotive_among_colours"),
        ({"red": 4}, "cards_missing"),
    ],
)
def test_E7_other_sets_are_refused(some, code):
    state = table()
    arrange(state, hands={0: {"red": 3, "blue": 1, "white": 1, "green": 1, "locomotive": 3}})
    assert refused(state, play(**some)) == code


def test_E7_cards_are_named_in_their_order():
    state = table()
    arrange(state, hands={0: {"red": 2, "blue": 1, "white": 1, "locomotive": 1}})
    assert refused(state, PlayToYard(("locomotive", "red"))) == "order"
    assert refused(state, PlayToYard(("pink", "pink"))) == "not_an_action"


def test_E8_a_colour_in_the_own_yard_cannot_be_played():
    state = table()
    arrange(
        state,
        hands={0: {"red": 5, "blue": 1, "white": 1, "green": 1}},
        yards={0: {"red": (1, 0)}},
    )
    assert plays(state) == {cards(blue=1, white=1, green=1)}
    assert refused(state, play(red=5)) == "colour_in_own_yard"
    assert refused(state, play(red=1, blue=1, white=1)) == "colour_in_own_yard"


def test_E8_paul_robs_john_of_his_blue_card():
    """The booklet's example: John has one blue, red and yellow card, Paul plays three blue."""
    john, paul = 0, 1
    state = table()
    arrange(
        state,
        hands={john: {"blue": 1, "red": 1, "yellow": 1}, paul: {"blue": 3}},
    )
    state.apply(play(blue=1, red=1, yellow=1))
    events = state.apply(play(blue=3))
    assert events[:2] == [YardPlayed(paul, ("blue",) * 3), TrainsRobbed(paul, john, ("blue",))]
    assert events[2] == CardsPutOnTrack(john, 2, ("yellow", "red"), open=False)
    assert yard(state, paul) == {"blue": (3, 0)}
    assert state.discards == counts_of([CARDS.index("blue")])
    assert track(state, john) == {"red": 1, "yellow": 1}


def test_E8_robbing_takes_more_cards_than_the_row_has():
    state = table()
    arrange(
        state,
        hands={0: {"blue": 4, "locomotive": 1}},
        yards={1: {"blue": (2, 2)}},
    )
    assert plays(state) == {cards(blue=4, locomotive=1)}
    assert refused(state, play(blue=4)) == "not_enough_to_rob"
    events = state.apply(play(blue=4, locomotive=1))
    assert events[1] == TrainsRobbed(0, 1, ("blue", "blue", "locomotive", "locomotive"))
    assert yard(state, 1) == {}
    assert state.discards[8] == 2


def test_E8_three_colours_cannot_rob():
    state = table(3)
    arrange(
        state,
        hands={0: {"blue": 1, "red": 1, "white": 1, "green": 1}},
        yards={2: {"blue": (1, 0)}},
    )
    assert plays(state) == {cards(red=1, white=1, green=1)}
    assert refused(state, play(blue=1, red=1, white=1)) == "not_enough_to_rob"


def test_E8_legal_plays_against_a_slow_second_opinion():
    for seed in range(300):
        state, _ = deal(2 + seed % 3, f"yard {seed}")
        rng = random.Random(seed)
        for _ in range(rng.randrange(60)):
            state.apply(rng.choice(state.legal_actions()))
        if state.view(None).phase == "turn":
            assert plays(state) == slow_plays(state), state.plain()


def slow_plays(state):
    """Every set of cards the hand can form, judged one by one from the view."""
    view = state.view(state.seat)
    rows = {
        row.colour: (owner, row.cards + row.locomotives)
        for owner, rows in enumerate(view.yards)
        for row in rows
    }
    found = set()
    hand = [min(n, 1) for n in view.hand]
    for counts in product(*(range(n + 1) for n in hand[:8])):
        if sum(counts) == 3:
            names = tuple(CARDS[c] for c in range(8) if counts[c])
            if not any(name in rows for name in names):
                found.add(names)
    for colour in range(8):
        owner, least = rows.get(CARDS[colour], (None, 1))
        if owner == state.seat:
            continue
        for n, wild in product(range(1, view.hand[colour] + 1), range(view.hand[8] + 1)):
            if n + wild > least:
                found.add((CARDS[colour],) * n + ("locomotive",) * wild)
    return found
