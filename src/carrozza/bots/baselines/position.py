"""What the four agents have in common: reading the board, paying, drawing for a route."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from carrozza.board.board import GREY
from carrozza.board.game import BoardGame
from carrozza.board.goals import Ticket, Way
from carrozza.board.view import BoardView
from carrozza.bots.chart import chart_of
from carrozza.bots.masks import lowest, mask_of
from carrozza.bots.sight import Sight
from carrozza.bots.web import FAR, Web
from carrozza.core.actions import Action, DeclineTunnel, KeepTickets
from carrozza.core.cards import CARDS, COLOURS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, FACE_UP, TICKETS
from carrozza.core.space import bits


class Position:
    """The position as one of these agents looks at it."""

    def __init__(self, game: BoardGame, view: BoardView, legal: Sequence[Action]) -> None:
        assert view.hand is not None
        self.game = game
        self.view = view
        self.legal = legal
        self.mask = mask_of(game.lookups.space, legal)
        self.actions = game.lookups.space.actions
        self.hand = view.hand
        self.routes = game.board.routes
        self.chart = chart_of(game.board)
        self.sight = Sight(game, view)
        self.open_at: dict[int, list[int]] = {}  # the open tracks of each link
        for route in self.sight.open:
            self.open_at.setdefault(self.chart.of_route[route], []).append(route)
        self.own_links = {self.chart.of_route[route] for route in bits(self.sight.mine)}
        self.tickets = [game.board.tickets[t] for t in view.tickets or ()]

    def web(self, hops: bool = False, shortest: int = 1) -> Web:
        """Distances in trains or in hops, over own links and open ones of this length or more."""
        length = self.chart.length
        weight = [
            0.0
            if link in self.own_links
            else (1.0 if hops else float(length[link]))
            if link in self.open_at and length[link] >= shortest
            else FAR
            for link in self.chart.links
        ]
        return Web(self.chart, weight)

    def unfinished(self, web: Web) -> list[Way]:
        """The ways of the tickets that are not complete but can be, the most points first."""
        ways = [nearest(ticket, web) for ticket in self.tickets]
        found = [way for way in ways if 0 < web.far[way.ends] < FAR]
        return sorted(found, key=lambda way: -way.points)

    def missing(self, way: Iterable[int]) -> list[int]:
        """The links of a way that are not one's own yet."""
        return [link for link in way if link not in self.own_links]

    def trains_for(self, links: Iterable[int]) -> int:
        return sum(self.chart.length[link] for link in links)

    def best_track(self, link: int) -> int:
        """Of parallel tracks the one that lacks fewest cards."""
        return min(self.open_at[link], key=self.lacks)

    def lacks(self, route: int) -> int:
        """How many cards the hand lacks for a route."""
        r = self.routes[route]
        wild = self.hand[LOCOMOTIVE] if self.takes_wild(route) else 0
        return max(r.locomotives - wild, r.length - self.hand[self.colour(route)] - wild, 0)

    def takes_wild(self, route: int) -> bool:
        return self.game.lookups.takes_locomotives[route]

    def colour(self, route: int) -> int:
        """The colour in which to pay for a route."""
        r = self.routes[route]
        return max(COLOURS, key=lambda c: self.hand[c]) if r.colour == GREY else r.colour

    def longest_open(self) -> list[int]:
        """The open routes there are trains for, the longest first, of these the nearest to hand."""
        fitting = [r for r in self.sight.open if self.routes[r].length <= self.sight.trains]
        return sorted(fitting, key=lambda r: (-self.routes[r].length, self.lacks(r)))

    # What to answer

    def claim(self, route: int) -> Action | None:
        """Claim a route with few Locomotives, if that is possible now."""
        ways = self.mask & self.game.lookups.route_actions[route]
        if not ways:
            return None
        colour = self.colour(route)
        for i in bits(ways):  # few cards and few Locomotives first
            if all(card in (colour, LOCOMOTIVE) for card, _ in self.game.lookups.cost[i]):
                return self.actions[i]
        return self.actions[lowest(ways)]

    def draw_for(self, routes: Sequence[int]) -> Action | None:
        """A card of a colour these routes lack, the first route first; else a Locomotive, else
        blind, else whatever lies there."""
        wanted = []
        for route in routes:
            if self.routes[route].locomotives > self.hand[LOCOMOTIVE]:
                wanted.append(LOCOMOTIVE)
            wanted.append(self.colour(route))
        if not routes or any(map(self.takes_wild, routes)):
            wanted.append(LOCOMOTIVE)
        slots = [slot for slot in range(len(self.view.market)) if self.mask >> FACE_UP + slot & 1]
        for card in wanted:
            for slot in slots:
                if self.view.market[slot] == CARDS[card]:
                    return self.actions[FACE_UP + slot]
        if self.mask >> BLIND & 1:
            return self.actions[BLIND]
        return self.actions[FACE_UP + slots[0]] if slots else None

    def draw_tickets(self) -> Action | None:
        return self.actions[TICKETS] if self.mask >> TICKETS & 1 else None

    def finish_tunnel(self) -> Action:
        """Pay when possible; the cheapest payment comes first."""
        paying = self.mask & ~(1 << self.game.lookups.space.index[DeclineTunnel()])
        return self.actions[lowest(paying or self.mask)]

    def keep_all(self) -> Action:
        return max(self.legal, key=_kept)

    def keep(self, slots: Sequence[int]) -> Action:
        """The answer that keeps exactly these places of the offer."""
        wanted = tuple(sorted(slots))
        return next(a for a in self.legal if isinstance(a, KeepTickets) and a.keep == wanted)

    def choices(self) -> list[tuple[int, ...]]:
        """The sets of places that may be kept."""
        least = min(_kept(a) for a in self.legal)
        places = range(len(self.view.offer or ()))
        return [c for n in range(least, len(places) + 1) for c in combinations(places, n)]


def nearest(ticket: Ticket, web: Web) -> Way:
    """Of several ways to complete a ticket, the shortest; of these the one with most points."""
    return min(ticket.ways, key=lambda way: web.far[way.ends])


def _kept(action: Action) -> int:
    assert isinstance(action, KeepTickets)
    return len(action.keep)
