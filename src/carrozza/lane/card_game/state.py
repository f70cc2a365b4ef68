"""The position of the card game as one record of fixed size, and the scratch paper of those who
play it. The fields are those of `carrozza.games.card_game.state`, by the same names.

Three things are kept otherwise. The train deck is counts of cards: nobody knows its order. The
ticket deck is, from the top: `fresh` tickets in any order, then the row of those put to the bottom,
`under`, whose order is known. Of the cards used for tickets only the sum is kept, and only until
they are discarded.
"""

from typing import Any

import numpy as np

from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.games.card_game import spec

PLAYERS = max(spec.PLAYERS)
TICKETS = 64
BIG_CITIES = 8
OFFER = max(spec.DEAL_TICKETS, spec.DRAW_TICKETS)

STATE = np.dtype(
    [
        ("tickets", "u8", PLAYERS),
        ("returned_at_start", "u8", PLAYERS),
        ("returned_later", "u8", PLAYERS),
        ("chosen", "u8", PLAYERS),  # what is completed at the scoring under way
        ("completed", "u8", PLAYERS),  # at earlier scorings
        ("fresh", "u8"),
        ("hands", "i1", (PLAYERS, KINDS)),
        ("known", "i1", (PLAYERS, KINDS)),
        ("tracks", "i1", (PLAYERS, KINDS)),
        ("chosen_cards", "i1", (PLAYERS, KINDS)),  # used for the tickets of `chosen`
        ("deck", "i1", KINDS),
        ("discards", "i1", KINDS),
        ("market", "i1", spec.MARKET),
        ("owners", "i1", LOCOMOTIVE),
        ("row_cards", "i1", LOCOMOTIVE),
        ("row_wilds", "i1", LOCOMOTIVE),
        ("offers", "i1", (PLAYERS, OFFER)),
        ("offered", "i1", PLAYERS),  # how many tickets a seat is choosing from
        ("kept_at_start", "i1", PLAYERS),
        ("under", "i1", TICKETS),  # a ring, from the top on
        ("under_by", "i1", TICKETS),  # who put them there
        ("under_first", "i1"),
        ("under_size", "i1"),
        ("deck_size", "i2"),
        ("players", "i1"),
        ("phase", "i1"),
        ("first", "i1"),
        ("seat", "i1"),
        ("pending", "i1"),
        ("last_turns", "i1"),
        ("resumes", "i1"),
        ("decks_left", "i1"),
    ],
    align=True,
)

ID_WORDS = 32  # words of a mask of action ids
NAMES = 16  # a city is on fewer tickets
LIMBS = 8  # of a number of many digits

WORK = np.dtype(
    [
        # legal actions
        ("mask", "u8", ID_WORDS),
        ("rows", "i4", LOCOMOTIVE),  # how many rows can be laid, by colour
        ("triples", "u8"),  # the plays of different colours
        # the final score
        ("totals", "i4", PLAYERS),
        ("done", "u8", PLAYERS),  # completed tickets
        ("won", "i4", PLAYERS),  # bonus cards
        ("winners", "i4"),  # a bit mask of seats
        # the best set of tickets
        ("order", "i1", TICKETS),
        ("need", "u8", TICKETS),  # by place in the order, as are those that follow
        ("gain", "i8", TICKETS),
        ("rest", "u8", TICKETS + 1),  # what all from a place on need
        ("taken", "u8"),  # places
        ("demand", "u8"),  # what those need
        ("worth", "i8"),
        ("detail", "i8"),
        ("bound", "i8"),
        ("bound_detail", "i8"),
        ("price", "i8", LOCOMOTIVE),
        ("best_price", "f8", LOCOMOTIVE),
        ("try_price", "f8", LOCOMOTIVE),
        ("spare", "f8", LOCOMOTIVE),
        ("names", "i1", BIG_CITIES),
        # the hopes of bonus cards
        ("hopes", "i4", (BIG_CITIES, NAMES)),  # by the number of tickets completed besides
        ("likely", "i4", PLAYERS),
        ("ways", "u8", LIMBS),
        ("fine", "u8", LIMBS),
    ],
    align=True,
)

State = Any  # a record of STATE
Work = Any  # a record of WORK
