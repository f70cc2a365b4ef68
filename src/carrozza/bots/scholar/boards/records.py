"""What a learned player of a board looks at, as one row of small whole numbers, and the records it
needs to find them.

A row has, one after another: numbers about the whole position (`WHOLE`), about each seat (`SEAT`),
each ticket (`TICKET`), each set of tickets that could be kept (`KEEP`), each route (`ROUTE`) and,
where there are stations, each city (`CITY`). The rows of a board have one size for any number of
players: seats that are not there are zeros.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from carrozza.board.board import GREY
from carrozza.board.game import BoardGame
from carrozza.board.payment import route_payments
from carrozza.bots.scholar.layers import Shapes
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.lane.board.lookups import CLASSES
from carrozza.lane.board.numbering import USUAL_OFFER, compact_size
from carrozza.lane.board.state import CITIES, PLAYERS, ROUTES, TICKETS, WORDS

# How many numbers tell of one thing; `features` says which.
WHOLE, SEAT, TICKET, KEEP, ROUTE, CITY = 107, 21, 8, 6, 21, 5
KEEPS = 1 << USUAL_OFFER  # more tickets to choose from are not learned
BUCKETS = 16  # more than a route costs

FACTS = np.dtype(
    [
        # where each part of a row begins
        *((name, "i4") for name in ("seats", "tickets", "keeps", "routes", "cities", "size")),
        ("ticket_count", "i4"),
        ("ticket_order", "i1", TICKETS),  # most points first
        ("class_count", "i4"),
        ("class_length", "i1", CLASSES),
        ("class_wild", "i1", CLASSES),  # Locomotives it takes at least, or pairs for them
        ("class_colour", "i1", CLASSES),  # of the other cards, or -1
        ("class_pairs", "i1", CLASSES),  # whether a pair does for a Locomotive
        ("all_wild", "i4"),  # whether Locomotives take the place of other cards
        ("wild", "i1", ROUTES),  # Locomotives that a route takes at least
        ("colour", "i1", ROUTES),  # the one it takes besides, or -1
        ("tunnels", "u8", WORDS),
    ],
    align=True,
)

PAPER = np.dtype(
    [
        ("own", "u8", WORDS),
        ("usable", "u8", WORDS),  # routes the seat may still claim
        ("free", "u8", WORDS),  # routes that cost nothing: its own and those of the plan
        ("plan", "u8", WORDS),
        ("planned", "u8"),  # tickets that the plan completes
        ("open_tickets", "u8"),  # held and not completed
        ("near", "i2", CITIES),
        ("far", "i2", CITIES),
        ("came", "i2", CITIES),
        ("label", "i1", CITIES),
        ("trains", "i2"),  # that the plan takes
        ("links", "i2"),
        ("lost", "i2"),  # tickets that it gives up
        ("lost_points", "i2"),
        ("extra", "i2", TICKETS),  # trains for a ticket when those before it are built
        ("through", "i2", ROUTES),  # points of the tickets whose way in the plan uses a route
        ("points", "i2", ROUTES),  # of tickets with a shortest way over a route
        ("number", "i2", ROUTES),  # and how many they are
        ("slack", "i2", ROUTES),  # the least detour for one of them
        ("offered", "i2", ROUTES),  # the same as `points`, for tickets on offer
        ("distance", "i2", TICKETS),
        ("missing", "i2", CLASSES),  # cards that a class of routes takes beyond the hand
        ("foes_touch", "i1", ROUTES),  # most ends of a route in the network of one other seat
        ("foes_join", "i1", ROUTES),  # seats two parts of whose networks it would join
        ("touched", "u8", PLAYERS),  # cities of each network
        ("biggest", "i2", PLAYERS),  # trains in the largest part of each
        ("sums", "i2", CITIES),
        ("station_done", "i2", CITIES),  # points of tickets that a station there completes
        ("station_gain", "i2", CITIES),  # how much nearer it brings them
        ("demand", "i2", KINDS + 1),  # cards that the plan takes, grey ones last
        ("bucket", "u8", BUCKETS),  # cities by their distance
    ],
    align=True,
)
Facts = Any  # a record of FACTS
Paper = Any  # a record of PAPER


class Sizes(NamedTuple):
    """How many of everything a board has; what the shape of a network follows from."""

    routes: int
    cities: int
    tickets: int
    stations: int
    row: int
    actions: int
    hidden: int  # numbers that tell what the others hold


def sizes_of(game: BoardGame) -> Sizes:
    board = game.board
    facts: Any = facts_of(game)[0]
    return Sizes(
        len(board.routes),
        len(board.cities),
        len(board.tickets),
        game.spec.stations,
        int(facts["size"]),
        compact_size(game),
        (PLAYERS - 1) * (KINDS + len(board.tickets)),
    )


def shapes_of(game: BoardGame) -> Shapes:
    """The parts of a row, for a network."""
    sizes = sizes_of(game)
    return {
        "whole": (WHOLE,),
        "seats": (PLAYERS * SEAT,),
        "ticket": (sizes.tickets, TICKET),
        "keep": (KEEPS, KEEP),
        "route": (sizes.routes, ROUTE),
        "city": (sizes.cities if sizes.stations else 0, CITY),
    }


def can_look(game: BoardGame) -> bool:
    """Whether a row has room for what this game offers."""
    spec = game.spec
    return max(spec.deal_tickets + spec.deal_long, spec.draw_tickets) <= USUAL_OFFER


def same_tokens(game: BoardGame, home: BoardGame) -> bool:
    """Whether what was learned about each single route and ticket at home holds here, too."""
    board, learned = game.board, home.board
    return board.routes == learned.routes and len(board.tickets) == len(learned.tickets)


@lru_cache(maxsize=16)
def facts_of(game: BoardGame) -> Any:
    """The record of a game, as an array of one."""
    board, spec = game.board, game.spec
    rows = np.zeros(1, FACTS)
    f: Any = rows[0]
    at = WHOLE
    for name, size in (
        ("seats", SEAT * PLAYERS),
        ("tickets", TICKET * len(board.tickets)),
        ("keeps", KEEP * KEEPS),
        ("routes", ROUTE * len(board.routes)),
        ("cities", CITY * len(board.cities) * bool(spec.stations)),
    ):
        f[name] = at
        at += size
    f["size"] = at
    f["ticket_count"] = len(board.tickets)
    order = sorted(range(len(board.tickets)), key=lambda t: (-board.tickets[t].points, t))
    f["ticket_order"][: len(order)] = order
    classes: dict[Any, int] = {}
    for i, route in enumerate(board.routes):
        payments = route_payments(spec, route)
        if payments not in classes:
            number = classes[payments] = len(classes)
            f["class_length"][number] = route.length
            f["class_wild"][number] = route.locomotives
            f["class_colour"][number] = -1 if route.colour == GREY else route.colour
            f["class_pairs"][number] = spec.ferry_pairs
        f["wild"][i] = route.locomotives
        f["colour"][i] = -1 if route.colour == GREY else route.colour
        if route.tunnel:
            f["tunnels"][i // 64] |= np.uint64(1 << i % 64)
    f["class_count"] = len(classes)
    f["all_wild"] = spec.locomotives_pay == "everywhere"
    return rows


def route_facts(game: BoardGame) -> npt.NDArray[np.float32]:
    """What never changes about each route, for a network: length, points, tunnel, Locomotives,
    parallel tracks, colour."""
    board = game.board
    facts: Any = facts_of(game)[0]
    rows = np.zeros((len(board.routes), 5 + KINDS), np.float32)
    for i, route in enumerate(board.routes):
        rows[i, :5] = (
            route.length / 4,
            route.points / 8,
            route.tunnel,
            facts["wild"][i],
            board.siblings[i].bit_count() - 1,
        )
        rows[i, 5 + (LOCOMOTIVE if facts["colour"][i] < 0 else facts["colour"][i])] = 1
    return rows


def ticket_facts(game: BoardGame) -> npt.NDArray[np.float32]:
    """What never changes about each ticket: its points, and whether it is long."""
    rows = [(ticket.points / 10, float(ticket.long)) for ticket in game.board.tickets]
    return np.array(rows, np.float32).reshape(len(rows), 2)
