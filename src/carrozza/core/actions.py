"""What a seat can do. Actions are values: equal when their fields are equal."""

import msgspec

from carrozza.core.cards import Card


class Action(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Base of all actions; in JSON the field `type` holds the class's name."""


class Pass(Action, frozen=True):
    """Do nothing, legal only when nothing else is."""


class DrawBlind(Action, frozen=True):
    """Take the top card of the train deck."""


class DrawFaceUp(Action, frozen=True):
    """Take the card in this slot of the market."""

    slot: int


class StopDrawing(Action, frozen=True):
    """Be content with one card, where the game allows it."""


class DrawTickets(Action, frozen=True):
    """Look at new tickets."""


class KeepTickets(Action, frozen=True):
    """Answer an offer of tickets.

    Both fields hold positions in the offer; together they name each position once. `back` goes
    under the ticket deck in this order, the last one to the very bottom; in the opening choice,
    where the order has no effect, it is ascending.
    """

    keep: tuple[int, ...]
    back: tuple[int, ...]


class ClaimRoute(Action, frozen=True):
    """Lay these cards to claim a route."""

    route: int
    cards: tuple[Card, ...]


class PayTunnel(Action, frozen=True):
    """Add these cards to finish a tunnel."""

    cards: tuple[Card, ...]


class DeclineTunnel(Action, frozen=True):
    """Take the laid cards back and end the turn."""


class BuildStation(Action, frozen=True):
    """Build a station in a city, paying these cards."""

    city: int
    cards: tuple[Card, ...]


class PlayToYard(Action, frozen=True):
    """Put these cards into the rail yard."""

    cards: tuple[Card, ...]


class CompleteTicket(Action, frozen=True):
    """At a scoring of the card game: complete this ticket before the automatic choice."""

    ticket: int


class CompleteBest(Action, frozen=True):
    """At a scoring of the card game: complete the best of what is left, and be done."""


def is_well_formed(thing: object) -> bool:
    """Whether this is an action whose fields have the right types, which Python does not check."""
    try:
        return bool(msgspec.convert(msgspec.to_builtins(thing), type=AnyAction) == thing)
    except (msgspec.ValidationError, TypeError):
        return False


AnyAction = (
    Pass
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PayTunnel
    | DeclineTunnel
    | BuildStation
    | PlayToYard
    | CompleteTicket
    | CompleteBest
)
