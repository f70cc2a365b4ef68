"""Why an action is refused, in words a player understands."""

from typing import TYPE_CHECKING

from carrozza.core.actions import (
    Action,
    CompleteTicket,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    PlayToYard,
    StopDrawing,
)
from carrozza.core.cards import CARD_INDEX, CARDS, LOCOMOTIVE, counts_of
from carrozza.core.errors import CarrozzaError, IllegalAction, MalformedAction
from carrozza.core.words import listing, many
from carrozza.games.card_game.spec import COLOURS_AT_ONCE, KEEP_AT_START, LEAST_IN_ROW
from carrozza.games.card_game.turn import (
    NOBODY,
    SCORING,
    SECOND_CARD,
    START,
    TICKET_CHOICE,
    TURN,
)

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState

_WAITING = {
    START: "First choose which tickets to keep.",
    TICKET_CHOICE: "First choose which of the new tickets to keep.",
    SECOND_CARD: "You have drawn one card: take another one or stop drawing.",
    SCORING: "The deck is used up: now tickets are completed.",
    TURN: "That cannot be done at this moment of the turn.",
}


def why_not(s: "CardGameState", seat: int, action: Action) -> CarrozzaError:
    match action:
        case KeepTickets():
            return _keep(s, seat, action)
        case PlayToYard() if s.phase == TURN:
            return _play(s, seat, action)
        case DrawFaceUp() if s.phase in (TURN, SECOND_CARD):
            return _face_up(s, action)
        case DrawBlind() if s.phase in (TURN, SECOND_CARD):
            return IllegalAction("no_cards", "The deck is empty.")
        case StopDrawing() if s.phase == TURN:
            return IllegalAction("nothing_drawn", "You have not drawn any card in this turn.")
        case DrawTickets() if s.phase == TURN:
            return IllegalAction("no_tickets", "There are no tickets left to draw.")
        case CompleteTicket() if s.phase == SCORING:
            return _complete(s, seat, action)
        case Pass() if s.phase == TURN:
            return IllegalAction("must_act", "You can only pass when you can do nothing else.")
    if action not in s.space.index:
        return MalformedAction("unknown_action", "There is no such move in this game.")
    return IllegalAction("wrong_moment", _WAITING[s.phase])


def _keep(s: "CardGameState", seat: int, action: KeepTickets) -> CarrozzaError:
    offer = len(s.offers[seat])
    if not offer:
        return IllegalAction("no_offer", "You have no tickets to choose from.")
    if sorted(action.keep + action.back) != list(range(offer)):
        return MalformedAction("bad_choice", f"Name each of the {offer} tickets exactly once.")
    if s.phase == START and len(action.keep) < KEEP_AT_START:
        least = many(KEEP_AT_START, "ticket")
        return IllegalAction("too_few_tickets", f"Keep at least {least}.")
    return MalformedAction("bad_choice", "Name the tickets in ascending order.")


def _face_up(s: "CardGameState", action: DrawFaceUp) -> CarrozzaError:
    if action.slot not in range(len(s.market)):
        return MalformedAction("unknown_slot", f"The market has {len(s.market)} places.")
    if s.market[action.slot] == LOCOMOTIVE:
        return IllegalAction(
            "locomotive_second",
            "A face-up Locomotive can only be the first and only card of a turn.",
        )
    return IllegalAction("no_card", "There is no card in that place.")


def _play(s: "CardGameState", seat: int, action: PlayToYard) -> CarrozzaError:
    cards = [CARD_INDEX[card] for card in action.cards]
    counts = counts_of(cards)
    colours = [colour for colour in range(LOCOMOTIVE) if counts[colour]]
    hand = s.hands[seat]
    lacking = [CARDS[kind] for kind, n in enumerate(counts) if n > hand[kind]]
    if lacking:
        return IllegalAction(
            "cards_missing", f"You do not have that many {listing(lacking)} cards."
        )
    if not colours:
        return IllegalAction(
            "only_locomotives", "Locomotives need at least one card of a colour to go with them."
        )
    if len(colours) > 1 and counts[LOCOMOTIVE]:
        return IllegalAction(
            "locomotive_among_colours", "No Locomotive can be part of a play of different colours."
        )
    if len(colours) > 1 and not len(colours) == len(cards) == COLOURS_AT_ONCE:
        return IllegalAction(
            "not_three_colours", "Of different colours play exactly three cards, one of each."
        )
    if len(cards) < LEAST_IN_ROW:
        return IllegalAction("one_card", "Of one colour play at least two cards.")
    for colour in colours:
        name, owner = CARDS[colour], s.owners[colour]
        if owner == seat:
            return IllegalAction(
                "colour_in_own_yard", f"There are still {name} cards in your rail yard."
            )
        row = s.row_cards[colour] + s.row_wilds[colour]
        if owner != NOBODY and (len(colours) > 1 or len(cards) <= row):
            return IllegalAction(
                "not_enough_to_rob",
                f"Another yard has a {name} row of {row}: play more {name} cards than that.",
            )
    return MalformedAction("order", "Name the cards in their usual order, Locomotives last.")


def _complete(s: "CardGameState", seat: int, action: CompleteTicket) -> CarrozzaError:
    if any(ticket == action.ticket for ticket, _ in s.chosen[seat]):
        return IllegalAction("already_chosen", "You are completing that ticket already.")
    if action.ticket not in s.tickets[seat]:
        return IllegalAction("not_your_ticket", "That is not one of your tickets.")
    return IllegalAction(
        "track_too_short", "The cards left on your track cannot complete that ticket."
    )
