"""Tunnels: lay the cards, turn three, pay the difference or take the cards back; the twin of
`carrozza.board.tunnels`."""

from carrozza.board.lookups import TUNNEL_CARDS
from carrozza.board.turn import TUNNEL
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.lane.bits import Word
from carrozza.lane.board.claim import discard, lay, pay, take_route
from carrozza.lane.board.draw import after_discard, reshuffle, top_card
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import NONE, State
from carrozza.lane.board.turn import end_turn
from carrozza.lane.chance import Chance
from carrozza.lane.compiled import compiled


@compiled
def enter_tunnel(s: State, chance: Chance, board: Board, seat: int, i: int) -> None:
    s.passes = 0
    lay(s, board, seat, i)
    s.tunnel = board.arg[i]
    s.laid = i
    reveal(s, chance)
    extra = 0
    for n in range(s.turned):
        extra += s.revealed[n] == board.colour[i] or s.revealed[n] == LOCOMOTIVE
    s.extra = extra
    if extra:
        s.phase = TUNNEL
    else:
        finish(s, chance, board, seat)


@compiled
def reveal(s: State, chance: Chance) -> None:
    """Up to three cards from the deck; the laid cards are not among the discards yet."""
    s.turned = 0
    for _ in range(TUNNEL_CARDS):
        if s.deck_size == 0 and s.discarded > 0:
            reshuffle(s)
        if s.deck_size > 0:
            s.revealed[s.turned] = top_card(s, chance)
            s.turned += 1


@compiled
def payments(s: State, board: Board, seat: int) -> Word:
    """The extra cards in every way the hand allows, as bits from `tunnel_id` on."""
    ways = board.tunnel_ways[board.colour[s.laid], s.extra]
    for kind in range(KINDS):
        ways &= board.tunnel_fits[kind, min(s.hands[seat, kind], TUNNEL_CARDS)]
    return ways


@compiled
def pay_tunnel(s: State, chance: Chance, board: Board, seat: int, i: int) -> None:
    pay(s, board, seat, i)
    finish(s, chance, board, seat)


@compiled
def finish(s: State, chance: Chance, board: Board, seat: int) -> None:
    """The tunnel is dug: laid and extra cards are discarded with the revealed ones."""
    discard(s, board, s.laid)
    take_route(s, chance, board, seat, s.tunnel)
    clear(s, chance, board)


@compiled
def decline_tunnel(s: State, chance: Chance, board: Board, seat: int) -> None:
    """The laid cards go back to the hand, where everybody now knows them to be."""
    for kind in range(KINDS):
        s.hands[seat, kind] += board.cost[s.laid, kind]
        s.known[seat, kind] += board.cost[s.laid, kind]
    clear(s, chance, board)


@compiled
def clear(s: State, chance: Chance, board: Board) -> None:
    """The revealed cards are discarded and the turn ends."""
    for n in range(s.turned):
        s.discards[s.revealed[n]] += 1
        s.discarded += 1
    s.tunnel = NONE
    after_discard(s, chance, board)
    end_turn(s, board)
