"""Claiming routes; the twin of `carrozza.board.claim`."""

from carrozza.core.cards import KINDS
from carrozza.lane.bits import add, count
from carrozza.lane.board.draw import after_discard, draw_hidden
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import WORDS, State
from carrozza.lane.board.turn import end_turn
from carrozza.lane.chance import Chance
from carrozza.lane.compiled import compiled


@compiled
def claim_route(s: State, chance: Chance, board: Board, seat: int, i: int) -> None:
    s.passes = 0
    pay(s, board, seat, i)
    take_route(s, chance, board, seat, board.arg[i])
    after_discard(s, chance, board)
    end_turn(s, board)


@compiled
def pay(s: State, board: Board, seat: int, i: int) -> None:
    """Cards go from the hand to the discards, in the open."""
    lay(s, board, seat, i)
    discard(s, board, i)


@compiled
def lay(s: State, board: Board, seat: int, i: int) -> None:
    """Cards leave the hand. Those that everybody knew to be there are thought to go first."""
    for kind in range(KINDS):
        n = board.cost[i, kind]
        s.hands[seat, kind] -= n
        s.known[seat, kind] = max(0, s.known[seat, kind] - n)


@compiled
def discard(s: State, board: Board, i: int) -> None:
    for kind in range(KINDS):
        n = board.cost[i, kind]
        s.discards[kind] += n
        s.discarded += n


@compiled
def take_route(s: State, chance: Chance, board: Board, seat: int, route: int) -> None:
    """The route, already paid, becomes the seat's; its siblings close as the rules say."""
    s.trains[seat] -= board.length[route]
    s.points[seat] += board.route_points[route]
    add(s.routes[seat], route)
    add(s.taken, route)
    taken = 0
    for w in range(WORDS):
        taken += count(s.taken[w] & board.siblings[route, w])
    if taken >= board.most_tracks[s.players, route]:
        for w in range(WORDS):
            s.open[w] &= ~board.siblings[route, w]
    else:
        for w in range(WORDS):
            s.open[w] &= ~s.taken[w]
            s.barred[seat, w] |= board.siblings[route, w]
    for _ in range(board.draw_bonus[route]):
        if s.deck_size + s.discarded > 0:
            draw_hidden(s, chance, seat)
