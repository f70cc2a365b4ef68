"""Turns of seats that follow their plans, to the end of the game."""

from carrozza.bots.planner.clock import CARDS_A_TURN, TRAINS_A_CLAIM, USEFUL
from carrozza.bots.search.boards.sketch.compiled import compiled
from carrozza.bots.search.boards.sketch.deck import discarded, take_blind, take_slot
from carrozza.bots.search.boards.sketch.fillers import claim_filler
from carrozza.bots.search.boards.sketch.hand import share_out
from carrozza.bots.search.boards.sketch.pay import claim_link
from carrozza.bots.search.boards.sketch.plans import clear, mend
from carrozza.bots.search.boards.sketch.records import GONE, NOBODY, Record
from carrozza.core.cards import KINDS
from carrozza.core.cards import LOCOMOTIVE as WILD

HURRY = 1.6  # turns to the end when nothing is saved any more
NEAR_END = 18  # trains: before, there is no hurry
LONG = 150  # turns of each; a game takes 40, one without cards would never end
BLIND_COLOUR, BLIND_WILD = 0.109, 0.127  # the chance of each kind, drawn blind


@compiled
def play(m: Record, t: Record, seat: int, last_turns: int) -> None:
    """From a seat's turn to the end; `last_turns` is -1 before the last round."""
    for _ in range(LONG * m.players):
        if last_turns == 0:
            return
        turn(m, t, seat, last_turns > 0)
        last_turns = turns_after(m, t, seat, last_turns)
        seat = (seat + 1) % m.players


@compiled
def turns_after(m: Record, t: Record, seat: int, last_turns: int) -> int:
    """How many turns of the last round are left after a seat's turn."""
    if last_turns > 0:
        return last_turns - 1
    return int(m.players) if t.trains[seat] <= m.last_at else -1


@compiled
def turn(m: Record, t: Record, seat: int, last: bool) -> None:
    if t.to_mend[seat]:
        mend(m, t, seat)
    if last:
        last_turn(m, t, seat)
        return
    ready = share_out(m, t, seat)
    if ready != NOBODY and claim_link(m, t, seat, m.link[ready], True):
        return
    hurry = in_a_hurry(m, t)
    if hurry:
        for place in range(t.planned[seat]):
            if claim_link(m, t, seat, t.plan[seat, place], False):
                return
    if (hurry or t.planned[seat] == 0) and claim_filler(m, t, seat, hurry):
        return
    if draw_first(m, t, seat):
        draw_second(m, t, seat)


@compiled
def in_a_hurry(m: Record, t: Record) -> bool:
    """Whether somebody is about to run out of trains."""
    for seat in range(m.players):
        if t.trains[seat] <= NEAR_END:
            to_lay = t.trains[seat] - m.last_at
            cards = 0
            for c in range(KINDS):
                cards += t.hand[seat, c]
            turns = max(0.0, to_lay - USEFUL * cards) / CARDS_A_TURN + to_lay / TRAINS_A_CLAIM
            if turns <= HURRY:
                return True
    return False


@compiled
def last_turn(m: Record, t: Record, seat: int) -> None:
    """The last link of the plan, or what scores most at once."""
    if t.planned[seat] == 1 and claim_link(m, t, seat, t.plan[seat, 0], False):
        return
    for c in range(KINDS):
        t.spare[c] = t.hand[seat, c]
    clear(m, t, seat)
    claim_filler(m, t, seat, True)


@compiled
def blind_value(t: Record) -> float:
    if t.left == 0 and discarded(t) == 0:
        return -1.0
    value = BLIND_WILD * t.values[WILD]
    for c in range(WILD):
        value += BLIND_COLOUR * t.values[c]
    return float(value)


@compiled
def draw_first(m: Record, t: Record, seat: int) -> bool:
    """Draws the card that is best with the one to follow; whether one follows."""
    best, value, next_value, wild = NOBODY, -1.0, -1.0, NOBODY
    for slot in range(m.slots):
        card = t.market[slot]
        if card == WILD:
            wild = slot
        elif card != GONE and t.values[card] > value:
            best, value, next_value = slot, t.values[card], value
        elif card != GONE and t.values[card] > next_value:
            next_value = t.values[card]
    blind = blind_value(t)
    shown = value + max(next_value, blind)
    hidden = blind + max(value, blind)
    if wild != NOBODY and t.values[WILD] > max(shown, hidden):
        take_slot(m, t, seat, wild)
        return False
    if best != NOBODY and shown >= hidden:
        take_slot(m, t, seat, best)
    else:
        take_blind(m, t, seat)
    return True


@compiled
def draw_second(m: Record, t: Record, seat: int) -> None:
    share_out(m, t, seat)
    best, value = NOBODY, blind_value(t)
    for slot in range(m.slots):
        card = t.market[slot]
        if card not in (WILD, GONE) and t.values[card] >= value:
            best, value = slot, t.values[card]
    if best == NOBODY:
        take_blind(m, t, seat)
    else:
        take_slot(m, t, seat, best)
