"""A17–A19: tickets, in all three board games."""

from itertools import permutations

import pytest
from tests.rules.positions import (
    all_tickets,
    every_game,
    hold,
    items,
    keep_all,
    legal,
    no_tickets,
    own_lines,
    refused,
    set_ticket_deck,
    table,
    ticket,
)

from carrozza.core.actions import DrawTickets, KeepTickets
from carrozza.core.errors import IllegalAction, MalformedAction
from carrozza.core.events import TicketsKept, TicketsOffered, seen_by
from carrozza.core.scores import TicketItem

# A ticket, routes that complete it, and the one among them that can be left out.
A_TICKET = {
    "usa": (
        "Atlanta - Washington",
        ["Atlanta - Raleigh", "Raleigh - Washington"],
    ),
    "europe": (
        "Edinburgh - Paris",
        ["Edinburgh - London", "Dieppe - London", "Dieppe - Paris"],
    ),
    "northern_lights": (
        "Stockholm - Helsinki",
        ["Stockholm - Turku", "Helsinki - Turku"],
    ),
}


def answers(size):
    """All ways to keep at least one of an offer: (kept, the rest in any order)."""
    found = set()
    for mask in range(1, 1 << size):
        keep = tuple(slot for slot in range(size) if mask >> slot & 1)
        back = [slot for slot in range(size) if not mask >> slot & 1]
        found |= {KeepTickets(keep, order) for order in permutations(back)}
    return found


@every_game
@pytest.mark.parametrize(
    ("left", "offered", "ways"), [(9, 3, 10), (3, 3, 10), (2, 2, 3), (1, 1, 1)]
)
def test_A17_three_tickets_or_what_is_left_keep_at_least_one(game, left, offered, ways):
    state = table(game)
    top = set_ticket_deck(state, left)[:offered]
    assert state.apply(DrawTickets()) == [TicketsOffered(0, offered, tuple(top))]
    assert state.view(0).offer == tuple(top)
    assert legal(state) == answers(offered)
    assert len(legal(state)) == ways
    none = KeepTickets((), tuple(range(offered)))
    refused(state, none, "too_few_tickets", IllegalAction)


@every_game
def test_A17_no_tickets_left_no_drawing(game):
    state = table(game)
    set_ticket_deck(state, 0)
    assert DrawTickets() not in state.legal_actions()
    refused(state, DrawTickets(), "no_tickets", IllegalAction)


@every_game
@pytest.mark.parametrize("answer", sorted(answers(3), key=repr), ids=repr)
def test_A17_A18_kept_tickets_stay_and_returned_ones_go_to_the_bottom(game, answer):
    state = table(game)
    everything = all_tickets(state)
    held = list(state.view(0).tickets)
    state.apply(DrawTickets())
    offer = state.view(0).offer
    deck = list(state.ticket_deck)
    kept = [offer[slot] for slot in answer.keep]
    back = [offer[slot] for slot in answer.back]
    events = state.apply(answer)
    assert events == [TicketsKept(0, len(kept), len(back), tuple(kept), tuple(back))]
    assert list(state.view(0).tickets) == held + kept
    assert state.ticket_deck == back[::-1] + deck
    assert all_tickets(state) == everything
    assert state.to_act == (1,)


@every_game
def test_A18_only_tickets_just_drawn_can_be_returned(game):
    state = table(game)
    held = state.view(0).tickets
    state.apply(DrawTickets())
    assert not set(held) & set(state.view(0).offer)
    for keep, back in [((0, 1, 2), (3,)), ((0,), (1, 2, 3)), ((0, 1), ()), ((0, 0), (1, 2))]:
        refused(state, KeepTickets(keep, back), "bad_choice", MalformedAction)
    state.apply(KeepTickets((0,), (1, 2)))
    assert state.view(0).tickets[: len(held)] == held
    refused(state, KeepTickets((0,), (1, 2)), "no_offer", IllegalAction)


@every_game
def test_A18_tickets_are_secret_and_their_number_public(game):
    state = table(game, 3)
    other = state.clone()
    mine, top = state.tickets[0][0], state.ticket_deck[0]
    other.tickets[0][0], other.ticket_deck[0] = top, mine
    for seat in (1, 2, None):
        assert state.view(seat) == other.view(seat)
        assert state.view(seat).ticket_counts == (4, 4, 4)
    assert state.view(0) != other.view(0)
    assert state.view(None).tickets is None
    assert state.view(1).tickets == tuple(state.tickets[1])


@every_game
def test_A18_offers_and_answers_are_secret_too(game):
    state = table(game)
    events = state.apply(DrawTickets())
    assert seen_by(events, 1) == [TicketsOffered(0, 3, None)]
    assert seen_by(events, 0) == events
    assert state.view(1).offer == ()
    assert state.view(1).offer_sizes == (3, 0)
    events = state.apply(KeepTickets((1,), (2, 0)))
    assert seen_by(events, 1) == seen_by(events, None) == [TicketsKept(0, 1, 2, None, None)]
    assert seen_by(events, 0) == events
    assert state.view(1).ticket_counts == (5, 4)


@every_game
def test_A18_any_number_of_tickets_can_be_held(game):
    state = table(game)
    total = len(all_tickets(state))
    while DrawTickets() in state.legal_actions():
        state.apply(DrawTickets())
        state.apply(keep_all(state, state.seat))
    assert sum(state.view(0).ticket_counts) == total
    assert min(state.view(0).ticket_counts) > 12
    assert not state.ticket_deck


def ticket_items(state, seat):
    return items(state, seat, TicketItem)


@every_game
def test_A19_connected_cities_complete_a_ticket(game):
    state = table(game)
    line, way = A_TICKET[game]
    no_tickets(state)
    hold(state, 0, line)
    number = ticket(state, line)
    value = state.lookups.board.tickets[number].points
    assert value == {"usa": 4, "europe": 7, "northern_lights": 3}[game]
    assert ticket_items(state, 0) == [TicketItem(-value, number, False)]
    own_lines(state, 0, *way[:-1])
    assert ticket_items(state, 0) == [TicketItem(-value, number, False)]
    own_lines(state, 0, way[-1])
    assert ticket_items(state, 0) == [TicketItem(value, number, True)]


@every_game
def test_A19_routes_of_others_do_not_help(game):
    state = table(game)
    line, way = A_TICKET[game]
    no_tickets(state)
    hold(state, 0, line)
    own_lines(state, 0, *way[:-1])
    own_lines(state, 1, way[-1])
    value = state.lookups.board.tickets[ticket(state, line)].points
    assert ticket_items(state, 0) == [TicketItem(-value, ticket(state, line), False)]


def test_A19_both_cities_reached_but_not_joined():
    state = table("usa")
    no_tickets(state)
    hold(state, 0, "Los Angeles - New York")
    own_lines(state, 0, "Los Angeles - Phoenix", "New York - Washington")
    number = ticket(state, "Los Angeles - New York")
    assert ticket_items(state, 0) == [TicketItem(-21, number, False)]


def test_A19_one_network_completes_several_tickets():
    state = table("usa")
    no_tickets(state)
    lines = ["Calgary - Salt Lake City", "Calgary - Phoenix", "Helena - Los Angeles"]
    hold(state, 0, *lines)
    own_lines(
        state,
        0,
        "Calgary - Helena",
        "Helena - Salt Lake City",
        "Las Vegas - Salt Lake City",
        "Las Vegas - Los Angeles",
        "Los Angeles - Phoenix",
    )
    assert ticket_items(state, 0) == [
        TicketItem(7, ticket(state, lines[0]), True),
        TicketItem(13, ticket(state, lines[1]), True),
        TicketItem(8, ticket(state, lines[2]), True),
    ]


def test_A19_the_way_of_the_routes_does_not_matter():
    state = table("usa")
    no_tickets(state)
    hold(state, 0, "Denver - El Paso")
    own_lines(state, 0, "Denver - Phoenix", "Phoenix - Santa Fe", "El Paso - Santa Fe")
    own_lines(state, 1, "Denver - Santa Fe")
    assert ticket_items(state, 0) == [TicketItem(4, ticket(state, "Denver - El Paso"), True)]
