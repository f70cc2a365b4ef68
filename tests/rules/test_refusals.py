"""What is not legal is refused with the right error, and changes nothing."""

import pytest
from tests.rules.positions import (
    A_RED_THREE,
    cards,
    deal,
    every_game,
    finish,
    refused,
    route,
    set_hand,
    table,
)

from carrozza.core.actions import (
    BuildStation,
    ClaimRoute,
    CompleteBest,
    DeclineTunnel,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    PayTunnel,
    PlayToYard,
    StopDrawing,
)
from carrozza.core.errors import (
    CarrozzaError,
    GameOver,
    IllegalAction,
    MalformedAction,
    OutOfTurn,
)


@every_game
@pytest.mark.parametrize("seat", [1, 2, 3, 17, -1])
def test_A1_out_of_turn(game, seat):
    state = table(game, 3)
    for action in (DrawBlind(), DrawTickets(), Pass(), ClaimRoute(0, cards(red=1))):
        refused(state, action, "not_your_turn", OutOfTurn, seat=seat)
    assert list(state.legal_actions(seat)) == []


@every_game
def test_A1_who_has_chosen_waits_for_the_others(game):
    state, _ = deal(game, 3)
    keep = KeepTickets((0, 1), (2, 3))
    state.apply(keep, 1)
    refused(state, keep, "not_your_turn", OutOfTurn, seat=1)
    refused(state, DrawBlind(), "not_your_turn", OutOfTurn, seat=1)
    assert list(state.legal_actions(1)) == []


@every_game
def test_A20_nothing_is_legal_after_the_end(game):
    state = table(game)
    set_hand(state, 0, red=6)
    finish(state)
    claim = ClaimRoute(route(state, A_RED_THREE[game]), cards(red=3))
    for seat in (None, 0, 1):
        for action in (DrawBlind(), DrawTickets(), Pass(), claim, KeepTickets((0,), ())):
            refused(state, action, "game_over", GameOver, seat=seat)
        assert list(state.legal_actions(seat)) == []


@every_game
@pytest.mark.parametrize(
    "thing",
    [
        None,
        0,
        3.5,
        "DrawBlind",
        b"",
        (),
        [],
        {},
        {"type": "DrawBlind"},
        {1, 2},
        object(),
        DrawBlind,
    ],
    ids=lambda thing: "object" if type(thing) is object else repr(thing),
)
def test_what_is_no_action_is_malformed(game, thing):
    refused(table(game), thing, "not_an_action", MalformedAction)


@every_game
def test_actions_of_the_card_game_are_malformed(game):
    state = table(game)
    for action in (PlayToYard(cards(red=2)), CompleteBest()):
        refused(state, action, "unknown_action", MalformedAction)


@pytest.mark.parametrize(
    "action",
    [
        ClaimRoute(0, ["red", "red"]),
        ClaimRoute("0", cards(red=2)),
        ClaimRoute(None, cards(red=2)),
        ClaimRoute([], []),
        DrawFaceUp("0"),
        DrawFaceUp(None),
        DrawFaceUp(1.5),
        BuildStation(0, ["red"]),
        BuildStation("Roma", cards(red=1)),
        PayTunnel(["red"]),
    ],
    ids=repr,
)
def test_fields_of_wrong_types_are_malformed(action):
    """Python objects a careless caller may build; decoding from JSON cannot make them."""
    refused(table("europe"), action, "not_an_action", MalformedAction)


@pytest.mark.parametrize(
    "answer", [KeepTickets((0,), ("1", "2")), KeepTickets((0,), None), KeepTickets(0, 1)], ids=repr
)
def test_ticket_answers_of_wrong_types_are_malformed(answer):
    state = table("usa")
    state.apply(DrawTickets())
    refused(state, answer, "not_an_action", MalformedAction)


@every_game
@pytest.mark.parametrize("number", [-1, 10**6])
def test_unknown_action_ids_are_malformed(game, number):
    state = table(game)
    before = state.state_hash()
    with pytest.raises(MalformedAction) as raised:
        state.apply_id(number)
    assert raised.value.code == "unknown_action"
    assert state.state_hash() == before


@every_game
@pytest.mark.parametrize("slot", [-1, 5, 99])
def test_A3_the_market_has_five_places(game, slot):
    refused(table(game), DrawFaceUp(slot), "unknown_slot", MalformedAction)


@every_game
def test_A1_wrong_moments(game):
    state, _ = deal(game)
    claim = ClaimRoute(route(state, A_RED_THREE[game]), cards(red=3))
    for action in (DrawBlind(), DrawTickets(), claim, StopDrawing(), Pass()):
        refused(state, action, "wrong_moment", IllegalAction)
    state = table(game)
    refused(state, StopDrawing(), "wrong_moment", IllegalAction)
    refused(state, KeepTickets((0, 1, 2), ()), "no_offer", IllegalAction)
    refused(state, DeclineTunnel(), "wrong_moment", IllegalAction)
    state.apply(DrawTickets())
    refused(state, claim, "wrong_moment", IllegalAction)
    refused(state, DrawTickets(), "wrong_moment", IllegalAction)
    refused(state, Pass(), "wrong_moment", IllegalAction)
    refused(state, StopDrawing(), "wrong_moment", IllegalAction)


@every_game
def test_tunnel_payments_are_unknown_where_there_are_no_tunnels(game):
    state = table(game)
    error = (
        ("wrong_moment", IllegalAction) if game == "europe" else ("unknown_action", MalformedAction)
    )
    refused(state, PayTunnel(cards(red=1)), *error)


@every_game
def test_cards_that_do_not_exist(game):
    state = table(game)
    three = route(state, A_RED_THREE[game])
    refused(state, ClaimRoute(three, ("pink",) * 3), "not_an_action", MalformedAction)
    refused(state, ClaimRoute(three, ()), "wrong_cards", IllegalAction)


@every_game
def test_cards_are_named_in_the_order_of_the_kinds(game):
    """One payment is one action: the same cards in another order are not a second one."""
    state = table(game)
    three = route(state, A_RED_THREE[game])
    set_hand(state, 0, red=2, locomotive=1)
    backwards = ClaimRoute(three, ("locomotive", "red", "red"))
    refused(state, backwards, "wrong_cards", IllegalAction)
    assert ClaimRoute(three, cards(red=2, locomotive=1)) in state.legal_actions()


@every_game
def test_a_legal_action_has_no_reason_against_it(game):
    state = table(game)
    assert all(state.why_not(action) is None for action in state.legal_actions())


@pytest.mark.parametrize("error", [GameOver, OutOfTurn])
def test_kinds_of_errors(error):
    assert issubclass(error, IllegalAction)
    assert issubclass(IllegalAction, CarrozzaError)
    assert not issubclass(MalformedAction, IllegalAction)
