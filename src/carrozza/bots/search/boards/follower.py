"""A quick player: it carries out a plan made before, in some microseconds a decision.

It reads the state directly, which is allowed in a sampled one: there is nothing in it that its
maker did not know or make up.
"""

from carrozza.board.state import BoardState
from carrozza.board.turn import SECOND_CARD, TUNNEL, TURN
from carrozza.bots.masks import lowest
from carrozza.bots.search.boards.ground import Ground
from carrozza.bots.search.boards.repair import way_around
from carrozza.core.cards import COLOURS, LOCOMOTIVE
from carrozza.core.tables import BLIND, FACE_UP, TICKETS, payable

CARDS_A_TURN = 1.75
OTHER_COLOUR = 0.4  # a card for a grey route that is collected in another colour
WILD = 1.15  # a Locomotive, beside the best colour
ANY = 0.05
HURRY = 2.0  # turns to the end when nothing is saved any more
NEAR_END = 18  # trains: before, there is no hurry


class Follower:
    """One seat in one rollout."""

    __slots__ = (
        "claims", "filler", "ground", "least", "links", "routes", "seat", "trains", "values",
        "worth",
    )  # fmt: skip

    def __init__(
        self, ground: Ground, seat: int, links: list[tuple[float, int]], least: int
    ) -> None:
        """`links`: what to claim, each with its worth; `least`: how long a route beyond the plan
        must be to be claimed while there is time."""
        self.ground = ground
        self.seat = seat
        self.least = least
        self.links: list[int] = []  # most wanted first
        self.worth: dict[int, float] = {}
        self.claims = 0  # all claims of links of the plan
        self.routes = 0  # all tracks of links of the plan
        self.trains = 0  # that the plan takes
        self.filler = -1  # the route beyond the plan that cards are collected for
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
        new.trains = self.trains
        new.least = self.least
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
            return self._draw(s, mask, second=True)
        if phase == TUNNEL:
            # Declining comes before paying in the list, the cheapest payment first.
            paying = mask & mask - 1
            return lowest(paying or mask)
        raise AssertionError("tickets are chosen elsewhere")

    def turn(self, s: BoardState, mask: int) -> int:
        if s.taken & self.routes:
            self._mend(s)
        ground = self.ground
        if s.last_turns >= 0:
            return self._last(mask)
        hurry = self._hurry(s)
        want = mask & self.claims
        if not hurry:
            want &= ground.thrifty
        spare = self._share_out(s)
        if want:
            for link in self.links:
                ways = want & ground.link_actions[link]
                if ways:
                    self.drop(link)
                    return self._pay(ways, spare)
        trains = s.trains[self.seat] - self.trains
        fill = mask & ground.tables.all_claims & ~self.claims
        if fill:
            if not hurry:
                fill &= payable(ground.tables.fits, spare) & ground.thrifty
            if trains < ground.tables.longest:
                fill &= ground.tables.trains_fit[max(0, trains)]
            if fill:
                least = 1 if hurry else self.least
                for length, claims in ground.by_length:
                    if length < least:
                        break
                    ways = fill & claims
                    if ways:
                        return self._pay(ways, spare)
        return self._draw(s, mask, second=False)

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
                self.drop(self.links[0])
                return lowest(ways)
        for _, claims in ground.by_length:
            ways = mask & claims
            if ways:
                return lowest(ways)
        return self._anything(mask)

    def _share_out(self, s: BoardState) -> list[int]:
        """Sets the hand aside for the plan; sets the values of cards, returns what is left."""
        ground = self.ground
        routes, tracks, spaces = ground.board.routes, ground.chart.tracks, ground.spaces
        spare = s.hands[self.seat][:]
        values = [0.0] * 9
        greys: list[int] = []
        for link in self.links:
            best, best_lacks = -1, 99
            for route in tracks[link]:
                if ground.grey[route]:
                    greys.append(link)
                    best = -1
                    break
                lacks = spaces[route] - spare[routes[route].colour]
                if lacks < best_lacks:
                    best, best_lacks = route, lacks
            if best >= 0:
                self._want(best, self.worth[link], spare, values)
        for link in greys:
            self._want(tracks[link][0], self.worth[link], spare, values)
        if not self.links:
            self._want_filler(s, spare, values)
        top = max(values) or 1.0
        for c in COLOURS:
            values[c] += ANY * top
        values[LOCOMOTIVE] = WILD * top + values[LOCOMOTIVE]
        self.values = values
        return spare

    def _want(self, route: int, worth: float, spare: list[int], values: list[float]) -> None:
        """Reserves cards for a route; what it lacks becomes valuable."""
        ground = self.ground
        r = ground.board.routes[route]
        grey = ground.grey[route]
        colour = spare.index(max(spare[:8])) if grey else r.colour
        most = ground.colour_spaces[route]
        wild = ground.wild_spaces[route]
        held = spare[colour]
        if held >= most:
            spare[colour] = held - most
            most = 0
        else:
            spare[colour] = 0
            most -= held
        lacks = most + wild
        if lacks and spare[LOCOMOTIVE]:
            used = min(spare[LOCOMOTIVE], lacks)
            spare[LOCOMOTIVE] -= used
            lacks -= used
        if not lacks:
            return
        rate = worth / (1 + lacks / CARDS_A_TURN)
        if wild and rate > values[LOCOMOTIVE]:
            values[LOCOMOTIVE] = rate
        if not most:
            return
        values[colour] = max(values[colour], rate)
        if grey:
            rate *= OTHER_COLOUR
            for c in COLOURS:
                values[c] = max(values[c], rate)

    def _want_filler(self, s: BoardState, spare: list[int], values: list[float]) -> None:
        """The plan is done: collect for the route that brings most for the turns it takes."""
        ground = self.ground
        filler = self.filler
        if filler < 0 or not s.open & ground.tables.route_actions[filler]:
            filler = self.filler = self._best_filler(s, spare)
        if filler >= 0:
            self.least = min(self.least, ground.board.routes[filler].length)
            self._want(filler, 1.0, spare, values)

    def _best_filler(self, s: BoardState, spare: list[int]) -> int:
        ground = self.ground
        trains = s.trains[self.seat]
        most, wild = max(spare[:8]), spare[LOCOMOTIVE]
        best, best_rate = -1, 0.0
        for route, r in enumerate(ground.board.routes):
            length = r.length
            if length > trains or not s.open & ground.tables.route_actions[route]:
                continue
            lacks = ground.spaces[route] - wild - (most if ground.grey[route] else spare[r.colour])
            rate = r.points / (1 + lacks / CARDS_A_TURN if lacks > 0 else 1)
            if rate > best_rate:
                best, best_rate = route, rate
        return best

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

    def _draw(self, s: BoardState, mask: int, second: bool) -> int:
        values = self.values
        market = s.market
        best, best_value, next_value = -1, -1.0, -1.0
        loco = -1
        for slot, card in enumerate(market):
            if card < 0:
                continue
            if card == LOCOMOTIVE:
                loco = slot
                continue
            value = values[card]
            if value > best_value:
                best, best_value, next_value = slot, value, best_value
            elif value > next_value:
                next_value = value
        top = values[LOCOMOTIVE]
        blind = (sum(values) - top) * 0.109 + top * 0.127 if mask >> BLIND & 1 else -1.0
        if second:
            choice = FACE_UP + best if best_value >= blind else BLIND
        else:
            follow = next_value if next_value > blind else blind
            value = best_value + follow
            choice = FACE_UP + best
            first = best_value if best_value > blind else blind
            if blind + first > value:
                choice, value = BLIND, blind + first
            if loco >= 0 and top > value:
                choice = FACE_UP + loco
        if choice >= BLIND and mask >> choice & 1:
            return choice
        return self._anything(mask)

    def _anything(self, mask: int) -> int:
        """There are no cards to draw as wished: whatever there is, new tickets last."""
        draws = mask & self.ground.tables.draws
        if draws:
            return lowest(draws)
        for _, claims in self.ground.by_length:
            if mask & claims:
                return lowest(mask & claims)
        return lowest(mask & ~(1 << TICKETS) or mask)

    def _mend(self, s: BoardState) -> None:
        """Links of the plan that are lost: a way around each, or do without."""
        actions = self.ground.link_actions
        for link in [link for link in self.links if not s.open & actions[link]]:
            worth = self.worth[link]
            self.drop(link)
            around = way_around(self.ground, s, self.seat, self.links, link)
            left = s.trains[self.seat] - self.trains
            if sum(self.ground.chart.length[i] for i in around) <= left:
                for other in around:
                    self.add(other, worth)
