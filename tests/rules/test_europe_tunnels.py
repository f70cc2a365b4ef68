"""C6–C8: tunnels, with the three examples of the booklet."""

import pytest
from tests.rules.positions import (
    A_RED_THREE,
    FIVE,
    LOCO,
    all_train_cards,
    cards,
    discard_deck,
    every_card,
    kinds_of,
    legal,
    only_deck,
    own,
    payments,
    refused,
    route,
    set_hand,
    set_market,
    stack_deck,
    table,
    tracks,
    trains_on_board,
    tunnel_payments,
)

from carrozza.core.actions import ClaimRoute, DeclineTunnel, DrawBlind, PayTunnel
from carrozza.core.errors import IllegalAction
from carrozza.core.events import (
    DeckReshuffled,
    MarketFilled,
    RouteClaimed,
    TunnelDeclined,
    TunnelRevealed,
)

GREY_TWO = "Barcelona - Pamplona"


def enter(turned, laid, hand, line=GREY_TWO):
    """Seat 0 with this hand lays cards for a tunnel, and these cards are turned."""
    state = table("europe")
    set_market(state, *FIVE)
    set_hand(state, 0, **hand)
    stack_deck(state, *turned)
    events = state.apply(ClaimRoute(route(state, line), cards(**laid)))
    return state, events


# The examples of the booklet


def test_C6_example_1_one_red_card_turned_costs_one_more_red():
    state, events = enter(
        ("red", "blue", "green"), {"red": 2}, {"red": 4, "blue": 3, "green": 2, "locomotive": 2}
    )
    tunnel = route(state, GREY_TWO)
    assert events == [
        TunnelRevealed(0, tunnel, cards(red=2), ("red", "blue", "green"), (True, False, False), 1),
    ]
    assert state.to_act == (0,)
    assert legal(state) == {
        PayTunnel(cards(red=1)),
        PayTunnel(cards(locomotive=1)),
        DeclineTunnel(),
    }


def test_C6_example_2_a_locomotive_turned_costs_one_more_green():
    state, events = enter(
        ("white", LOCO, "red"), {"green": 2}, {"green": 3, "red": 3, "white": 3, "locomotive": 1}
    )
    assert events[0].extra == 1
    assert legal(state) == {
        PayTunnel(cards(green=1)),
        PayTunnel(cards(locomotive=1)),
        DeclineTunnel(),
    }


def test_C7_example_3_locomotives_laid_cost_one_more_locomotive():
    state, events = enter(
        ("red", LOCO, "green"), {"locomotive": 2}, {"locomotive": 4, "red": 4, "green": 4}
    )
    assert events[0].extra == 1
    assert legal(state) == {PayTunnel(cards(locomotive=1)), DeclineTunnel()}


def test_C6_A15_A16_example_madrid_pamplona_has_a_white_and_a_black_tunnel():
    state = table("europe", 4)
    both = tracks(state, "Madrid - Pamplona")
    colours = {state.lookups.board.data.routes[r].colour for r in both}
    assert colours == {"white", "black"}
    assert all(state.lookups.board.routes[r].tunnel for r in both)
    set_hand(state, 0, white=3, black=2, locomotive=1)
    white, black = (
        route(state, "Madrid - Pamplona", "white"),
        route(state, "Madrid - Pamplona", "black"),
    )
    assert payments(state, white) == {cards(white=3), cards(white=2, locomotive=1)}
    assert payments(state, black) == {cards(black=2, locomotive=1)}
    own(state, 0, white)
    assert payments(state, black) == set()


# C6: what the turned cards cost


@pytest.mark.parametrize(
    ("turned", "extra"),
    [
        (("blue", "blue", "green"), 0),
        (("red", "blue", "green"), 1),
        (("red", "red", "green"), 2),
        (("red", LOCO, "green"), 2),
        ((LOCO, LOCO, "blue"), 2),
        (("red", "red", "red"), 3),
        ((LOCO, LOCO, LOCO), 3),
        (("red", LOCO, "red"), 3),
    ],
)
@pytest.mark.parametrize("laid", [{"red": 2}, {"red": 1, "locomotive": 1}])
def test_C6_each_card_of_the_colour_or_locomotive_costs_one(turned, extra, laid):
    state, events = enter(turned, laid, {"red": 6, "locomotive": 5, "blue": 5})
    reveal = events[0]
    assert (reveal.revealed, reveal.extra) == (turned, extra)
    expected = {cards(red=extra - wild, locomotive=wild) for wild in range(extra + 1)}
    if extra:
        assert legal(state) == {PayTunnel(payment) for payment in expected} | {DeclineTunnel()}
    else:
        assert isinstance(events[1], RouteClaimed)
        assert state.to_act == (1,)


@pytest.mark.parametrize(
    ("turned", "extra"),
    [
        (("red", "blue", "green"), 0),
        (("red", LOCO, "red"), 1),
        ((LOCO, LOCO, "red"), 2),
        ((LOCO, LOCO, LOCO), 3),
    ],
)
def test_C7_locomotives_alone_are_touched_by_locomotives_only(turned, extra):
    state, events = enter(turned, {"locomotive": 2}, {"red": 6, "locomotive": 6, "blue": 5})
    assert events[0].extra == extra
    if extra:
        assert legal(state) == {PayTunnel(cards(locomotive=extra)), DeclineTunnel()}
        refused(state, PayTunnel(cards(red=extra)), "wrong_cards", IllegalAction)
    else:
        assert state.to_act == (1,)


def test_C7_a_coloured_tunnel_paid_with_locomotives_ignores_its_colour():
    state, events = enter(
        ("black", "black", "black"), {"locomotive": 3}, {"locomotive": 3}, "Madrid - Pamplona"
    )
    assert events[0].extra == 0
    assert state.view(0).routes[route(state, "Madrid - Pamplona")] == 0


def test_C6_the_colour_of_a_grey_tunnel_is_the_one_played():
    for colour in ("yellow", "purple"):
        _, events = enter(("yellow", "yellow", "purple"), {colour: 2}, {colour: 2})
        assert events[0].extra == {"yellow": 2, "purple": 1}[colour]


def test_C6_the_extra_is_paid_from_what_is_left_in_the_hand():
    state, _ = enter(("red", "red", "red"), {"red": 2}, {"red": 4, "locomotive": 2, "blue": 9})
    assert tunnel_payments(state) == {cards(red=2, locomotive=1), cards(red=1, locomotive=2)}
    refused(state, PayTunnel(cards(red=3)), "cards_missing", IllegalAction)
    refused(state, PayTunnel(cards(locomotive=3)), "cards_missing", IllegalAction)
    refused(state, PayTunnel(cards(blue=3)), "wrong_cards", IllegalAction)
    refused(state, PayTunnel(cards(red=2)), "wrong_cards", IllegalAction)


def test_C6_who_cannot_pay_takes_the_cards_back():
    state, _ = enter(("red", LOCO, "blue"), {"red": 2}, {"red": 3, "blue": 4})
    assert legal(state) == {DeclineTunnel()}


def test_C6_paying_claims_the_tunnel():
    state, _ = enter(("red", "blue", LOCO), {"red": 2}, {"red": 4, "locomotive": 1, "green": 1})
    before = all_train_cards(state)
    tunnel = route(state, GREY_TWO)
    events = state.apply(PayTunnel(cards(red=1, locomotive=1)))
    [claimed] = [event for event in events if isinstance(event, RouteClaimed)]
    assert (claimed.seat, claimed.route, claimed.points) == (0, tunnel, 2)
    assert sorted(claimed.cards) == sorted(cards(red=3, locomotive=1))
    view = state.view(0)
    assert view.routes[tunnel] == 0
    assert view.trains == (43, 45)
    assert trains_on_board(state, 0) == 2
    assert view.points == (2, 0)
    assert view.hand == (0, 0, 0, 0, 1, 0, 0, 1, 0)
    assert view.discards == (0, 1, 0, 0, 0, 0, 0, 4, 2)
    assert view.tunnel is None
    assert all_train_cards(state) == before
    assert state.to_act == (1,)


def test_C6_declining_returns_the_cards_and_ends_the_turn():
    state, _ = enter(("red", "blue", LOCO), {"red": 2}, {"red": 6, "locomotive": 3})
    before = all_train_cards(state)
    tunnel = route(state, GREY_TWO)
    assert state.apply(DeclineTunnel()) == [TunnelDeclined(0, tunnel)]
    view = state.view(0)
    assert view.routes[tunnel] is None
    assert view.trains == (45, 45)
    assert view.points == (0, 0)
    assert view.hand == (0, 0, 0, 0, 0, 0, 0, 6, 3)
    assert view.tunnel is None
    assert all_train_cards(state) == before
    assert state.to_act == (1,)


def test_C6_nothing_else_can_be_done_between_reveal_and_payment():
    state, _ = enter(("red", "blue", LOCO), {"red": 2}, {"red": 6, "locomotive": 3})
    refused(state, DrawBlind(), "wrong_moment", IllegalAction)
    other = ClaimRoute(route(state, A_RED_THREE["europe"]), cards(red=3))
    refused(state, other, "wrong_moment", IllegalAction)
    assert kinds_of(state.legal_actions()) == {PayTunnel, DeclineTunnel}


def test_C6_paying_for_a_tunnel_needs_a_tunnel():
    state = table("europe")
    set_hand(state, 0, red=6)
    refused(state, PayTunnel(cards(red=1)), "wrong_moment", IllegalAction)
    refused(state, DeclineTunnel(), "wrong_moment", IllegalAction)


def test_C6_everybody_sees_the_tunnel():
    state, _ = enter(("red", "blue", LOCO), {"red": 2}, {"red": 6, "locomotive": 3})
    for seat in (0, 1, None):
        tunnel = state.view(seat).tunnel
        assert tunnel.route == route(state, GREY_TWO)
        assert (tunnel.laid, tunnel.extra) == (cards(red=2), 2)
        assert tunnel.revealed == ("red", "blue", LOCO)


def test_C6_every_tunnel_of_the_board_turns_three_cards():
    fresh = table("europe")
    set_market(fresh, *FIVE)
    tunnels = [i for i, r in enumerate(fresh.lookups.board.routes) if r.tunnel]
    assert len(tunnels) == 18
    for number in tunnels:
        state = fresh.clone()
        set_hand(state, 0, locomotive=8)
        stack_deck(state, "red", "blue", "green")
        length = state.lookups.board.routes[number].length
        events = state.apply(ClaimRoute(number, cards(locomotive=length)))
        assert events[0].revealed == ("red", "blue", "green")
        assert state.view(0).routes[number] == 0


def test_C6_other_routes_turn_none():
    state = table("europe")
    every_card(state, 0)
    deck = state.view(0).deck
    state.apply(ClaimRoute(route(state, A_RED_THREE["europe"]), cards(red=3)))
    assert state.view(0).deck == deck


# C8: the turned cards


@pytest.mark.parametrize("answer", [PayTunnel(cards(red=2)), DeclineTunnel()])
def test_C8_turned_cards_are_discarded_whatever_happened(answer):
    state, _ = enter(("red", "blue", LOCO), {"red": 2}, {"red": 6})
    assert sum(state.view(0).discards) == 0
    state.apply(answer)
    paid = 4 if isinstance(answer, PayTunnel) else 0
    assert state.view(0).discards == (0, 1, 0, 0, 0, 0, 0, 1 + paid, 1)


def test_C8_turned_cards_without_cost_are_discarded_too():
    state, _ = enter(("blue", "blue", "green"), {"red": 2}, {"red": 2})
    assert state.view(0).discards == (0, 2, 0, 0, 1, 0, 0, 2, 0)


def test_C8_the_discards_are_shuffled_when_the_deck_is_short():
    state = table("europe")
    set_market(state, *FIVE)
    set_hand(state, 0, red=2)
    stack_deck(state, "blue")
    discard_deck(state, keep=1)
    waiting = state.discarded
    events = state.apply(ClaimRoute(route(state, GREY_TWO), cards(red=2)))
    assert events[0] == DeckReshuffled(waiting)
    assert events[1].revealed[0] == "blue"
    assert len(events[1].revealed) == 3


@pytest.mark.parametrize("left", [("blue",), ("blue", "red")])
def test_C8_fewer_than_three_turn_what_there_is(left):
    state = table("europe")
    set_market(state, *FIVE)
    set_hand(state, 0, red=3)
    only_deck(state, *left, hoarder=1)
    events = state.apply(ClaimRoute(route(state, GREY_TWO), cards(red=2)))
    extra = left.count("red")
    costly = tuple(card == "red" for card in left)
    tunnel = route(state, GREY_TWO)
    assert events[0] == TunnelRevealed(0, tunnel, cards(red=2), left, costly, extra)
    assert tunnel_payments(state) == ({cards(red=1)} if extra else set())
    assert (state.to_act == (0,)) == bool(extra)


def test_C8_none_to_turn_no_risk():
    state = table("europe")
    set_market(state, *FIVE)
    set_hand(state, 0, red=2)
    only_deck(state, hoarder=1)
    tunnel = route(state, GREY_TWO)
    events = state.apply(ClaimRoute(tunnel, cards(red=2)))
    assert events == [
        TunnelRevealed(0, tunnel, cards(red=2), (), (), 0),
        RouteClaimed(0, tunnel, cards(red=2), 2),
    ]
    assert state.to_act == (1,)


def test_C8_laid_cards_are_not_turned():
    """With one card discarded and two laid, only that one is turned."""
    state = table("europe")
    set_market(state, *FIVE)
    set_hand(state, 0, red=3)
    only_deck(state, "red", hoarder=1)
    discard_deck(state)
    events = state.apply(ClaimRoute(route(state, GREY_TWO), cards(red=2)))
    assert events[0] == DeckReshuffled(1)
    assert events[1].revealed == ("red",)
    assert sum(state.view(0).discards) == 0
    assert state.view(0).hand_sizes[0] == 1


def test_C8_A9_gaps_are_filled_with_what_a_tunnel_discards():
    state = table("europe")
    set_market(state, None, "blue", "green", "white", "black")
    set_hand(state, 0, red=2)
    only_deck(state, hoarder=1)
    events = state.apply(ClaimRoute(route(state, GREY_TWO), cards(red=2)))
    assert events[2:] == [DeckReshuffled(2), MarketFilled(0, "red")]
    assert state.view(0).market == ("red", "blue", "green", "white", "black")
