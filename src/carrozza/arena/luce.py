"""Maximum likelihood for orders of finish: Bradley-Terry for two, Plackett-Luce for more.

A game is a row of choices: the winner from all, the second from the rest, and so on. Each bot is
chosen in proportion to its strength. Shared places are split: every order of those who share
counts in equal parts. Equal choices are counted together, so that a fit takes no longer for many
games, which the bootstrap needs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations, product
from math import factorial, prod

from carrozza.arena.finish import Finish
from carrozza.core.extras import needing

with needing("arena"):
    import choix
    import numpy as np
    from choix.convergence import NormOfDifferenceTest
    from choix.utils import exp_transform, log_transform, statdist
    from numpy.typing import NDArray

Choice = tuple[str, tuple[str, ...]]  # who was chosen, and from whom (itself included, sorted)
Array = NDArray[np.float64]

ROUNDS = 10_000
TOLERANCE = 1e-6  # in natural logarithms: far below one Elo point
BEYOND = 20.0  # how much stronger than all others a bot may be found: odds of 10^8 to one


def choices(order: Finish) -> Counter[Choice]:
    """The choices of one game with their weights."""
    weight = 1 / prod(factorial(len(place)) for place in order)
    found: Counter[Choice] = Counter()
    for places in product(*[list(permutations(place)) for place in order]):
        left = [bot for place in places for bot in place]
        while len(set(left)) > 1:
            found[left[0], tuple(sorted(left))] += weight  # type: ignore[assignment]
            left.pop(0)
    return found


class Model:
    """The choices that occur, as arrays; the strengths are fitted to how often they do."""

    def __init__(self, bots: Sequence[str], seen: Iterable[Choice]) -> None:
        self.bots = list(bots)
        place = {bot: i for i, bot in enumerate(bots)}
        self.seen = list(seen)
        self.column = {choice: i for i, choice in enumerate(self.seen)}
        self.chosen = np.array([place[winner] for winner, _ in self.seen], dtype=int)
        self.present = np.zeros((len(self.seen), len(bots)))
        for row, (_, present) in enumerate(self.seen):
            for bot in present:
                self.present[row, place[bot]] += 1
        self.pairs_only = all(len(present) == 2 for _, present in self.seen)

    def fit(self, weights: Array, start: Array | None = None) -> Array:
        """The logarithms of the strengths; their mean is zero."""
        if self.pairs_only:
            won = np.zeros((len(self.bots), len(self.bots)))
            np.add.at(won, (self.chosen, self._losers()), weights)
            fitted: Array = choix.ilsr_pairwise_dense(
                won, initial_params=start, max_iter=ROUNDS, tol=TOLERANCE
            )
            return fitted
        return self._fit_choices(weights, start)

    def fit_one(self, one: int, weights: Array, known: Array) -> Array:
        """The same where all but one of the strengths are known and stay as they are.

        The likelihood is greatest where the one is chosen as often as can be expected, and the
        stronger it is, the more often that is.
        """
        strengths = np.exp(known)
        strengths[one] = 0.0
        others = self.present @ strengths
        chosen = weights[self.chosen == one].sum()
        low, high = known.min() - BEYOND, known.max() + BEYOND
        while high - low > TOLERANCE:
            middle = (low + high) / 2
            own = self.present[:, one] * np.exp(middle)
            if (weights * own / (own + others)).sum() < chosen:
                low = middle
            else:
                high = middle
        found = known.copy()
        found[one] = middle
        return found

    def _losers(self) -> NDArray[np.intp]:
        others = self.present.copy()
        others[np.arange(len(self.seen)), self.chosen] -= 1
        losers: NDArray[np.intp] = others.argmax(axis=1)
        return losers

    def _fit_choices(self, weights: Array, start: Array | None) -> Array:
        """Iterative Luce spectral ranking, as choix has it, for choices that carry weights."""
        size = len(self.bots)
        winner = np.zeros((len(self.seen), size))
        winner[np.arange(len(self.seen)), self.chosen] = 1
        params = np.zeros(size) if start is None else start
        converged = NormOfDifferenceTest(TOLERANCE)
        for _ in range(ROUNDS):
            rates = weights / (self.present @ exp_transform(params))
            chain = (self.present * rates[:, None]).T @ winner
            chain -= np.diag(chain.sum(axis=1))
            params = log_transform(statdist(chain))
            if converged(params):
                break
        return params

    def met(self, weights: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Who sat at one table with whom, and who is connected by way of others."""
        seen = self.present[weights > 0] > 0
        met = seen.T.astype(int) @ seen > 0
        return met, _by_way_of_others(met)

    def beaten(self, weights: Array) -> NDArray[np.bool_]:
        """Whom each bot is known to have been chosen before, directly or through others."""
        reach = np.eye(len(self.bots), dtype=bool)
        for row in np.flatnonzero(weights > 0):
            reach[self.chosen[row]] |= self.present[row] > 0
        return _by_way_of_others(reach)

    def upsets(self, weights: Array) -> Array:
        """Those who never won against somebody, not even by way of others, win all these games."""
        beaten = self.beaten(weights)
        turned = np.zeros(len(self.seen))
        for row in np.flatnonzero(weights > 0):
            winner = self.chosen[row]
            for loser in np.flatnonzero((self.present[row] > 0) & ~beaten[:, winner]):
                pair = tuple(sorted((self.bots[winner], self.bots[loser])))
                turned[self.column[self.bots[loser], pair]] += weights[row]
        return turned


def _by_way_of_others(reach: NDArray[np.bool_]) -> NDArray[np.bool_]:
    reach = reach.copy()
    for middle in range(len(reach)):
        reach |= reach[:, [middle]] & reach[[middle], :]
    return reach
