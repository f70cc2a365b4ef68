"""Cards against tickets: what a seat has and will have, and which tickets that should complete."""

from carrozza.bots.scholar.cards.records import (
    ARRIVING,
    HAND,
    SUPPLIES,
    TRACK,
    YARD,
    Facts,
    Paper,
)
from carrozza.bots.scholar.compiled import compiled
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.lane.bits import ONE, ZERO, Word, bit, lowest
from carrozza.lane.card_game.completion import less, missing, packed, total
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import State


@compiled
def find_supplies(s: State, cards: Cards, facts: Facts, seat: int, paper: Paper) -> None:
    """All of the paper but what is on offer."""
    paper.turns = turns_left(s)
    for kind in range(KINDS):
        for supply in range(SUPPLIES):
            paper.have[supply, kind] = s.tracks[seat, kind]
        paper.have[HAND, kind] += s.hands[seat, kind]
    for colour in range(LOCOMOTIVE):
        if s.owners[colour] != seat:
            continue
        wilds, own, turns = int(s.row_wilds[colour]), int(s.row_cards[colour]), int(paper.turns)
        first = min(wilds, turns)  # Locomotives leave first
        paper.have[ARRIVING, LOCOMOTIVE] += first
        paper.have[ARRIVING, colour] += min(own, turns - first)
        for supply in range(YARD, SUPPLIES):
            paper.have[supply, LOCOMOTIVE] += wilds
            paper.have[supply, colour] += own
    paper.demand = demand_of(cards, s.tickets[seat])
    for supply in range(TRACK, SUPPLIES):
        paper.packed[supply] = packed(paper.have[supply])
        paper.done[supply] = completes(cards, facts, s.tickets[seat], supply, paper)


@compiled
def turns_left(s: State) -> int:
    """Own turns after this one in this deck: about five cards are drawn in four turns."""
    if s.last_turns >= 0:
        return 0
    return 1 + 4 * int(s.deck_size) // (5 * int(s.players))


@compiled
def demand_of(cards: Cards, tickets: Word) -> Word:
    """The cards that tickets ask for."""
    demand = ZERO
    while tickets != ZERO:
        demand += cards.need[lowest(tickets)]
        tickets &= tickets - ONE
    return demand


@compiled
def completes(cards: Cards, facts: Facts, tickets: Word, supply: int, paper: Paper) -> Word:
    """Tickets that a supply completes when those that bring most for a card come first, and those
    that take Locomotives last: a good set, if not always the best."""
    left, wild, done = paper.packed[supply], int(paper.have[supply, LOCOMOTIVE]), ZERO
    for with_wilds in range(2):
        if tickets & ~done == ZERO:
            break
        for place in range(facts.ticket_count):
            ticket = facts.ticket_order[place]
            if tickets & ~done & bit(ticket) == ZERO:
                continue
            need = cards.need[ticket]
            lacks = missing(need, left)
            if lacks <= wild * with_wilds:
                done |= bit(ticket)
                left = less(left, need)
                wild -= lacks
    return done


@compiled
def shortage(demand: Word, supply: int, paper: Paper) -> int:
    """Cards that are lacking when Locomotives fill in."""
    short = missing(demand, paper.packed[supply]) - int(paper.have[supply, LOCOMOTIVE])
    return max(0, short)


@compiled
def spare_shortage(need: Word, supply: int, paper: Paper) -> int:
    """Cards lacking for more tickets when those in hand come first."""
    have, wild = paper.packed[supply], int(paper.have[supply, LOCOMOTIVE])
    wild = max(0, wild - total(less(paper.demand, have)))
    return max(0, missing(need, less(have, paper.demand)) - wild)
