"""Tunnels: lay the cards, turn three, pay the difference or take the cards back."""

from typing import TYPE_CHECKING

import msgspec

from carrozza.board.claim import discard, lay, pay, take_route
from carrozza.board.draw import after_discard, reshuffle
from carrozza.board.lookups import TUNNEL_CARDS
from carrozza.board.turn import TUNNEL, end_turn
from carrozza.core.actions import ClaimRoute, DeclineTunnel, PayTunnel
from carrozza.core.cards import CARDS, LOCOMOTIVE, Card
from carrozza.core.events import Event, TunnelDeclined, TunnelRevealed
from carrozza.core.lookups import payable

if TYPE_CHECKING:
    from carrozza.board.state import BoardState


class Tunnel(msgspec.Struct, frozen=True, array_like=True):
    """A tunnel between reveal and payment. The laid and revealed cards are in no other place."""

    route: int
    laid: int  # the id of the claim action
    revealed: tuple[int, ...]
    extra: int


def enter_tunnel(s: "BoardState", seat: int, i: int) -> list[Event]:
    lookups = s.lookups
    s.passes = 0
    events: list[Event] = []
    action = lookups.space.actions[i]
    assert type(action) is ClaimRoute
    lay(s, seat, lookups.cost[i])
    revealed = _reveal(s, events)
    costly = tuple(is_costly(s, i, card) for card in revealed)
    extra = sum(costly)
    s.tunnel = Tunnel(action.route, i, revealed, extra)
    shown = tuple(CARDS[card] for card in revealed)
    events.append(TunnelRevealed(seat, action.route, action.cards, shown, costly, extra))
    if extra:
        s.phase = TUNNEL
    else:
        _finish(s, seat, (), (), events)
    return events


def is_costly(s: "BoardState", laid: int, card: int) -> bool:
    """Whether a card turned up costs one more: of the colour laid, or a Locomotive."""
    return card in (s.lookups.colour[laid], LOCOMOTIVE)


def _reveal(s: "BoardState", events: list[Event]) -> tuple[int, ...]:
    """Up to three cards from the deck; the laid cards are not among the discards yet."""
    revealed = []
    for _ in range(TUNNEL_CARDS):
        if not s.deck and s.discarded:
            reshuffle(s, events)
        if s.deck:
            revealed.append(s.deck.pop())
    return tuple(revealed)


def payment_mask(s: "BoardState", seat: int) -> int:
    """The extra cards in every way the hand allows, or taking the cards back."""
    assert s.tunnel is not None
    ways = s.lookups.tunnel[s.lookups.colour[s.tunnel.laid]][s.tunnel.extra]
    return (
        ways & payable(s.lookups.fits, s.hands[seat]) | 1 << s.lookups.space.index[DeclineTunnel()]
    )


def pay_tunnel(s: "BoardState", seat: int, i: int) -> list[Event]:
    action = s.lookups.space.actions[i]
    assert type(action) is PayTunnel
    events: list[Event] = []
    _finish(s, seat, s.lookups.cost[i], action.cards, events)
    return events


def _finish(
    s: "BoardState",
    seat: int,
    extra: tuple[tuple[int, int], ...],
    extra_cards: tuple[Card, ...],
    events: list[Event],
) -> None:
    """The tunnel is dug: laid and extra cards are discarded with the revealed ones."""
    assert s.tunnel is not None
    laid = s.lookups.space.actions[s.tunnel.laid]
    assert type(laid) is ClaimRoute
    discard(s, s.lookups.cost[s.tunnel.laid])
    pay(s, seat, extra)
    take_route(s, seat, laid.route, laid.cards + extra_cards, events)
    _clear(s, events)


def decline_tunnel(s: "BoardState", seat: int, i: int) -> list[Event]:
    """The laid cards go back to the hand, where everybody now knows them to be."""
    assert s.tunnel is not None
    hand, known = s.hands[seat], s.known[seat]
    for card, n in s.lookups.cost[s.tunnel.laid]:
        hand[card] += n
        known[card] += n
    events: list[Event] = [TunnelDeclined(seat, s.tunnel.route)]
    _clear(s, events)
    return events


def _clear(s: "BoardState", events: list[Event]) -> None:
    """The revealed cards are discarded and the turn ends."""
    assert s.tunnel is not None
    for card in s.tunnel.revealed:
        s.discards[card] += 1
        s.discarded += 1
    s.tunnel = None
    after_discard(s, events)
    end_turn(s, events)
