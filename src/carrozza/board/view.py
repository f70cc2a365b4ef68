"""What a seat or a spectator may know of a board game."""

from typing import TYPE_CHECKING

import msgspec

from carrozza.board.tunnels import is_costly
from carrozza.board.turn import OVER, PHASES
from carrozza.core.actions import ClaimRoute
from carrozza.core.card_state import START
from carrozza.core.card_view import CardView, shared_view
from carrozza.core.cards import CARDS, Card
from carrozza.core.space import bits

if TYPE_CHECKING:
    from carrozza.board.state import BoardState


class TunnelView(msgspec.Struct, frozen=True):
    """A tunnel waiting for its extra cards: everybody sees all of it."""

    route: int
    laid: tuple[Card, ...]
    revealed: tuple[Card, ...]
    costly: tuple[bool, ...]  # which of those each cost one more card
    extra: int


class BoardView(CardView, frozen=True, kw_only=True):
    passes: int
    trains: tuple[int, ...]
    points: tuple[int, ...]  # for routes, as scored so far
    routes: tuple[int | None, ...]  # the owner of each route
    stations: tuple[int | None, ...]  # the owner of the station in each city
    bonus_cards: tuple[int, ...]
    tunnel: TunnelView | None


def view_of(s: "BoardState", seat: int | None) -> BoardView:
    own = seat is not None
    me = seat if seat is not None else 0
    return BoardView(
        **shared_view(s, seat),
        phase=PHASES[s.phase],
        turn=None if s.phase in (START, OVER) else s.seat,
        passes=s.passes,
        ticket_counts=tuple(map(len, s.tickets)),
        returned_at_start=tuple(s.returned_at_start[me]) if own else None,
        trains=tuple(s.trains),
        points=tuple(s.points),
        routes=_owners(s.routes, len(s.lookups.board.routes)),
        stations=_owners(s.stations, len(s.lookups.board.cities)),
        bonus_cards=s.bonus_cards,
        tunnel=_tunnel(s),
    )


def _owners(masks: list[int], size: int) -> tuple[int | None, ...]:
    owners: list[int | None] = [None] * size
    for seat, mask in enumerate(masks):
        for i in bits(mask):
            owners[i] = seat
    return tuple(owners)


def _tunnel(s: "BoardState") -> TunnelView | None:
    if s.tunnel is None:
        return None
    laid = s.lookups.space.actions[s.tunnel.laid]
    assert type(laid) is ClaimRoute
    revealed = s.tunnel.revealed
    return TunnelView(
        s.tunnel.route,
        laid.cards,
        tuple(CARDS[card] for card in revealed),
        tuple(is_costly(s, s.tunnel.laid, card) for card in revealed),
        s.tunnel.extra,
    )
