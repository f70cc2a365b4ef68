"""Why an action is refused, in words a player understands."""

from typing import TYPE_CHECKING

from carrozza.board.turn import TUNNEL
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
from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE, TURN
from carrozza.core.cards import CARDS, LOCOMOTIVE
from carrozza.core.errors import CarrozzaError, IllegalAction, MalformedAction
from carrozza.core.refusals import (
    MUST_ACT,
    NO_CARDS,
    NO_TICKETS,
    cards_missing,
    why_not_face_up,
    why_not_keep,
)

if TYPE_CHECKING:
    from carrozza.board.state import BoardState

_WAITING = {
    START: "First choose which tickets to keep.",
    TICKET_CHOICE: "First choose which of the new tickets to keep.",
    TUNNEL: "First pay for the tunnel, or take your cards back.",
    SECOND_CARD: "You have drawn one card: now draw a second one.",
    TURN: "You can't do that at this point in the turn.",
}


def why_not(s: "BoardState", seat: int, action: Action) -> CarrozzaError:
    match action:
        case KeepTickets():
            spec, offer = s.lookups.spec, len(s.offers[seat])
            least = spec.keep_at_start if s.phase == START else spec.keep_drawn
            return why_not_keep(action, offer, min(offer, least))
        case ClaimRoute() if s.phase == TURN:
            return _claim(s, seat, action)
        case BuildStation() if s.phase == TURN:
            return _station(s, seat, action)
        case PayTunnel() if s.phase == TUNNEL:
            return _tunnel(s, seat, action)
        case DrawFaceUp() if s.phase in (TURN, SECOND_CARD):
            return why_not_face_up(action, s.market)
        case DrawBlind() if s.phase in (TURN, SECOND_CARD):
            return IllegalAction(*NO_CARDS)
        case DrawTickets() if s.phase == TURN:
            return IllegalAction(*NO_TICKETS)
        case Pass() if s.phase == TURN:
            return IllegalAction(*MUST_ACT)
    if type(action) not in s.space.types:
        return MalformedAction("unknown_action", "There is no such move in this game.")
    return IllegalAction("wrong_moment", _WAITING[s.phase])


def _claim(s: "BoardState", seat: int, action: ClaimRoute) -> CarrozzaError:
    board = s.lookups.board
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
        return IllegalAction("parallel_yours", f"You already own a parallel track: {name}.")
    if not s.open & s.lookups.route_actions[action.route]:
        return IllegalAction(
            "route_closed",
            f"{name} is closed: with so few players, only some of its tracks are used.",
        )
    if s.trains[seat] < route.length:
        left = s.trains[seat]
        return IllegalAction(
            "few_trains", f"{name} needs {route.length} trains, but you have only {left}."
        )
    if action not in s.space.index:
        if "locomotive" in action.cards and not s.lookups.takes_locomotives[action.route]:
            return IllegalAction(
                "no_locomotives",
                f"Locomotives can only pay for ferries and tunnels, not for {name}.",
            )
        return IllegalAction("wrong_cards", f"You can't pay for {name} with these cards.")
    return cards_missing(action.cards)


def _station(s: "BoardState", seat: int, action: BuildStation) -> CarrozzaError:
    spec, board = s.lookups.spec, s.lookups.board
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
    return cards_missing(action.cards)


def _tunnel(s: "BoardState", seat: int, action: PayTunnel) -> CarrozzaError:
    assert s.tunnel is not None
    colour = s.lookups.colour[s.tunnel.laid]
    if (
        action not in s.space.index
        or not s.lookups.tunnel[colour][s.tunnel.extra] >> s.space.index[action] & 1
    ):
        or_wild = "" if colour == LOCOMOTIVE else " or locomotive"
        kind = f"{CARDS[colour]}{or_wild}"
        return IllegalAction(
            "wrong_cards", f"This tunnel costs {s.tunnel.extra} more {kind} cards."
        )
    return cards_missing(action.cards)
