"""What a seat or a spectator may know of a board game."""

from typing import TYPE_CHECKING

import msgspec

from carrozza.board.draw import GAP
from carrozza.board.tunnels import is_costly
from carrozza.board.turn import OVER, PHASES, START
from carrozza.core.actions import ClaimRoute
from carrozza.core.cards import CARDS, Card
from carrozza.core.game import View
from carrozza.core.scores import ScoreSheet
from carrozza.core.space import bits

if TYPE_CHECKING:
    from carrozza.board.state import BoardState


class TunnelView(msgspec.Struct, frozen=True):
    """A tunnel waiting for its extra cards: everybody sees all of it."""

    route: int
    laid: tuple[Card, ...]
    revealed: tuple[Card, ...]
    costly: tuple[bool, ...]  # which of those each cost one more card
    extra: int


class BoardView(View, frozen=True, kw_only=True):
    first: int
    turn: int | None  # whose turn it is; None in the opening choice and at the end
    turns_left: int | None  # of the last round, this turn included
    passes: int
    market: tuple[Card | None, ...]
    deck: int  # how many cards
    discards: tuple[int, ...]  # counts in the order of the nine kinds of cards
    hand_sizes: tuple[int, ...]
    seen_hands: tuple[tuple[int, ...], ...]  # the cards of each hand that everybody has seen
    hand: tuple[int, ...] | None  # own hand
    ticket_marks: tuple[
        int, ...
    ]  # the ticket deck from the top: who put each there (board/tickets)
    ticket_counts: tuple[int, ...]
    kept_at_start: tuple[int, ...]
    offer_sizes: tuple[int, ...]
    tickets: tuple[int, ...] | None  # own tickets
    offer: tuple[int, ...] | None  # tickets to choose from
    returned_at_start: tuple[int, ...] | None  # own ones
    returned_later: tuple[int | None, ...] | None  # the ticket deck from the top, own ones named
    trains: tuple[int, ...]
    points: tuple[int, ...]  # for routes, as scored so far
    routes: tuple[int | None, ...]  # the owner of each route
    stations: tuple[int | None, ...]  # the owner of the station in each city
    bonus_cards: tuple[int, ...]
    tunnel: TunnelView | None
    sheet: ScoreSheet | None


def view_of(s: "BoardState", seat: int | None) -> BoardView:
    own = seat is not None
    me = seat if seat is not None else 0
    return BoardView(
        game=s.game.name,
        players=s.setup.players,
        seat=seat,
        phase=PHASES[s.phase],
        to_act=s.to_act,
        first=s.first,
        turn=None if s.phase in (START, OVER) else s.seat,
        turns_left=s.last_turns if s.last_turns >= 0 else None,
        passes=s.passes,
        market=tuple(None if card == GAP else CARDS[card] for card in s.market),
        deck=len(s.deck),
        discards=tuple(s.discards),
        hand_sizes=tuple(map(sum, s.hands)),
        seen_hands=tuple(map(tuple, s.known)),
        hand=tuple(s.hands[me]) if own else None,
        ticket_marks=tuple(reversed(s.ticket_marks)),
        ticket_counts=tuple(map(len, s.tickets)),
        kept_at_start=tuple(s.kept_at_start),
        offer_sizes=tuple(map(len, s.offers)),
        tickets=tuple(s.tickets[me]) if own else None,
        offer=tuple(s.offers[me]) if own else None,
        returned_at_start=tuple(s.returned_at_start[me]) if own else None,
        returned_later=_own_returns(s, me) if own else None,
        trains=tuple(s.trains),
        points=tuple(s.points),
        routes=_owners(s.routes, len(s.lookups.board.routes)),
        stations=_owners(s.stations, len(s.lookups.board.cities)),
        bonus_cards=s.bonus_cards,
        tunnel=_tunnel(s),
        sheet=s.sheet,
    )


def _own_returns(s: "BoardState", seat: int) -> tuple[int | None, ...]:
    """The ticket deck from the top; only those named that this seat put there one by one."""
    pairs = zip(reversed(s.ticket_deck), reversed(s.ticket_marks), strict=True)
    return tuple(ticket if mark == seat else None for ticket, mark in pairs)


def _owners(masks: list[int], size: int) -> tuple[int | None, ...]:
    owners: list[int | None] = [None] * size
    for seat, mask in enumerate(masks):
        for i in bits(mask):
            owners[i] = seat
    return tuple(owners)


def _tunnel(s: "BoardState") -> TunnelView | None:
    if s.tunnel is None:
        return None
    laid = s.lookups.space.actions[s.tunnel.laid]
    assert type(laid) is ClaimRoute
    revealed = s.tunnel.revealed
    return TunnelView(
        s.tunnel.route,
        laid.cards,
        tuple(CARDS[card] for card in revealed),
        tuple(is_costly(s, s.tunnel.laid, card) for card in revealed),
        s.tunnel.extra,
    )
