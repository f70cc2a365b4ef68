"""Hints: what is said of an action is true by the rules, and follows from the view alone."""

from math import inf

import pytest
from tests.support import deal

from carrozza.board.game import BoardGame
from carrozza.bots.registry import make_bot
from carrozza.core.actions import ClaimRoute, KeepTickets, PlayToYard
from carrozza.core.cards import CARD_INDEX
from carrozza.core.events import TrainsRobbed
from carrozza.core.rng import Rng
from carrozza.core.scores import TicketItem
from carrozza.games.registry import NAMES
from carrozza.review.hints.advise import advise
from carrozza.review.hints.boards import BoardReasons
from carrozza.review.hints.cards import CardReasons
from carrozza.review.hints.network import Network
from carrozza.review.ways import FAR, trains_to_complete

BOARDS = [name for name in NAMES if name != "card_game"]


def completed(state, seat):
    items = state.score_sheet().seats[seat].items
    return {item.ticket for item in items if isinstance(item, TicketItem) and item.completed}


def walk(name, players, seed, bot="hard"):
    """The positions of a game in which a seat has a choice."""
    state = deal(name, players, seed)
    bots = [make_bot(bot, state.game, str(seat)) for seat in range(players)]
    while not state.over:
        seat = state.to_act[0]
        legal = state.legal_actions(seat)
        if len(legal) > 1:
            yield state, seat, legal
        state.apply(bots[seat].decide(state.memory(seat), legal, inf), seat)


@pytest.mark.parametrize("name", BOARDS)
def test_distances_are_those_of_the_engine(name):
    for number, (state, seat, _) in enumerate(walk(name, 3, "ways")):
        if number % 9 == 0:
            network = Network(state, seat)
            for ticket in state.tickets[seat]:
                far = trains_to_complete(state, seat, state.game.board.tickets[ticket])
                assert network.trains(ticket) == (None if far == FAR else far)


@pytest.mark.parametrize("name", BOARDS)
def test_every_reason_for_an_action_is_true(name):
    """Each claim that may be made is made, and each reason compared with what the engine says."""
    said = set()
    for number, (state, seat, legal) in enumerate(walk(name, 2, "true")):
        if number % 4:
            continue
        look = BoardReasons(state, seat)
        claims = {a.route: a for a in legal if isinstance(a, ClaimRoute)}
        for action in [*claims.values(), *list(legal)[:6]]:
            for reason in look.of(action):
                said.add(reason.kind)
                check(state, seat, action, reason)
    assert said >= {"serves_ticket", "completes_ticket", "long_route", "blind", "collects"}


@pytest.mark.parametrize("name", BOARDS)
def test_every_reason_against_a_claim_is_true(name):
    said = set()
    for number, (state, seat, legal) in enumerate(walk(name, 2, "against")):
        look = BoardReasons(state, seat)
        tickets = [state.game.board.tickets[ticket] for ticket in look.open]
        claims = [a for a in legal if isinstance(a, ClaimRoute)] if number % 5 == 0 else []
        for action in claims:
            r = state.game.board.routes[action.route]
            if r.tunnel or r.draw_bonus:  # what they cost and bring is not decided yet
                continue
            after = state.clone()
            after.apply(action, seat)
            nearer = any(
                trains_to_complete(after, seat, t) < trains_to_complete(state, seat, t)
                for t in tickets
            )
            kinds = [reason.kind for reason in look.against(action)]
            assert ("serves_none" in kinds) == bool(tickets and not nearer)
            for reason in look.against(action):
                said.add(reason.kind)
                if reason.kind == "spends":
                    assert reason.ticket in look.open
                    then = BoardReasons(after, seat)
                    assert then.lacks(reason.route) == reason.count > look.lacks(reason.route)
    assert said == {"serves_none", "spends"}


def check(state, seat, action, reason):
    board = state.game.board
    ticket = board.tickets[reason.ticket] if reason.ticket is not None else None
    before = trains_to_complete(state, seat, ticket) if ticket else 0
    if isinstance(action, ClaimRoute) and not board.routes[action.route].tunnel:
        after = state.clone()
        after.apply(action, seat)
        left = trains_to_complete(after, seat, ticket) if ticket else 0
        match reason.kind:
            case "completes_ticket":
                new = completed(after, seat) - completed(state, seat)
                assert reason.ticket in new
            case "serves_ticket":
                assert 0 < reason.count == left < before
            case "narrow" | "only_way":
                assert taken_by_another(state, seat, action.route, ticket) == (
                    FAR if reason.kind == "only_way" else before + reason.count
                )
            case "blocks":
                assert reason.seat != seat
                assert len(Network(state, reason.seat).parts()) > 1
            case "long_route" | "route_points":
                assert after.points[seat] - state.points[seat] == reason.points
            case "keeps_locomotives":
                assert state.hands[seat][8] == reason.count
                assert "locomotive" not in action.cards
            case "ends_game":
                assert state.last_turns < 0 <= after.last_turns or after.over
    if reason.kind in ("needed_card", "wanted_card", "collects", "collects_points"):
        cheapest = fewest_missing(state, seat, reason.route, reason.card)
        assert cheapest == reason.count
        if reason.card is not None:
            assert cheapest < fewest_missing(state, seat, reason.route, None)


def taken_by_another(state, seat, route, ticket):
    after = state.clone()
    other = (seat + 1) % len(state.hands)
    after.routes[other] |= 1 << route
    after.taken |= 1 << route
    after.game.close_routes(after)
    return trains_to_complete(after, seat, ticket)


def fewest_missing(state, seat, route, card):
    hand = list(state.hands[seat])
    if card is not None:
        hand[CARD_INDEX[card]] += 1
    ways = [a for a in state.space.actions if isinstance(a, ClaimRoute) and a.route == route]
    return min(
        sum(max(0, way.cards.count(name) - hand[i]) for name, i in CARD_INDEX.items())
        for way in ways
    )


def test_a_robbery_is_one():
    robbed = 0
    for number, (state, seat, legal) in enumerate(walk("card_game", 2, "rob")):
        plays = [action for action in legal if isinstance(action, PlayToYard)]
        if number % 3 or not plays:
            continue
        look = CardReasons(state.game, state.memory(seat))
        for action in plays[::7]:
            after = state.clone()
            events = [e for e in after.apply(action, seat) if isinstance(e, TrainsRobbed)]
            told = [reason for reason in look.of(action) if reason.kind == "robs"]
            assert sorted((e.victim, len(e.cards)) for e in events) == sorted(
                (reason.seat, reason.count) for reason in told
            )
            robbed += len(told)
    assert robbed


@pytest.mark.parametrize("name", ["usa", "card_game"])
def test_what_is_hidden_plays_no_part(name):
    rng = Rng.from_seed("hidden")
    for number, (state, seat, legal) in enumerate(walk(name, 2, "hidden")):
        if number not in (0, 2, 30, 61):
            continue
        other = state.resample(seat, rng)
        assert other.plain() != state.plain()
        known = advise(state.game, state.memory(seat), legal, "same")
        assert known == advise(other.game, other.memory(seat), other.legal_actions(seat), "same")
        assert known.action in legal
        assert 1 <= len(known.reasons) <= 2


@pytest.mark.parametrize("name", NAMES)
def test_tickets_on_offer_are_compared(name):
    state = deal(name, 2, "offer")
    view = state.memory(0)
    hint = advise(state.game, view, state.legal_actions(0), "x")
    assert isinstance(hint.action, KeepTickets)
    assert tuple(one.ticket for one in hint.offered) == view.offer
    assert {one.ticket for one in hint.offered if one.keep} == set(hint.sets[0].tickets)
    assert all(0 <= one.share <= 1 for one in hint.sets)
    assert all(one.chance is None or 0 <= one.chance <= 1 for one in hint.offered)
    if isinstance(state.game, BoardGame):
        for one in hint.offered:
            far = trains_to_complete(state, 0, state.game.board.tickets[one.ticket])
            assert one.alone == far
            assert one.added is None or one.added <= far
