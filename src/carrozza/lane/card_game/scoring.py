"""The totals of the score sheet and the winners; the twin of `carrozza.games.card_game.scoring`."""

from carrozza.games.card_game.completion import MANY
from carrozza.lane.bits import ONE, ZERO, Word, count, lowest
from carrozza.lane.card_game.completion import (
    best_set,
    contested_tickets,
    possible_tickets,
    scarce_colours,
)
from carrozza.lane.card_game.hopes import find_hopes
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import State, Work
from carrozza.lane.compiled import compiled, compiled_apart


@compiled_apart
def score(s: State, cards: Cards, work: Work) -> None:
    """Into `work.totals` and `work.winners`: the scores as they would be if the game ended now;
    seats yet to choose get the best set of tickets."""
    for seat in range(s.players):
        done = completed(s, cards, seat, work)
        work.done[seat] = done
        work.totals[seat] = points_of(cards, done) - points_of(cards, s.tickets[seat] & ~done)
        work.won[seat] = 0
    score_big_cities(s, cards, work)
    decide(s, work)


@compiled
def completed(s: State, cards: Cards, seat: int, work: Work) -> Word:
    """What was completed and chosen already, and the best of the rest."""
    done = s.completed[seat] | s.chosen[seat]
    if s.pending:
        done |= best_tickets(s, cards, seat, True, work)
    return done


@compiled
def points_of(cards: Cards, tickets: Word) -> int:
    points = 0
    while tickets != ZERO:
        points += cards.points[lowest(tickets)]
        tickets &= tickets - ONE
    return points


@compiled_apart
def best_tickets(s: State, cards: Cards, seat: int, last: bool, work: Work) -> Word:
    """The best tickets for the seat to complete, by what it may know; at the last scoring with what
    it may hope of the bonus cards, unless very many tickets are in doubt."""
    track = s.tracks[seat]
    possible = possible_tickets(cards, s.tickets[seat], track)
    scarce = scarce_colours(cards, possible, track)
    contested = contested_tickets(cards, possible, scarce)
    hopeful = last and contested != ZERO and count(contested) <= MANY
    if hopeful:
        find_hopes(s, cards, seat, possible & ~contested, contested, work)
    return best_set(cards, possible, contested, scarce, track, hopeful, work)


@compiled
def score_big_cities(s: State, cards: Cards, work: Work) -> None:
    """Adds the bonus cards. Ties all score, zero never does."""
    for city in range(cards.big_count):
        most = 0
        for seat in range(s.players):
            most = max(most, count(work.done[seat] & cards.naming[city]))
        for seat in range(s.players):
            if most > 0 and count(work.done[seat] & cards.naming[city]) == most:
                work.won[seat] += 1
                work.totals[seat] += cards.bonus[city]


@compiled
def decide(s: State, work: Work) -> None:
    """Winners by total, then by tickets completed, then by bonus cards; the rest share."""
    most, tickets, won = -(1 << 30), 0, 0
    for seat in range(s.players):
        points, done, bonuses = work.totals[seat], count(work.done[seat]), work.won[seat]
        if points != most:
            better = points > most
        elif done != tickets:
            better = done > tickets
        else:
            better = bonuses > won
        if better:
            most, tickets, won = points, done, bonuses
    work.winners = 0
    for seat in range(s.players):
        if work.totals[seat] == most and count(work.done[seat]) == tickets:
            work.winners |= (work.won[seat] == won) << seat
