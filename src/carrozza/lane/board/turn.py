"""The order of turns and the end; the twin of `carrozza.board.turn`."""

from carrozza.board.turn import OVER
from carrozza.core.card_state import TURN
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import State
from carrozza.lane.compiled import compiled


@compiled
def end_turn(s: State, board: Board) -> None:
    """A11: the turn goes on to the left, unless it was the last one."""
    if s.last_turns > 0:
        s.last_turns -= 1
        if s.last_turns == 0:
            end_game(s)
            return
    elif s.trains[s.seat] <= board.last_round_at:
        s.last_turns = s.players
    s.phase = TURN
    seat = s.seat + 1
    if seat == s.players:
        seat = 0
    s.seat = seat
    s.pending = 1 << seat


@compiled
def pass_turn(s: State, board: Board) -> None:
    """When all pass in a row, nothing can ever change again."""
    s.passes += 1
    if s.passes == s.players:
        end_game(s)
    else:
        end_turn(s, board)


@compiled
def end_game(s: State) -> None:
    s.phase = OVER
    s.pending = 0
