"""The position of a board game as one record of fixed size, and the scratch paper of those who
play it. The fields are those of `carrozza.board.state`, by the same names.

Two things are kept otherwise. The train deck is counts of cards: nobody knows its order. The ticket
deck is, from the top: `fresh` tickets in any order, those `mixed` after the opening choice in any
order, and the row of those put to the bottom later, `under`, whose order is known.
"""

from typing import Any

import numpy as np

from carrozza.core.cards import KINDS

PLAYERS, ROUTES, CITIES, TICKETS = 5, 192, 64, 64  # the largest boards
WORDS = ROUTES // 64
MARKET, OFFER = 8, 8
NONE = -1  # no tunnel waits for its cards

STATE = np.dtype(
    [
        ("routes", "u8", (PLAYERS, WORDS)),
        ("taken", "u8", WORDS),
        ("open", "u8", WORDS),  # routes neither taken nor closed
        ("barred", "u8", (PLAYERS, WORDS)),
        ("stations", "u8", PLAYERS),
        ("tickets", "u8", PLAYERS),
        ("returned_at_start", "u8", PLAYERS),
        ("bonus_cards", "u8"),
        ("fresh", "u8"),
        ("mixed", "u8"),
        ("points", "i2", PLAYERS),
        ("laid", "i2"),  # for a tunnel that waits: the id of the claim
        ("tunnel", "i2"),  # its route, or NONE
        ("revealed", "i1", 3),
        ("turned", "i1"),  # how many were revealed
        ("extra", "i1"),
        ("hands", "i1", (PLAYERS, KINDS)),
        ("known", "i1", (PLAYERS, KINDS)),
        ("deck", "i1", KINDS),
        ("discards", "i1", KINDS),
        ("market", "i1", MARKET),
        ("trains", "i1", PLAYERS),
        ("offers", "i1", (PLAYERS, OFFER)),
        ("offered", "i1", PLAYERS),  # how many tickets a seat is choosing from
        ("kept_at_start", "i1", PLAYERS),
        ("under", "i1", TICKETS),  # a ring, from the top on
        ("under_by", "i1", TICKETS),  # who put them there
        ("under_first", "i1"),
        ("under_size", "i1"),
        ("deck_size", "i2"),
        ("discarded", "i2"),
        ("players", "i1"),
        ("phase", "i1"),
        ("first", "i1"),
        ("seat", "i1"),
        ("pending", "i1"),
        ("last_turns", "i1"),
        ("passes", "i1"),
    ],
    align=True,
)

ID_WORDS = 256  # words of a mask of action ids
PAYMENT_WORDS = 16  # words of a mask of the payments for one route
LINKS = 32  # what a station can link
STATIONS = 3
TERMINALS = 32  # cities of odd degree, or with trees, in what is searched for the longest path

WORK = np.dtype(
    [
        # legal actions
        ("mask", "u8", ID_WORDS),
        ("claims", "u8", (KINDS, WORDS)),  # the routes that can be claimed, by colour
        ("payments", "u8", PAYMENT_WORDS),
        ("sites", "u8", KINDS),  # the cities where a station can be built, by colour
        ("counts", "i4", KINDS),
        # the final score
        ("totals", "i4", PLAYERS),
        ("done", "u8", PLAYERS),  # completed tickets
        ("longest", "i4", PLAYERS),
        ("won", "i4", PLAYERS),  # bonus cards
        ("winners", "i4"),  # a bit mask of seats
        ("label", "i1", CITIES),
        ("root", "i1", CITIES),
        ("link_a", "i1", (STATIONS, LINKS)),
        ("link_b", "i1", (STATIONS, LINKS)),
        ("links", "i1", STATIONS),
        ("chosen", "i1", STATIONS),
        # the longest path (see `paths` and `cores`): routes by their place in a list
        ("ends_a", "i1", 64),
        ("ends_b", "i1", 64),
        ("lengths", "i1", 64),
        ("around", "i1", (CITIES, 16)),
        ("degree", "i1", CITIES),
        ("link", "i1", CITIES),
        ("reach", "i1", CITIES),
        ("reach2", "i1", CITIES),
        ("leaves", "i1", CITIES),
        ("weight", "i2", CITIES),  # of a part without its trees, at its label
        ("odd", "i1", CITIES),  # likewise its cities with an odd number of routes
        ("inside", "u8"),  # the cities of the part that is searched, without its trees
        ("terminals", "i1", TERMINALS),
        ("terminal_count", "i1"),
        ("distance", "i1", (TERMINALS, CITIES)),
        ("reached_by", "i1", (TERMINALS, CITIES)),
        ("nearest", "i1", TERMINALS),
        ("end_gain", "i1", TERMINALS),
        ("end_at", "i1", TERMINALS),
        ("pair_a", "i1"),
        ("pair_b", "i1"),
        ("mate", "i1", TERMINALS),
        ("pick", "i1", TERMINALS),
        ("option", "i1", TERMINALS),
        ("at_city", "i1", 65),
        ("tried", "i1", 65),
        ("came_by", "i1", 65),
    ],
    align=True,
)

State = Any  # a record of STATE
Work = Any  # a record of WORK
