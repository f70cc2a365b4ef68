"""Phases of the game, the order of turns, and the end of a deck."""

from typing import TYPE_CHECKING

from carrozza.core.card_state import TICKET_CHOICE, TURN
from carrozza.core.cards import CARDS, LOCOMOTIVE, Card
from carrozza.core.events import CardsPutOnTrack, Event, LastRoundStarted, Passed

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState

SCORING, OVER = range(TICKET_CHOICE + 1, TICKET_CHOICE + 3)
PHASES = ("start", "turn", "second_card", "ticket_choice", "scoring", "over")
NOBODY = -1  # the owner of a row that does not exist


def end_turn(s: "CardGameState", events: list[Event]) -> None:
    """The turn goes on to the left, unless it was the last one of this deck.

    The deck can only run out in a turn, so that turn's end is the moment to announce the last
    round: everybody has one more turn, this seat being the last to have it.
    """
    if s.last_turns > 0:
        s.last_turns -= 1
        if not s.last_turns:
            begin_scoring(s)
            return
    elif not s.deck:
        begin_last_round(s, events)
    begin_turn(s, (s.seat + 1) % len(s.hands), events)


def begin_last_round(s: "CardGameState", events: list[Event]) -> None:
    s.last_turns = len(s.hands)
    events.append(LastRoundStarted(s.seat))


def begin_turn(s: "CardGameState", seat: int, events: list[Event]) -> None:
    """The first half of a turn is automatic: a card of every own row goes on the track."""
    s.phase = TURN
    s.seat = seat
    s.pending = 1 << seat
    if seat in s.owners:
        put_on_track(s, seat, events)


def put_on_track(s: "CardGameState", seat: int, events: list[Event]) -> None:
    """The Locomotives lie on top of a row, so they leave first."""
    track, wilds = s.tracks[seat], 0
    moved: list[Card] = []
    for colour, owner in enumerate(s.owners):
        if owner != seat:
            continue
        if s.row_wilds[colour]:
            s.row_wilds[colour] -= 1
            wilds += 1
            continue
        track[colour] += 1
        moved.append(CARDS[colour])
        s.row_cards[colour] -= 1
        if not s.row_cards[colour]:
            s.owners[colour] = NOBODY
    if wilds:
        track[LOCOMOTIVE] += wilds
        moved += ["locomotive"] * wilds
    events.append(CardsPutOnTrack(seat, len(moved), tuple(moved), s.open_track))


def pass_turn(s: "CardGameState", seat: int, i: int) -> list[Event]:
    """Legal only for a seat that can do nothing else."""
    events: list[Event] = [Passed(seat)]
    end_turn(s, events)
    return events


def begin_scoring(s: "CardGameState") -> None:
    """All seats are to act, with or without a real choice, so that nothing is given away."""
    players = len(s.hands)
    s.phase = SCORING
    s.resumes = (s.seat + 1) % players
    s.seat = 0
    s.pending = (1 << players) - 1
