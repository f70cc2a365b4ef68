"""Building stations; the twin of `carrozza.board.stations`."""

from carrozza.core.cards import KINDS
from carrozza.lane.bits import ZERO, Word, bit, count
from carrozza.lane.board.claim import pay
from carrozza.lane.board.draw import after_discard
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import PLAYERS, STATIONS, State
from carrozza.lane.board.turn import end_turn
from carrozza.lane.chance import Chance
from carrozza.lane.compiled import compiled


@compiled
def payments(s: State, board: Board, seat: int) -> Word:
    """How the seat can pay for its next station, as bits from a city's first id on."""
    built = count(s.stations[seat])
    if built >= board.stations:
        return ZERO
    ways = board.station_ways[built + 1]
    for kind in range(KINDS):
        ways &= board.station_fits[kind, min(s.hands[seat, kind], STATIONS)]
    return ways


@compiled
def free_cities(s: State, board: Board) -> Word:
    built = ZERO
    for seat in range(PLAYERS):
        built |= s.stations[seat]
    every = ~ZERO if board.city_count == 64 else bit(board.city_count) - bit(0)
    return every & ~built


@compiled
def build_station(s: State, chance: Chance, board: Board, seat: int, i: int) -> None:
    s.passes = 0
    pay(s, board, seat, i)
    s.stations[seat] |= bit(board.arg[i])
    after_discard(s, chance, board)
    end_turn(s, board)
