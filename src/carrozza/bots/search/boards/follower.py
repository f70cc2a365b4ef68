"""A quick player: it carries out a plan made before, in some microseconds a decision.

It reads the state directly, which is allowed in a sampled one: there is nothing in it that its
maker did not know or make up.
"""

from carrozza.board.state import BoardState
from carrozza.board.turn import SECOND_CARD, TUNNEL, TURN
from carrozza.bots.masks import lowest
from carrozza.bots.planner.clock import CARDS_A_TURN
from carrozza.bots.search.boards.draws import anything, draw
from carrozza.bots.search.boards.fillers import at_the_ends, best_filler
from carrozza.bots.search.boards.ground import Ground
from carrozza.bots.search.boards.repair import way_around
from carrozza.core.cards import COLOURS, KINDS, LOCOMOTIVE
from carrozza.core.tables import payable

OTHER_COLOUR = 0.4  # a card for a grey route that is collected in another colour
WILD = 1.15  # a Locomotive, beside the best colour
ANY = 0.05
HURRY = 1.5  # turns to the end when nothing is saved any more
NEAR_END = 18  # trains: before, there is no hurry


class Follower:
    """One seat in one rollout."""

    __slots__ = (
        "claims", "filler", "ground", "least", "links", "longer", "path", "ready", "routes",
        "seat", "trains", "values", "worth",
    )  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        seat: int,
        links: list[tuple[float, int]],
        least: int,
        path: float,
    ) -> None:
        """`links`: what to claim, each with its worth; `least`: how long a route beyond the plan
        must be to be claimed while there is time; `path`: points for a train that makes the
        longest path longer."""
        self.ground = ground
        self.seat = seat
        self.least = least
        self.path = path
        self.longer = 0  # claims that do so
        self.links: list[int] = []  # most wanted first
        self.worth: dict[int, float] = {}
        self.claims = 0  # all claims of links of the plan
        self.routes = 0  # all tracks of links of the plan
        self.trains = 0  # that the plan takes
        self.filler = -1  # the route beyond the plan that cards are collected for
        self.ready = -1  # the route to claim now
        self.values: list[float] = []  # of cards, in this turn
        for worth, link in sorted(links, reverse=True):
            self.add(link, worth)

    def copy(self) -> "Follower":
        new = object.__new__(Follower)
        new.ground = self.ground
        new.seat = self.seat
        new.links = self.links[:]
        new.worth = self.worth.copy()
        new.claims = self.claims
        new.routes = self.routes
        new.ready = self.ready
        new.trains = self.trains
        new.least = self.least
        new.path = self.path
        new.longer = self.longer
        new.filler = self.filler
        new.values = self.values
        return new

    def add(self, link: int, worth: float) -> None:
        self.links.append(link)
        self.worth[link] = worth
        self.claims |= self.ground.link_actions[link]
        self.routes |= self.ground.link_routes[link]
        self.trains += self.ground.chart.length[link]

    def drop(self, link: int) -> None:
        self.links.remove(link)
        self.claims &= ~self.ground.link_actions[link]
        self.routes &= ~self.ground.link_routes[link]
        self.trains -= self.ground.chart.length[link]

    def decide(self, s: BoardState, mask: int) -> int:
        phase = s.phase
        if phase == TURN:
            return self.turn(s, mask)
        if phase == SECOND_CARD:
            if not self.values:
                self._share_out(s)
            return draw(self.ground, self.values, s.market, mask, second=True)
        if phase == TUNNEL:
            # Declining comes before paying in the list, the cheapest payment first.
            paying = mask & mask - 1
            return lowest(paying or mask)
        raise AssertionError("tickets are chosen elsewhere")

    def turn(self, s: BoardState, mask: int) -> int:
        if s.taken & self.routes:
            self._mend(s)
        if s.last_turns >= 0:
            return self._last(mask)
        ground = self.ground
        spare = self._share_out(s)
        hurry = self._hurry(s)
        if self.ready >= 0:
            ways = mask & ground.tables.route_actions[self.ready] & ground.thrifty
            if ways:
                return self._pay(ways, spare)
        if hurry and mask & self.claims:
            for link in self.links:
                ways = mask & ground.link_actions[link]
                if ways:
                    return self._pay(ways, spare)
        if hurry or not self.links:
            ways = self._fill(s, mask, spare, hurry)
            if ways:
                return self._pay(ways, spare)
        return draw(self.ground, self.values, s.market, mask, second=False)

    def _fill(self, s: BoardState, mask: int, spare: list[int], hurry: bool) -> int:
        """The claims of one of the longest routes beyond the plan, if it is long enough."""
        ground = self.ground
        fill = mask & ground.tables.all_claims & ~self.claims
        if not fill:
            return 0
        if not hurry:
            fill &= payable(ground.tables.fits, spare) & ground.thrifty
        trains = s.trains[self.seat] - self.trains
        if trains < ground.tables.longest:
            fill &= ground.tables.trains_fit[max(0, trains)]
        least = 1 if hurry else self.least
        for length, claims in ground.by_length:
            ways = fill & claims
            if ways & self.longer and length >= least - 1:
                return ways & self.longer
            if ways and length >= least:
                return ways
        return 0

    def _hurry(self, s: BoardState) -> bool:
        """Whether somebody is about to run out of trains."""
        for trains, hand in zip(s.trains, s.hands, strict=True):
            if trains <= NEAR_END:
                to_lay = trains - 2
                turns = max(0.0, to_lay - 0.75 * sum(hand)) / CARDS_A_TURN + to_lay / 3.5
                if turns <= HURRY:
                    return True
        return False

    def _last(self, mask: int) -> int:
        """The last turn: what scores most at once."""
        ground = self.ground
        if len(self.links) == 1:
            ways = mask & self.claims
            if ways:
                return lowest(ways)
        for _, claims in ground.by_length:
            ways = mask & claims
            if ways:
                return lowest(ways)
        return anything(self.ground, mask)

    def _share_out(self, s: BoardState) -> list[int]:
        """Sets the hand aside for the plan; finds what is ready to be claimed and what cards are
        worth now. Returns the cards that are left."""
        ground = self.ground
        routes, tracks = ground.board.routes, ground.chart.tracks
        grey = ground.grey
        spare = s.hands[self.seat][:]
        shares: list[tuple[int, float, int, int, int]] = []
        greys: list[int] = []
        for link in self.links:
            route = tracks[link][0]
            if grey[route]:
                greys.append(link)
                continue
            colour = routes[route].colour
            for other in tracks[link][1:]:
                c = routes[other].colour
                if not grey[other] and spare[c] > spare[colour]:
                    route, colour = other, c
            shares.append(self._share(route, colour, self.worth[link], spare))
        for link in greys:
            colour = spare.index(max(spare[:LOCOMOTIVE]))
            shares.append(self._share(tracks[link][0], colour, self.worth[link], spare))
        if not self.links:
            filler = self._filler(s, spare)
            if filler >= 0:
                best = spare.index(max(spare[:LOCOMOTIVE]))
                colour = best if grey[filler] else routes[filler].colour
                held = spare[colour]
                shares.append(self._share(filler, colour, 1.0, spare))
                spare[colour] = held  # the best of many, not one that cards are kept for
        # Locomotives go to what lacks fewest cards.
        shares.sort()
        wild = spare[LOCOMOTIVE]
        values = [0.0] * KINDS
        self.ready, best_worth = -1, 0.0
        for lacks, worth, route, colour, missing in shares:
            if wild:
                used = wild if wild < lacks else lacks
                wild -= used
                lacks -= used
            if lacks:
                rate = -worth / (1 + lacks / CARDS_A_TURN)
                if ground.wild_spaces[route]:
                    values[LOCOMOTIVE] = max(values[LOCOMOTIVE], rate)
                if missing:
                    values[colour] = max(values[colour], rate)
                    if grey[route]:
                        rate *= OTHER_COLOUR
                        values = [max(value, rate) for value in values]
            elif worth < best_worth:
                self.ready, best_worth = route, worth
        spare[LOCOMOTIVE] = wild
        top = max(values) or 1.0
        wanted = values[LOCOMOTIVE]
        values = [value + ANY * top for value in values]
        values[LOCOMOTIVE] = WILD * top + wanted
        self.values = values
        return spare

    def _share(
        self, route: int, colour: int, worth: float, spare: list[int]
    ) -> tuple[int, float, int, int, int]:
        """Takes the cards of a colour for a route. How many it lacks, minus its worth, the route,
        the colour, and how many of the lacking cards may be of the colour."""
        missing = self.ground.colour_spaces[route]
        held = spare[colour]
        if held >= missing:
            spare[colour] = held - missing
            missing = 0
        else:
            spare[colour] = 0
            missing -= held
        return missing + self.ground.wild_spaces[route], -worth, route, colour, missing

    def _filler(self, s: BoardState, spare: list[int]) -> int:
        """The plan is done: the route beyond it to collect for."""
        filler = self.filler
        if filler < 0 or not s.open & self.ground.tables.route_actions[filler]:
            if self.path:
                self.longer = at_the_ends(self.ground, s.routes[self.seat])
            trains = s.trains[self.seat]
            filler = best_filler(self.ground, s, trains, spare, self.longer, self.path)
            self.filler = filler
            if filler >= 0:
                self.least = min(self.least, self.ground.board.routes[filler].length)
        return filler

    def _pay(self, ways: int, spare: list[int]) -> int:
        """Few cards and few Locomotives, of a colour that is not needed elsewhere."""
        if not ways & ways - 1:
            return lowest(ways)
        best, best_spare = -1, -1
        paid_in = self.ground.paid_in
        for c in COLOURS:
            if spare[c] > best_spare and ways & paid_in[c]:
                best, best_spare = c, spare[c]
        return lowest(ways & paid_in[best] if best >= 0 else ways)

    def _mend(self, s: BoardState) -> None:
        """Links of the plan that were claimed, by oneself or by others: then a way around, or do
        without."""
        ground, mine = self.ground, s.routes[self.seat]
        for link in self.links[:]:
            if mine & ground.link_routes[link]:
                self.drop(link)
            elif not s.open & ground.link_actions[link]:
                worth = self.worth[link]
                self.drop(link)
                around = way_around(ground, s, self.seat, self.links, link)
                left = s.trains[self.seat] - self.trains
                if sum(ground.chart.length[i] for i in around) <= left:
                    for other in around:
                        self.add(other, worth)
