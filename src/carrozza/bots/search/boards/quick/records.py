"""The records a sketch is drawn in. Their sizes are fixed, so that one compilation does for all
boards and numbers of players."""

from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from carrozza.board.board import GREY, Board
from carrozza.board.game import BoardGame
from carrozza.bots.chart import Chart, chart_of
from carrozza.core.cards import KINDS

PLAYERS, ROUTES, LINKS, CITIES, TRACKS, TICKETS = 5, 300, 300, 160, 3, 300
WAYS = 2000  # pairs of cities that complete tickets
PLAN = 48  # links of a plan
HELD = 64  # tickets of a seat
SLOTS, CARDS = 8, 160
ANY_COLOUR = -1  # of a grey route
NOBODY = -1
GONE = -1  # a card

_I, _F, _B = np.int64, np.float64, np.int8

# What a game for so many players is like. A route is a track; a link has one or more of them.
MAP = np.dtype(
    [
        *((name, _I, ROUTES) for name in ("a", "b", "length", "colour", "loco", "tunnel")),
        ("wild", _I, ROUTES),  # whether Locomotives take the place of other cards
        ("points", _F, ROUTES),
        ("drawn", _I, ROUTES),  # cards that claiming it brings
        ("link", _I, ROUTES),
        ("tracks", _I, (LINKS, TRACKS)),
        ("track_count", _I, LINKS),
        ("most", _I, LINKS),  # of the tracks that may be claimed
        *((name, _I, LINKS) for name in ("link_a", "link_b", "link_length")),
        (
            "first_at",
            _I,
            CITIES + 1,
        ),  # where the links at a city begin in the two lists that follow
        ("link_at", _I, 2 * LINKS),
        ("city_at", _I, 2 * LINKS),
        # tickets: what each costs when it fails, and where its ways begin, the best one first
        ("penalty", _F, TICKETS),
        ("first_way", _I, TICKETS + 1),
        *((name, _I, WAYS) for name in ("way_a", "way_b")),
        ("way_points", _F, WAYS),
        *((name, _I) for name in ("routes", "links", "cities", "players", "slots")),
        *((name, _I) for name in ("reset_at", "last_at", "pairs", "all_wild", "prize")),
    ],
    align=True,
)

# A position, and the scratch paper of the functions that play it on.
POSITION = np.dtype(
    [
        ("hand", _I, (PLAYERS, KINDS)),
        ("trains", _I, PLAYERS),
        ("points", _F, PLAYERS),
        ("owner", _I, ROUTES),
        ("claimed", _I, LINKS),  # how many of its tracks
        ("mine", _B, (PLAYERS, LINKS)),
        ("joined", _B, (PLAYERS, LINKS)),  # one's own, and borrowed with stations
        ("market", _I, SLOTS),
        ("deck", _I, CARDS),
        ("size", _I),  # of the deck when it was shuffled
        ("left", _I),  # of its cards
        ("next", _I, PLAYERS + 1),  # where each seat, and the market, looks for its next card
        ("discards", _I, KINDS),
        ("random", np.uint64, 1),
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
        ("tickets", _I, (PLAYERS, HELD)),
        ("held", _I, PLAYERS),  # how many tickets
        # scratch paper
        ("spare", _I, KINDS),  # cards not set aside
        ("values", _F, KINDS),  # of cards
        ("shares", _F, (PLAN + 1, 5)),
        ("order", _I, PLAN + 1),
        ("edges", _I, (5, PLAN + 2)),
        ("far", _F, CITIES),
        *((name, _I, CITIES) for name in ("by", "before", "group", "degree")),
        ("done", _B, CITIES),
    ],
    align=True,
)

# A plan to follow, and the tickets it serves.
COURSE = np.dtype(
    [
        ("links", _I, PLAN),  # most wanted first
        ("worth", _F, PLAN),
        ("count", _I),
        ("long", _I),
        ("path", _F),
        ("tickets", _I, HELD),
        ("held", _I),
    ],
    align=True,
)

# A position as a seat sees it, the deck and the others' cards not dealt yet; and what it does.
SCENE = np.dtype(
    [
        ("position", POSITION),
        ("unseen", _I, KINDS),
        ("hidden", _I, PLAYERS),  # cards of each hand that are among the unseen ones
        ("me", _I),
        ("seat", _I),  # whose turn it is after the move, or without one
        ("last_turns", _I),  # of the last round, before the move; -1 before it
        ("move", _I),
        ("slot", _I),
        *((name, _I) for name in ("route", "colour", "cards", "wild")),
    ],
    align=True,
)
NO_MOVE, BLIND, FACE_UP, SECOND_BLIND, SECOND_FACE_UP, TUNNEL, NEW_TICKETS = range(7)

Record = Any  # a record of one of these types
Columns = dict[str, list[Any]]


def fits(game: BoardGame) -> bool:
    """Whether a board is small enough to be sketched."""
    board, chart = game.board, chart_of(game.board)
    return (
        len(board.routes) <= ROUTES
        and len(board.cities) <= CITIES
        and len(board.tickets) <= TICKETS
        and sum(len(ticket.ways) for ticket in board.tickets) <= WAYS
        and game.players[-1] <= PLAYERS
        and max(map(len, chart.tracks)) <= TRACKS
        and game.spec.market <= SLOTS
        and sum(game.all_cards()) <= CARDS
    )


@lru_cache(maxsize=16)
def map_of(game: BoardGame, players: int) -> Record:
    board, spec = game.board, game.spec
    chart = chart_of(board)
    record = np.zeros(1, MAP)[0]
    columns = _of_routes(game) | _of_links(game, players) | _of_cities(chart) | _of_tickets(board)
    for name, column in columns.items():
        record[name][: len(column)] = column
    record["routes"], record["links"] = len(board.routes), len(chart.tracks)
    record["cities"], record["players"], record["slots"] = chart.size, players, spec.market
    record["reset_at"], record["last_at"] = spec.reset_market_at or 0, spec.last_round_at
    record["pairs"], record["prize"] = spec.ferry_pairs, spec.longest_path
    record["all_wild"] = spec.locomotives_pay == "everywhere"
    return record


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
        "drawn": [r.draw_bonus for r in routes],
        "link": chart_of(game.board).of_route,
    }


def _of_links(game: BoardGame, players: int) -> Columns:
    chart = chart_of(game.board)
    return {
        "tracks": [[*tracks, *[0] * (TRACKS - len(tracks))] for tracks in chart.tracks],
        "track_count": [len(tracks) for tracks in chart.tracks],
        "most": [game.most_tracks(players, tracks[0]) for tracks in chart.tracks],
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


def _of_tickets(board: Board) -> Columns:
    ways = [way for ticket in board.tickets for way in ticket.ways]
    return {
        "penalty": [ticket.penalty for ticket in board.tickets],
        "first_way": [0, *accumulate(len(ticket.ways) for ticket in board.tickets)],
        "way_a": [way.a for way in ways],
        "way_b": [way.b for way in ways],
        "way_points": [way.points for way in ways],
    }
