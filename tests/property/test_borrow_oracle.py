"""The best use of stations against trying every assignment of routes to stations."""

import random
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

import carrozza
from carrozza.board.board import GREY, Board, Route, load_board
from carrozza.board.borrow import Borrowing, best_borrowing
from carrozza.board.data import City
from carrozza.board.goals import Goal, Place, Ticket, plain_ticket

Pair = tuple[int, int]


class Sketch(Board):
    """Routes and tickets only, without the checks of a board file."""

    def __init__(
        self, cities: int, routes: Iterable[Pair], tickets: Iterable[tuple[Pair, int]]
    ) -> None:
        self.cities = tuple(City(str(i), 0, 0) for i in range(cities))
        self.routes = tuple(Route(a, b, 1, GREY, False, 0, 0, 1) for a, b in routes)
        names = [city.name for city in self.cities]
        self.tickets = tuple(plain_ticket(a, b, n, names) for (a, b), n in tickets)


def joined(pairs: Sequence[Pair], a: int, b: int) -> bool:
    reached = {a}
    for _ in pairs:
        for pair in pairs:
            if not reached.isdisjoint(pair):
                reached.update(pair)
    return b in reached


def by_trying_all(
    board: Board, own: int, others: int, stations: Sequence[int], tickets: Sequence[int]
) -> Borrowing:
    ends = [(route.a, route.b) for route in board.routes]
    own_pairs = [pair for i, pair in enumerate(ends) if own >> i & 1]
    choices: list[list[int | None]] = [
        [None, *(i for i, pair in enumerate(ends) if others >> i & 1 and city in pair)]
        for city in stations
    ]
    outcomes = []
    for choice in product(*choices):
        borrowed = {city: i for city, i in zip(stations, choice, strict=True) if i is not None}
        pairs = own_pairs + [ends[i] for i in borrowed.values()]
        points = {t: scored(board.tickets[t], pairs) for t in tickets}
        completed = [t for t in tickets if points[t] > 0]
        order = (-sum(points.values()), -len(completed), len(borrowed), sorted(borrowed.items()))
        outcomes.append((order, Borrowing(borrowed, points)))
    return min(outcomes, key=lambda outcome: outcome[0])[1]


def scored(ticket: Ticket, pairs: Sequence[Pair]) -> int:
    """The best goal that these routes reach from any city of the start to any of its own."""
    reached = [
        goal.points
        for goal in ticket.goals
        if any(joined(pairs, a, b) for a in ticket.start.cities for b in goal.place.cities)
    ]
    return max(reached, default=-min(goal.points for goal in ticket.goals))


def random_table(rng: random.Random) -> tuple[Board, int, int, list[int], list[int]]:
    """A small network of two sides with up to three stations of one of them."""
    cities = rng.randint(4, 10)
    routes = [rng.sample(range(cities), 2) for _ in range(rng.randint(3, 16))]
    tickets = {
        (a, b): rng.randint(1, 6) for a, b in (rng.sample(range(cities), 2) for _ in range(6))
    }
    board = Sketch(cities, [(a, b) for a, b in routes], tickets.items())
    share = rng.choice((0.2, 0.4, 0.6))
    own = sum(1 << i for i in range(len(routes)) if rng.random() < share)
    taken = sum(1 << i for i in range(len(routes)) if rng.random() < 0.9)
    stations = sorted(rng.sample(range(cities), rng.randint(0, 3)))
    held = rng.sample(range(len(tickets)), rng.randint(0, len(tickets)))
    return board, own, taken & ~own, stations, held


def test_small_tables() -> None:
    rng = random.Random("borrow")
    borrowings = []
    for _ in range(4000):
        table = random_table(rng)
        best = best_borrowing(*table)
        assert best == by_trying_all(*table), table
        borrowings.append(len(best.borrowed))
    # The cases are not idle ones.
    assert all(borrowings.count(n) > 50 for n in range(3))
    assert borrowings.count(3) > 5


def several(rng: random.Random, cities: int) -> Ticket:
    """A ticket from one or two cities to up to three places of one or two others."""
    order = rng.sample(range(cities), cities)
    start = Place("start", tuple(order[:2]), True)
    goals = [
        Goal(Place(str(n), tuple(order[2 + n : 4 + n]), True), rng.randint(1, 9))
        for n in range(rng.randint(1, 3))
        if order[2 + n :]
    ]
    return Ticket(start, goals)


def test_tickets_with_several_goals() -> None:
    rng = random.Random("goals")
    borrowings, raised = [], 0
    for _ in range(2000):
        board, own, others, stations, _ = random_table(rng)
        board.tickets = tuple(several(rng, len(board.cities)) for _ in range(4))
        best = best_borrowing(board, own, others, stations, range(4))
        assert best == by_trying_all(board, own, others, stations, range(4))
        borrowings.append(len(best.borrowed))
        before = best_borrowing(board, own, others, [], range(4)).points
        raised += any(0 < before[t] < best.points[t] for t in range(4))
    # Among the cases are such in which a goal was reached already, and a better one is now.
    assert all(borrowings.count(n) > 50 for n in range(3))
    assert raised > 50


def test_on_the_board_of_europe() -> None:
    board = load_board(Path(carrozza.__file__).parent / "games" / "europe" / "board.json")
    rng = random.Random("europe")
    for _ in range(60):
        order = rng.sample(range(len(board.routes)), 60)
        own = sum(1 << i for i in order[:20])
        others = sum(1 << i for i in order[20:])
        stations = sorted(rng.sample(range(len(board.cities)), 2))
        tickets = rng.sample(range(len(board.tickets)), 12)
        best = best_borrowing(board, own, others, stations, tickets)
        assert best == by_trying_all(board, own, others, stations, tickets)


# Named cases. Cities in a row: 0 - 1 - 2 - 3 - 4, by routes 0, 1, 2, 3.
ROW = [(0, 1), (1, 2), (2, 3), (3, 4)]


def test_no_station_no_route() -> None:
    board = Sketch(5, ROW, [((0, 4), 8)])
    assert best_borrowing(board, 0b0011, 0b1100, [], [0]) == Borrowing({}, {0: -8})


def test_two_borrowed_routes_make_one_way() -> None:
    board = Sketch(5, ROW, [((0, 4), 8)])
    assert best_borrowing(board, 0b0011, 0b1100, [2, 4], [0]) == Borrowing({2: 2, 4: 3}, {0: 8})


def test_one_station_borrows_only_one_route() -> None:
    board = Sketch(5, ROW, [((0, 4), 8), ((0, 3), 3)])
    assert best_borrowing(board, 0b0011, 0b1100, [3], [0, 1]) == Borrowing({3: 2}, {0: -8, 1: 3})


def test_one_route_serves_all_tickets() -> None:
    """One route for each ticket would complete both."""
    star = Sketch(4, [(0, 1), (0, 2), (0, 3)], [((1, 2), 4), ((1, 3), 5)])
    assert best_borrowing(star, 0b001, 0b110, [0], [0, 1]) == Borrowing({0: 2}, {0: -4, 1: 5})


def test_a_route_away_from_the_station_cannot_be_borrowed() -> None:
    board = Sketch(5, ROW, [((0, 2), 8)])
    assert best_borrowing(board, 0b0001, 0b0010, [0, 3], [0]) == Borrowing({}, {0: -8})


def test_a_free_route_cannot_be_borrowed() -> None:
    board = Sketch(5, ROW, [((0, 2), 8)])
    assert best_borrowing(board, 0b0001, 0b0100, [2], [0]) == Borrowing({}, {0: -8})


def test_equal_points_go_to_more_tickets() -> None:
    star = Sketch(5, [(0, 1), (0, 2), (0, 3), (3, 4)], [((1, 2), 5), ((1, 3), 2), ((1, 4), 3)])
    assert best_borrowing(star, 0b1001, 0b0110, [0], [0, 1, 2]) == Borrowing(
        {0: 2}, {0: -5, 1: 2, 2: 3}
    )


def test_nothing_is_borrowed_without_need() -> None:
    board = Sketch(5, ROW, [((0, 2), 8), ((0, 4), 2)])
    assert best_borrowing(board, 0b0011, 0b0100, [2, 3], [0, 1]) == Borrowing({}, {0: 8, 1: -2})


def test_of_equal_ways_the_lowest_station_and_route() -> None:
    double = Sketch(3, [(0, 1), (1, 2), (1, 2)], [((0, 2), 4)])
    assert best_borrowing(double, 0b001, 0b110, [2, 1], [0]) == Borrowing({1: 1}, {0: 4})
