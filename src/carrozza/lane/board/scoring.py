"""The totals of the score sheet and the winners; the twin of `carrozza.board.scoring`."""

from carrozza.lane.bits import ONE, ZERO, bit, count, lowest
from carrozza.lane.board.bonuses import counted
from carrozza.lane.board.borrow import best_borrowing
from carrozza.lane.board.goals import points_with
from carrozza.lane.board.lookups import COUNT_LONGEST, TIE_BREAKS, Board
from carrozza.lane.board.paths import find_components, longest_trail
from carrozza.lane.board.state import State, Work
from carrozza.lane.compiled import compiled, compiled_apart

BY_TICKETS, BY_STATIONS, BY_LONGEST, BY_BONUSES = range(len(TIE_BREAKS))


@compiled_apart
def score(s: State, board: Board, work: Work) -> None:
    """Into `work.totals` and `work.winners`: the scores as they would be if the game ended now."""
    paths = board.longest_path > 0 or counts_longest(s, board)
    for seat in range(s.players):
        work.totals[seat] = s.points[seat]
        work.won[seat] = 0
        work.longest[seat] = 0
        find_components(s, board, seat, work)
        score_tickets(s, board, seat, work)
        if paths:
            work.longest[seat] = longest_trail(s, board, seat, work)
    longest = most_of(s, work.longest)
    for seat in range(s.players):
        if longest > 0 and work.longest[seat] == longest:
            work.totals[seat] += board.longest_path
    score_bonus_cards(s, board, work)
    decide(s, board, work)


@compiled
def score_tickets(s: State, board: Board, seat: int, work: Work) -> None:
    """Adds the tickets and stations of a seat, after `find_components`."""
    if s.stations[seat] != ZERO:
        best_borrowing(s, board, seat, work)
        network = work.root
    else:
        network = work.label
    work.done[seat] = ZERO
    held = s.tickets[seat]
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        points = points_with(board, ticket, network)
        work.totals[seat] += points
        if points > 0:
            work.done[seat] |= bit(ticket)
    unused = board.stations - count(s.stations[seat])
    work.totals[seat] += unused * board.station_points


@compiled
def counts_longest(s: State, board: Board) -> bool:
    cards = s.bonus_cards
    while cards != ZERO:
        if board.bonus_kind[lowest(cards)] == COUNT_LONGEST:
            return True
        cards &= cards - ONE
    return False


@compiled
def most_of(s: State, values: object) -> int:
    most = values[0]  # type: ignore[index]
    for seat in range(1, s.players):
        most = max(most, values[seat])  # type: ignore[index]
    return most


@compiled_apart
def score_bonus_cards(s: State, board: Board, work: Work) -> None:
    """Ties all score, zero never does."""
    cards = s.bonus_cards
    while cards != ZERO:
        card = lowest(cards)
        cards &= cards - ONE
        most = 0
        for seat in range(s.players):
            most = max(most, counted(s, board, seat, card, work))
        for seat in range(s.players):
            if most > 0 and counted(s, board, seat, card, work) == most:
                work.won[seat] += 1
                work.totals[seat] += board.bonus_points[card]


@compiled_apart
def decide(s: State, board: Board, work: Work) -> None:
    """Winners by total, then by each rule in turn among those still tied; the rest share."""
    most = most_of(s, work.totals)
    left = 0
    for seat in range(s.players):
        left |= (work.totals[seat] == most) << seat
    for n in range(len(TIE_BREAKS)):
        if board.tie_breaks[n] < 0 or left & (left - 1) == 0:
            break
        left = best_by(s, board.tie_breaks[n], left, work)
    work.winners = left


@compiled
def best_by(s: State, rule: int, left: int, work: Work) -> int:
    """Those of the seats left that are best by a rule."""
    longest = most_of(s, work.longest)
    most = -1000
    still = 0
    for seat in range(s.players):
        if left >> seat & 1 == 0:
            continue
        value = 0
        if rule == BY_TICKETS:
            value = count(work.done[seat])
        elif rule == BY_STATIONS:
            value = -count(s.stations[seat])
        elif rule == BY_LONGEST:
            value = int(work.longest[seat] == longest and longest > 0)
        elif rule == BY_BONUSES:
            value = int(work.won[seat])
        if value > most:
            most = value
            still = 0
        if value == most:
            still |= 1 << seat
    return still
