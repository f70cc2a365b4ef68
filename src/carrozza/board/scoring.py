"""The final score of a board game, every point with its reason."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carrozza.board.bonuses import COUNTERS, Standing
from carrozza.board.borrow import best_borrowing
from carrozza.board.paths import components, longest_trail, trail_order
from carrozza.core.scores import (
    AnyItem,
    BonusItem,
    LongestPathItem,
    RouteItem,
    ScoreSheet,
    SeatScore,
    StationItem,
    TicketItem,
    UnusedStationsItem,
    decide,
)
from carrozza.core.space import bits

if TYPE_CHECKING:
    from carrozza.board.state import BoardState


def score_sheet(s: "BoardState") -> ScoreSheet:
    seats = range(s.setup.players)
    items: list[list[AnyItem]] = [_route_items(s, seat) for seat in seats]
    standings = []
    for seat in seats:
        completed = _score_tickets(s, seat, items[seat])
        standings.append(Standing(seat, completed, 0))
    express = _score_longest_path(s, standings, items)
    won = _score_bonus_cards(s, standings, items)
    scores = tuple(
        SeatScore(seat, sum(item.points for item in items[seat]), tuple(items[seat]))
        for seat in seats
    )
    comparisons = {
        "tickets": [len(me.completed) for me in standings],
        "fewest_stations": [-s.stations[seat].bit_count() for seat in seats],
        "longest_path": express,
        "bonus_cards": won,
    }
    breaks, winners = decide(
        scores, [(rule, comparisons[rule]) for rule in s.lookups.spec.tie_breaks]
    )
    return ScoreSheet(scores, breaks, winners)


def _route_items(s: "BoardState", seat: int) -> list[AnyItem]:
    routes = s.lookups.board.routes
    return [RouteItem(routes[r].points, r) for r in bits(s.routes[seat])]


def _score_tickets(s: "BoardState", seat: int, items: list[AnyItem]) -> list[int]:
    """Adds the tickets and stations of a seat; the tickets it completed."""
    board = s.lookups.board
    borrowed: dict[int, int] = {}
    if s.stations[seat]:
        others = s.taken & ~s.routes[seat]
        choice = best_borrowing(
            board, s.routes[seat], others, bits(s.stations[seat]), s.tickets[seat]
        )
        borrowed, points = choice.borrowed, choice.points
    else:
        label = components(board, s.routes[seat])
        points = {t: board.tickets[t].points_with(label) for t in s.tickets[seat]}
    for t in s.tickets[seat]:
        items.append(TicketItem(points[t], t, points[t] > 0))
    if s.lookups.spec.stations:
        built = bits(s.stations[seat])
        items += [StationItem(0, city, borrowed.get(city)) for city in built]
        unused = s.lookups.spec.stations - len(built)
        items.append(UnusedStationsItem(unused * s.lookups.spec.station_points, unused))
    return [t for t in s.tickets[seat] if points[t] > 0]


def _score_longest_path(
    s: "BoardState", standings: Sequence[Standing], items: list[list[AnyItem]]
) -> list[int]:
    """Adds each seat's longest path, with the bonus where the game gives one; who holds it."""
    if not s.lookups.spec.longest_path and not _counts_longest_path(s):
        return [0] * len(standings)
    trails = [longest_trail(s.lookups.board, s.routes[me.seat]) for me in standings]
    best = max(length for length, _ in trails)
    for me, (length, mask) in zip(standings, trails, strict=True):
        me.longest = length
        points = s.lookups.spec.longest_path if length == best and length else 0
        items[me.seat].append(LongestPathItem(points, length, *trail_order(s.lookups.board, mask)))
    return [int(length == best > 0) for length, _ in trails]


def _counts_longest_path(s: "BoardState") -> bool:
    return any(s.lookups.board.bonus_cards[c].counts == "longest_path" for c in s.bonus_cards)


def _score_bonus_cards(
    s: "BoardState", standings: Sequence[Standing], items: list[list[AnyItem]]
) -> list[int]:
    """Adds the bonus cards in play; how many each seat won. Ties all score, zero never does."""
    won = [0] * len(standings)
    for c in s.bonus_cards:
        card = s.lookups.board.bonus_cards[c]
        counts = [COUNTERS[card.counts](s, me, card) for me in standings]
        best = max(counts)
        for me, count in zip(standings, counts, strict=True):
            wins = count == best > 0
            won[me.seat] += wins
            items[me.seat].append(BonusItem(card.points if wins else 0, card.name, count))
    return won
