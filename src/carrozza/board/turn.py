"""Phases of a board game, the order of turns, and the end."""

from typing import TYPE_CHECKING

from carrozza.board.scoring import score_sheet
from carrozza.core.card_state import TICKET_CHOICE, TURN
from carrozza.core.events import Event, GameEnded, LastRoundStarted, Passed

if TYPE_CHECKING:
    from carrozza.board.state import BoardState

TUNNEL, OVER = range(TICKET_CHOICE + 1, TICKET_CHOICE + 3)
PHASES = ("start", "turn", "second_card", "ticket_choice", "tunnel", "over")


def end_turn(s: "BoardState", events: list[Event]) -> None:
    """The turn goes on to the left, unless it was the last one."""
    players = s.setup.players
    if s.last_turns > 0:
        s.last_turns -= 1
        if not s.last_turns:
            end_game(s, events)
            return
    elif s.trains[s.seat] <= s.lookups.spec.last_round_at:
        s.last_turns = players
        events.append(LastRoundStarted(s.seat))
    s.phase = TURN
    s.seat = seat = (s.seat + 1) % players
    s.pending = 1 << seat


def pass_turn(s: "BoardState", seat: int, i: int) -> list[Event]:
    """Legal only for a seat that can do nothing else. When all pass in a row, nothing can ever
    change again and the game is scored."""
    events: list[Event] = [Passed(seat)]
    s.passes += 1
    if s.passes == s.setup.players:
        end_game(s, events)
    else:
        end_turn(s, events)
    return events


def end_game(s: "BoardState", events: list[Event]) -> None:
    s.phase = OVER
    s.pending = 0
    s.sheet = score_sheet(s)
    events.append(GameEnded(s.sheet.totals, s.sheet.winners))
