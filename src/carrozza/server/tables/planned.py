"""What a person leaves to be done in the next turn: theirs alone, and never in a view."""

from typing import Any

import msgspec

from carrozza.core.actions import AnyAction, DrawBlind
from carrozza.core.cards import Card

MOST = 5  # in one list
DAYS = "days"  # the pace of tables where moves can be planned


class PlannedMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action to try when the turn comes."""

    action: AnyAction
    # A face-up card is taken only if this one still lies there.
    card: Card | None = None
    # Draw a second card after it, if that is possible.
    then: DrawBlind | None = None


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """The list of one seat, as it is stored."""

    account: str
    id: str
    moves: list[PlannedMove]
    chosen: int | None = None  # the one that was carried out, or is being carried out
    used: bool = False  # nothing more of it will be done


_moves: msgspec.json.Decoder[list[PlannedMove]] = msgspec.json.Decoder(list[PlannedMove])


def planned_of(columns: Any) -> Planned:
    return Planned(
        account=columns["account"],
        id=columns["id"],
        moves=_moves.decode(columns["moves"]),
        chosen=columns["chosen"],
        used=columns["used"],
    )
