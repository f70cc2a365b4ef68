"""The position of a board game: plain lists and bit masks, changed by the functions of the
modules beside this one."""

from typing import TYPE_CHECKING, Any

from carrozza.board import claim, draw, stations, tickets, tunnels
from carrozza.board.lookups import (
    CLAIM,
    DECLINE_TUNNEL,
    ENTER_TUNNEL,
    PAY_TUNNEL,
    STATION,
    Lookups,
)
from carrozza.board.refusals import why_not
from carrozza.board.scoring import score_sheet
from carrozza.board.turn import pass_turn
from carrozza.board.view import BoardView, view_of
from carrozza.core.actions import Action
from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE, TURN, CardState
from carrozza.core.errors import CarrozzaError
from carrozza.core.events import Event
from carrozza.core.game import Setup
from carrozza.core.lookups import BLIND, FACE_UP, KEEP, PASS, STOP, TICKETS, payable
from carrozza.core.market import any_card
from carrozza.core.rng import Rng
from carrozza.core.scores import ScoreSheet
from carrozza.core.space import bits

if TYPE_CHECKING:
    from carrozza.board.game import BoardGame

_HANDLERS = {
    PASS: pass_turn,
    BLIND: draw.draw_blind,
    STOP: draw.stop_drawing,
    TICKETS: tickets.draw_tickets,
    FACE_UP: draw.draw_face_up,
    KEEP: tickets.keep_tickets,
    CLAIM: claim.claim_route,
    ENTER_TUNNEL: tunnels.enter_tunnel,
    PAY_TUNNEL: tunnels.pay_tunnel,
    DECLINE_TUNNEL: tunnels.decline_tunnel,
    STATION: stations.build_station,
}
HANDLERS = tuple(_HANDLERS[kind] for kind in sorted(_HANDLERS))


class BoardState(CardState):
    __slots__ = (
        "barred",
        "bonus_cards",
        "discarded",
        "open",
        "passes",
        "points",
        "returned_at_start",
        "routes",
        "station_open",
        "stations",
        "taken",
        "trains",
        "tunnel",
    )

    game: "BoardGame"
    lookups: Lookups
    passes: int  # passes in a row
    discarded: int  # their sum
    returned_at_start: list[list[int]]
    trains: list[int]
    points: list[int]
    routes: list[int]  # per seat, bit mask of its routes
    taken: int  # bit mask of all claimed routes
    open: int  # bit mask of the claim actions on routes that are neither taken nor closed
    barred: list[int]  # per seat, routes open to the others but not to it: it owns a parallel one
    stations: list[int]  # per seat, bit mask of cities
    station_open: int  # bit mask of the station actions in free cities
    bonus_cards: tuple[int, ...]  # those in play, as positions on the board's list
    tunnel: tunnels.Tunnel | None  # a tunnel waiting for its extra cards

    def __init__(self, game: "BoardGame", setup: Setup, rng: Rng) -> None:
        super().__init__(game, setup, rng, game.lookups, game.spec.market)
        n = setup.players
        self.passes = 0
        self.discarded = 0
        self.returned_at_start = [[] for _ in range(n)]
        self.trains = [game.spec.trains] * n
        self.points = [0] * n
        self.routes = [0] * n
        self.taken = 0
        self.open = self.lookups.all_claims
        self.barred = [0] * n
        self.stations = [0] * n
        self.station_open = self.lookups.station_actions
        self.bonus_cards = ()
        self.tunnel = None

    def _give_turn(self, seat: int) -> None:
        self.tunnel = None
        self.phase = TURN
        self.seat = seat
        self.pending = 1 << seat

    def _mask(self, seat: int) -> int:
        phase = self.phase
        if phase == TURN:
            return self._turn_mask(seat)
        if phase == SECOND_CARD:
            return draw.second_card_mask(self)
        if phase == START:
            return self.lookups.keep_start
        if phase == TICKET_CHOICE:
            return self.lookups.keep_drawn[len(self.offers[seat])]
        return tunnels.payment_mask(self, seat)

    def _turn_mask(self, seat: int) -> int:
        lookups = self.lookups
        mask = self.open
        if self.barred[seat]:
            for route in bits(self.barred[seat] & ~self.taken):
                mask &= lookups.not_route[route]
        if self.station_open:
            built = self.stations[seat].bit_count()
            if built < lookups.spec.stations:
                mask |= self.station_open & lookups.station_number[built + 1]
        mask &= payable(lookups.fits, self.hands[seat])
        if self.trains[seat] < lookups.longest:
            mask &= lookups.trains_fit[self.trains[seat]]
        mask |= lookups.draws if self.deck or self.discarded else any_card(self.market)
        if self.ticket_deck:
            mask |= 1 << TICKETS
        return mask or 1 << PASS

    def _play(self, seat: int, i: int) -> list[Event]:
        return HANDLERS[self.lookups.kind[i]](self, seat, i)

    def _why_not(self, seat: int, action: Action) -> CarrozzaError:
        return why_not(self, seat, action)

    def clone(self) -> "BoardState":
        new = object.__new__(BoardState)
        self._copy_to(new)
        new.passes = self.passes
        new.discarded = self.discarded
        new.returned_at_start = [back[:] for back in self.returned_at_start]
        new.trains = self.trains[:]
        new.points = self.points[:]
        new.routes = self.routes[:]
        new.taken = self.taken
        new.open = self.open
        new.barred = self.barred[:]
        new.stations = self.stations[:]
        new.station_open = self.station_open
        new.bonus_cards = self.bonus_cards
        new.tunnel = self.tunnel
        return new

    def view(self, seat: int | None) -> BoardView:
        return view_of(self, seat)

    def score_sheet(self) -> ScoreSheet:
        return self.sheet or score_sheet(self)

    def plain(self) -> list[Any]:
        return [
            [self.rng.key.hex(), self.rng.used],
            [self.phase, self.first, self.seat, self.pending, self.last_turns, self.passes],
            self.hands,
            self.known,
            self.deck,
            self.discards,
            self.market,
            [self.ticket_deck, self.ticket_marks, self.tickets, self.offers],
            [self.returned_at_start, self.kept_at_start],
            [self.trains, self.points],
            [_hex(mask) for mask in self.routes],
            [_hex(mask) for mask in self.stations],
            list(self.bonus_cards),
            self.tunnel,
        ]


def _hex(mask: int) -> str:
    """A mask as text: JSON numbers end at 64 bits."""
    return f"{mask:x}"
