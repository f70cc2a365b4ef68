"""A seat's board as distances: how many trains its tickets take, and over which routes."""

from collections.abc import Sequence

from carrozza.board.state import BoardState
from carrozza.bots.chart import chart_of
from carrozza.bots.steiner import join
from carrozza.bots.web import FAR, Web
from carrozza.core.space import bits

City = int


class Network:
    """What a seat has and may still claim, as everybody at the table can see it."""

    def __init__(self, s: BoardState, seat: int) -> None:
        self.s, self.seat = s, seat
        self.board = s.game.board
        self.chart = chart_of(self.board)
        self.mine = {self.chart.of_route[r] for r in bits(s.routes[seat])}
        self.open = [
            r
            for r in range(len(self.board.routes))
            if s.lookups.route_actions[r] & s.open and not s.barred[seat] >> r & 1
        ]
        free = {self.chart.of_route[r] for r in self.open}
        self.weight = [
            0.0 if link in self.mine else float(self.chart.length[link]) if link in free else FAR
            for link in self.chart.links
        ]
        self.web = Web(self.chart, self.weight)

    def way(self, ticket: int, web: Web | None = None) -> tuple[City, City]:
        """The two cities of a ticket that are nearest."""
        far = (web or self.web).far
        nearest = min(self.board.tickets[ticket].ways, key=lambda way: far[way.a, way.b])
        return nearest.ends

    def trains(self, ticket: int, web: Web | None = None) -> int | None:
        """The fewest that complete it; None: no way leads there."""
        a, b = self.way(ticket, web)
        far = (web or self.web).far[a, b]
        return int(far) if far < FAR else None

    def together(self, tickets: Sequence[int]) -> int | None:
        """Trains with which all of these are completed; hardly ever could there be fewer."""
        pairs = [self.way(ticket) for ticket in tickets]
        if any(self.web.far[pair] >= FAR for pair in pairs):
            return None
        return int(sum(self.weight[link] for link in join(self.web, pairs)))

    def on_way(self, ticket: int) -> list[int]:
        """The routes that may be claimed and lie on a shortest way."""
        a, b = self.way(ticket)
        far = self.web.far
        return [
            r
            for r in self.open
            if (link := self.chart.of_route[r]) not in self.mine
            and any(
                far[a, x] + self.weight[link] + far[y, b] <= far[a, b] < FAR
                for x, y in (self.chart.ends[link], self.chart.ends[link][::-1])
            )
        ]

    def without(self, route: int) -> Web:
        """Distances when somebody else has this track, and with it those that it closes."""
        link = self.chart.of_route[route]
        if link in self.mine or self._remains_open(route):
            return self.web
        return Web(self.chart, [FAR if i == link else w for i, w in enumerate(self.weight)])

    def _remains_open(self, route: int) -> bool:
        group = self.board.siblings[route]
        most = self.s.game.most_tracks(self.s.setup.players, route)
        taken = (self.s.taken & group).bit_count() + 1
        others = [r for r in self.open if group >> r & 1 and r != route]
        return taken < most and bool(others)

    def parts(self) -> list[list[City]]:
        """The cities of each of its connected parts."""
        found: list[set[City]] = []
        for link in self.mine:
            ends = set(self.chart.ends[link])
            touching = [part for part in found if part & ends]
            found = [part for part in found if not part & ends]
            found.append(ends.union(*touching))
        return [sorted(part) for part in found]
