"""What the others may be up to: the tickets that explain what they have built, and their plans."""

from math import exp

from carrozza.board.game import BoardGame
from carrozza.board.goals import Ticket
from carrozza.board.state import BoardState
from carrozza.board.view import BoardView
from carrozza.bots.chart import Chart, chart_of
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Planning
from carrozza.bots.search.boards.courses import Course, course_of, likely_course
from carrozza.bots.totals import add_up
from carrozza.bots.web import FAR, Matrix, Web
from carrozza.core.card_state import START
from carrozza.core.rng import Rng

TRIES = 6  # samples of which one is taken
SURE = 10.0  # how much a ticket whose way is built speaks for a sample, late in the game
IDLE = Course({}, 1, 0.0, ())


class Suspects:
    """Of several samples of a view, one is taken by how well it explains the others' routes."""

    def __init__(self, game: BoardGame, view: BoardView) -> None:
        self.game = game
        self.view = view
        chart = chart_of(game.board)
        self.empty = _distances(chart, {})
        self.built: dict[int, Matrix] = {}
        for seat in range(view.players):
            owned = {chart.of_route[r]: 0.0 for r, owner in enumerate(view.routes) if owner == seat}
            if seat != view.seat and owned:
                self.built[seat] = _distances(chart, owned)

    def courses(self, state: BoardState) -> list[Course]:
        """What each of the others may do in a sample from now on; of the seat itself nothing is
        said."""
        return [
            IDLE if seat == self.view.seat else _course(self.game, state, seat)
            for seat in range(self.view.players)
        ]

    def sample(self, rng: Rng) -> BoardState:
        if not self.built:
            return self.game.resample(self.view, rng)
        states = [self.game.resample(self.view, rng) for _ in range(TRIES)]
        return states[pick([self.fit(state) for state in states], rng)]

    def fit(self, state: BoardState) -> float:
        """How well a sample explains what the others have built, as the exponent of a weight."""
        tickets, trains = self.game.board.tickets, self.game.spec.trains
        fit = 0.0
        for seat, built in self.built.items():
            laid = 1 - state.trains[seat] / trains
            for t in state.tickets[seat]:
                fit += SURE * laid * self._built(tickets[t], built)
        return float(fit)

    def _built(self, ticket: Ticket, built: Matrix) -> float:
        """The part of a ticket's way that is built; where several would do, of the one begun."""
        ends = [way.ends for way in ticket.ways if self.empty[way.ends] < FAR]
        return max((float(1 - built[pair] / self.empty[pair]) for pair in ends), default=0.0)


def pick(fits: list[float], rng: Rng) -> int:
    """One of them at random, each with e to the power of its fit as its weight."""
    weights = [exp(fit - max(fits)) for fit in fits]
    at = rng.below(1 << 32) / (1 << 32) * add_up(weights)
    for k, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return k
    return len(fits) - 1


def _course(game: BoardGame, state: BoardState, seat: int) -> Course:
    look = Outlook(game, state.view(seat))
    if state.phase == START and state.pending >> seat & 1:
        return _opening(look, state.offers[seat])
    return likely_course(look)


def _opening(look: Outlook, offer: list[int]) -> Course:
    """The choice at the start: the tickets that a plan for all of them would complete, and at least
    as many as one must, the cheapest."""
    planning = Planning(look)
    wanted = set(planning.best(offer).tickets)
    points = look.board.tickets
    keep = [t for t in offer if t in wanted]
    rest = sorted((t for t in offer if t not in wanted), key=lambda t: points[t].penalty)
    keep += rest[: max(0, look.game.spec.keep_at_start - len(keep))]
    return course_of(planning, planning.best(keep), tuple(keep))


def _distances(chart: Chart, owned: dict[int, float]) -> Matrix:
    """In trains, over the whole board, one's own links being free."""
    return Web(chart, [owned.get(i, float(n)) for i, n in enumerate(chart.length)]).far
