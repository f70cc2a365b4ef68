"""The score sheet: tickets and the bonus cards of the big cities."""

from typing import TYPE_CHECKING

from carrozza.core.cards import CARDS
from carrozza.core.scores import AnyItem, BonusItem, ScoreSheet, SeatScore, TicketItem, decide
from carrozza.games.card_game.completion import best_set, take
from carrozza.games.card_game.hopes import hopes

if TYPE_CHECKING:
    from carrozza.games.card_game.state import CardGameState

Completed = tuple[int, tuple[int, ...]]  # a ticket and the cards it used


def score_sheet(s: "CardGameState") -> ScoreSheet:
    """The scores as if the game ended now; seats yet to choose get the best set of tickets."""
    tickets = s.lookups.cards.tickets
    done = [_completed(s, seat) for seat in range(len(s.hands))]
    items: list[list[AnyItem]] = []
    for held, completed in zip(s.tickets, done, strict=True):
        complete = {ticket for ticket, _ in completed}
        items.append(
            [
                *[
                    TicketItem(tickets[t].points, t, True, tuple([CARDS[card] for card in used]))
                    for t, used in completed
                ],
                *[TicketItem(-tickets[t].points, t, False) for t in held if t not in complete],
            ]
        )
    won = _score_big_cities(s, done, items)
    scores = tuple(
        SeatScore(seat, sum([item.points for item in lines]), tuple(lines))
        for seat, lines in enumerate(items)
    )
    breaks, winners = decide(
        scores, [("tickets", [len(completed) for completed in done]), ("bonus_cards", won)]
    )
    return ScoreSheet(scores, breaks, winners)


def _completed(s: "CardGameState", seat: int) -> list[Completed]:
    """What was completed and chosen already, and the best of the rest."""
    done = s.completed[seat] + s.chosen[seat]
    if s.pending:
        track = s.tracks[seat][:]
        best = best_tickets(s, seat, last=True)
        done += [(ticket, take(track, s.lookups.values.need[ticket])) for ticket in best]
    return done


def best_tickets(s: "CardGameState", seat: int, *, last: bool) -> list[int]:
    """The best tickets for the seat to complete, by what it may know; at the last scoring with what
    it may hope of the bonus cards."""
    values, held, track = s.lookups.values, s.tickets[seat], s.tracks[seat]
    return (
        best_set(values, held, track, lambda doubtful: hopes(s, seat, doubtful))
        if last
        else best_set(values, held, track)
    )


def _score_big_cities(
    s: "CardGameState", done: list[list[Completed]], items: list[list[AnyItem]]
) -> list[int]:
    """Adds the bonus cards; how many each seat won. Ties all score, zero never does."""
    tickets = s.lookups.cards.tickets
    counts = [[0] * len(s.lookups.cards.big_cities) for _ in done]
    for mine, completed in zip(counts, done, strict=True):
        for ticket, _ in completed:
            for city in tickets[ticket].big_cities:
                mine[city] += 1
    won = [0] * len(done)
    for city, big in enumerate(s.lookups.cards.big_cities):
        best = max([mine[city] for mine in counts])
        for seat, mine in enumerate(counts):
            wins = mine[city] == best > 0
            won[seat] += wins
            items[seat].append(BonusItem(big.points if wins else 0, big.city, mine[city]))
    return won
