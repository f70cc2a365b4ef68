"""The curves that tracks lie on."""

from collections.abc import Sequence

import numpy as np

from carrozza.atlas.bundles import Bundle
from carrozza.atlas.model import Point, Space, Track
from carrozza.atlas.shapes import Array, Ints, crossing

MARGIN = 10.0  # between curves and the edge of the drawing
STEPS = 48  # pieces into which a curve is cut to measure it


def curve_points(curves: Array, steps: int = STEPS) -> Array:
    """Points along quadratic Bézier curves, each given by end, control point, end."""
    t = np.linspace(0.0, 1.0, steps + 1)
    mixed: Array = np.einsum(
        "tk,ckx->ctx", np.stack([(1 - t) ** 2, 2 * t * (1 - t), t * t], axis=1), curves
    )
    return mixed


def ends_of(groups: Sequence[Bundle]) -> Ints:
    """The two cities of each bundle."""
    return np.array([(g.a, g.b) for g in groups], dtype=np.int64).reshape(-1, 2)


def curves_of(places: Array, bends: Array, ends: Ints) -> Array:
    """Curves from city to city, each control point so far from the middle of the straight line."""
    a, b = places[ends[:, 0]], places[ends[:, 1]]
    return np.stack([a, (a + b) / 2 + bends, b], axis=1)


def kept_inside(places: Array, bends: Array, groups: Sequence[Bundle], size: Point) -> Array:
    """The bends, smaller where their curves would leave the drawing."""
    straight = curve_points(curves_of(places, np.zeros_like(bends), ends_of(groups)))
    aside = curve_points(curves_of(places, bends, ends_of(groups))) - straight
    room = np.where(aside > 0, np.array(size) - MARGIN - straight, MARGIN - straight)
    share = room / np.where(np.abs(aside) > 1e-9, aside, np.nan)
    most = np.nanmin(share, axis=(1, 2), initial=1.0)
    kept: Array = bends * np.maximum(most, 0.0)[:, None]
    return kept


def crossings(lines: Array, groups: Sequence[Bundle]) -> list[tuple[int, int]]:
    """Which of the bundles' lines cross although they share no city."""
    i, j = crossing(lines, lines)
    ends = ends_of(groups)
    apart = (i < j) & ~(ends[i, :, None] == ends[j, None, :]).any(axis=(1, 2))
    return list(zip(i[apart].tolist(), j[apart].tolist(), strict=True))


def track(curve: Array, spaces: tuple[Space, ...]) -> Track:
    rounded = tuple((round(x, 1), round(y, 1)) for x, y in curve.tolist())
    return Track(spaces, rounded)  # type: ignore[arg-type]
