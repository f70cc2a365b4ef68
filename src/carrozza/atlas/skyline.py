"""Skylines for the cards of big cities: made up, but always the same for the same name."""

from collections.abc import Iterator
from hashlib import sha256
from xml.etree.ElementTree import Element

import msgspec

from carrozza.atlas.svg import add, number
from carrozza.atlas.theme import NIGHT, SNOW, Theme, mix

BASE = 114.0  # y of the ground
LEFT, RIGHT = 8.0, 234.0


class Tower(msgspec.Struct, frozen=True):
    x: float
    width: float
    top: float
    roof: int


def skyline(view: Element, city: str, theme: Theme) -> None:
    """Two rows of towers under the moon, the nearer one with lights."""
    far, near = mix(theme.sea, theme.faint, 0.32), mix(theme.sea, NIGHT, 0.72)
    add(view, "circle", cx=176, cy=36, r=15, fill=mix(theme.sea, SNOW, 0.6))
    for row, (low, high, colour) in enumerate(((34, 72, far), (14, 56, near))):
        towers = list(_towers(f"{city} {row}", low, high))
        add(view, "path", d="".join(map(_outline, towers)), fill=colour)
    lit = "".join(light for i, tower in enumerate(towers) for light in _lights(tower, i))
    add(view, "path", d=lit, fill=mix(near, theme.hues[5].fill, 0.9))


def _towers(seed: str, low: float, high: float) -> Iterator[Tower]:
    """Towers from left to right, between these heights."""
    x = LEFT
    for byte in sha256(seed.encode()).digest():
        if x >= RIGHT:
            return
        width = 12 + byte % 4 * 4
        height = low + (high - low) * (byte >> 4) / 15
        yield Tower(x, width, BASE - height, (byte >> 2) % 5 if height > low + 8 else 0)
        x += width + (3 if byte % 3 == 0 else 0)


def _outline(t: Tower) -> str:
    """A tower with one of five roofs: flat, a mast, a gable, steps, slanted."""
    x, w, top = t.x, t.width, t.top
    middle = x + w / 2
    roofs: tuple[tuple[float, ...], ...] = (
        (x, top, x + w, top),
        (x, top, middle - 1, top, middle - 0.6, top - 14, middle + 0.6, top - 14, middle + 1, top,
         x + w, top),
        (x, top, middle, top - 10, x + w, top),
        (x, top, x + w / 4, top, x + w / 4, top - 6, x + w * 3 / 4, top - 6, x + w * 3 / 4, top,
         x + w, top),
        (x, top, x + w, top - 7),
    )  # fmt: skip
    flat = [number(v, 1) for v in roofs[t.roof]]
    steps = "L".join(f"{flat[i]} {flat[i + 1]}" for i in range(0, len(flat), 2))
    return f"M{steps}V{number(BASE)}H{number(x)}Z"


def _lights(t: Tower, i: int) -> Iterator[str]:
    """Some of the windows."""
    rows, columns = int((BASE - t.top - 6) // 7), int((t.width - 3) // 5)
    start = t.x + (t.width - columns * 5 + 2) / 2
    for row in range(rows):
        for column in range(columns):
            if (7 * i + 5 * row + 3 * column + row * column) % 4 == 0:
                x, y = start + 5 * column, t.top + 5 + 7 * row
                yield f"M{number(x, 1)} {number(y, 1)}h3v3.4h-3Z"
