"""Why an action that all games know is refused, in words a player understands."""

from collections import Counter

from carrozza.core.actions import DrawFaceUp, KeepTickets
from carrozza.core.cards import LOCOMOTIVE
from carrozza.core.errors import CarrozzaError, IllegalAction, MalformedAction

NO_CARDS = ("no_cards", "There are no cards left to draw.")
NO_TICKETS = ("no_tickets", "There are no tickets left to draw.")
MUST_ACT = ("must_act", "You can only pass when there is nothing else you can do.")


def why_not_keep(action: KeepTickets, offer: int, least: int) -> CarrozzaError:
    """For an answer to an offer of so many tickets."""
    if not offer:
        return IllegalAction("no_offer", "You have no tickets to choose from.")
    if sorted(action.keep + action.back) != list(range(offer)):
        return MalformedAction("bad_choice", f"Name each of the {offer} tickets exactly once.")
    if len(action.keep) < least:
        return IllegalAction("too_few_tickets", f"Keep at least {least} of these tickets.")
    return MalformedAction("bad_choice", "Name the tickets in ascending order.")


def why_not_face_up(action: DrawFaceUp, market: list[int]) -> CarrozzaError:
    if not 0 <= action.slot < len(market):
        return MalformedAction("unknown_slot", f"There are only {len(market)} face-up cards.")
    if market[action.slot] == LOCOMOTIVE:
        problem = "A face-up Locomotive can only be the first and only card of a turn."
        return IllegalAction("locomotive_second", problem)
    return IllegalAction("no_card", "There is no card in that space.")


def cards_missing(cards: tuple[str, ...]) -> CarrozzaError:
    counted = ", ".join(f"{n} {card}" for card, n in Counter(cards).items())
    return IllegalAction("cards_missing", f"You do not have these cards: {counted}.")
