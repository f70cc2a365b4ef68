"""Ratings with their intervals.

The scale is Elo's: 400 points more are odds of ten to one. One bot, the anchor, has zero.

The interval is bootstrapped over seed blocks: all games that share a deal are drawn together,
whatever the line-up, because the deal makes them alike. Drawing games would pretend to know more
than we do.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
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
    counted = [_count(orders) for orders in units.values()]
    model = Model(bots, _choices_seen(bots, counted))
    table = np.zeros((len(counted), len(model.seen)))
    for row, counts in enumerate(counted):
        for choice, weight in counts.items():
            table[row, model.column[choice]] = weight
    draws = _draws(model, table.sum(axis=0))
    zero = model.bots.index(anchor)

    best = model.fit(table.sum(axis=0) + draws)
    elo = ELO * (best - best[zero])
    low, high = _interval(model, table, draws, zero, best, resamples)
    _open(model, table, draws, zero, low, high)
    rated = [Rating(bot, _round(elo[i]), low[i], high[i]) for i, bot in enumerate(model.bots)]
    return sorted(rated, key=lambda rating: -rating.elo)


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
    model: Model, table: Array, draws: Array, zero: int, best: Array, resamples: int
) -> tuple[list[Bound], list[Bound]]:
    blocks = len(table)
    if blocks < 2 or resamples < 1:
        return [None] * len(model.bots), [None] * len(model.bots)
    rng = Rng.from_seed(f"bootstrap/{blocks}")
    fits = []
    for _ in range(resamples):
        drawn = np.array([word * blocks >> 64 for word in rng.words(blocks)])
        times = np.bincount(drawn, minlength=blocks)
        fitted = model.fit(times @ table + draws, best)
        fits.append(ELO * (fitted - fitted[zero]))
    low, high = np.percentile(np.array(fits), [LOW, HIGH], axis=0)
    return [_round(value) for value in low], [_round(value) for value in high]


def _open(
    model: Model, table: Array, draws: Array, zero: int, low: list[Bound], high: list[Bound]
) -> None:
    """Where one side has always won there is no upper bound, and drawing blocks tells nothing.

    The other bound is then what the ratings would be had the other side won so many blocks that
    seeing none of them is as unlikely as the interval allows (the “rule of three”).
    """
    total = table.sum(axis=0)
    beaten = model.beaten(total)
    above = [i for i in range(len(model.bots)) if not beaten[zero, i]]
    below = [i for i in range(len(model.bots)) if not beaten[i, zero]]
    if not above and not below:
        return
    share = min(UNSEEN / len(table), 0.5)
    fitted = model.fit(total + draws + share * model.upsets(total))
    elo = ELO * (fitted - fitted[zero])
    for i in above:
        low[i] = None if low[i] is None or i in below else min(low[i] or 0, _round(elo[i]))
        high[i] = None
    for i in below:
        high[i] = None if high[i] is None or i in above else max(high[i] or 0, _round(elo[i]))
        low[i] = None


def _round(value: float) -> float:
    return round(float(value), 1)
