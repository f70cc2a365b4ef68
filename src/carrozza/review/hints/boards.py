"""What speaks for an action on a board. Everything said can be computed again by the rules, from
what the seat holds and everybody sees."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from carrozza.board.claim import take_route
from carrozza.board.paths import longest_trail
from carrozza.board.state import BoardState
from carrozza.bots.web import FAR, Web
from carrozza.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    PayTunnel,
)
from carrozza.core.cards import CARD_INDEX, CARDS, LOCOMOTIVE, Card
from carrozza.core.market import GAP
from carrozza.core.scores import TicketItem
from carrozza.core.space import bits
from carrozza.review.hints.model import HintReason
from carrozza.review.hints.network import Network

DETOUR = 3  # trains: a longer way round is worth a word
LONG = 5  # a route of so many is worth far more than shorter ones
WORTH_COLLECTING = 4


class BoardReasons:
    """Of one seat in a position of which it knows all that is looked at."""

    def __init__(self, s: BoardState, seat: int) -> None:
        self.s, self.seat = s, seat
        self.board = s.game.board
        self.network = Network(s, seat)
        self.hand = s.hands[seat]
        self.open = open_tickets(s, seat, self.network)

    def of(self, action: Action) -> Iterator[HintReason]:
        """What matters most first."""
        match action:
            case ClaimRoute():
                yield from self._claim(action.route, action.cards)
            case PayTunnel():
                assert self.s.tunnel is not None
                laid = self.s.lookups.space.actions[self.s.tunnel.laid]
                assert isinstance(laid, ClaimRoute)
                yield from self._claim(self.s.tunnel.route, laid.cards + action.cards)
            case DeclineTunnel():
                assert self.s.tunnel is not None
                tunnel = self.s.tunnel
                yield HintReason(kind="tunnel_dear", route=tunnel.route, count=tunnel.extra)
            case BuildStation():
                yield from self._station(action.city)
            case DrawFaceUp():
                yield from self._face_up(self.s.market[action.slot])
            case DrawBlind():
                yield from self._blind()
            case DrawTickets():
                yield from self._tickets()

    def against(self, action: Action) -> Iterator[HintReason]:
        """A claim that serves no ticket, and takes cards from a route that does."""
        if not isinstance(action, ClaimRoute) or not self.open:
            return
        after = self.s.clone()
        take_route(after, self.seat, action.route, (), [])
        if any(self._serves(action.route, Network(after, self.seat))):
            return
        yield HintReason(kind="serves_none", route=action.route)
        left = list(self.hand)
        for card in action.cards:
            left[CARD_INDEX[card]] -= 1
        spent = []
        for ticket in self.open:
            for route in self.network.on_way(ticket):
                now, then = self.lacks(route), self._lacks(route, left)
                if then > now:
                    spent.append((now, -self.board.tickets[ticket].points, route, ticket, then))
        for _, _, route, ticket, then in sorted(spent)[:1]:
            yield HintReason(kind="spends", route=route, ticket=ticket, count=then)

    # ---- routes

    def _claim(self, route: int, paid: Sequence[Card]) -> Iterator[HintReason]:
        found = [*self._claimed(route, paid)]
        points = self.board.routes[route].points
        yield from found or [HintReason(kind="route_points", route=route, points=points)]

    def _claimed(self, route: int, paid: Sequence[Card]) -> Iterator[HintReason]:
        after = self.s.clone()
        take_route(after, self.seat, route, (), [])
        then = Network(after, self.seat)
        yield from self._serves(route, then)
        yield from self._blocks(route)
        if self.s.last_turns < 0 and after.trains[self.seat] <= self.s.game.spec.last_round_at:
            yield HintReason(kind="ends_game")
        yield from self._longest(after)
        r = self.board.routes[route]
        if r.length >= LONG:
            yield HintReason(kind="long_route", route=route, count=r.length, points=r.points)
        wild = self.hand[LOCOMOTIVE]
        if wild and "locomotive" not in paid:
            yield HintReason(kind="keeps_locomotives", count=wild)

    def _serves(self, route: int, then: Network) -> Iterator[HintReason]:
        """The tickets it completes, or else the best one that it brings nearer."""
        nearer = []
        for ticket in self.open:
            before, left = self.network.trains(ticket), then.trains(ticket)
            if before is None or left is None or left >= before:
                continue
            if left == 0:
                points = self.board.tickets[ticket].points_with(joined(then))
                yield HintReason(kind="completes_ticket", ticket=ticket, points=points)
            else:
                nearer.append((ticket, left))
        for ticket, left in nearer[:1]:
            yield HintReason(kind="serves_ticket", ticket=ticket, count=left)
            yield from self._narrow(route, ticket)

    def _narrow(self, route: int, ticket: int) -> Iterator[HintReason]:
        now = self.network.trains(ticket)
        around = self.network.trains(ticket, self.network.without(route))
        if around is None:
            yield HintReason(kind="only_way", ticket=ticket)
        elif now is not None and around - now >= DETOUR:
            yield HintReason(kind="narrow", ticket=ticket, count=around - now)

    def _blocks(self, route: int) -> Iterator[HintReason]:
        """Somebody who would join two parts of a network over this route, and then cannot or takes
        a longer way: as far as the board shows."""
        for other in range(self.s.setup.players):
            if other == self.seat:
                continue
            theirs = Network(self.s, other)
            parts = theirs.parts()
            near = gap_between(theirs.web, parts)
            if near == 0 or near > self.s.trains[other]:
                continue
            then = gap_between(theirs.without(route), parts)
            if then >= FAR:
                yield HintReason(kind="blocks", seat=other)
            elif then - near >= DETOUR:
                yield HintReason(kind="blocks", seat=other, count=then - near)

    def _longest(self, after: BoardState) -> Iterator[HintReason]:
        if not self.s.game.spec.longest_path:
            return
        lengths = [longest_trail(self.board, mask)[0] for mask in self.s.routes]
        mine = longest_trail(self.board, after.routes[self.seat])[0]
        others = [n for seat, n in enumerate(lengths) if seat != self.seat]
        if mine > max(others) >= lengths[self.seat]:
            yield HintReason(kind="longest_path", count=mine)

    def _station(self, city: int) -> Iterator[HintReason]:
        """The ticket that comes nearest by one of the others' routes from there."""
        network, found = self.network, []
        for route in bits(self.s.taken & ~self.s.routes[self.seat]):
            link = network.chart.of_route[route]
            if city not in network.chart.ends[link] or link in network.mine:
                continue
            web = Web(
                network.chart, [0.0 if i == link else w for i, w in enumerate(network.weight)]
            )
            for ticket in self.open:
                before, left = network.trains(ticket), network.trains(ticket, web)
                if left is not None and (before is None or left < before):
                    points = self.board.tickets[ticket].points
                    found.append((left > 0, -points, left, ticket))
        for _, _, left, ticket in sorted(found)[:1]:
            yield HintReason(kind="station", city=city, ticket=ticket, count=left)

    # ---- cards

    def lacks(self, route: int, more: int | None = None) -> int:
        """The cards that are missing to pay for it, with one more of this kind."""
        hand = list(self.hand)
        if more is not None:
            hand[more] += 1
        return self._lacks(route, hand)

    def _lacks(self, route: int, hand: Sequence[int]) -> int:
        cost = self.s.lookups.cost
        return min(
            sum(max(0, n - hand[card]) for card, n in cost[i])
            for i in bits(self.s.lookups.route_actions[route])
        )

    def collected(self, more: int | None = None) -> HintReason | None:
        """What cards are collected for: the route that lacks fewest, on the way of a ticket; with
        none open, one that is worth much."""
        trains, found = self.s.trains[self.seat], []
        ways: list[tuple[int | None, list[int]]] = [
            (ticket, self.network.on_way(ticket)) for ticket in self.open
        ]
        if not ways:
            routes = self.board.routes
            ways = [(None, [r for r in self.network.open if routes[r].length >= WORTH_COLLECTING])]
        for ticket, way in ways:
            for route in way:
                r, now, then = self.board.routes[route], self.lacks(route), self.lacks(route, more)
                if r.length <= trains and now and (more is None or then < now):
                    worth = r.points if ticket is None else self.board.tickets[ticket].points
                    found.append((then, -worth, -r.length, route, ticket))
        if not found:
            return None
        then, _, _, route, ticket = min(found, key=lambda one: one[:4])
        points = self.board.routes[route].points if ticket is None else None
        kind = "collects" if ticket is not None else "collects_points"
        if more is not None:
            kind = "needed_card" if ticket is not None else "wanted_card"
        card = None if more is None else CARDS[more]
        return HintReason(
            kind=kind, card=card, route=route, ticket=ticket, points=points, count=then
        )

    def _face_up(self, card: int) -> Iterator[HintReason]:
        found = self.collected(card)
        if found is not None:
            yield found

    def _blind(self) -> Iterator[HintReason]:
        there = {card for card in self.s.market if card not in (GAP, LOCOMOTIVE)}
        found = self.collected()
        nothing = found is not None and not any(self.collected(card) for card in there)
        yield HintReason(kind="nothing_open" if nothing else "blind")
        if found is not None:
            yield found

    # ---- tickets

    def _tickets(self) -> Iterator[HintReason]:
        trains = self.s.trains[self.seat]
        if not self.open:
            yield HintReason(kind="tickets_done", count=trains)
            return
        needed = self.network.together(self.open)
        if needed is not None and needed < trains:
            yield HintReason(kind="trains_to_spare", count=trains - needed)


def open_tickets(s: BoardState, seat: int, network: Network) -> list[int]:
    """Those held that are not completed and still can be, the most valuable first."""
    done = {
        item.ticket
        for item in s.score_sheet().seats[seat].items
        if isinstance(item, TicketItem) and item.completed
    }
    found = []
    for ticket in s.tickets[seat]:
        trains = network.trains(ticket)
        within = s.game.spec.stations > 0 if trains is None else trains <= s.trains[seat]
        if ticket not in done and within:
            found.append(ticket)
    tickets = network.board.tickets
    return sorted(found, key=lambda ticket: -tickets[ticket].points)


def joined(network: Network) -> list[int]:
    """For each city the lowest of those that the seat's own routes join it with."""
    label = list(range(network.chart.size))
    for part in network.parts():
        for city in part:
            label[city] = part[0]
    return label


def gap_between(web: Web, parts: list[list[int]]) -> int:
    """The fewest trains that join two parts; 0 where there are none to join."""
    pairs = combinations(parts, 2)
    return min((int(web.far[np.ix_(one, other)].min()) for one, other in pairs), default=0)
