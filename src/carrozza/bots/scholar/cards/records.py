"""What a learned player of the card game looks at, as one row of small whole numbers, and the
records it needs to find them.

A row has, one after another: numbers about the whole position (`WHOLE`), about each seat (`SEAT`),
each ticket (`TICKET`), each set of tickets that could be kept (`KEEP`) and each colour (`COLOUR`).
Rows have one size for any number of players: seats that are not there are zeros.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from carrozza.bots.scholar.layers import Shapes
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.lookups import PLAY
from carrozza.lane.card_game.numbering import FIRST_TRIPLE, compact_size
from carrozza.lane.card_game.state import BIG_CITIES, OFFER, PLAYERS, TICKETS

# How many numbers tell of one thing; `features` says which.
WHOLE, SEAT, TICKET, KEEP, COLOUR = 83, 54, 18, 13, 27
KEEPS = 1 << OFFER

# The supplies that tickets are measured by, each with the one before: the track, what will still
# arrive there, the whole yard, the hand.
TRACK, ARRIVING, YARD, HAND = range(4)
SUPPLIES = 4

FACTS = np.dtype(
    [
        # where each part of a row begins
        *((name, "i4") for name in ("seats", "tickets", "keeps", "colours", "size")),
        ("ticket_count", "i4"),
        ("ticket_order", "i1", TICKETS),  # most points for a card first
    ],
    align=True,
)

PAPER = np.dtype(
    [
        ("have", "i8", (SUPPLIES, KINDS)),
        ("packed", "u8", SUPPLIES),  # the same: a byte for each colour
        ("done", "u8", SUPPLIES),  # tickets in hand that each supply should complete
        ("demand", "u8"),  # cards that the tickets in hand ask for
        ("offered", "u8"),  # and those on offer
        ("turns", "i8"),  # own ones after this, until the cards on the track are counted: about
    ],
    align=True,
)
Facts = Any  # a record of FACTS
Paper = Any  # a record of PAPER


class Sizes(NamedTuple):
    """How many of everything there are; what the shape of a network follows from."""

    tickets: int
    triples: int
    row: int
    actions: int
    hidden: int  # numbers that tell what the others hold


def sizes_of(game: CardGame) -> Sizes:
    facts: Any = facts_of(game)[0]
    tickets, actions = len(game.cards.tickets), compact_size(game)
    hidden = (PLAYERS - 1) * (KINDS + tickets)
    return Sizes(tickets, actions - FIRST_TRIPLE, int(facts["size"]), actions, hidden)


def shapes_of(game: CardGame) -> Shapes:
    """The parts of a row, for a network."""
    return {
        "whole": (WHOLE,),
        "seats": (PLAYERS * SEAT,),
        "ticket": (len(game.cards.tickets), TICKET),
        "keep": (KEEPS, KEEP),
        "colour": (LOCOMOTIVE, COLOUR),
    }


def same_tokens(game: CardGame, home: CardGame) -> bool:
    """Whether what was learned about each single ticket at home holds here, too."""
    return len(game.cards.tickets) == len(home.cards.tickets)


@lru_cache(maxsize=16)
def facts_of(game: CardGame) -> Any:
    """The record of a game, as an array of one."""
    tickets = game.cards.tickets
    rows = np.zeros(1, FACTS)
    f: Any = rows[0]
    at = WHOLE
    for name, size in (
        ("seats", SEAT * PLAYERS),
        ("tickets", TICKET * len(tickets)),
        ("keeps", KEEP * KEEPS),
        ("colours", COLOUR * LOCOMOTIVE),
    ):
        f[name] = at
        at += size
    f["size"] = at
    f["ticket_count"] = len(tickets)

    def price(t: int) -> tuple[float, int]:
        cards = sum(n for _, n in tickets[t].need)
        return -tickets[t].points / max(1, cards), -tickets[t].points

    order = sorted(range(len(tickets)), key=price)
    f["ticket_order"][: len(order)] = order
    return rows


def triples_of(game: CardGame) -> npt.NDArray[np.float32]:
    """For each play of different colours a 1 for each of them, in the order of the lane."""
    lookups = game.lookups
    plays = [rows for rows, kind in zip(lookups.rows, lookups.kind, strict=True) if kind == PLAY]
    several = [rows for rows in plays if len(rows) > 1]
    found = np.zeros((len(several), LOCOMOTIVE), np.float32)
    for i, rows in enumerate(several):
        for colour, _, _ in rows:
            found[i, colour] = 1
    return found


def ticket_facts(game: CardGame) -> npt.NDArray[np.float32]:
    """What never changes about each ticket, for a network: points, cards, big cities by what they
    bring, cards by colour."""
    cards = game.cards
    rows = np.zeros((len(cards.tickets), 2 + BIG_CITIES + LOCOMOTIVE), np.float32)
    for t, ticket in enumerate(cards.tickets):
        rows[t, :2] = ticket.points / 10, sum(n for _, n in ticket.need) / 3
        for city in ticket.big_cities:
            rows[t, 2 + city] = cards.big_cities[city].points / 10
        for colour, n in ticket.need:
            rows[t, 2 + BIG_CITIES + colour] = n
    return rows
