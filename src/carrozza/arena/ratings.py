"""Ratings with their intervals.

The scale is Elo's: 400 points more are odds of ten to one. One bot, the anchor, has zero.

The interval is bootstrapped over seed blocks: all games that share a deal are drawn together,
whatever the line-up, because the deal makes them alike. Drawing games would pretend to know more
than we do.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import log

import msgspec

from carrozza.arena.finish import Finish
from carrozza.arena.luce import Array, Choice, Model, choices
from carrozza.core.errors import BadOptions
from carrozza.core.extras import needing
from carrozza.core.rng import Rng

with needing("arena"):
    import numpy as np

ELO = 400 / log(10)
RESAMPLES = 1000
LOW, HIGH = 2.5, 97.5  # per cent
# One drawn game is added between any two that met, and any two whom nothing connects. Without it a
# bot that never wins would be infinitely weak; with it nearly nothing changes for the rest.
DRAWN = 1.0

UNSEEN = -log(LOW / 100)  # blocks: the most one may expect where none was seen

Bound = float | None
# From the weights of all choices, and perhaps a guess, to the logarithms of the strengths.
Fit = Callable[[Array, Array | None], Array]
Units = Mapping[str, Sequence[Finish]]  # the finishes of all games, by their deal


class Rating(msgspec.Struct):
    bot: str
    elo: float
    # The 95 % interval. None is no bound: the anchor never won against the bot (or the other way
    # round), not even by way of others; or there is just one block.
    low: Bound
    high: Bound


def rate(
    bots: Sequence[str], units: Units, anchor: str, resamples: int = RESAMPLES
) -> list[Rating]:
    """The ratings of the bots, the best first."""
    if anchor not in bots:
        known = ", ".join(bots)
        raise BadOptions("anchor", f"“{anchor}” has not played. Choose from: {known}.")
    model, table = _tabled(bots, units)
    total = table.sum(axis=0)
    draws = _draws(model, total)
    zero = model.bots.index(anchor)

    def fit(weights: Array, start: Array | None) -> Array:
        fitted = model.fit(weights, start)
        fitted -= fitted[zero]
        return fitted

    best = fit(total + draws, None)
    low, high = _interval(fit, table, draws, best, resamples)
    beaten = model.beaten(total)
    above, below = np.flatnonzero(~beaten[zero]), np.flatnonzero(~beaten[:, zero])
    _open(model, fit, table, draws, above.tolist(), below.tolist(), low, high)
    rated = [
        Rating(bot, _round(ELO * best[i]), low[i], high[i]) for i, bot in enumerate(model.bots)
    ]
    return sorted(rated, key=lambda rating: -rating.elo)


def rate_among(
    bot: str, known: Mapping[str, float], units: Units, resamples: int = RESAMPLES
) -> Rating:
    """The rating of a bot among others whose ratings are known and stay as they are."""
    model, table = _tabled([bot, *known], units)
    total = table.sum(axis=0)
    draws = _draws(model, total)
    strengths = np.array([0.0, *known.values()]) / ELO

    def fit(weights: Array, _: Array | None) -> Array:
        return model.fit_one(0, weights, strengths)

    best = fit(total + draws, None)
    low, high = _interval(fit, table, draws, best, resamples)
    there, chosen = model.present[:, 0] > 0, model.chosen == 0
    above = [] if total[there & ~chosen].any() else [0]
    below = [] if total[chosen].any() else [0]
    _open(model, fit, table, draws, above, below, low, high)
    return Rating(bot, _round(ELO * best[0]), low[0], high[0])


def _tabled(bots: Sequence[str], units: Units) -> tuple[Model, Array]:
    """How often each choice occurred: a row for each deal."""
    counted = [_count(orders) for orders in units.values()]
    model = Model(bots, _choices_seen(bots, counted))
    table = np.zeros((len(counted), len(model.seen)))
    for row, counts in enumerate(counted):
        for choice, weight in counts.items():
            table[row, model.column[choice]] = weight
    return model, table


def _count(orders: Sequence[Finish]) -> Counter[Choice]:
    counts: Counter[Choice] = Counter()
    for order, times in Counter(orders).items():
        for choice, weight in choices(order).items():
            counts[choice] += weight * times
    return counts


def _choices_seen(bots: Sequence[str], counted: Sequence[Counter[Choice]]) -> list[Choice]:
    """In a fixed order, so that the same games give the same digits."""
    duels = {(bot, pair) for pair in combinations(sorted(bots), 2) for bot in pair}
    return sorted(duels.union(*counted))


def _draws(model: Model, weights: Array) -> Array:
    met, connected = model.met(weights)
    drawn = met | ~connected
    place = {bot: i for i, bot in enumerate(model.bots)}
    draws = np.zeros(len(model.seen))
    for row, (_, present) in enumerate(model.seen):
        if len(present) == 2 and drawn[place[present[0]], place[present[1]]]:
            draws[row] = DRAWN / 2
    return draws


def _interval(
    fit: Fit, table: Array, draws: Array, best: Array, resamples: int
) -> tuple[list[Bound], list[Bound]]:
    blocks = len(table)
    if blocks < 2 or resamples < 1:
        return [None] * len(best), [None] * len(best)
    rng = Rng.from_seed(f"bootstrap/{blocks}")
    fits = []
    for _ in range(resamples):
        drawn = np.array([word * blocks >> 64 for word in rng.words(blocks)])
        times = np.bincount(drawn, minlength=blocks)
        fits.append(ELO * fit(times @ table + draws, best))
    low, high = np.percentile(np.array(fits), [LOW, HIGH], axis=0)
    return [_round(value) for value in low], [_round(value) for value in high]


def _open(
    model: Model,
    fit: Fit,
    table: Array,
    draws: Array,
    above: list[int],
    below: list[int],
    low: list[Bound],
    high: list[Bound],
) -> None:
    """Where one side has always won there is no upper bound, and drawing blocks tells nothing.

    The other bound is then what the ratings would be had the other side won so many blocks that
    seeing none of them is as unlikely as the interval allows (the “rule of three”).
    """
    if not above and not below:
        return
    total = table.sum(axis=0)
    share = min(UNSEEN / len(table), 0.5)
    elo = ELO * fit(total + draws + share * model.upsets(total), None)
    for i in above:
        low[i] = None if low[i] is None or i in below else min(low[i] or 0, _round(elo[i]))
        high[i] = None
    for i in below:
        high[i] = None if high[i] is None or i in above else max(high[i] or 0, _round(elo[i]))
        low[i] = None


def _round(value: float) -> float:
    return round(float(value), 1)
