"""The plan: which tickets to complete and over which links, by what all of it is worth."""

from collections.abc import Sequence
from copy import copy
from math import exp, prod

from carrozza.board.board import GREY
from carrozza.bots.planner.aims import Aim, Prospect, prospect
from carrozza.bots.planner.clock import TRAINS_A_CLAIM, turns_for
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.risk import risks
from carrozza.bots.planner.weights import (
    HELD_GREY,
    cards_for,
    cards_to_draw,
    link_weights,
    worth_of_turn,
)
from carrozza.bots.steiner import join
from carrozza.bots.totals import add_up
from carrozza.bots.web import FAR, Web
from carrozza.core.cards import COLOURS, LOCOMOTIVE

TRAIN_PRICES = (0.0, 1.0, 3.0)  # tried in turn until the plan has enough trains
TIGHT = 1.0  # of trains or turns: a plan that takes so much fails as often as not
STEEP = 0.07


class Plan:
    """Links to claim, foreign links to borrow, and the tickets they will complete."""

    __slots__ = ("aims", "borrowed", "links", "odds", "tickets", "trains", "turns", "value")

    def __init__(self) -> None:
        self.tickets: tuple[int, ...] = ()
        self.aims: dict[int, Aim] = {}  # of these tickets
        self.odds: dict[int, float] = {}
        self.links: list[int] = []
        self.borrowed: list[int] = []
        self.trains = 0
        self.turns = 0.0
        self.value = 0.0

    @property
    def at_stake(self) -> float:
        """The points that its tickets will bring more than now, as likely as they are."""
        return add_up(self.aims[t].gain * self.odds[t] for t in self.tickets)


class Planning:
    """Plans for one position. Webs, and plans for sets of tickets that come up again, are kept."""

    def __init__(self, look: Outlook, turn_price: float = 1.0) -> None:
        """`turn_price`: times what a turn is worth."""
        self.look = look
        self.turn = turn_price * worth_of_turn(look)
        self.risks = risks(look)
        self.webs: dict[float, Web] = {}
        self.plans: dict[tuple[int, ...], Plan] = {}
        self.prospects: dict[int, Prospect] = {}

    def web(self, train: float) -> Web:
        web = self.webs.get(train)
        if web is None:
            weights = link_weights(self.look, self.turn, train)
            web = self.webs[train] = Web(self.look.chart, weights)
        return web

    def best(self, tickets: Sequence[int]) -> Plan:
        """The best plan for these tickets, giving up those that do not fit."""
        prospects = {t: self.prospect(t) for t in tickets}
        plan = self._plan(tuple(t for t in tickets if prospects[t].aims))
        while plan.tickets and min(plan.odds.values()) < 0.5:
            # Those that ask for most, for their points, are the ones to give up.
            dear = sorted(plan.tickets, key=lambda t: plan.aims[t].gain / plan.aims[t].far)
            fewer = [self._plan(tuple(t for t in plan.tickets if t != out)) for out in dear[:3]]
            better = max(fewer, key=lambda p: p.value)
            if better.value <= plan.value:
                break
            plan = better
        plan = copy(plan)
        plan.value += add_up(p.now + self.reward(t) for t, p in prospects.items() if p.done)
        plan.value += add_up(p.now for p in prospects.values() if not p.done)
        return plan

    def prospect(self, ticket: int) -> Prospect:
        found = self.prospects.get(ticket)
        if found is None:
            found = prospect(self.look.board.tickets[ticket], self.web(0.0).far)
            self.prospects[ticket] = found
        return found

    def planned(self, plan: Plan) -> tuple[Web, Web]:
        """Distances once the plan is carried out, in points and in trains."""
        look = self.look
        bought = {*plan.links, *plan.borrowed}
        cost = [0.0 if i in bought else w for i, w in enumerate(self.web(0.0).weight)]
        length = look.chart.length
        trains = [float(length[i]) if 0 < w < FAR else w for i, w in enumerate(cost)]
        return Web(look.chart, cost), Web(look.chart, trains)

    def odds_with(self, plan: Plan, trains: float) -> float:
        """The chance to complete the plan and links of so many more trains."""
        look = self.look
        turns = plan.turns + turns_for(trains, trains / TRAINS_A_CLAIM)
        use = max((plan.trains + trains) / max(1, look.trains), turns / look.turns)
        claims = trains / TRAINS_A_CLAIM
        typical = add_up(self.risks) / len(self.risks)
        return float(_odds(use) * self._safe(plan) * (1 - typical) ** claims)

    def reward(self, ticket: int) -> float:
        """What a ticket is worth beyond its points, once it is complete."""
        return self.look.rewards.ticket.get(ticket, 0.0)

    def _plan(self, tickets: tuple[int, ...]) -> Plan:
        """A plan for all of these. Its value is what it changes, if all open tickets were lost."""
        plan = self.plans.get(tickets)
        if plan is None:
            plan = self.plans[tickets] = self._new_plan(tickets)
        return plan

    def _new_plan(self, tickets: tuple[int, ...]) -> Plan:
        look = self.look
        best: Plan | None = None
        for price in TRAIN_PRICES:
            web = self.web(price)
            plan = Plan()
            plan.tickets = tickets
            plan.aims = self._aims(web, tickets)
            links = join(web, [aim.ends for aim in plan.aims.values()])
            plan.links = [link for link in links if link in look.open_at]
            plan.borrowed = [
                link for link in links if link in look.foreign and link not in look.borrowable
            ]
            self._judge(plan)
            if best is None or plan.value > best.value:
                best = plan
            if plan.trains <= 0.85 * look.trains:
                break
        assert best is not None
        return best

    def _aims(self, web: Web, tickets: tuple[int, ...]) -> dict[int, Aim]:
        """One aim for each ticket. Where there are several, what the others need anyway is free."""
        aims = {t: self.prospect(t).aims[0] for t in tickets}
        several = [t for t in tickets if len(self.prospect(t).aims) > 1]
        if not several:
            return aims
        for t in tickets:
            if t not in several:
                web = web.with_links(web.way(*aims[t].ends))
        for t in sorted(several, key=lambda t: aims[t].far - aims[t].gain):
            best = min(self.prospect(t).aims, key=lambda aim: web.far[aim.ends] - aim.gain)
            web = web.with_links(web.way(*best.ends))
            aims[t] = best
        return aims

    def _cards_to_draw(self, links: list[int]) -> float:
        """The cards these links take, less those in hand that fit them."""
        look = self.look
        routes = look.board.routes
        cards = 0.0
        wanted = [0] * len(COLOURS)
        for link in links:
            route = min(look.open_at[link], key=lambda r: cards_to_draw(look, r))
            cards += cards_for(look, route)
            if routes[route].colour != GREY:
                wanted[routes[route].colour] += routes[route].length
        fitting = [min(n, look.hand[c]) for c, n in enumerate(wanted)]
        rest = sum(look.hand) - sum(fitting) - look.hand[LOCOMOTIVE]
        greys = sum(look.chart.length[link] for link in links) - sum(wanted)
        return cards - sum(fitting) - self._wild_for(links) - min(greys, HELD_GREY * rest)

    def _wild_for(self, links: list[int]) -> int:
        """The Locomotives in hand, as far as they pay for these links."""
        look = self.look
        held = look.hand[LOCOMOTIVE]
        if look.game.spec.locomotives_pay == "everywhere":
            return held
        takes = look.game.lookups.takes_locomotives
        paid = [link for link in links if any(takes[route] for route in look.open_at[link])]
        return min(held, sum(look.chart.length[link] for link in paid))

    def _safe(self, plan: Plan) -> float:
        """The chance that no link of the plan is lost to somebody else."""
        return float(prod([1 - self.risks[link] for link in plan.links]))

    def _judge(self, plan: Plan) -> None:
        look = self.look
        length = look.chart.length
        plan.trains = sum(length[link] for link in plan.links)
        cards = self._cards_to_draw(plan.links)
        claims = len(plan.links) + len(plan.borrowed)
        plan.turns = turns_for(cards + len(plan.borrowed), claims)
        if len(plan.borrowed) > look.stations:
            plan.trains = 2 * look.trains + 1
        use = max(plan.trains / max(1, look.trains), plan.turns / look.turns)
        web = self.web(0.0)
        far = {t: plan.aims[t].far for t in plan.tickets}
        total = add_up(far.values()) or 1.0
        weights = web.weight
        so_far = 0.0
        worth = 0.0
        safe = self._safe(plan)
        for t in sorted(plan.tickets, key=lambda t: far[t]):
            so_far += far[t]
            odds = _odds(use * (1 + so_far / total) / 2) * safe if use <= 1.5 else 0.0
            plan.odds[t] = odds
            before = self.prospect(t)
            reward = 0.0 if before.done else self.reward(t)
            worth += (plan.aims[t].points + reward - before.now) * odds
        plan.value = worth - add_up(weights[link] for link in plan.links + plan.borrowed)


def _odds(use: float) -> float:
    """The chance to complete a plan that uses so much of what there is."""
    if use > 2 * TIGHT:
        return 0.0
    return 1 / (1 + exp((use - TIGHT) / STEEP))
