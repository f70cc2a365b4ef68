"""Boards made up at random: everything a board file can say, in numbers that nobody would draw."""

import random
from typing import Any

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "grey", "grey")
COUNTRIES = ("North", "South", "East", None)


def made_up_board(rng: random.Random) -> dict[str, Any]:
    """A connected board with parallel tracks, tunnels, ferries, bonuses and odd tickets."""
    size = rng.randint(8, 30)
    names = [f"City {i}" for i in range(size)]
    cities = [_city(name, rng) for name in names]
    pairs = [(names[i], names[rng.randrange(i)]) for i in range(1, size)]
    pairs += [tuple(rng.sample(names, 2)) for _ in range(rng.randint(0, 2 * size))]
    distinct = {frozenset(pair): pair for pair in pairs}.values()
    routes = [route for pair in distinct for route in _routes(*pair, rng)]
    return {
        "format": 1,
        "name": "Made up",
        "cities": cities,
        "routes": routes,
        "tickets": _tickets({city["name"]: city.get("country") for city in cities}, rng),
        "route_points": {str(n): rng.randint(1, 20) for n in range(1, 10)},
        "bonus_cards": _bonus_cards(names, rng),
    }


def _city(name: str, rng: random.Random) -> dict[str, Any]:
    city = {"name": name, "lat": rng.uniform(-50, 50), "lon": rng.uniform(-50, 50)}
    country = rng.choice(COUNTRIES)
    return {**city, "arctic": rng.random() < 0.3, **({"country": country} if country else {})}


def _routes(a: str, b: str, rng: random.Random) -> list[dict[str, Any]]:
    length = rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, 9))
    symbols = rng.choice((0, 0, 0, 0, 1, 2)) if 1 < length < 6 else 0
    kind = {"locomotives": symbols} if symbols else {"tunnel": rng.random() < 0.25}
    tracks = rng.choice((1, 1, 1, 2, 2, 3))
    colours = ["grey"] * tracks if symbols else rng.sample(COLOURS, tracks)
    return [
        {
            "a": a,
            "b": b,
            "length": length,
            "colour": colour,
            "draw_bonus": rng.choice((0, 0, 0, 1, 2)),
            **kind,
        }
        for colour in colours
    ]


def _tickets(countries: dict[str, str | None], rng: random.Random) -> list[dict[str, Any]]:
    names = list(countries)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[:i]]
    chosen = rng.sample(pairs, min(len(pairs), rng.randint(40, 56)))
    tickets: list[dict[str, Any]] = [
        {"a": a, "b": b, "points": rng.randint(1, 22), "long": i < 8}
        for i, (a, b) in enumerate(chosen)
    ]
    for country in sorted({c for c in countries.values() if c}):
        elsewhere = [name for name in names if countries[name] != country]
        start, end = rng.sample(elsewhere, 2)
        goals = [
            {"country": country, "points": rng.randint(3, 9)},
            {"city": end, "points": rng.randint(10, 15)},
        ]
        tickets.append({"from": {"city": start}, "to": goals})
    return tickets


def _bonus_cards(names: list[str], rng: random.Random) -> list[dict[str, Any]]:
    counted = (
        "locomotives", "trains_left", "single_routes", "countries", "longest_path",
        "small_tickets", "arctic_tickets", "arctic_routes", "ferries",
    )  # fmt: skip
    cards: list[dict[str, Any]] = [
        {"name": what, "points": rng.randint(1, 12), "counts": what} for what in counted
    ]
    cities = {"cities": rng.sample(names, 3), "counts": "tickets_to_cities"}
    country = {"country": "North", "counts": "routes_in_country"}
    return [*cards, {"name": "a", "points": 5, **cities}, {"name": "b", "points": 5, **country}]
