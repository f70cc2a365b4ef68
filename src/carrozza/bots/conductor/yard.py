"""Playing into the yard: which cards, and whether they will get to the track."""

from functools import cache

from carrozza.bots.conductor.ledger import Ledger
from carrozza.bots.conductor.style import CARD
from carrozza.core.cards import COLOURS, LOCOMOTIVE
from carrozza.games.card_game.spec import COLOURS_AT_ONCE, LEAST_IN_ROW
from carrozza.games.card_game.tables import Row, Tables

ROBBED = (0.5, 0.22, 0.1, 0.05, 0.02)  # the chance in a round that a row of so many is robbed
MOST = 18  # cards in foreign hands; more make it no worse

Play = tuple[Row, ...]


def plays(ledger: Ledger) -> list[tuple[float, Play]]:
    """What each sensible play brings: all cards of a colour with any number of Locomotives, and
    the best three single ones."""
    found: list[tuple[float, Play]] = []
    singles: list[tuple[float, Row]] = []
    hand = ledger.hand
    wilds = range(hand[LOCOMOTIVE] + 1)
    for colour in COLOURS:
        n = hand[colour]
        if not n or colour in ledger.own_rows:
            continue
        there = ledger.rows.get(colour, 0)
        for wild in wilds:
            if n + wild >= LEAST_IN_ROW and n + wild > there:
                found.append((row_value(ledger, colour, n, wild), ((colour, n, wild),)))
        if not there:
            singles.append((row_value(ledger, colour, 1, 0), (colour, 1, 0)))
    if len(singles) >= COLOURS_AT_ONCE:
        singles.sort(key=_by_value)
        best = singles[:COLOURS_AT_ONCE]
        found.append((sum([value for value, _ in best]), tuple(sorted([row for _, row in best]))))
    return found


def _by_value(single: tuple[float, Row]) -> float:
    return -single[0]


def best_play(ledger: Ledger) -> tuple[Play, float]:
    """The play that brings most, and how much; no play brings nothing."""
    best: Play = ()
    best_value = 0.0
    for value, play in plays(ledger):
        if value > best_value:
            best, best_value = play, value
    return best, best_value


@cache
def play_ids(tables: Tables) -> dict[Play, int]:
    """The numbers of the actions."""
    return {rows: i for i, rows in enumerate(tables.rows) if rows}


def spare_worth(ledger: Ledger) -> float:
    """What a card on the track is worth that no ticket asks for yet."""
    return ledger.style.spare * min(1.0, ledger.turns / 4)


def row_value(ledger: Ledger, colour: int, n: int, wild: int) -> float:
    turns = ledger.turns
    total = 0.0
    if turns > 0:
        short = ledger.need[colour] - ledger.have[colour] + wild
        spare = spare_worth(ledger)
        left = turns
        danger = min(MOST, ledger.foreign) / ledger.style.holders
        for place, alive in enumerate(_alive(n + wild, danger, ledger.seen[colour])):
            worth = CARD if place < wild or place < short else spare
            if left < 1:
                total += alive * worth * left
                break
            total += alive * worth
            left -= 1
            if not left:
                break
    if colour in ledger.rows:
        total += CARD * ledger.rows[colour] / ledger.others
    # Locomotives left in hand can still be of use.
    return total - ledger.style.kept * wild * min(1.0, turns / 6)


@cache
def _alive(size: int, danger: float, seen: int) -> tuple[float, ...]:
    """The chance of each card of a row to get to the track before somebody robs it. With `seen`
    cards of the colour in one foreign hand, smaller rows are in danger."""
    alive = 1.0
    chances = []
    for left in range(size, 0, -1):
        chance = ROBBED[min(left, len(ROBBED)) - 1] * danger
        if seen > left:
            chance = max(chance, 0.6)
        alive *= 1 - min(0.8, chance)
        chances.append(alive)
    return tuple(chances)
