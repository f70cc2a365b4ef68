"""Greedy on a board: claim whatever scores most now; else draw for the route nearest to hand."""

from collections.abc import Sequence

from carrozza.board.board import GREY
from carrozza.board.game import BoardGame
from carrozza.board.paths import components
from carrozza.board.view import BoardView
from carrozza.bots.gains import gained
from carrozza.bots.masks import lowest, mask_of
from carrozza.bots.sight import Sight
from carrozza.core.actions import Action, DeclineTunnel, KeepTickets
from carrozza.core.cards import CARDS, COLOURS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, FACE_UP, TICKETS
from carrozza.core.space import bits


def greedy_board(game: BoardGame, view: BoardView, legal: Sequence[Action]) -> Action:
    if view.phase in ("start", "ticket_choice"):
        return _keep(game, view, legal)
    actions = game.lookups.space.actions
    mask = mask_of(game.lookups.space, legal)
    if view.phase == "tunnel":
        # Paying comes after declining in the list, the cheapest payment first.
        paying = mask & ~(1 << game.lookups.space.index[DeclineTunnel()])
        return actions[lowest(paying or mask)]
    sight = Sight(game, view)
    claim = _best_claim(game, view, sight, mask) if view.phase == "turn" else None
    return actions[_draw(game, view, sight, mask) if claim is None else claim]


def _keep(game: BoardGame, view: BoardView, legal: Sequence[Action]) -> Action:
    """No more tickets than one must keep, and those that cost least when they fail."""
    assert view.offer is not None
    worth = [game.board.tickets[t].penalty for t in view.offer]

    def regret(action: Action) -> tuple[int, int]:
        assert isinstance(action, KeepTickets)
        return len(action.keep), sum(worth[slot] for slot in action.keep)

    return min(legal, key=regret)


def _best_claim(game: BoardGame, view: BoardView, sight: Sight, mask: int) -> int | None:
    """The claim with the most points, a ticket it completes included, cheaply paid."""
    best, best_points = None, 0
    label = components(game.board, sight.mine)
    for route in sight.open:
        ways = mask & game.lookups.route_actions[route]
        if ways:
            points = game.board.routes[route].points
            points += gained(game.board, label, route, view.tickets or ())
            if points > best_points:
                best, best_points = route, points
    if best is None:
        return None
    return _payment(game, view, mask & game.lookups.route_actions[best])


def _payment(game: BoardGame, view: BoardView, ways: int) -> int:
    """Few cards, few Locomotives, of the colour one has most of."""
    assert view.hand is not None
    cost, hand = game.lookups.cost, view.hand

    def price(i: int) -> tuple[int, int, int]:
        wild = sum(n for card, n in cost[i] if card == LOCOMOTIVE)
        left = min((hand[card] - n for card, n in cost[i] if card != LOCOMOTIVE), default=0)
        return sum(n for _, n in cost[i]), wild, -left

    return min(bits(ways), key=price)


def _draw(game: BoardGame, view: BoardView, sight: Sight, mask: int) -> int:
    """The colour of the route that can be claimed soonest for its points, else a Locomotive where
    that helps, else a blind card; tickets only when there are no cards."""
    wanted = _wanted(game, view, sight)
    slots = [slot for slot in range(len(view.market)) if mask >> FACE_UP + slot & 1]
    for colour in wanted:
        for slot in slots:
            if view.market[slot] == CARDS[colour]:
                return FACE_UP + slot
    for i in (BLIND, TICKETS):
        if mask >> i & 1:
            return i
    return lowest(mask)


def _wanted(game: BoardGame, view: BoardView, sight: Sight) -> list[int]:
    """Cards for the route with the most points for each turn until it can be claimed."""
    assert view.hand is not None
    best, best_rate, hand = [LOCOMOTIVE], 0.0, view.hand
    most = max(COLOURS, key=lambda c: hand[c])
    for r in sight.open:
        route = game.board.routes[r]
        if route.length > sight.trains:
            continue
        colour = most if route.colour == GREY else route.colour
        wild = game.lookups.takes_locomotives[r]
        missing = max(0, route.length - hand[colour] - wild * hand[LOCOMOTIVE])
        rate = route.points / (3 + missing)
        if rate > best_rate:
            best, best_rate = [colour, LOCOMOTIVE] if wild else [colour], rate
    return best
