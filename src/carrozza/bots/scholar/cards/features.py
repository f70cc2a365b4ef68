"""What a learned player looks at: a row of small whole numbers, all of which its seat may know.

Cards leave the yards openly, so a player who forgets nothing knows all tracks. Points of many
tickets are halved, so that they are not cut off.
"""

from typing import Any

from carrozza.bots.scholar.cards.records import (
    ARRIVING,
    COLOUR,
    HAND,
    KEEP,
    SEAT,
    SUPPLIES,
    TICKET,
    TRACK,
    YARD,
    Facts,
    Paper,
)
from carrozza.bots.scholar.cards.supply import (
    completes,
    demand_of,
    find_supplies,
    shortage,
    spare_shortage,
)
from carrozza.bots.scholar.common import put
from carrozza.bots.scholar.compiled import compiled
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.games.card_game.spec import MARKET
from carrozza.games.card_game.turn import NOBODY
from carrozza.lane.bits import ONE, ZERO, Word, bit, count, lowest
from carrozza.lane.card_game.completion import less, missing, number_of, total
from carrozza.lane.card_game.legal import least_in_row
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.scoring import points_of
from carrozza.lane.card_game.state import PLAYERS, TICKETS, State
from carrozza.lane.compact import is_choosing


@compiled
def look(s: State, cards: Cards, facts: Facts, seat: int, paper: Paper, out: Any) -> None:
    """All of a row but the sets of tickets to keep; of those only the empty one."""
    for i in range(facts.size):
        out[i] = 0
    find_supplies(s, cards, facts, seat, paper)
    paper.offered = ZERO
    if is_choosing(s):
        for slot in range(s.offered[seat]):
            paper.offered += cards.need[s.offers[seat, slot]]
        see_keep(s, cards, facts, seat, 0, paper, out)
    see_tickets(s, cards, facts, seat, paper, out)
    see_colours(s, cards, facts, seat, paper, out)
    see_seats(s, cards, facts, seat, out)
    at = see_table(s, seat, out)
    at = see_supplies(s, cards, seat, paper, out, at)
    see_cities(s, cards, seat, paper, out, at)


@compiled
def see_tickets(s: State, cards: Cards, facts: Facts, seat: int, paper: Paper, out: Any) -> None:
    held, mine = s.tickets[seat], s.completed[seat] | s.chosen[seat]
    theirs, offered, under = ZERO, ZERO, ZERO
    for who in range(s.players):
        if who != seat:
            theirs |= s.completed[who]
    for slot in range(s.offered[seat]):
        offered |= bit(s.offers[seat, slot])
        out[facts.tickets + TICKET * s.offers[seat, slot] + 3] = slot + 1
    for n in range(s.under_size):
        place = (s.under_first + n) % TICKETS
        if s.under_by[place] == seat:
            under |= bit(s.under[place])
    short = less(paper.demand, paper.packed[HAND])
    for ticket in range(facts.ticket_count):
        one = bit(ticket)
        at = facts.tickets + TICKET * ticket
        out[at] = held & one != ZERO
        out[at + 1] = mine & one != ZERO
        out[at + 2] = offered & one != ZERO
        out[at + 4] = theirs & one != ZERO
        out[at + 5] = s.returned_at_start[seat] & one != ZERO
        out[at + 6] = under & one != ZERO
        out[at + 7] = (held | mine | theirs | offered | under) & one == ZERO
        if (held | offered) & one != ZERO:
            need = cards.need[ticket]
            out[at + 8] = shortage(need, TRACK, paper)
            out[at + 9] = shortage(need, YARD, paper)
            out[at + 10] = shortage(need, HAND, paper)
            out[at + 11] = missing(need, paper.packed[HAND])
            out[at + 12] = scarce_cards(need, short)
            for supply in range(SUPPLIES):
                out[at + 13 + supply] = paper.done[supply] & one != ZERO
            if offered & one != ZERO:
                out[at + 17] = spare_shortage(need, HAND, paper)


@compiled
def scarce_cards(need: Word, short: Word) -> int:
    """Cards of a ticket of which there are too few for all tickets."""
    found = 0
    for colour in range(LOCOMOTIVE):
        found += min(number_of(need, colour), number_of(short, colour))
    return found


@compiled
def see_keep(
    s: State, cards: Cards, facts: Facts, seat: int, keep: int, paper: Paper, out: Any
) -> None:
    """For a set of tickets on offer: how many, their points, cards and bonus cards; and what one's
    cards would do for them together with the tickets in hand."""
    kept = ZERO
    for slot in range(s.offered[seat]):
        if keep >> slot & 1:
            kept |= bit(s.offers[seat, slot])
    held = s.tickets[seat]
    need = demand_of(cards, kept)
    demand = paper.demand + need
    at = facts.keeps + KEEP * keep
    at = put(out, at, count(kept))
    at = put(out, at, points_of(cards, kept))
    at = put(out, at, total(need))
    bonus = 0
    for city in range(cards.big_count):
        bonus += count(kept & cards.naming[city]) * cards.bonus[city]
    at = put(out, at, bonus)
    for supply in range(YARD, SUPPLIES):
        done = completes(cards, facts, held | kept, supply, paper)
        at = put(out, at, count(done & kept))
        at = put(out, at, points_of(cards, done) // 2)
        at = put(out, at, points_of(cards, (held | kept) & ~done) // 2)
        at = put(out, at, shortage(demand, supply, paper))
    put(out, at, spare_shortage(need, HAND, paper))


@compiled
def see_one_keep(
    s: State, cards: Cards, facts: Facts, seat: int, keep: int, paper: Paper, out: Any
) -> None:
    """`see_keep` for whoever has not looked at the rest."""
    find_supplies(s, cards, facts, seat, paper)
    see_keep(s, cards, facts, seat, keep, paper, out)


@compiled
def see_colours(s: State, cards: Cards, facts: Facts, seat: int, paper: Paper, out: Any) -> None:
    wild = int(s.hands[seat, LOCOMOTIVE])
    for colour in range(LOCOMOTIVE):
        at = facts.colours + COLOUR * colour
        held = int(s.hands[seat, colour])
        row = s.row_cards[colour] + s.row_wilds[colour]
        at = put(out, at, held)
        for i in range(PLAYERS):  # whose row it is
            owner = i < s.players and s.owners[colour] == (seat + i) % s.players
            at = put(out, at, row if owner else 0)
        at = put(out, at, s.row_cards[colour])
        at = put(out, at, s.row_wilds[colour])
        if s.owners[colour] == seat:
            at += 4
        else:
            least = int(least_in_row(s, cards, seat, colour))
            at = put(out, at, least)
            at = put(out, at, max(0, least - held))
            at = put(out, at, max(0, least - held - wild))
            at = put(out, at, held > 0 and held + wild >= least)
        need = number_of(paper.demand, colour)
        at = put(out, at, need)
        for supply in range(SUPPLIES):
            at = put(out, at, max(0, need - int(paper.have[supply, colour])))
        at = put(out, at, max(0, int(paper.have[HAND, colour]) - need))
        at = put(out, at, paper.have[TRACK, colour])
        at = put(out, at, paper.have[ARRIVING, colour])
        at = put(out, at, number_of(paper.offered, colour))
        at = put(out, at, undone_points(s, cards, seat, colour, paper))
        at = put(out, at, s.discards[colour])
        at = put(out, at, unseen(s, seat, colour))
        see_others(s, seat, colour, out, at)


@compiled
def see_others(s: State, seat: int, kind: int, out: Any, at: int) -> int:
    """Cards of a kind in the market, on the tracks of others and known in their hands."""
    shown, tracks, most, every = 0, 0, 0, 0
    for slot in range(MARKET):
        shown += int(s.market[slot] == kind)
    for who in range(s.players):
        if who != seat:
            tracks += s.tracks[who, kind] + s.chosen_cards[who, kind]
            every += s.known[who, kind]
            most = max(most, int(s.known[who, kind]))
    at = put(out, at, shown)
    at = put(out, at, tracks)
    at = put(out, at, most)
    return put(out, at, every)


@compiled
def undone_points(s: State, cards: Cards, seat: int, colour: int, paper: Paper) -> int:
    """Points of the tickets that ask for a colour and that track and yard do not complete."""
    held, points = s.tickets[seat] & ~paper.done[YARD], 0
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        if number_of(cards.need[ticket], colour) > 0:
            points += cards.points[ticket]
    return points // 2


@compiled
def unseen(s: State, seat: int, kind: int) -> int:
    """Cards in the deck or hidden in the hands of others."""
    hidden = s.deck[kind]
    for who in range(s.players):
        if who != seat:
            hidden += s.hands[who, kind] - s.known[who, kind]
    return hidden


@compiled
def see_seats(s: State, cards: Cards, facts: Facts, seat: int, out: Any) -> None:
    """In order, from the seat itself on. What is chosen at a scoring under way is not shown yet."""
    for i in range(s.players):
        who = (seat + i) % s.players
        at = facts.seats + SEAT * i
        at = put(out, at, 1)
        at = put(out, at, s.pending >> who & 1)
        at = put(out, at, s.first == who)
        hand, track, rows, yard = 0, 0, 0, 0
        for kind in range(KINDS):
            hand += s.hands[who, kind]
            there = s.tracks[who, kind] + s.chosen_cards[who, kind]
            track += there
            at = put(out, at, s.known[who, kind])
            at = put(out, at, there)
        for colour in range(LOCOMOTIVE):
            if s.owners[colour] == who:
                rows += 1
                yard += s.row_cards[colour] + s.row_wilds[colour]
                out[at + 2 * colour] = s.row_cards[colour]
                out[at + 2 * colour + 1] = s.row_wilds[colour]
        at += 2 * LOCOMOTIVE
        at = put(out, at, hand)
        at = put(out, at, track)
        at = put(out, at, rows)
        at = put(out, at, yard)
        at = put(out, at, count(s.tickets[who]) + count(s.chosen[who]))
        at = put(out, at, s.kept_at_start[who])
        at = put(out, at, s.offered[who])
        at = put(out, at, count(s.completed[who]))
        at = put(out, at, points_of(cards, s.completed[who]) // 2)
        for city in range(cards.big_count):
            at = put(out, at, count(s.completed[who] & cards.naming[city]))


@compiled
def see_table(s: State, seat: int, out: Any) -> int:
    """Phase, players, Locomotives and time."""
    out[s.phase] = 1
    out[6 + s.players - 2] = 1
    at = 9
    hand, colours, open_cards = 0, 0, 0
    for kind in range(KINDS):
        hand += s.hands[seat, kind]
        colours += int(s.hands[seat, kind] > 0)
    for slot in range(MARKET):
        open_cards += int(s.market[slot] >= 0)
    at = put(out, at, hand)
    at = put(out, at, colours)
    at = put(out, at, open_cards)
    at = put(out, at, s.hands[seat, LOCOMOTIVE])
    at = put(out, at, s.discards[LOCOMOTIVE])
    at = put(out, at, unseen(s, seat, LOCOMOTIVE))
    at = see_others(s, seat, LOCOMOTIVE, out, at)
    free = 0
    for colour in range(LOCOMOTIVE):  # colours that may be played one by one
        free += int(s.hands[seat, colour] > 0 and s.owners[colour] == NOBODY)
    at = put(out, at, free)
    at = put(out, at, s.deck_size)
    at = put(out, at, s.deck_size // s.players)
    at = put(out, at, count(s.fresh))
    at = put(out, at, s.under_size)
    at = put(out, at, s.decks_left)
    at = put(out, at, s.last_turns >= 0)
    return put(out, at, max(0, int(s.last_turns)))


@compiled
def see_supplies(s: State, cards: Cards, seat: int, paper: Paper, out: Any, at: int) -> int:
    """Tickets in hand, and what each supply of cards does for them."""
    held = s.tickets[seat]
    at = put(out, at, paper.turns)
    at = put(out, at, count(held))
    at = put(out, at, points_of(cards, held) // 2)
    at = put(out, at, total(paper.demand))
    for supply in range(SUPPLIES):
        size = 0
        for kind in range(KINDS):
            size += paper.have[supply, kind]
        done = paper.done[supply]
        at = put(out, at, size)
        at = put(out, at, paper.have[supply, LOCOMOTIVE])
        at = put(out, at, total(less(paper.demand, paper.packed[supply])))
        at = put(out, at, shortage(paper.demand, supply, paper))
        at = put(out, at, count(done))
        at = put(out, at, points_of(cards, done) // 2)
        at = put(out, at, points_of(cards, held & ~done) // 2)
    return at


@compiled
def see_cities(s: State, cards: Cards, seat: int, paper: Paper, out: Any, at: int) -> None:
    """Tickets of each big city: completed, to be completed, and the most that another has."""
    for city in range(cards.big_count):
        naming = cards.naming[city]
        mine, most = count((s.completed[seat] | s.chosen[seat]) & naming), 0
        for who in range(s.players):
            if who != seat:
                most = max(most, count(s.completed[who] & naming))
        place = at + 3 * city
        place = put(out, place, mine + count(paper.done[YARD] & naming))
        place = put(out, place, mine + count(s.tickets[seat] & naming))
        put(out, place, most)
