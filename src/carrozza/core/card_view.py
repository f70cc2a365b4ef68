"""What a seat or a spectator may know of the part that all games share."""

from typing import Any

from carrozza.core.card_state import CardState
from carrozza.core.cards import CARDS, Card
from carrozza.core.game import View
from carrozza.core.market import GAP
from carrozza.core.scores import ScoreSheet


class CardView(View, frozen=True, kw_only=True):
    first: int
    turn: int | None  # whose turn it is; None while several choose at once, and at the end
    turns_left: int | None  # of the last round, this turn included
    market: tuple[Card | None, ...]
    deck: int  # how many cards
    discards: tuple[int, ...]  # counts in the order of the nine kinds of cards
    hand_sizes: tuple[int, ...]
    seen_hands: tuple[tuple[int, ...], ...]  # the cards of each hand that everybody has seen
    hand: tuple[int, ...] | None  # own hand
    ticket_marks: tuple[int, ...]  # the ticket deck from the top: who put each there
    ticket_counts: tuple[int, ...]  # tickets held and not shown to be completed
    kept_at_start: tuple[int, ...]
    offer_sizes: tuple[int, ...]
    tickets: tuple[int, ...] | None  # own tickets
    offer: tuple[int, ...] | None  # tickets to choose from
    returned_at_start: tuple[int, ...] | None  # own ones
    returned_later: tuple[int | None, ...] | None  # the ticket deck from the top, own ones named
    sheet: ScoreSheet | None


def shared_view(s: CardState, seat: int | None) -> dict[str, Any]:
    """The fields of a `CardView` that are the same in every game."""
    own = seat is not None
    me = seat if seat is not None else 0
    return {
        "game": s.game.name,
        "players": s.setup.players,
        "seat": seat,
        "to_act": s.to_act,
        "first": s.first,
        "turns_left": s.last_turns if s.last_turns >= 0 else None,
        "market": tuple(None if card == GAP else CARDS[card] for card in s.market),
        "deck": len(s.deck),
        "discards": tuple(s.discards),
        "hand_sizes": tuple(map(sum, s.hands)),
        "seen_hands": tuple(map(tuple, s.known)),
        "hand": tuple(s.hands[me]) if own else None,
        "ticket_marks": tuple(reversed(s.ticket_marks)),
        "kept_at_start": tuple(s.kept_at_start),
        "offer_sizes": tuple(map(len, s.offers)),
        "tickets": tuple(s.tickets[me]) if own else None,
        "offer": tuple(s.offers[me]) if own else None,
        "returned_later": _own_returns(s, me) if own else None,
        "sheet": s.sheet,
    }


def _own_returns(s: CardState, seat: int) -> tuple[int | None, ...]:
    """The ticket deck from the top; only those named that this seat put there one by one."""
    pairs = zip(reversed(s.ticket_deck), reversed(s.ticket_marks), strict=True)
    return tuple(ticket if mark == seat else None for ticket, mark in pairs)
