"""Stations: which routes of other players their owner borrows when the game is scored."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from carrozza.board.board import Board
from carrozza.board.goals import Ticket
from carrozza.board.paths import components
from carrozza.core.space import bits

_Link = tuple[int, int]  # two parts of the own network, each by its label


class Borrowing(NamedTuple):
    borrowed: dict[int, int]  # the route that the station in a city borrows, where it helps
    points: dict[int, int]  # what each ticket scores then


@lru_cache(maxsize=32)
def _routes_at(board: Board) -> tuple[int, ...]:
    """For each city the mask of the routes into it."""
    masks = [0] * len(board.cities)
    for i, route in enumerate(board.routes):
        masks[route.a] |= 1 << i
        masks[route.b] |= 1 << i
    return tuple(masks)


def best_borrowing(
    board: Board,
    own_routes_mask: int,
    others_routes_mask: int,
    station_cities: Sequence[int],
    tickets: Sequence[int],
) -> Borrowing:
    """The choice of at most one route for each station that is best for the tickets: most points,
    then most tickets, then fewest routes, then the lowest station cities and routes."""
    label = components(board, own_routes_mask)
    cards = board.tickets
    points = {t: cards[t].points_with(label) for t in tickets}
    wanting = [t for t in tickets if points[t] < cards[t].points]
    if not wanting:
        return Borrowing({}, points)
    stations = sorted(station_cities)
    offers = [_offers(board, label, others_routes_mask, city) for city in stations]
    # Even with all these routes at once only some tickets are within reach, mostly none.
    everything = _join(label, chain.from_iterable(offers))
    within_reach = [t for t in wanting if cards[t].points_with(everything) > points[t]]
    if not within_reach:
        return Borrowing({}, points)
    links, more = _best_links([cards[t] for t in within_reach], label, offers)
    borrowed = {
        city: offer[link]
        for city, offer, link in zip(stations, offers, links, strict=True)
        if link is not None
    }
    return Borrowing(borrowed, points | dict(zip(within_reach, more, strict=True)))


def _offers(board: Board, label: list[int], others: int, city: int) -> dict[_Link, int]:
    """What a station in this city can link, each with the lowest route that does."""
    offers: dict[_Link, int] = {}
    for i in bits(others & _routes_at(board)[city]):
        route = board.routes[i]
        link = label[route.a], label[route.b]
        if link[0] != link[1] and link not in offers and link[::-1] not in offers:
            offers[link] = i
    return offers


def _best_links(
    tickets: list[Ticket], label: list[int], offers: list[dict[_Link, int]]
) -> tuple[tuple[_Link | None, ...], list[int]]:
    """The best link for each station, or None, and what the tickets score with all of them."""
    best: tuple[tuple[_Link | None, ...], list[int]] = (), []
    best_value: tuple[int, int, int] | None = None
    # Of equally good choices the first one is kept, so the order of trying them matters.
    for choice in product(*([*offer, None] for offer in offers)):
        links = [link for link in choice if link is not None]
        root = _join(label, links)
        points = [ticket.points_with(root) for ticket in tickets]
        value = sum(points), sum(n > 0 for n in points), -len(links)
        if best_value is None or value > best_value:
            best, best_value = (choice, points), value
    return best


def _join(label: list[int], links: Iterable[_Link]) -> list[int]:
    """The labels as a forest, with the links added; tickets can read it."""
    root = label.copy()
    for a, b in links:
        while root[a] != a:
            a = root[a]
        while root[b] != b:
            b = root[b]
        root[b] = a
    return root
