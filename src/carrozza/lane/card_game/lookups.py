"""Everything about the card game that never changes, as one record, filled from the engine's own
lookups, cards and spec: no fact and no knob is written down here a second time."""

from math import comb
from typing import Any

import numpy as np

from carrozza.core.actions import KeepTickets
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.errors import BadOptions
from carrozza.core.lookups import KEEP
from carrozza.core.space import bits
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.lookups import PLAY
from carrozza.games.card_game.spec import COLOURS_AT_ONCE, DECKS, DRAW_TICKETS
from carrozza.games.card_game.turn import NOBODY
from carrozza.lane.card_game.numbering import compact_size
from carrozza.lane.card_game.state import BIG_CITIES, ID_WORDS, NAMES, OFFER, PLAYERS, TICKETS

IDS = 64 * ID_WORDS
HELD = 24  # of one kind there are fewer
ROW = 48  # a row has fewer cards
ANSWERS, ANSWER_IDS = 128, 256

CARDS = np.dtype(
    [
        # plays: fits by cards in hand, beats by cards in the row
        ("fits", "u8", (KINDS, HELD, ID_WORDS)),
        ("beats", "u8", (LOCOMOTIVE, ROW, ID_WORDS)),
        ("play_words", "i1", ROW),  # words of a mask of the plays that have so many cards at most
        ("row_id", "i2", (LOCOMOTIVE, HELD, HELD)),  # colour, cards of it, Locomotives
        ("triple_id", "i2", 64),
        ("triples_with", "u8", LOCOMOTIVE),  # the plays of different colours that have this one
        ("all_triples", "u8"),
        # actions, by id
        ("kind", "i1", IDS),
        ("arg", "i1", IDS),
        ("row_colour", "i1", (IDS, COLOURS_AT_ONCE)),  # or NOBODY
        ("row_cards", "i1", (IDS, COLOURS_AT_ONCE)),
        ("row_wilds", "i1", (IDS, COLOURS_AT_ONCE)),
        # answers to an offer of tickets
        ("start_answers", "i2", ANSWERS),
        ("answers", "i2", (OFFER + 1, ANSWERS)),
        ("answer_count", "i2", OFFER + 1),
        ("plain_answers", "i2", (OFFER + 1, ANSWERS)),  # in one order of returning only
        ("plain_count", "i2", OFFER + 1),
        ("keep", "i2", ANSWER_IDS),  # from `keep_id` on: a bit mask of places in the offer
        ("back", "i1", (ANSWER_IDS, OFFER)),  # likewise: places in order, then -1
        # tickets
        ("every", "u8"),
        ("need", "u8", TICKETS),  # a byte for each colour
        ("value", "i8", TICKETS),  # the upper part
        ("detail", "i8", TICKETS),  # the lower part
        ("points", "i2", TICKETS),
        ("naming", "u8", BIG_CITIES),  # the tickets that name a city
        ("named", "u8", TICKETS),  # the big cities that a ticket names
        ("bonus", "i2", BIG_CITIES),
        ("choose", "i8", (TICKETS + 1, TICKETS + 1)),  # in how many ways
        # the rest
        ("all_cards", "i1", KINDS),
        ("decks", "i1", PLAYERS + 1),
        *(
            (name, "i2")
            for name in (
                "ids", "unbeatable", "start_count", "keep_id", "complete_id", "best_id",
                "ticket_count", "cards", "big_count", "open_track", "compact_size",
            )
        ),
    ],
    align=True,
)  # fmt: skip

Cards = Any  # a record of CARDS


def lookups_of(game: CardGame, *, open_track: bool = False) -> Any:
    """The record of the game, as an array of one; BadOptions for cards that are too many."""
    _check_size(game)
    rows = np.zeros(1, CARDS)
    r: Any = rows[0]
    r["open_track"] = open_track  # whether owners may look at their own
    r["ids"] = len(game.lookups.space)
    r["compact_size"] = compact_size(game)
    r["all_cards"] = game.cards.train_cards()
    for players, decks in DECKS.items():
        r["decks"][players] = decks
    _fill_actions(r, game)
    _fill_plays(r, game)
    _fill_answers(r, game)
    _fill_tickets(r, game)
    return rows


def _check_size(game: CardGame) -> None:
    lookups, values = game.lookups, game.lookups.values
    limits = {
        "actions": (len(lookups.space), IDS),
        "tickets": (values.count, 46),  # so that all ways to choose of them have 43 bits
        "tickets of a city": (max(map(int.bit_count, values.naming), default=0), NAMES - 1),
        "big cities": (len(values.bonus), BIG_CITIES),
        "digits of a ticket's value": (values.shift, 62),
        "cards of a kind": (max(game.cards.train_cards()), HELD - 1),
        "cards in a row": (lookups.unbeatable, ROW - 1),
        "train cards": (sum(game.cards.train_cards()), 127),
        "cards that the tickets ask for": (values.cards, 255),
        "answers": (lookups.kind.count(KEEP), ANSWER_IDS),
        "answers to an offer": (max(m.bit_count() for m in lookups.keep_drawn), ANSWERS),
    }
    for what, (count, most) in limits.items():
        if count > most:
            problem = f"The fast lane has room for {most} {what}, and this game has {count}."
            raise BadOptions("lane_size", problem)


def _words(mask: int) -> list[int]:
    return [mask >> 64 * i & (1 << 64) - 1 for i in range(ID_WORDS)]


def _fill_actions(r: Any, game: CardGame) -> None:
    lookups = game.lookups
    count = len(lookups.space)
    r["kind"][:count] = lookups.kind
    r["arg"][:count] = lookups.arg
    r["row_colour"] = NOBODY
    for i, rows in enumerate(lookups.rows):
        for n, (colour, cards, wilds) in enumerate(rows):
            r["row_colour"][i, n] = colour
            r["row_cards"][i, n] = cards
            r["row_wilds"][i, n] = wilds


def _fill_plays(r: Any, game: CardGame) -> None:
    lookups = game.lookups
    r["unbeatable"] = lookups.unbeatable
    for kind, masks in enumerate(lookups.fits):
        for held, mask in enumerate(masks):
            r["fits"][kind, held] = _words(mask)
    for colour, masks in enumerate(lookups.beats):
        for n, mask in enumerate(masks):
            r["beats"][colour, n] = _words(mask)
    plays = [i for i, kind in enumerate(lookups.kind) if kind == PLAY]
    for size in range(ROW):
        small = [i for i in plays if len(lookups.played[i]) <= size]
        r["play_words"][size] = max(small, default=0) // 64 + 1
    triples = 0
    for i in plays:
        rows = lookups.rows[i]
        if len(rows) == 1:
            r["row_id"][rows[0]] = i
            continue
        for colour, _, _ in rows:
            r["triples_with"][colour] |= np.uint64(1 << triples)
        r["triple_id"][triples] = i
        triples += 1
    r["all_triples"] = (1 << triples) - 1


def _fill_answers(r: Any, game: CardGame) -> None:
    lookups = game.lookups
    r["keep_id"] = first = lookups.kind.index(KEEP)
    r["back"] = -1
    for i, action in enumerate(lookups.space.actions):
        if isinstance(action, KeepTickets):
            r["keep"][i - first] = sum(1 << slot for slot in action.keep)
            r["back"][i - first, : len(action.back)] = action.back
    ids = bits(lookups.keep_start)
    r["start_answers"][: len(ids)] = ids
    r["start_count"] = len(ids)
    for size in range(DRAW_TICKETS + 1):
        ids = bits(lookups.keep_drawn[size])
        plain = [i for i in ids if _is_plain(lookups.space.actions[i])]
        r["answers"][size, : len(ids)] = ids
        r["answer_count"][size] = len(ids)
        r["plain_answers"][size, : len(plain)] = plain
        r["plain_count"][size] = len(plain)


def _is_plain(action: object) -> bool:
    """Of the orders of returning the first one."""
    assert isinstance(action, KeepTickets)
    return list(action.back) == sorted(action.back)


def _fill_tickets(r: Any, game: CardGame) -> None:
    lookups, values = game.lookups, game.lookups.values
    n = values.count
    r["ticket_count"] = n
    r["cards"] = values.cards
    r["every"] = values.every
    r["complete_id"] = bits(lookups.complete[0])[0]
    r["best_id"] = bits(lookups.best)[0]
    for t, ticket in enumerate(game.cards.tickets):
        r["need"][t] = sum(count << 8 * colour for colour, count in ticket.need)
        r["value"][t] = values.value[t] >> values.shift
        r["detail"][t] = values.value[t] & (1 << values.shift) - 1
        r["points"][t] = ticket.points
    r["big_count"] = len(values.bonus)
    r["bonus"][: len(values.bonus)] = values.bonus
    r["naming"][: len(values.naming)] = values.naming
    for t in range(values.count):
        r["named"][t] = sum(1 << city for city, mask in enumerate(values.naming) if mask >> t & 1)
    for size in range(n + 1):
        for k in range(n + 1):
            r["choose"][size, k] = comb(size, k)
