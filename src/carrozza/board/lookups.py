"""Everything about a board game that never changes, computed once: the numbered actions, and for
each question the legal-move generator asks a bit mask that answers it for all actions at once.

A hand can pay for an action when it has enough of each kind of card, so the actions a hand can pay
for are the intersection of nine masks, `fits[kind][how many the hand has]`.
"""

from carrozza.board.board import Board
from carrozza.board.payment import (
    colour_of,
    colour_sets,
    payment_order,
    route_payments,
    takes_locomotives,
)
from carrozza.board.spec import BoardSpec
from carrozza.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    KeepTickets,
    PayTunnel,
)
from carrozza.core.cards import KINDS, LOCOMOTIVE, Counts, names
from carrozza.core.errors import BadBoard
from carrozza.core.lookups import (
    BLIND,
    FACE_UP,
    FREE,
    KEEP,
    answers,
    first_actions,
    fits,
)
from carrozza.core.space import ActionSpace

TUNNEL_CARDS = 3
MOST_RESETS = 3  # of the market in one action; it then stays until its next change
MOST_ACTIONS = 40_000  # beyond, a custom board would be slow for everybody

# What an action is, for dispatch; the first kinds are those of all games.
CLAIM, ENTER_TUNNEL, PAY_TUNNEL, DECLINE_TUNNEL, STATION = range(KEEP + 1, KEEP + 6)


class Lookups:
    def __init__(self, spec: BoardSpec, board: Board) -> None:
        self.spec = spec
        self.board = board
        self._actions: list[Action] = []
        self._kinds: list[int] = []
        self._args: list[int] = []
        self._costs: list[Counts] = []

        for action, kind, slot in first_actions(spec.market):
            self._add(action, kind, slot)
        self._add_answers()
        self._add(DeclineTunnel(), DECLINE_TUNNEL)
        self._add_tunnel_payments()
        self._add_claims()
        self._add_stations()

        self.space = ActionSpace(self._actions)
        self.kind = tuple(self._kinds)
        self.arg = tuple(self._args)  # the slot, route or city of an action
        self.cost = tuple(
            tuple((card, n) for card, n in enumerate(cost) if n) for cost in self._costs
        )
        self.colour = tuple(colour_of(cost) for cost in self._costs)
        self.fits = fits(self._costs, max(spec.cards_per_colour, spec.locomotives))
        self.face_up = ((1 << spec.market) - 1) << FACE_UP
        self.draws = self.face_up | 1 << BLIND
        never = spec.market + 1
        self.too_many = spec.reset_market_at or never  # so many face-up Locomotives cannot stay
        self.longest = max((r.length for r in board.routes), default=0)
        self.trains_fit = tuple(
            sum(m for m, r in zip(self.route_actions, board.routes, strict=True) if r.length <= n)
            | self.station_actions
            for n in range(self.longest)
        )
        self.all_claims = sum(self.route_actions)
        self.not_route = tuple(~m for m in self.route_actions)
        self.not_group = tuple(
            ~sum(m for r, m in enumerate(self.route_actions) if group >> r & 1)
            for group in board.siblings
        )

    def _add(self, action: Action, kind: int, arg: int = 0, cost: Counts = FREE) -> int:
        """Append an action; its bit."""
        if len(self._actions) == MOST_ACTIONS:
            problem = "there are too many ways to pay for all these routes."
            raise BadBoard("too_big", self.board.name, "routes", problem)
        self._actions.append(action)
        self._kinds.append(kind)
        self._args.append(arg)
        self._costs.append(cost)
        return 1 << (len(self._actions) - 1)

    def _add_answers(self) -> None:
        """`keep_start`: the answers to the opening offer; `keep_drawn[size]`: those to a later one
        of so many tickets."""
        spec = self.spec
        dealt = spec.deal_tickets + spec.deal_long
        ids: dict[Action, int] = {}

        def mask(wanted: list[KeepTickets]) -> int:
            for answer in wanted:
                if answer not in ids:
                    ids[answer] = self._add(answer, KEEP)
            return sum(ids[answer] for answer in wanted)

        self.keep_start = mask(answers(dealt, spec.keep_at_start, ordered=False))
        self.keep_drawn = tuple(
            mask(answers(size, spec.keep_drawn, ordered=True))
            for size in range(spec.draw_tickets + 1)
        )

    def _add_tunnel_payments(self) -> None:
        """`tunnel[colour][extra]`: how the extra cards of a tunnel laid in a colour can be paid."""
        self.tunnel = [[0] * (TUNNEL_CARDS + 1) for _ in range(KINDS)]
        if not any(r.tunnel for r in self.board.routes):
            return
        for extra in range(1, TUNNEL_CARDS + 1):
            for cost in colour_sets(extra):
                bit = self._add(PayTunnel(names(cost)), PAY_TUNNEL, 0, cost)
                for colour in range(KINDS):
                    if colour_of(cost) in (colour, LOCOMOTIVE):
                        self.tunnel[colour][extra] |= bit

    def _add_claims(self) -> None:
        self.takes_locomotives = tuple(takes_locomotives(self.spec, r) for r in self.board.routes)
        self.route_actions = []
        for r, route in enumerate(self.board.routes):
            kind = ENTER_TUNNEL if route.tunnel else CLAIM
            mask = 0
            for cost in route_payments(self.spec, route):
                mask |= self._add(ClaimRoute(r, names(cost)), kind, r, cost)
            self.route_actions.append(mask)

    def _add_stations(self) -> None:
        """The station number n costs n cards; `station_number[n]`: all its actions."""
        self.station_number = [0] * (self.spec.stations + 1)
        wild = self.spec.locomotives_pay == "everywhere"
        self.city_actions = []
        for city in range(len(self.board.cities) if self.spec.stations else 0):
            mask = 0
            for number in range(1, self.spec.stations + 1):
                for cost in sorted(colour_sets(number, wild=wild), key=payment_order):
                    bit = self._add(BuildStation(city, names(cost)), STATION, city, cost)
                    self.station_number[number] |= bit
                    mask |= bit
            self.city_actions.append(mask)
        self.station_actions = sum(self.city_actions)
