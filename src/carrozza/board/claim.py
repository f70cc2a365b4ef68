"""Claiming routes."""

from typing import TYPE_CHECKING

from carrozza.board.draw import after_discard, draw_hidden
from carrozza.board.turn import end_turn
from carrozza.core.actions import ClaimRoute
from carrozza.core.cards import Card
from carrozza.core.events import Event, RouteClaimed

if TYPE_CHECKING:
    from carrozza.board.state import BoardState


def claim_route(s: "BoardState", seat: int, i: int) -> list[Event]:
    lookups = s.lookups
    s.passes = 0
    route = lookups.arg[i]
    pay(s, seat, lookups.cost[i])
    action = lookups.space.actions[i]
    assert type(action) is ClaimRoute
    events: list[Event] = []
    take_route(s, seat, route, action.cards, events)
    after_discard(s, events)
    end_turn(s, events)
    return events


def pay(s: "BoardState", seat: int, cost: tuple[tuple[int, int], ...]) -> None:
    """Cards go from the hand to the discards, in the open."""
    lay(s, seat, cost)
    discard(s, cost)


def lay(s: "BoardState", seat: int, cost: tuple[tuple[int, int], ...]) -> None:
    """Cards leave the hand. Those that everybody knew to be there are thought to go first."""
    hand, known = s.hands[seat], s.known[seat]
    for card, n in cost:
        hand[card] -= n
        if known[card]:
            known[card] = max(0, known[card] - n)


def discard(s: "BoardState", cost: tuple[tuple[int, int], ...]) -> None:
    for card, n in cost:
        s.discards[card] += n
        s.discarded += n


def take_route(
    s: "BoardState", seat: int, route: int, cards: tuple[Card, ...], events: list[Event]
) -> None:
    """The route, already paid, becomes the seat's; its siblings close as the rules say."""
    lookups = s.lookups
    r = lookups.board.routes[route]
    s.trains[seat] -= r.length
    s.points[seat] += r.points
    bit = 1 << route
    s.routes[seat] |= bit
    s.taken |= bit
    group = lookups.board.siblings[route]
    full = (s.taken & group).bit_count() >= s.game.most_tracks(s.setup.players, route)
    if full:
        s.open &= lookups.not_group[route]
    else:
        s.open &= lookups.not_route[route]
        s.barred[seat] |= group
    events.append(RouteClaimed(seat, route, cards, r.points))
    for _ in range(r.draw_bonus):
        if s.deck or s.discarded:
            draw_hidden(s, seat, events)
