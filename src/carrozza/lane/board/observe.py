"""What a seat knows of a board game, as a vector; the twin of `carrozza.env.board_observer`."""

from carrozza.board.turn import TUNNEL
from carrozza.core.cards import KINDS
from carrozza.lane.bits import ONE, ZERO, count, lowest
from carrozza.lane.board.goals import points_with
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.paths import find_components
from carrozza.lane.board.state import NONE, WORDS, State, Work
from carrozza.lane.compiled import compiled_apart
from carrozza.lane.observe import (
    Layout,
    Vector,
    mark,
    multiply,
    observe_seats,
    observe_table,
    observe_ticket_deck,
    observe_turn,
    other,
)


@compiled_apart
def observe(
    s: State, board: Board, seat: int, at: Layout, scale: Vector, out: Vector, work: Work
) -> None:
    observe_seats(s, seat, at, out)
    observe_table(s, board.market, seat, at, out)
    mark(s.bonus_cards, at.bonus_cards, out)
    out[at.passes] = s.passes
    observe_whole_ticket_deck(s, seat, at, out)
    observe_networks(s, board, seat, at, out)
    observe_joined(s, board, seat, at, out, work)
    if s.phase == TUNNEL:
        observe_turn(s, seat, at, out)
    if s.tunnel != NONE:
        observe_tunnel(s, board, at, out)
    multiply(scale, out)


@compiled_apart
def observe_joined(s: State, board: Board, seat: int, at: Layout, out: Vector, work: Work) -> None:
    """Own tickets that own routes complete."""
    find_components(s, board, seat, work)
    held = s.tickets[seat]
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        out[at.joined + ticket] = points_with(board, ticket, work.label) > 0


@compiled_apart
def observe_whole_ticket_deck(s: State, seat: int, at: Layout, out: Vector) -> None:
    """From the top: fresh tickets, those mixed after the opening, those put under it later."""
    fresh, mixed = count(s.fresh), count(s.mixed)
    width = 2 + s.players
    for place in range(fresh + mixed):
        out[at.ticket_deck + width * place + (place >= fresh)] = 1
    observe_ticket_deck(s, fresh + mixed, 2, seat, at, out)


@compiled_apart
def observe_networks(s: State, board: Board, seat: int, at: Layout, out: Vector) -> None:
    for i in range(s.players):
        who = other(s, seat, i)
        out[at.trains + i] = s.trains[who]
        out[at.points + i] = s.points[who]
        for w in range(WORDS):
            mark(s.routes[who, w], at.routes + board.route_count * i + 64 * w, out)
        mark(s.stations[who], at.stations + board.city_count * i, out)


@compiled_apart
def observe_tunnel(s: State, board: Board, at: Layout, out: Vector) -> None:
    out[at.tunnel + s.tunnel] = 1
    out[at.tunnel_extra] = s.extra
    for kind in range(KINDS):
        out[at.tunnel_laid + kind] = board.cost[s.laid, kind]
    for n in range(s.turned):
        out[at.tunnel_revealed + s.revealed[n]] += 1
