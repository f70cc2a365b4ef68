"""Playing into the yard: which cards, and whether they will get to the track."""

from functools import cache

from carrozza.bots.conductor.ledger import Ledger
from carrozza.bots.conductor.style import CARD
from carrozza.bots.totals import add_up
from carrozza.core.cards import COLOURS, LOCOMOTIVE
from carrozza.games.card_game.lookups import Lookups, Row
from carrozza.games.card_game.spec import COLOURS_AT_ONCE, LEAST_IN_ROW

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
    # Locomotives left in hand can still be of use.
    price = ledger.style.kept * min(1.0, ledger.turns / 6)
    spare = spare_worth(ledger)
    danger = min(MOST, ledger.foreign) / ledger.style.holders
    for colour in COLOURS:
        n = hand[colour]
        if not n or colour in ledger.own_rows:
            continue
        there = ledger.rows.get(colour, 0)
        robbed = CARD * there / ledger.others
        seen = ledger.seen[colour]
        wanted = max(0, ledger.need[colour] - ledger.have[colour])
        for wild in wilds:
            size = n + wild
            if size >= LEAST_IN_ROW and size > there:
                arriving = _arriving(size, danger, seen)
                value = _row(arriving, wanted + wild, spare, ledger.turns)
                found.append((value + robbed - price * wild, ((colour, n, wild),)))
        if not there:
            arriving = _arriving(1, danger, seen)
            singles.append((_row(arriving, wanted, spare, ledger.turns), (colour, 1, 0)))
    if len(singles) >= COLOURS_AT_ONCE:
        singles.sort(key=_by_value)
        best = singles[:COLOURS_AT_ONCE]
        found.append(
            (add_up([value for value, _ in best]), tuple(sorted([row for _, row in best])))
        )
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
def play_ids(lookups: Lookups) -> dict[Play, int]:
    """The numbers of the actions."""
    return {rows: i for i, rows in enumerate(lookups.rows) if rows}


def spare_worth(ledger: Ledger) -> float:
    """What a card on the track is worth that no ticket asks for yet."""
    return ledger.style.spare * min(1.0, ledger.turns / 4)


def _row(arriving: tuple[float, ...], wanted: int, spare: float, turns: float) -> float:
    """What a row brings of which one card leaves each turn, the first so many wanted ones."""
    last = len(arriving) - 1
    whole = int(turns)
    if whole >= last:
        total = arriving[last]
    else:
        total = arriving[whole] + (turns - whole) * (arriving[whole + 1] - arriving[whole])
    if wanted >= last or wanted > turns:
        return CARD * total
    return spare * total + (CARD - spare) * arriving[wanted]


@cache
def _arriving(size: int, danger: float, seen: int) -> tuple[float, ...]:
    """How many cards of a row are on the track after each turn, on average, as somebody may rob
    it. With `seen` cards of the colour in one foreign hand, smaller rows are in danger."""
    alive, total = 1.0, 0.0
    sums = [total]
    for left in range(size, 0, -1):
        chance = ROBBED[min(left, len(ROBBED)) - 1] * danger
        if seen > left:
            chance = max(chance, 0.6)
        alive *= 1 - min(0.8, chance)
        total += alive
        sums.append(total)
    return tuple(sums)
