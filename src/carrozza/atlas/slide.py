"""Where tracks must cross, their spaces slide along them to where they are in nobody's way."""

import numpy as np

from carrozza.atlas.budget import Spent
from carrozza.atlas.shapes import Array, Ints, Rects, on_discs, overlapping, overlapping_within
from carrozza.atlas.spaces import Rails

# Of what is spare, how much lies before the spaces: the middle first.
SHARES = np.array([0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.0, 1.0])
MIDDLE = 0.5
CENTRED = 0.02  # how much the middle is liked, compared with one overlap less
ROUNDS = 3


def slid(
    rails: Rails, size: tuple[float, float], places: Array, radius: float, spent: Spent
) -> Array:
    """For each bundle the share of what is spare before its first space; each time that one is to
    slide, it asks whether the time for that is spent."""
    shares = np.full(len(rails.count), MIDDLE)
    spaces = rails.spaces(np.arange(len(shares)), shares)
    rects, owner = spaces.rects(*size), spaces.bundle
    last = np.cumsum(rails.count * rails.tracks)
    for _ in range(ROUNDS):
        before = shares.copy()
        for g in _in_conflict(rects, owner, places, radius):
            if rails.spare[g] <= 0:
                continue
            if spent():
                return shares
            shares[g] = _best_share(rails, g, (rects, owner), size, places, radius)
            mine = slice(last[g] - rails.count[g] * rails.tracks[g], last[g])
            moved = rails.spaces(np.array([g]), shares[g : g + 1]).rects(*size)
            rects.at[mine], rects.along[mine] = moved.at, moved.along
        if (shares == before).all():
            break
    return shares


def _in_conflict(rects: Rects, owner: Ints, places: Array, radius: float) -> list[int]:
    """Bundles with spaces on others' or under a city, the worst first."""
    i, j = overlapping_within(rects)
    apart = owner[i] != owner[j]
    under, _ = on_discs(rects, places, radius)
    count = np.bincount(owner[np.concatenate([i[apart], j[apart], under])])
    order = np.argsort(-count, kind="stable")
    return [int(g) for g in order if count[g]]


def _best_share(
    rails: Rails,
    g: int,
    now: tuple[Rects, Ints],
    size: tuple[float, float],
    places: Array,
    radius: float,
) -> float:
    rects, owner = now
    tried = rails.spaces(np.full(len(SHARES), g), SHARES)
    mine = tried.rects(*size)
    i, j = overlapping(mine, rects)
    under, _ = on_discs(mine, places, radius)
    wrong = np.concatenate([i[owner[j] != g], under])
    count = np.bincount(tried.bundle[wrong], minlength=len(SHARES))
    return float(SHARES[np.argmin(count + CENTRED * np.abs(SHARES - MIDDLE))])
