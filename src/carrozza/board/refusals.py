"""Why an action is refused, in words a player understands."""

from typing import TYPE_CHECKING

from carrozza.board.turn import SECOND_CARD, START, TICKET_CHOICE, TUNNEL, TURN
from carrozza.core.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    PayTunnel,
)
from carrozza.core.cards import CARDS, LOCOMOTIVE
from carrozza.core.errors import CarrozzaError, IllegalAction, MalformedAction

if TYPE_CHECKING:
    from carrozza.board.state import BoardState

_WAITING = {
    START: "First choose which tickets to keep.",
    TICKET_CHOICE: "First choose which of the new tickets to keep.",
    TUNNEL: "First pay for the tunnel, or take your cards back.",
    SECOND_CARD: "You have drawn one card: this turn goes on with drawing.",
    TURN: "That cannot be done at this moment of the turn.",
}


def why_not(s: "BoardState", seat: int, action: Action) -> CarrozzaError:
    match action:
        case KeepTickets():
            return _keep(s, seat, action)
        case ClaimRoute() if s.phase == TURN:
            return _claim(s, seat, action)
        case BuildStation() if s.phase == TURN:
            return _station(s, seat, action)
        case PayTunnel() if s.phase == TUNNEL:
            return _tunnel(s, seat, action)
        case DrawFaceUp() if s.phase in (TURN, SECOND_CARD):
            return _face_up(s, action)
        case DrawBlind() if s.phase in (TURN, SECOND_CARD):
            return IllegalAction("no_cards", "There is no card left to draw.")
        case DrawTickets() if s.phase == TURN:
            return IllegalAction("no_tickets", "There are no tickets left to draw.")
        case Pass() if s.phase == TURN:
            return IllegalAction("must_act", "You can only pass when you can do nothing else.")
    if action not in s.space.index:
        return MalformedAction("unknown_action", "There is no such move in this game.")
    return IllegalAction("wrong_moment", _WAITING[s.phase])


def _keep(s: "BoardState", seat: int, action: KeepTickets) -> CarrozzaError:
    offer = len(s.offers[seat])
    if not offer:
        return IllegalAction("no_offer", "You have no tickets to choose from.")
    if sorted(action.keep + action.back) != list(range(offer)):
        return MalformedAction("bad_choice", f"Name each of the {offer} tickets exactly once.")
    spec = s.t.spec
    least = min(offer, spec.keep_at_start if s.phase == START else spec.keep_drawn)
    if len(action.keep) < least:
        return IllegalAction("too_few_tickets", f"Keep at least {least} of these tickets.")
    return MalformedAction("bad_choice", "Name the tickets in ascending order.")


def _claim(s: "BoardState", seat: int, action: ClaimRoute) -> CarrozzaError:
    board = s.t.board
    if not 0 <= action.route < len(board.routes):
        return MalformedAction("unknown_route", "There is no such route on this board.")
    route = board.routes[action.route]
    name = board.route_name(action.route)
    bit = 1 << action.route
    if s.routes[seat] & bit:
        return IllegalAction("route_yours", f"{name} is already yours.")
    if s.taken & bit:
        return IllegalAction("route_taken", f"{name} already has an owner.")
    if s.routes[seat] & board.siblings[action.route]:
        return IllegalAction("parallel_yours", f"You already own a track between {name}.")
    if not s.open & s.t.route_actions[action.route]:
        return IllegalAction(
            "route_closed", f"{name} is closed: with so few players one track is all."
        )
    if s.trains[seat] < route.length:
        left = s.trains[seat]
        return IllegalAction(
            "few_trains", f"{name} needs {route.length} trains, and you have {left}."
        )
    if action not in s.space.index:
        return IllegalAction("wrong_cards", f"These cards do not pay for {name}.")
    return _missing(action.cards)


def _station(s: "BoardState", seat: int, action: BuildStation) -> CarrozzaError:
    spec, board = s.t.spec, s.t.board
    if not spec.stations:
        return MalformedAction("no_stations", "This game has no stations.")
    if not 0 <= action.city < len(board.cities):
        return MalformedAction("unknown_city", "There is no such city on this board.")
    name = board.cities[action.city].name
    if any(mask >> action.city & 1 for mask in s.stations):
        return IllegalAction("city_taken", f"There is already a station in {name}.")
    number = s.stations[seat].bit_count() + 1
    if number > spec.stations:
        return IllegalAction("few_stations", "You have built all your stations.")
    if action not in s.space.index or len(action.cards) != number:
        what = "one card" if number == 1 else f"{number} cards of one colour"
        return IllegalAction("wrong_cards", f"Your next station costs {what}.")
    return _missing(action.cards)


def _tunnel(s: "BoardState", seat: int, action: PayTunnel) -> CarrozzaError:
    assert s.tunnel is not None
    colour = s.t.colour[s.tunnel.laid]
    if (
        action not in s.space.index
        or not s.t.tunnel[colour][s.tunnel.extra] >> s.space.index[action] & 1
    ):
        or_wild = "" if colour == LOCOMOTIVE else " or locomotive"
        kind = f"{CARDS[colour]}{or_wild}"
        return IllegalAction(
            "wrong_cards", f"This tunnel costs {s.tunnel.extra} more {kind} cards."
        )
    return _missing(action.cards)


def _face_up(s: "BoardState", action: DrawFaceUp) -> CarrozzaError:
    if not 0 <= action.slot < len(s.market):
        return MalformedAction("unknown_slot", f"The market has {len(s.market)} places.")
    if s.market[action.slot] == LOCOMOTIVE:
        return IllegalAction(
            "locomotive_second",
            "A face-up Locomotive can only be the first and only card of a turn.",
        )
    return IllegalAction("no_card", "There is no card in that place.")


def _missing(cards: tuple[str, ...]) -> CarrozzaError:
    listed = ", ".join(cards)
    return IllegalAction("cards_missing", f"You do not have these cards: {listed}.")
