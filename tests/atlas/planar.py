"""Random planar boards."""

import math
import random
from typing import Any

from carrozza.core.cards import CARDS

NAMES = ["Alba", "Brenta", "Corvo", "Dorla", "Estra", "Forno", "Gello", "Horta", "Ivrea", "Lonna"]
COLOURS = [*CARDS[:8], "grey", "grey", "grey"]


def planar_board(seed: int, cities: int, routes: int) -> dict[str, Any]:
    """Cities at random, joined by the shortest lines that cross no shorter one."""
    rng = random.Random(seed)
    size = math.sqrt(cities / 60)
    points: list[tuple[float, float]] = []
    while len(points) < cities:
        lat, lon = rng.uniform(40, 40 + 15 * size), rng.uniform(0, 24 * size)
        if all(math.dist((lat, lon * 0.67), (a, b * 0.67)) > 0.9 for a, b in points):
            points.append((lat, lon))
    flat = [(lon * 0.67, lat) for lat, lon in points]
    names = [f"{NAMES[i % 10]} {'abcdefghijklmnopqrst'[i // 10]}" for i in range(cities)]
    lines: list[tuple[int, int]] = []
    pairs = [(math.dist(flat[i], flat[j]), i, j) for i in range(cities) for j in range(i)]
    for _, i, j in sorted(pairs):
        if len(lines) < routes and not any(_cross(flat, (i, j), line) for line in lines):
            lines.append((i, j))
    return {
        "format": 1,
        "name": f"Planar {seed}",
        "cities": [
            {"name": name, "lat": lat, "lon": lon}
            for name, (lat, lon) in zip(names, points, strict=True)
        ],
        "routes": [
            {
                "a": names[i],
                "b": names[j],
                "length": max(1, min(6, round(math.dist(flat[i], flat[j]) / 1.05))),
                "colour": rng.choice(COLOURS),
            }
            for i, j in lines
        ],
        "tickets": [],
        "route_points": {str(n): n for n in range(1, 7)},
    }


def _cross(at: list[tuple[float, float]], one: tuple[int, int], other: tuple[int, int]) -> bool:
    if set(one) & set(other):
        return False
    a, b, c, d = (at[i] for i in (*one, *other))
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
