"""What a hint says, as data: the page puts it into words."""

import msgspec

from carrozza.core.actions import AnyAction
from carrozza.core.cards import Card


class HintReason(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that speaks for the action, true by the rules. What the numbers mean goes by the kind:

    On boards: completes_ticket (ticket, points) · serves_ticket (ticket, count: trains it takes
    then) · narrow (ticket, count: trains it would take more without this route) · only_way (ticket)
    · blocks (seat, count: trains it takes that seat more to join its networks; none: it cannot) ·
    ends_game · longest_path (count: its length then) · long_route (route, count: its length,
    points) · keeps_locomotives (count) · route_points (route, points) · station (ticket, city,
    count: trains it takes then) · tunnel_dear (route, count: cards) · needed_card (card, route,
    ticket, count: cards the route lacks then) · wanted_card (card, route, points, count) · collects
    (route, ticket, count: cards it lacks) · collects_points (route, points, count) · tickets_done
    (count: trains left) · trains_to_spare (count)
    With cards alone: robs (seat, card, count: cards) · feeds_ticket (ticket, count: cards it
    lacks on track and in yard then) · strong_row (card, count) · needed_colour (card, ticket,
    count: cards it lacks then) · lacks (ticket, count) · cards_ready
    Of offers: together (count: trains for all, saved: fewer than one by one) · cheap (ticket,
    count: trains or cards, points) · leaves_out (ticket, count: trains or cards more) ·
    out_of_reach (ticket)
    Against a claim, in reviews alone: serves_none (route) · spends (route, ticket, count: cards it
    lacks then)
    Of all: nothing_open (face up) · blind (from the deck) · best_tried (in the expert's games)
    """

    kind: str
    ticket: int | None = None
    route: int | None = None
    city: int | None = None
    seat: int | None = None
    card: Card | None = None
    points: int | None = None
    count: int | None = None
    saved: int | None = None


class Offered(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket on offer, beside the others. It costs trains; where there are none, cards that one
    does not have yet."""

    ticket: int
    keep: bool
    points: int
    alone: int | None  # what it costs; None: out of reach
    added: int | None  # what it costs beside those held and the others to keep
    chance: float | None  # that it is completed, if it is kept and an expert plays on


class TicketSet(msgspec.Struct, frozen=True, kw_only=True):
    """Tickets to keep together."""

    tickets: tuple[int, ...]
    share: float  # of the win that an expert expects with them


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    action: AnyAction
    reasons: tuple[HintReason, ...]  # one or two, what matters most first
    offered: tuple[Offered, ...]  # in the order of the offer
    sets: tuple[TicketSet, ...]  # that were compared, the best first
