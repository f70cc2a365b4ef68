"""The parts of an observation that all games have."""

from collections.abc import Sequence
from typing import Any

import msgspec

from carrozza.core.cards import CARD_INDEX, KINDS
from carrozza.env.layout import Part, among, one_hot


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """What the sizes of these parts come from."""

    players: int
    phases: tuple[str, ...]
    cards: tuple[int, ...]  # of each kind, in all
    market: int
    tickets: int
    offered: int  # tickets at most in an offer
    marks: tuple[str, ...]  # where a ticket in the deck comes from, besides seats: −1, −2, …


def common_counts(shape: Shape) -> list[Part]:
    n, cards, tickets, offered = shape.players, shape.cards, shape.tickets, shape.offered
    return [
        Part("turns_left", (1,), n, "of the last round, this turn included"),
        Part("deck", (1,), sum(cards), "cards in the deck"),
        Part("hand", (KINDS,), cards, "own hand"),
        Part("discards", (KINDS,), cards, "the discards"),
        Part("hand_sizes", (n,), sum(cards), "cards in each hand"),
        Part("seen_hands", (n, KINDS), cards, "the cards of each hand that all have seen"),
        Part("ticket_counts", (n,), tickets, "tickets each holds"),
        Part("kept_at_start", (n,), offered, "tickets each kept of the opening offer"),
        Part("offer_sizes", (n,), offered, "tickets each is choosing from"),
        Part("own_returns", (tickets,), tickets, "where returned tickets of one's own lie, 1: top"),
    ]


def common_bits(shape: Shape) -> list[Part]:
    n, tickets = shape.players, shape.tickets
    marks = ", ".join([*shape.marks, "each seat"])
    return [
        Part("phase", (len(shape.phases),), 1, ", ".join(shape.phases)),
        Part("to_act", (n,), 1, "who is to act"),
        Part("turn", (n,), 1, "whose turn it is"),
        Part("first", (n,), 1, "who had the first turn"),
        Part("last_round", (1,), 1, "the last round has begun"),
        Part("market", (shape.market, KINDS), 1, "the face-up card in each place"),
        Part("tickets", (tickets,), 1, "own tickets"),
        Part("offer", (shape.offered, tickets), 1, "the ticket in each place of one's offer"),
        Part("returned_at_start", (tickets,), 1, "own tickets refused at the start"),
        Part("ticket_deck", (tickets, len(shape.marks) + n), 1, f"from the top, put by: {marks}"),
    ]


def common_values(view: Any, order: Sequence[int], shape: Shape) -> dict[str, Any]:
    """These parts by name; every game's view has the fields they come from."""
    n, tickets, marks = shape.players, shape.tickets, len(shape.marks)
    place = {seat: i for i, seat in enumerate(order)}
    returns = {t: i for i, t in enumerate(view.returned_later, 1) if t is not None}
    deck = [
        one_hot(marks + place[mark] if mark >= 0 else -1 - mark, marks + n)
        for mark in view.ticket_marks
    ]
    return {
        "turns_left": [view.turns_left or 0],
        "deck": [view.deck],
        "hand": view.hand,
        "discards": view.discards,
        "hand_sizes": [view.hand_sizes[seat] for seat in order],
        "seen_hands": [view.seen_hands[seat] for seat in order],
        "ticket_counts": [view.ticket_counts[seat] for seat in order],
        "kept_at_start": [view.kept_at_start[seat] for seat in order],
        "offer_sizes": [view.offer_sizes[seat] for seat in order],
        "own_returns": [returns.get(t, 0) for t in range(tickets)],
        "phase": one_hot(shape.phases.index(view.phase), len(shape.phases)),
        "to_act": [int(seat in view.to_act) for seat in order],
        "turn": one_hot(place.get(view.turn), n),
        "first": one_hot(place[view.first], n),
        "last_round": [int(view.turns_left is not None)],
        "market": [one_hot(CARD_INDEX.get(card), KINDS) for card in view.market],
        "tickets": among(view.tickets, tickets),
        "offer": [
            one_hot(view.offer[slot] if slot < len(view.offer) else None, tickets)
            for slot in range(shape.offered)
        ],
        "returned_at_start": among(view.returned_at_start, tickets),
        "ticket_deck": deck + [[0] * (marks + n)] * (tickets - len(deck)),
    }
