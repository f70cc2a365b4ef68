"""A view and an action as the scene from which a sketch of the game goes on."""

import numpy as np

from carrozza.board.state import BoardState
from carrozza.bots.chart import chart_of
from carrozza.bots.search.boards.sketch.records import (
    BLIND,
    FACE_UP,
    GONE,
    NEW_TICKETS,
    NO_MOVE,
    NOBODY,
    SCENE,
    SECOND_BLIND,
    SECOND_FACE_UP,
    TUNNEL,
    Record,
)
from carrozza.core.actions import Action, ClaimRoute, DrawBlind, DrawFaceUp, DrawTickets
from carrozza.core.card_state import SECOND_CARD, START
from carrozza.core.cards import CARD_INDEX, KINDS, LOCOMOTIVE, counts_of
from carrozza.core.space import bits


def scene_of(state: BoardState, me: int, action: Action, rewards: dict[int, float]) -> Record:
    """After an action; what depends on luck is left to the sketch. `state` is a sample of the view
    of `me`, and nothing is read from it that `me` does not see. `rewards` are what routes bring
    beside their points."""
    scene = np.zeros(1, SCENE)[0]
    scene["me"] = me
    move = _move(scene, state, action)
    scene["move"] = move
    before = state
    if move == NO_MOVE:
        state = state.clone()
        state.apply(action, me)
        scene["seat"] = state.first if state.phase == START else state.seat
    else:
        scene["seat"] = (me + 1) % state.setup.players
    scene["last_turns"] = state.last_turns
    _fill_cards(scene, state, me, _bonus_cards(before, state, me, action))
    _fill_board(scene["position"], state)
    for route in bits(state.routes[me] & ~before.routes[me]):
        scene["position"]["points"][me] += rewards.get(route, 0.0)
    return scene


def _bonus_cards(before: BoardState, after: BoardState, me: int, action: Action) -> list[int]:
    """Cards that a claim has brought: they are other ones each time."""
    if after is before or not isinstance(action, ClaimRoute):
        return [0] * KINDS
    paid = counts_of(CARD_INDEX[card] for card in action.cards)
    hands = zip(after.hands[me], before.hands[me], paid, strict=True)
    return [new - (old - spent) for new, old, spent in hands]


def _move(scene: Record, state: BoardState, action: Action) -> int:
    if isinstance(action, DrawTickets):
        return NEW_TICKETS
    if isinstance(action, DrawBlind):
        return SECOND_BLIND if state.phase == SECOND_CARD else BLIND
    if isinstance(action, DrawFaceUp):
        scene["slot"] = action.slot
        return SECOND_FACE_UP if state.phase == SECOND_CARD else FACE_UP
    if isinstance(action, ClaimRoute) and state.lookups.board.routes[action.route].tunnel:
        cards = [CARD_INDEX[card] for card in action.cards]
        scene["route"] = action.route
        scene["colour"] = min(cards) % LOCOMOTIVE  # of Locomotives alone: any
        scene["wild"] = cards.count(LOCOMOTIVE)
        scene["cards"] = len(cards) - scene["wild"]
        return TUNNEL
    return NO_MOVE


def _fill_cards(scene: Record, state: BoardState, me: int, drawn: list[int]) -> None:
    """What `me` knows of hands, market and discards, but for the cards just drawn; the rest is
    unseen."""
    position = scene["position"]
    unseen = np.array(state.game.all_cards())
    for seat in range(state.setup.players):
        known = np.array(state.known[seat])
        if seat == me:
            known = np.array(state.hands[seat]) - drawn
        position["hand"][seat] = known
        scene["hidden"][seat] = sum(state.hands[seat]) - known.sum()
        unseen -= known
    unseen -= state.discards
    position["discards"][:] = state.discards
    position["market"][:] = GONE
    for slot, card in enumerate(state.market):
        if card >= 0:
            position["market"][slot] = card
            unseen[card] -= 1
    scene["unseen"][:] = np.maximum(unseen, 0)


def _fill_board(position: Record, state: BoardState) -> None:
    chart, spec = chart_of(state.lookups.board), state.lookups.spec
    position["owner"][:] = NOBODY
    for seat in range(state.setup.players):
        position["trains"][seat] = state.trains[seat]
        built = bits(state.stations[seat])
        position["points"][seat] = state.points[seat] - spec.station_points * len(built)
        for route in bits(state.routes[seat]):
            link = chart.of_route[route]
            position["owner"][route] = seat
            position["claimed"][link] += 1
            position["mine"][seat, link] = position["joined"][seat, link] = True
    for seat in range(state.setup.players):
        for city in bits(state.stations[seat]):
            for link, _ in chart.at[city]:
                if position["claimed"][link]:
                    position["joined"][seat, link] = True
