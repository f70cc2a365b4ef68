"""Which tickets the others may hold: what they have built speaks for some and against others."""

from math import exp

from carrozza.board.state import BoardState
from carrozza.board.view import BoardView
from carrozza.bots.search.boards.ground import Ground
from carrozza.bots.web import FAR, Matrix, Web
from carrozza.core.rng import Rng

TRIES = 6  # samples of which one is taken
SURE = 10.0  # how much a ticket whose way is built speaks for a sample, late in the game


class Suspects:
    """Of several samples of a view, one is taken by how well it explains the others' routes."""

    def __init__(self, ground: Ground, view: BoardView) -> None:
        self.ground = ground
        self.view = view
        self.empty = _distances(ground, {})
        self.built: dict[int, Matrix] = {}
        for seat in range(view.players):
            owned = {
                ground.chart.of_route[r]: 0.0
                for r, owner in enumerate(view.routes)
                if owner == seat
            }
            if seat != view.seat and owned:
                self.built[seat] = _distances(ground, owned)

    def sample(self, rng: Rng) -> BoardState:
        game = self.ground.game
        if not self.built:
            return game.resample(self.view, rng)
        states = [game.resample(self.view, rng) for _ in range(TRIES)]
        weights = [exp(self.fit(state)) for state in states]
        at = rng.below(1 << 32) / (1 << 32) * sum(weights)
        for state, weight in zip(states, weights, strict=True):
            at -= weight
            if at < 0:
                return state
        return states[-1]

    def fit(self, state: BoardState) -> float:
        """How well a sample explains what the others have built, as the exponent of a weight."""
        tickets, trains = self.ground.board.tickets, self.ground.game.spec.trains
        fit = 0.0
        for seat, built in self.built.items():
            laid = 1 - state.trains[seat] / trains
            for t in state.tickets[seat]:
                ends = tickets[t].a, tickets[t].b
                far = self.empty[ends]
                if far < FAR:
                    fit += SURE * laid * (1 - built[ends] / far)
        return float(fit)


def _distances(ground: Ground, owned: dict[int, float]) -> Matrix:
    """In trains, over the whole board, one's own links being free."""
    lengths = ground.chart.length
    return Web(ground.chart, [owned.get(i, float(n)) for i, n in enumerate(lengths)]).far
