"""What to claim next: the links of the plan, then the routes that pay best for the trains left.
The hand is shared out among them, so that it is known what each still lacks."""

from heapq import heapify, heappop, heappush

from carrozza.board.board import GREY
from carrozza.bots.planner.clock import turns_for
from carrozza.bots.planner.plan import Plan, Planning
from carrozza.bots.planner.risk import detour
from carrozza.bots.planner.trail import Trail
from carrozza.bots.planner.weights import points_of
from carrozza.core.cards import LOCOMOTIVE

URGENT = 4.0  # how much a link at risk comes before others
HURRY = 3.0  # turns to the end when a tunnel is tried without cards to spare
NEVER = -1e9  # what a route brings that cannot be claimed in time
FILLERS = 4  # routes beyond the plan to think of at a time


class Target:
    """A link to claim: by which track, in which colour, and how many cards it lacks."""

    __slots__ = ("colour", "held", "lacks", "link", "planned", "route", "wild", "worth")

    def __init__(self, link: int, worth: float, planned: bool) -> None:
        self.link = link
        self.worth = worth
        self.planned = planned
        self.route = -1
        self.colour = 0
        self.held = 0  # cards of the colour set aside for it
        self.wild = 0  # Locomotives set aside for it
        self.lacks = 0

    @property
    def rate(self) -> float:
        """Points for each turn until it is claimed."""
        return self.worth / turns_for(self.lacks, 1)


class Targets:
    def __init__(self, planning: Planning, plan: Plan) -> None:
        self.look = planning.look
        self.planning = planning
        self.turn = planning.turn
        self.left = list(self.look.hand)  # cards not set aside
        self.list: list[Target] = []
        self._add_plan(plan)
        self._add_fillers(plan)

    def _add_plan(self, plan: Plan) -> None:
        """Links with a colour take their cards before those that can take any."""
        look = self.look
        if not plan.links:
            return
        share = plan.at_stake / len(plan.links)
        planned = []
        for link in plan.links:
            points = max(points_of(look, route) for route in look.open_at[link])
            urgent = URGENT * self.planning.risks[link] * self._loss(plan, link)
            planned.append(Target(link, points + share + urgent, planned=True))
        planned.sort(key=lambda target: -target.worth)
        for target in planned:
            self._set_aside(target, grey=False)
        for target in planned:
            if target.route < 0:
                self._set_aside(target, grey=True)
        planned.sort(key=lambda target: (target.lacks, -target.worth))
        for target in planned:
            self._add_wild(target)
        self.list += planned

    def _loss(self, plan: Plan, link: int) -> float:
        """What it costs when somebody else takes a link: a way around, or the tickets."""
        return min(plan.at_stake, detour(self.planning.web(0.0), link))

    def _add_fillers(self, plan: Plan) -> None:
        """The best routes beyond the plan, one after another.

        What a route brings can only fall as others take cards, so the old figures are bounds, and
        only the best of them need to be looked at again.
        """
        look = self.look
        trains = look.trains - plan.trains
        taken = set(plan.links)
        trail = Trail(look, sum(1 << target.route for target in self.list))
        order: list[tuple[float, int, Target]] = []
        for link, tracks in look.open_at.items():
            if link not in taken and look.chart.length[link] <= trains:
                for route in tracks:
                    target = Target(link, points_of(look, route) + trail.worth(route), False)
                    target.route = route
                    order.append((-self._filler_gain(target), len(order), target))
        heapify(order)
        for _ in range(FILLERS):
            best = self._pop_filler(order, taken, trains)
            if best is None:
                return
            self._measure(best, best.route)
            self.left[best.colour] -= best.held
            self._add_wild(best)
            self.list.append(best)
            taken.add(best.link)
            trains -= look.chart.length[best.link]

    def _pop_filler(
        self, order: list[tuple[float, int, Target]], taken: set[int], trains: int
    ) -> Target | None:
        while order:
            old, place, target = heappop(order)
            if target.link in taken or self.look.chart.length[target.link] > trains:
                continue
            gain = self._filler_gain(target)
            if -gain > old:
                heappush(order, (-gain, place, target))
            elif gain == NEVER:
                return None
            else:
                return target
        return None

    def _filler_gain(self, target: Target) -> float:
        """What a route brings for each train, with the cards left now; NEVER if too late."""
        look = self.look
        self._measure(target, target.route)
        target.lacks = max(0, target.lacks - self._wild(target.route))
        turns = turns_for(target.lacks, 1)
        if turns > look.turns:
            return NEVER
        return (target.worth - self.turn * turns) / look.chart.length[target.link]

    def _set_aside(self, target: Target, grey: bool) -> None:
        """Choose the track that lacks fewest cards, coloured ones or grey ones, and reserve."""
        routes = self.look.board.routes
        tracks = self.look.open_at[target.link]
        if not grey and any(routes[r].colour == GREY for r in tracks):
            return
        best: tuple[int, int] | None = None
        for route in tracks:
            self._measure(target, route)
            if best is None or target.lacks < best[0]:
                best = target.lacks, route
        assert best is not None
        self._measure(target, best[1])
        self.left[target.colour] -= target.held

    def _measure(self, target: Target, route: int) -> None:
        """How many cards a track lacks, with what is not set aside."""
        r = self.look.board.routes[route]
        target.route = route
        if r.colour == GREY:
            target.colour = self.left.index(max(self.left[:LOCOMOTIVE]))
        else:
            target.colour = r.colour
        pairs = self.look.game.spec.ferry_pairs
        spaces = r.length + (r.locomotives if pairs else 0)
        if r.tunnel and self.look.turns > HURRY:
            spaces += 1  # a card to spare for what the tunnel asks
        most = spaces if pairs else spaces - r.locomotives
        target.held = min(most, self.left[target.colour])
        target.wild = 0
        target.lacks = spaces - target.held

    def _wild(self, route: int) -> int:
        """The Locomotives left, where they pay."""
        return self.left[LOCOMOTIVE] if self.look.game.lookups.takes_locomotives[route] else 0

    def _add_wild(self, target: Target) -> None:
        """Locomotives for what is missing; a ferry saves a pair of cards with each."""
        target.wild = min(self._wild(target.route), target.lacks)
        target.lacks -= target.wild
        self.left[LOCOMOTIVE] -= target.wild
