"""The score sheet: every point with its reason."""

from collections.abc import Sequence

import msgspec

from carrozza.core.cards import Card


class ScoreItem(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One line of a score sheet; in JSON the field `type` holds the class's name."""

    points: int


class RouteItem(ScoreItem, frozen=True):
    """A claimed route."""

    route: int


class TicketItem(ScoreItem, frozen=True):
    """A ticket, completed (points above zero) or not; in the card game with the cards it used."""

    ticket: int
    completed: bool
    cards: tuple[Card, ...] = ()


class StationItem(ScoreItem, frozen=True):
    """A station on the board and the route it borrows, if that helps any ticket."""

    city: int
    borrowed: int | None


class UnusedStationsItem(ScoreItem, frozen=True):
    count: int


class LongestPathItem(ScoreItem, frozen=True):
    """The longest trail of this seat, as the routes in order and the cities they pass."""

    length: int
    routes: tuple[int, ...]
    cities: tuple[int, ...]


class BonusItem(ScoreItem, frozen=True):
    """A bonus card: what this seat counts for it, and its points if that is the most."""

    bonus: str
    count: int


AnyItem = RouteItem | TicketItem | StationItem | UnusedStationsItem | LongestPathItem | BonusItem


class SeatScore(msgspec.Struct, frozen=True):
    seat: int
    total: int
    items: tuple[AnyItem, ...]


class TieBreak(msgspec.Struct, frozen=True):
    """A comparison of the seats still tied; the highest value wins."""

    rule: str
    seats: tuple[int, ...]
    values: tuple[int, ...]
    left: tuple[int, ...]


class ScoreSheet(msgspec.Struct, frozen=True):
    seats: tuple[SeatScore, ...]
    tie_breaks: tuple[TieBreak, ...]
    winners: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat.total for seat in self.seats)


def decide(
    seats: Sequence[SeatScore], rules: Sequence[tuple[str, Sequence[int]]]
) -> tuple[tuple[TieBreak, ...], tuple[int, ...]]:
    """Winners by total, then by each rule in turn among those still tied; the rest share."""
    best = max(seat.total for seat in seats)
    left = tuple(seat.seat for seat in seats if seat.total == best)
    breaks = []
    for rule, values in rules:
        if len(left) == 1:
            break
        compared = tuple(values[seat] for seat in left)
        still = tuple(seat for seat in left if values[seat] == max(compared))
        breaks.append(TieBreak(rule, left, compared, still))
        left = still
    return tuple(breaks), left
