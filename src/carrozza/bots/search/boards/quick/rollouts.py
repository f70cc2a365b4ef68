"""Many games from one position to the end, each with other cards."""

from typing import Any

import numpy as np

from carrozza.board.lookups import CLAIM, ENTER_TUNNEL
from carrozza.bots.search.boards.quick.compiled import compiled
from carrozza.bots.search.boards.quick.plans import follow
from carrozza.bots.search.boards.quick.records import Record
from carrozza.bots.search.boards.quick.turns import decide
from carrozza.core.cards import KINDS
from carrozza.core.lookups import TICKETS
from carrozza.lane.bits import has
from carrozza.lane.board.game import play
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.scoring import score
from carrozza.lane.board.state import NONE, State, Work
from carrozza.lane.chance import Chance, begin, some_card

LONG = 600  # decisions of each seat: a game takes a hundred
DEALING = 99  # a stream of luck beside those of the seats
STREAMS = 100_000  # so many turns of each game and seat have numbers of their own


@compiled
def rollouts(
    fixed: Any, paper: Any, me: int, action: int, own: Any, positions: Any, others: Any,
    seed: int, first: int, out: Any,
) -> None:  # fmt: skip
    """As many games as `out` has rows, which are the `first` and following ones of this seed: the
    part of the win and the lead of `me` after an action. They take turns with the positions, each
    with the courses of the other seats, and with the courses of the seat itself.

    `fixed` are the network and the lane's lookups, `paper` what `new_paper` gives."""
    m, board = fixed[0][0], fixed[1][0]
    states = paper[0]
    s, chance, t, work = states[0], paper[1][0], paper[2][0], paper[3][0]
    for i in range(out.shape[0]):
        n = first + i
        theirs = n % others.shape[0]
        mine = (n // others.shape[0] + n) % own.shape[0]
        states[0] = positions[theirs]
        for seat in range(s.players):
            follow(m, t, seat, own[mine] if seat == me else others[theirs, seat])
        deal_hidden(s, chance, me, seed, n)
        begin(chance, seed, luck_of(n, me, 0))
        if action == TICKETS:
            imagine(chance, own[mine])
        do(m, s, t, chance, board, me, action)
        chance.given = 0
        play_on(m, s, t, chance, board, work, seed, n)
        score(s, board, work)
        count(s, work, me, out[i])


@compiled
def luck_of(game: int, stream: int, turn: int) -> int:
    """The number of the generator's game that answers. Each turn of each seat has its own: what one
    seat does changes little of the luck of the others, so that actions are compared fairly."""
    return (game * (DEALING + 1) + stream) * STREAMS + turn


@compiled
def deal_hidden(s: State, chance: Chance, me: int, seed: int, n: int) -> None:
    """What the others hold and nobody has seen goes back to the deck and is dealt anew."""
    begin(chance, seed, luck_of(n, DEALING, 0))
    sizes = np.zeros(s.hands.shape[0], np.int64)
    for seat in range(s.players):
        if seat == me:
            continue
        for kind in range(KINDS):
            hidden = s.hands[seat, kind] - s.known[seat, kind]
            s.hands[seat, kind] -= hidden
            s.deck[kind] += hidden
            s.deck_size += hidden
            sizes[seat] += hidden
    for seat in range(s.players):
        for _ in range(sizes[seat]):
            card = some_card(chance, s.deck, s.deck_size)
            s.deck[card] -= 1
            s.deck_size -= 1
            s.hands[seat, card] += 1


@compiled
def imagine(chance: Chance, course: Record) -> None:
    """The tickets drawn are those that a course was made for."""
    chance.given = course.offered
    chance.used = 0
    for slot in range(course.offered):
        chance.outcomes[slot] = course.offer[slot]


@compiled
def do(m: Record, s: State, t: Record, chance: Chance, board: Board, seat: int, i: int) -> None:
    """An action; who had planned what it claims must think again."""
    route = s.tunnel
    if board.kind[i] == CLAIM or board.kind[i] == ENTER_TUNNEL:
        route = board.arg[i]
    play(s, chance, board, seat, i)
    if route != NONE and has(s.taken, route):
        for other in range(s.players):
            if t.in_plan[other, m.link[route]]:
                t.to_mend[other] = True


@compiled
def play_on(
    m: Record, s: State, t: Record, chance: Chance, board: Board, work: Work, seed: int, n: int
) -> None:
    for _ in range(LONG * s.players):
        if s.pending == 0:
            return
        seat = s.seat
        before = t.turns[seat]
        i = decide(m, s, t, board, seat, work)
        if t.turns[seat] > before:
            begin(chance, seed, luck_of(n, seat, t.turns[seat]))
        do(m, s, t, chance, board, seat, i)


@compiled
def count(s: State, work: Work, me: int, out: Any) -> None:
    winners, best = 0, -10_000
    for seat in range(s.players):
        winners += work.winners >> seat & 1
        if seat != me:
            best = max(best, work.totals[seat])
    out[0] = (work.winners >> me & 1) / winners
    out[1] = work.totals[me] - best
