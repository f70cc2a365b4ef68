"""What happened, told to each seat as far as it may know.

The engine writes events in full; `seen_by(seat)` is what goes to that seat, or to a spectator
(seat None). Fields that only the acting seat may know become None for everyone else.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from carrozza.core.cards import Card

NOBODY = -1  # in place of a seat


class Event(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Base of all events; in JSON the field `type` holds the class's name."""

    quiet: ClassVar[bool] = False  # nothing came to light and nothing was left to chance

    @property
    def audience(self) -> int | None:
        """The only seat that may know all of it, or NOBODY; None when it is public."""
        return None

    def seen_by(self, seat: int | None) -> "Event":
        return self


class Secret(Event, frozen=True):
    """An event of which everyone but its seat sees only a part."""

    seat: int

    @property
    def audience(self) -> int | None:
        return self.seat

    def hidden(self) -> dict[str, Any]:
        """The fields to blank for the others."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> "Event":
        return self if seat == self.audience else msgspec.structs.replace(self, **self.hidden())


class GameStarted(Event, frozen=True):
    players: int
    first: int
    bonus_cards: tuple[str, ...] = ()


class CardsDealt(Secret, frozen=True):
    """The cards a seat got at a deal."""

    count: int
    cards: tuple[Card, ...] | None

    def hidden(self) -> dict[str, Any]:
        return {"cards": None}


class CardDrawn(Secret, frozen=True):
    """A card drawn from a market slot (public), or blind (slot None)."""

    slot: int | None
    card: Card | None

    @property
    def audience(self) -> int | None:
        return self.seat if self.slot is None else None

    def seen_by(self, seat: int | None) -> Event:
        if self.slot is not None or seat == self.seat:
            return self
        return CardDrawn(self.seat, None, None)

    def hidden(self) -> dict[str, Any]:
        return {"card": None}


class MarketFilled(Event, frozen=True):
    """A card was turned up in a slot."""

    slot: int
    card: Card


class MarketReset(Event, frozen=True):
    """Too many Locomotives: the whole row was discarded."""

    discarded: tuple[Card, ...]


class MarketStays(Event, frozen=True):
    """Too many Locomotives still, after so many resets in one action: the row stays as it is."""

    resets: int


class DeckReshuffled(Event, frozen=True):
    """The discards became the new train deck."""

    cards: int


class TicketsOffered(Secret, frozen=True):
    count: int
    tickets: tuple[int, ...] | None

    def hidden(self) -> dict[str, Any]:
        return {"tickets": None}


class TicketsKept(Secret, frozen=True):
    """A seat answered an offer; the tickets not kept went back in the order of `returned`."""

    quiet: ClassVar[bool] = True
    count: int
    returned_count: int
    kept: tuple[int, ...] | None
    returned: tuple[int, ...] | None

    def hidden(self) -> dict[str, Any]:
        return {"kept": None, "returned": None}


class RouteClaimed(Event, frozen=True):
    quiet: ClassVar[bool] = True
    seat: int
    route: int
    cards: tuple[Card, ...]
    points: int


class TunnelRevealed(Event, frozen=True):
    """The cards turned up for a tunnel, and how many more cards it costs."""

    seat: int
    route: int
    laid: tuple[Card, ...]
    revealed: tuple[Card, ...]
    costly: tuple[bool, ...]  # which of those each cost one more
    extra: int


class TunnelDeclined(Event, frozen=True):
    quiet: ClassVar[bool] = True
    seat: int
    route: int


class StationBuilt(Event, frozen=True):
    quiet: ClassVar[bool] = True
    seat: int
    city: int
    cards: tuple[Card, ...]


class CardsPutOnTrack(Secret, frozen=True):
    """Card game: the cards that left a rail yard and now lie face down. Nobody may look at them
    again, but owners where that was agreed, so nobody else is told them for later."""

    quiet: ClassVar[bool] = True
    count: int
    cards: tuple[Card, ...] | None
    open: bool  # to its owner

    @property
    def audience(self) -> int | None:
        return self.seat if self.open else NOBODY

    def hidden(self) -> dict[str, Any]:
        return {"cards": None}


class YardPlayed(Event, frozen=True):
    quiet: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]


class TrainsRobbed(Event, frozen=True):
    """Card game: a row of `victim` was discarded."""

    quiet: ClassVar[bool] = True
    seat: int
    victim: int
    cards: tuple[Card, ...]


class TicketChosen(Secret, frozen=True):
    """Card game: a seat decided to complete this ticket at the scoring under way."""

    quiet: ClassVar[bool] = True
    ticket: int | None

    def hidden(self) -> dict[str, Any]:
        return {"ticket": None}


class TicketsScored(Event, frozen=True):
    """Card game: what a seat completed at a scoring."""

    seat: int
    tickets: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    points: int


class DeckRenewed(Event, frozen=True):
    """Card game of four: everything but the hands became the second deck."""

    cards: int


class Passed(Event, frozen=True):
    quiet: ClassVar[bool] = True
    seat: int


class LastRoundStarted(Event, frozen=True):
    """Everyone, this seat included, has one more turn."""

    quiet: ClassVar[bool] = True
    seat: int


class GameEnded(Event, frozen=True):
    totals: tuple[int, ...]
    winners: tuple[int, ...]


AnyEvent = (
    GameStarted
    | CardsDealt
    | CardDrawn
    | MarketFilled
    | MarketReset
    | MarketStays
    | DeckReshuffled
    | TicketsOffered
    | TicketsKept
    | RouteClaimed
    | TunnelRevealed
    | TunnelDeclined
    | StationBuilt
    | CardsPutOnTrack
    | YardPlayed
    | TrainsRobbed
    | TicketChosen
    | TicketsScored
    | DeckRenewed
    | Passed
    | LastRoundStarted
    | GameEnded
)


def seen_by(events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events as this seat, or a spectator (None), learns of them."""
    return [event.seen_by(seat) for event in events]
