"""Greedy in the card game: play the row with the most cards that tickets ask for, else draw such
cards. It takes as many tickets as the cards it can still get should complete."""

from collections.abc import Sequence

from carrozza.bots.masks import lowest, mask_of
from carrozza.core.actions import Action, CompleteBest, KeepTickets
from carrozza.core.cards import CARD_INDEX, COLOURS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, FACE_UP, STOP, TICKETS
from carrozza.core.space import bits
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.view import CardGameView

WORTH_PLAYING = 1.5  # wanted cards in one play, at least
SHARE = 0.6  # of its part of the deck, what it hopes to get onto the track
ROOM = 5  # cards without a ticket to use them, before new tickets are drawn


def greedy_cards(game: CardGame, view: CardGameView, legal: Sequence[Action]) -> Action:
    if view.phase == "scoring":
        return CompleteBest()
    if view.phase in ("start", "ticket_choice"):
        return _keep(game, view, legal)
    actions = game.lookups.space.actions
    mask = mask_of(game.lookups.space, legal)
    need = _need(game, view)
    if view.phase == "turn":
        play = _best_play(game, view, mask, need)
        if play is not None:
            return actions[play]
        if mask >> TICKETS & 1 and _cards_to_come(view) >= sum(need) + ROOM:
            return actions[TICKETS]
    return actions[_draw(view, mask, need)]


def _need(game: CardGame, view: CardGameView) -> list[int]:
    """The cards that all held tickets ask for, by colour."""
    need = [0] * len(COLOURS)
    for t in view.tickets or ():
        for colour, n in game.cards.tickets[t].need:
            need[colour] += n
    return need


def _cards_to_come(view: CardGameView) -> float:
    """All cards that may be on the own track in the end."""
    assert view.seat is not None
    yard = sum(row.cards + row.locomotives for row in view.yards[view.seat])
    sure = view.track_sizes[view.seat] + yard
    if view.turns_left is not None:
        return sure
    return sure + SHARE * (view.hand_sizes[view.seat] + view.deck / view.players)


def _keep(game: CardGame, view: CardGameView, legal: Sequence[Action]) -> Action:
    """The tickets with the most points for the cards they lack, as many as there is room for."""
    offer, hand = view.offer or (), view.hand or ()
    room = _cards_to_come(view) - sum(_need(game, view))
    rates = []
    for slot, t in enumerate(offer):
        ticket = game.cards.tickets[t]
        size = sum(n for _, n in ticket.need)
        lacks = sum(max(0, n - hand[colour]) for colour, n in ticket.need)
        rates.append((ticket.points / (size + lacks), -slot, size))
    keep: set[int] = set()
    for _, place, size in sorted(rates, reverse=True):
        if room >= size or (view.phase == "start" and not keep):
            keep.add(-place)
            room -= size
    fitting = (a for a in legal if isinstance(a, KeepTickets) and set(a.keep) == keep)
    return next(fitting)


def _best_play(game: CardGame, view: CardGameView, mask: int, need: list[int]) -> int | None:
    """The play with the most wanted cards; robbing counts what the others lose."""
    theirs = {
        CARD_INDEX[row.colour]: row.cards + row.locomotives
        for seat, rows in enumerate(view.yards)
        if seat != view.seat
        for row in rows
    }
    best, best_value = None, WORTH_PLAYING
    if view.turns_left is not None:
        best_value = 0.0  # nothing to wait for
    plays = mask & ~((1 << FACE_UP + len(view.market)) - 1)
    for i in bits(plays):
        value = 0.0
        for colour, n, wild in game.lookups.rows[i]:
            value += min(n, need[colour]) + theirs.get(colour, 0) - 0.5 * wild
        if value > best_value:
            best, best_value = i, value
    return best


def _draw(view: CardGameView, mask: int, need: list[int]) -> int:
    """A wanted colour, the one held most of first; else a Locomotive, else a blind card."""
    assert view.hand is not None
    hand = view.hand
    best, best_value = None, 0
    for slot, card in enumerate(view.market):
        if card is None or not mask >> FACE_UP + slot & 1:
            continue
        colour = CARD_INDEX[card]
        value = 1 if colour == LOCOMOTIVE else need[colour] and 2 + hand[colour]
        if value > best_value:
            best, best_value = FACE_UP + slot, value
    if best is not None:
        return best
    for i in (BLIND, TICKETS, STOP):
        if mask >> i & 1:
            return i
    return lowest(mask)
