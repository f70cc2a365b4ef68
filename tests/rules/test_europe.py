"""C1–C5: Europe's pieces, opening tickets, drawing and ferries."""

import pytest
from tests.rules.positions import (
    COLOUR_NAMES,
    LOCO,
    all_tickets,
    all_train_cards,
    cards,
    deal,
    draws,
    every_number,
    items,
    keep_all,
    legal,
    only_deck,
    opening_answers,
    payments,
    refused,
    route,
    set_hand,
    set_market,
    stack_deck,
    table,
    turn_of,
)

from carrozza.core.actions import (
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    StopDrawing,
)
from carrozza.core.errors import IllegalAction
from carrozza.core.events import MarketReset, TicketsKept, TicketsOffered
from carrozza.core.scores import (
    UnusedStationsItem,
)

LONG = set(range(6))  # the long tickets are the first of the board file


# C1, C2: pieces and opening tickets


@every_number
def test_C1_pieces_and_deal(players):
    state, _ = deal("europe", players)
    view = state.view(None)
    assert all_train_cards(state) == [12] * 8 + [14]
    assert view.hand_sizes == (4,) * players
    assert view.trains == (45,) * players
    assert len(view.market) == 5
    assert view.deck + sum(view.discards) == 110 - 5 - 4 * players
    assert len(state.ticket_deck) == 40 - 3 * players
    assert items(state, 0, UnusedStationsItem) == [UnusedStationsItem(12, 3)]
    tickets = state.lookups.board.tickets
    assert (len(tickets), {i for i, t in enumerate(tickets) if t.long}) == (46, LONG)


@every_number
def test_C2_one_long_and_three_regular_tickets_each(players):
    state, events = deal("europe", players)
    offers = [event for event in events if isinstance(event, TicketsOffered)]
    assert [(e.seat, e.count) for e in offers] == [(s, 4) for s in range(players)]
    for event in offers:
        assert len(LONG & set(event.tickets)) == 1
    dealt = [t for event in offers for t in event.tickets]
    assert len(set(dealt)) == 4 * players
    assert not LONG & set(state.ticket_deck)
    assert sorted(set(dealt) - LONG | set(state.ticket_deck)) == list(range(6, 46))


def test_C2_the_long_ticket_is_random():
    firsts = {next(iter(LONG & set(deal("europe", seed=str(n))[0].offers[0]))) for n in range(60)}
    assert firsts == LONG


@every_number
def test_C2_keep_at_least_two_long_or_regular(players):
    state, _ = deal("europe", players)
    for seat in range(players):
        assert set(state.legal_actions(seat)) == opening_answers(4, 2)
        refused(state, KeepTickets((1,), (0, 2, 3)), "too_few_tickets", IllegalAction, seat)


@pytest.mark.parametrize("back", [(0, 1), (2, 3), (0, 3)])
def test_C2_refused_tickets_leave_the_game_unseen(back):
    state, _ = deal("europe", 2)
    deck = list(state.ticket_deck)
    gone = [state.offers[0][slot] for slot in back]
    keep = tuple(slot for slot in range(4) if slot not in back)
    [event] = state.apply(KeepTickets(keep, back), 0)
    assert event.seen_by(1) == TicketsKept(0, 2, 2, None, None)
    state.apply(keep_all(state, 1), 1)
    assert state.ticket_deck == deck
    assert not set(gone) & set(all_tickets(state))
    assert state.view(1).returned_at_start == ()


# C3, C4


def test_C3_three_face_up_locomotives_sweep_the_market():
    state = table("europe")
    set_market(state, LOCO, "red", LOCO, "blue", "green")
    stack_deck(state, LOCO, "red", "white", "black", LOCO, "blue")
    events = state.apply(DrawFaceUp(1))
    assert MarketReset((LOCO, LOCO, LOCO, "blue", "green")) in events
    assert state.view(0).market == ("red", "white", "black", LOCO, "blue")


def test_C3_also_at_set_up():
    resets = 0
    for number in range(400):
        state, events = deal("europe", 2, str(number))
        assert state.view(None).market.count(LOCO) < 3
        resets += any(isinstance(event, MarketReset) for event in events)
    assert resets


def test_C3_not_when_fewer_than_three_other_cards_remain():
    state = table("europe")
    set_market(state, "red", LOCO, LOCO, "red", "red")
    only_deck(state, LOCO, hoarder=1)
    state.apply(DrawFaceUp(0))
    assert state.view(0).market == (LOCO, LOCO, LOCO, "red", "red")


def test_C4_the_second_card_must_be_drawn():
    state = table("europe")
    set_market(state, "red", "blue", "green", "white", "black")
    state.apply(DrawBlind())
    assert legal(state) == draws(state) == {DrawBlind()} | {DrawFaceUp(n) for n in range(5)}
    refused(state, StopDrawing(), "wrong_moment", IllegalAction)


@pytest.mark.parametrize("back", [(0, 2), (2, 0)])
def test_C4_tickets_returned_later_go_under_the_deck_in_order(back):
    state = table("europe")
    state.apply(DrawTickets())
    offer, deck = state.view(0).offer, list(state.ticket_deck)
    state.apply(KeepTickets((1,), back))
    assert state.ticket_deck == [offer[back[1]], offer[back[0]], *deck]


# C5: ferries


def ferry_payments(length, symbols):
    """At least as many Locomotives as symbols, and one colour at most."""
    return {
        cards(**{colour: length - wild}, locomotive=wild)
        for colour in COLOUR_NAMES
        for wild in range(symbols, length + 1)
    }


def test_C5_example_smyrna_palermo():
    state = table("europe")
    ferry = route(state, "Palermo - Smyrna")
    state.hands[0] = state.game.all_cards()
    turn_of(state, 0)
    assert payments(state, ferry) == ferry_payments(6, 2)
    assert cards(green=4, locomotive=2) in payments(state, ferry)
    assert cards(locomotive=6) in payments(state, ferry)
    assert {len(payment) for payment in payments(state, ferry)} == {6}


def test_C5_every_ferry_of_the_board():
    state = table("europe")
    state.hands[0] = state.game.all_cards()
    turn_of(state, 0)
    symbols = []
    for number, r in enumerate(state.lookups.board.routes):
        if r.locomotives:
            symbols.append(r.locomotives)
            assert payments(state, number) == ferry_payments(r.length, r.locomotives)
    assert sorted(symbols) == [1] * 9 + [2] * 4


def test_C5_too_few_locomotives():
    state = table("europe")
    ferry = route(state, "Palermo - Smyrna")
    set_hand(state, 0, red=6, blue=4, locomotive=1)
    assert payments(state, ferry) == set()
    refused(state, ClaimRoute(ferry, cards(red=6)), "wrong_cards", IllegalAction)
    refused(state, ClaimRoute(ferry, cards(red=5, locomotive=1)), "wrong_cards", IllegalAction)
    refused(state, ClaimRoute(ferry, cards(red=4, locomotive=2)), "cards_missing", IllegalAction)


def test_C5_pairs_do_not_replace_locomotives_here():
    state = table("europe")
    ferry = route(state, "Athina - Smyrna")
    set_hand(state, 0, red=4, blue=4)
    assert payments(state, ferry) == set()
    refused(state, ClaimRoute(ferry, cards(red=3)), "wrong_cards", IllegalAction)


def test_C5_a_ferry_of_locomotives_only():
    state = table("europe")
    ferry = route(state, "Amsterdam - London")
    set_hand(state, 0, red=6, locomotive=3)
    assert payments(state, ferry) == {cards(locomotive=2)}
