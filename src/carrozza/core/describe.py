"""Actions and events as plain sentences."""

from typing import Protocol

from carrozza.core import actions, events
from carrozza.core.actions import Action
from carrozza.core.events import Event
from carrozza.core.words import card_name, listing, many, some


class Names(Protocol):
    """How a game calls its things."""

    def city_name(self, city: int) -> str: ...
    def route_name(self, route: int) -> str: ...
    def ticket_name(self, ticket: int) -> str: ...


def describe(names: Names, thing: Action | Event) -> str:
    if isinstance(thing, Action):
        return _action(names, thing)
    return _event(names, thing)


def _action(names: Names, a: Action) -> str:
    match a:
        case actions.Pass():
            return "pass"
        case actions.DrawBlind():
            return "draw a card from the deck"
        case actions.DrawFaceUp():
            return f"take the face-up card in place {a.slot + 1}"
        case actions.StopDrawing():
            return "stop drawing"
        case actions.DrawTickets():
            return "draw tickets"
        case actions.KeepTickets():
            return f"keep {_places(a.keep)}" + (f", return {_places(a.back)}" if a.back else "")
        case actions.ClaimRoute():
            return f"claim {names.route_name(a.route)} with {some(a.cards)}"
        case actions.PayTunnel():
            return f"pay {some(a.cards)} more for the tunnel"
        case actions.DeclineTunnel():
            return "take the cards back from the tunnel"
        case actions.BuildStation():
            return f"build a station in {names.city_name(a.city)} with {some(a.cards)}"
        case actions.PlayToYard():
            return f"put {some(a.cards)} into the rail yard"
        case actions.CompleteTicket():
            return f"complete {names.ticket_name(a.ticket)}"
        case actions.CompleteBest():
            return "complete the best of the tickets"
    raise TypeError(a)


def _places(slots: tuple[int, ...]) -> str:
    return listing([f"ticket {slot + 1}" for slot in slots]) or "no ticket"


def _event(names: Names, e: Event) -> str:
    match e:
        case events.GameStarted():
            bonus = f" Bonus cards: {', '.join(e.bonus_cards)}." if e.bonus_cards else ""
            return f"A game for {e.players} begins; seat {e.first} has the first turn.{bonus}"
        case events.LastRoundStarted():
            return f"Seat {e.seat} starts the last round: one more turn for everyone."
        case events.Passed():
            return f"Seat {e.seat} can do nothing and passes."
        case events.GameEnded():
            winners = listing([f"seat {seat}" for seat in e.winners])
            return f"The game ends {', '.join(map(str, e.totals))}: won by {winners}."
    return _card_event(e) or _ticket_event(names, e) or _board_event(names, e) or _yard_event(e)


def _card_event(e: Event) -> str:
    match e:
        case events.CardsDealt():
            dealt = some(e.cards) if e.cards is not None else many(e.count, "card")
            return f"Seat {e.seat} is dealt {dealt}."
        case events.CardDrawn():
            card = card_name(e.card) if e.card else "a card"
            place = "the deck" if e.slot is None else f"place {e.slot + 1}"
            return f"Seat {e.seat} takes {card} from {place}."
        case events.MarketFilled():
            return f"{card_name(e.card)} is turned up in place {e.slot + 1}."
        case events.MarketReset():
            return f"Too many Locomotives: {some(e.discarded)} are discarded."
        case events.MarketStays():
            times = many(e.resets, "reset")
            return f"Too many Locomotives again, after {times}: the row stays as it is."
        case events.DeckReshuffled():
            return f"The {e.cards} discards become the new deck."
        case events.DeckRenewed():
            return f"All cards but the hands, {e.cards}, become the second deck."
    return ""


def _ticket_event(names: Names, e: Event) -> str:
    def listed(tickets: tuple[int, ...] | None) -> str:
        return f": {', '.join(map(names.ticket_name, tickets))}" if tickets else ""

    match e:
        case events.TicketsOffered():
            return f"Seat {e.seat} is offered {many(e.count, 'ticket')}{listed(e.tickets)}."
        case events.TicketsKept():
            kept = f"Seat {e.seat} keeps {many(e.count, 'ticket')}{listed(e.kept)}"
            back = f"; {many(e.returned_count, 'ticket')} back{listed(e.returned)}"
            return f"{kept}{back if e.returned_count else ''}."
        case events.TicketChosen():
            chosen = names.ticket_name(e.ticket) if e.ticket is not None else "a ticket"
            return f"Seat {e.seat} decides to complete {chosen}."
        case events.TicketsScored():
            if not e.tickets:
                return f"Seat {e.seat} completes no ticket."
            done = [
                f"{names.ticket_name(ticket)} with {some(cards)}"
                for ticket, cards in zip(e.tickets, e.cards, strict=True)
            ]
            return f"Seat {e.seat} completes {'; '.join(done)}: {many(e.points, 'point')}."
    return ""


def _board_event(names: Names, e: Event) -> str:
    match e:
        case events.RouteClaimed():
            name = names.route_name(e.route)
            return f"Seat {e.seat} claims {name} with {some(e.cards)}: {many(e.points, 'point')}."
        case events.TunnelRevealed():
            laid = f"Seat {e.seat} lays {some(e.laid)} for the tunnel {names.route_name(e.route)}"
            return f"{laid}; turned up: {some(e.revealed)}. It costs {many(e.extra, 'more card')}."
        case events.TunnelDeclined():
            return f"Seat {e.seat} takes the cards back from {names.route_name(e.route)}."
        case events.StationBuilt():
            city = names.city_name(e.city)
            return f"Seat {e.seat} builds a station in {city} with {some(e.cards)}."
    return ""


def _yard_event(e: Event) -> str:
    match e:
        case events.YardPlayed():
            return f"Seat {e.seat} puts {some(e.cards)} into the rail yard."
        case events.CardsPutOnTrack():
            sent = some(e.cards) if e.cards is not None else many(e.count, "card")
            return f"Seat {e.seat} sends {sent} on the track."
        case events.TrainsRobbed():
            return f"Seat {e.seat} robs seat {e.victim} of {some(e.cards)}."
    raise TypeError(e)
