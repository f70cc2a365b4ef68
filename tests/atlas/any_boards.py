"""Legal boards of every awkward kind: many crossings, cities in one place, on one line, a star."""

import math
import random
from itertools import combinations
from typing import Any

from carrozza.board.data import LIMITS
from carrozza.core.cards import CARDS

COLOURS = [*CARDS[:8], "grey", "grey", "grey"]
Line = tuple[int, int]


def crossing_board(seed: int, cities: int, routes: int) -> dict[str, Any]:
    """Cities at random, each joined to one before it, and then any pair: most boards of this kind
    cannot be drawn without crossings. One route in ten has a second or third track."""
    rng = random.Random(seed)
    places = [(rng.uniform(36, 60), rng.uniform(-8, 30)) for _ in range(cities)]
    lines: list[Line] = [(i, rng.randrange(i)) for i in range(1, cities)][:routes]
    while len(lines) < routes and cities > 1:
        again = lines and rng.random() < 0.1
        a, b = rng.choice(lines) if again else rng.sample(range(cities), 2)
        if sum({a, b} == set(line) for line in lines) < (3 if again else 1):
            lines.append((a, b))
        elif len(lines) >= cities * (cities - 1) // 2:
            break
    return plain_board(f"Crossing {seed}", places, lines, rng)


def plain_board(
    name: str,
    places: list[tuple[float, float]],
    lines: list[Line],
    rng: random.Random,
    names: list[str] | None = None,
    length: int = 0,
) -> dict[str, Any]:
    """A board of these latitudes and longitudes; routes of this length, or as far as they go."""
    names = names or [f"City {i}" for i in range(len(places))]
    lengths = {
        frozenset(line): length or _length(places[line[0]], places[line[1]]) for line in lines
    }
    return {
        "format": 1,
        "name": name,
        "cities": [
            {"name": city, "lat": lat, "lon": lon}
            for city, (lat, lon) in zip(names, places, strict=True)
        ],
        "routes": _routes(names, lines, lengths, rng),
        "tickets": [],
        "route_points": {str(n): n for n in range(1, 10)},
    }


def _length(one: tuple[float, float], other: tuple[float, float]) -> int:
    """About one space for 150 km, as on boards that people make."""
    return max(1, min(9, round(math.dist(one, other) / 1.4)))


def _routes(
    names: list[str], lines: list[Line], lengths: dict[frozenset[int], int], rng: random.Random
) -> list[dict[str, Any]]:
    """Parallel tracks in different colours."""
    routes: list[dict[str, Any]] = []
    used: dict[frozenset[int], list[str]] = {}
    for a, b in lines:
        pair = frozenset((a, b))
        taken = used.setdefault(pair, [])
        colour = rng.choice([c for c in COLOURS if c == "grey" or c not in taken])
        taken.append(colour)
        entry = {"a": names[a], "b": names[b], "length": lengths[pair], "colour": colour}
        if rng.random() < 0.1:
            entry["draw_bonus"] = rng.randint(1, 9)
        routes.append(entry)
    return routes


def hard_board(seed: int = 1) -> dict[str, Any]:
    """As big as a board may be, and far from done when its time is over."""
    board = crossing_board(seed, LIMITS["cities"], LIMITS["routes"])
    names = [city["name"] for city in board["cities"]]
    tickets = [{"a": a, "b": b, "points": 5} for a, b in zip(names[:60], names[60:], strict=False)]
    return board | {"tickets": tickets}


def awkward_boards() -> dict[str, dict[str, Any]]:
    """By name: each kind once, up to the most that the loader takes."""
    rng = random.Random(1)
    around = [(rng.uniform(36, 60), rng.uniform(-8, 30)) for _ in range(200)]
    on_a_line = [(45.0, 0.2 * i) for i in range(200)]
    ring = [(i, (i + 1) % 200) for i in range(200)]
    star = [(0, i) for i in range(1, 200)]
    long_names = [f"{'Wwwwww ' * 10}{i}" for i in range(60)]
    chain = [(i, i + 1) for i in range(59)]
    everything = [(a, b) for a, b in combinations(range(200), 2) if (a + b) % 9 == 0][:400]
    return {
        "nothing": plain_board("Nothing", [], [], rng),
        "one city": plain_board("One", around[:1], [], rng),
        "two cities, three tracks": plain_board("Pair", around[:2], [(0, 1)] * 3, rng),
        "complete, 12 cities": plain_board(
            "K12", around[:12], list(combinations(range(12), 2)), rng, length=3
        ),
        "star of 200": plain_board("Star", around, star + star[:100] + star[:100], rng, length=9),
        "all on one line": plain_board("Line", on_a_line, ring + ring, rng),
        "all in one place": plain_board("Heap", [(45.0, 7.0)] * 200, ring + ring, rng),
        "nearly in one place": plain_board(
            "Knot", [(45 + x / 1e9, 7 + y / 1e9) for x, y in around], ring + ring, rng
        ),
        "two far heaps": plain_board(
            "Heaps", [(45 + (i % 2), 7 + i / 1e7) for i in range(60)], chain, rng
        ),
        "pole to pole": plain_board(
            "Poles", [(90 - 180 * i / 59, 180 - 6 * i) for i in range(60)], chain, rng
        ),
        "long names": plain_board("Names", around[:60], chain, rng, names=long_names),
        "everything": plain_board("Everything", around, everything, rng, length=9),
    }
