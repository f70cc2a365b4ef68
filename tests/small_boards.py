"""Small custom boards for tests."""

from typing import Any


def board(
    cities: str,
    routes: list[tuple[str, str, int, str]],
    tickets: list[tuple[str, str, int]],
    **more: Any,
) -> dict[str, Any]:
    """A board file as plain data. Cities are single letters."""
    return {
        "format": 1,
        "name": "Small",
        "cities": [{"name": c, "lat": 0, "lon": i} for i, c in enumerate(cities)],
        "routes": [{"a": a, "b": b, "length": n, "colour": c} for a, b, n, c in routes],
        "tickets": [{"a": a, "b": b, "points": p} for a, b, p in tickets],
        "route_points": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15},
        **more,
    }


def ring(size: int) -> list[tuple[str, str, int, str]]:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
    return [(a, b, 1, "grey") for a, b in zip(letters, letters[1:] + letters[0], strict=True)]


# Two routes and eight tickets: when those are gone, only drawing is left, until all cards are in
# hand and everybody passes.
STUCK = board(
    "ABCDE",
    [("A", "B", 1, "grey"), ("B", "C", 6, "red"), ("C", "D", 1, "grey"), ("D", "E", 1, "grey")],
    [(a, b, 2) for a, b in ("AB", "AC", "AD", "AE", "BC", "BD", "BE", "CD", "CE", "DE")],
)
