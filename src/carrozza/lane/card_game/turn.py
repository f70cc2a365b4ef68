"""The order of turns and the end of a deck; the twin of `carrozza.games.card_game.turn`."""

from carrozza.core.card_state import TURN
from carrozza.core.cards import LOCOMOTIVE
from carrozza.games.card_game.turn import NOBODY, SCORING
from carrozza.lane.card_game.state import State
from carrozza.lane.compiled import compiled, compiled_apart


@compiled_apart
def end_turn(s: State) -> None:
    """The turn goes on to the left, unless it was the last one of this deck."""
    if s.last_turns > 0:
        s.last_turns -= 1
        if s.last_turns == 0:
            begin_scoring(s)
            return
    elif s.deck_size == 0:
        begin_last_round(s)
    begin_turn(s, next_seat(s, s.seat))


@compiled
def next_seat(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.players else 0


@compiled
def begin_last_round(s: State) -> None:
    s.last_turns = s.players


@compiled
def begin_turn(s: State, seat: int) -> None:
    """The first half of a turn is automatic: a card of every own row goes on the track."""
    s.phase = TURN
    s.seat = seat
    s.pending = 1 << seat
    put_on_track(s, seat)


@compiled
def put_on_track(s: State, seat: int) -> None:
    """The Locomotives lie on top of a row, so they leave first."""
    for colour in range(LOCOMOTIVE):
        if s.owners[colour] != seat:
            continue
        if s.row_wilds[colour] > 0:
            s.row_wilds[colour] -= 1
            s.tracks[seat, LOCOMOTIVE] += 1
            continue
        s.tracks[seat, colour] += 1
        s.row_cards[colour] -= 1
        if s.row_cards[colour] == 0:
            s.owners[colour] = NOBODY


@compiled
def begin_scoring(s: State) -> None:
    """All seats are to act, with or without a real choice, so that nothing is given away."""
    s.phase = SCORING
    s.resumes = next_seat(s, s.seat)
    s.seat = 0
    s.pending = (1 << s.players) - 1
