"""What quick players know and note down, as records of fixed size, so that one compilation does
for all boards and numbers of players. The position itself is a record of the lane."""

from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from carrozza.board.board import GREY
from carrozza.board.game import BoardGame
from carrozza.board.payment import route_payments
from carrozza.bots.chart import Chart, chart_of
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.errors import BadOptions
from carrozza.lane.board.lookups import CLASSES, HELD, LENGTH, lookups_of, words
from carrozza.lane.board.state import CITIES, PLAYERS, ROUTES, STATE, WORDS, WORK
from carrozza.lane.chance import CHANCE

LINKS, TRACKS = ROUTES, 3
PLAN = 48  # links of a plan
OFFERED = 8  # tickets
ANY_COLOUR = -1  # of a grey route
NOBODY = -1
NO_WAY = -1  # to pay

_I, _F, _B = np.int64, np.float64, np.int8

# The board as a player sees it. A route is a track; a link has one or more of them.
NETWORK = np.dtype(
    [
        *((name, _I, ROUTES) for name in ("a", "b", "length", "colour", "loco", "tunnel")),
        ("wild", _I, ROUTES),  # whether Locomotives take the place of other cards
        ("points", _F, ROUTES),  # with what it brings beside them
        ("link", _I, ROUTES),
        ("tracks", _I, (LINKS, TRACKS)),
        ("track_count", _I, LINKS),
        ("routes_of", np.uint64, (LINKS, WORDS)),  # its tracks as bits
        *((name, _I, LINKS) for name in ("link_a", "link_b", "link_length")),
        # where the links at a city begin in the two lists that follow
        ("first_at", _I, CITIES + 1),
        ("link_at", _I, 2 * LINKS),
        ("city_at", _I, 2 * LINKS),
        # the place of a payment in its class, by colour, cards of it, and Locomotives
        ("way", np.int16, (CLASSES, KINDS, HELD, LENGTH + 1)),
        *((name, _I) for name in ("routes", "links", "cities", "pairs", "all_wild")),
    ],
    align=True,
)

# What players keep in mind, and their scratch paper.
NOTES = np.dtype(
    [
        # plans, the most wanted link first
        ("plan", _I, (PLAYERS, PLAN)),
        ("worth", _F, (PLAYERS, PLAN)),
        ("planned", _I, PLAYERS),  # how many links
        ("in_plan", _B, (PLAYERS, LINKS)),
        ("plan_trains", _I, PLAYERS),
        ("to_mend", _B, PLAYERS),  # a link of the plan was claimed
        ("long", _I, PLAYERS),  # a route beyond the plan must be longer while there is time
        ("path", _F, PLAYERS),  # points for a train that makes the longest path longer
        ("filler", _I, PLAYERS),  # the route beyond the plan that cards are collected for
        ("loose", _B, (PLAYERS, CITIES)),  # where one's network ends
        ("tickets", np.uint64, PLAYERS),  # those to keep when they are offered
        ("turns", _I, PLAYERS),  # that each has had
        # scratch paper
        ("spare", _I, KINDS),  # cards not set aside
        ("values", _F, KINDS),  # of cards
        ("shares", _F, (PLAN + 1, 5)),
        ("order", _I, PLAN + 1),
        ("far", _F, CITIES),
        *((name, _I, CITIES) for name in ("by", "before", "degree")),
        ("done", _B, CITIES),
    ],
    align=True,
)

# A plan to follow, the tickets it serves, and the offer it imagines them to come from.
COURSE = np.dtype(
    [
        ("links", _I, PLAN),  # most wanted first
        ("worth", _F, PLAN),
        ("count", _I),
        ("long", _I),
        ("path", _F),
        ("tickets", np.uint64),
        ("offer", _I, OFFERED),
        ("offered", _I),
    ],
    align=True,
)

Record = Any  # a record of one of these types
Columns = dict[str, list[Any]]


def new_paper() -> tuple[Record, ...]:
    """To play games on: a position, chance, notes, and the lane's own scratch paper."""
    return tuple(np.zeros(1, kind) for kind in (STATE, CHANCE, NOTES, WORK))


@lru_cache(maxsize=16)
def lane_of(game: BoardGame) -> Record:
    """The lane's lookups, or nothing for a board that is too large for quick players."""
    try:
        return lookups_of(game) if _fits(game) else None
    except BadOptions:
        return None


def _fits(game: BoardGame) -> bool:
    return max(map(len, chart_of(game.board).tracks)) <= TRACKS


@lru_cache(maxsize=16)
def network_of(game: BoardGame) -> Record:
    """As an array of one."""
    board, spec = game.board, game.spec
    chart = chart_of(board)
    rows = np.zeros(1, NETWORK)
    record: Record = rows[0]
    for name, column in (_of_routes(game) | _of_links(chart) | _of_cities(chart)).items():
        record[name][: len(column)] = column
    record["routes"], record["links"] = len(board.routes), len(chart.tracks)
    record["cities"], record["pairs"] = chart.size, spec.ferry_pairs
    record["all_wild"] = spec.locomotives_pay == "everywhere"
    _fill_ways(record["way"], game)
    return rows


def _of_routes(game: BoardGame) -> Columns:
    routes = game.board.routes
    return {
        "a": [r.a for r in routes],
        "b": [r.b for r in routes],
        "length": [r.length for r in routes],
        "colour": [ANY_COLOUR if r.colour == GREY else r.colour for r in routes],
        "loco": [r.locomotives for r in routes],
        "tunnel": [int(r.tunnel) for r in routes],
        "wild": [int(takes) for takes in game.lookups.takes_locomotives],
        "points": [r.points for r in routes],
        "link": chart_of(game.board).of_route,
    }


def _of_links(chart: Chart) -> Columns:
    masks = [sum(1 << route for route in tracks) for tracks in chart.tracks]
    return {
        "tracks": [[*tracks, *[0] * (TRACKS - len(tracks))] for tracks in chart.tracks],
        "track_count": [len(tracks) for tracks in chart.tracks],
        "routes_of": [words(mask) for mask in masks],
        "link_a": [a for a, _ in chart.ends],
        "link_b": [b for _, b in chart.ends],
        "link_length": chart.length,
    }


def _of_cities(chart: Chart) -> Columns:
    at = [pair for pairs in chart.at for pair in pairs]
    return {
        "first_at": [0, *accumulate(map(len, chart.at))],
        "link_at": [link for link, _ in at],
        "city_at": [city for _, city in at],
    }


def _fill_ways(way: Any, game: BoardGame) -> None:
    """Only payments in one colour and Locomotives: quick players know no others."""
    way[:] = NO_WAY
    classes = lane_of(game)[0]["route_class"]
    for i, route in enumerate(game.board.routes):
        for place, paid in enumerate(route_payments(game.spec, route)):
            colours = [c for c in range(LOCOMOTIVE) if paid[c]]
            if len(colours) == 1:
                way[classes[i], colours[0], paid[colours[0]], paid[LOCOMOTIVE]] = place
            elif not colours:  # whatever colour it is thought to be in
                way[classes[i], :, 0, paid[LOCOMOTIVE]] = place
