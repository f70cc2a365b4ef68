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
from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE, TURN
from carrozza.core.cards import CARD_INDEX, CARDS, LOCOMOTIVE, counts_of
from carrozza.core.errors import CarrozzaError, IllegalAction, MalformedAction
from carrozza.core.refusals import (
    MUST_ACT,
    NO_CARDS,
    NO_TICKETS,
    why_not_face_up,
    why_not_keep,
)
from carrozza.core.words import listing
from carrozza.games.card_game.spec import (
    COLOURS_AT_ONCE,
    KEEP_AT_START,
    KEEP_DRAWN,
    LEAST_IN_ROW,
)
from carrozza.games.card_game.turn import NOBODY, SCORING

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState

_WAITING = {
    START: "First choose which tickets to keep.",
    TICKET_CHOICE: "First choose which of the new tickets to keep.",
    SECOND_CARD: "You have drawn one card: draw another or stop drawing.",
    SCORING: "The deck has run out: complete your tickets.",
    TURN: "You can't do that at this point in the turn.",
}


def why_not(s: "CardGameState", seat: int, action: Action) -> CarrozzaError:
    match action:
        case KeepTickets():
            least = KEEP_AT_START if s.phase == START else KEEP_DRAWN
            return why_not_keep(action, len(s.offers[seat]), least)
        case PlayToYard() if s.phase == TURN:
            return _play(s, seat, action)
        case DrawFaceUp() if s.phase in (TURN, SECOND_CARD):
            return why_not_face_up(action, s.market)
        case DrawBlind() if s.phase in (TURN, SECOND_CARD):
            return IllegalAction(*NO_CARDS)
        case StopDrawing() if s.phase == TURN:
            return IllegalAction("nothing_drawn", "You have not drawn a card this turn.")
        case DrawTickets() if s.phase == TURN:
            return IllegalAction(*NO_TICKETS)
        case CompleteTicket() if s.phase == SCORING:
            return _complete(s, seat, action)
        case Pass() if s.phase == TURN:
            return IllegalAction(*MUST_ACT)
    if type(action) not in s.space.types:
        return MalformedAction("unknown_action", "There is no such move in this game.")
    return IllegalAction("wrong_moment", _WAITING[s.phase])


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
            "only_locomotives", "Locomotives must be played with at least one coloured card."
        )
    if len(colours) > 1 and counts[LOCOMOTIVE]:
        return IllegalAction(
            "locomotive_among_colours",
            "Locomotives can't be played together with different colours.",
        )
    if len(colours) > 1 and not len(colours) == len(cards) == COLOURS_AT_ONCE:
        return IllegalAction(
            "not_three_colours",
            "When colours differ, play exactly three cards, one of each colour.",
        )
    if len(cards) < LEAST_IN_ROW:
        return IllegalAction("one_card", "Play at least two cards of the same colour.")
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
        return IllegalAction("already_chosen", "You are already completing that ticket.")
    if action.ticket not in s.tickets[seat]:
        return IllegalAction("not_your_ticket", "That is not one of your tickets.")
    return IllegalAction(
        "track_too_short", "The cards left on your track are not enough for that ticket."
    )
