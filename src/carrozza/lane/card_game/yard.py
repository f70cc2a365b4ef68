"""The rail yards; the twin of `carrozza.games.card_game.yard`."""

from carrozza.core.cards import LOCOMOTIVE
from carrozza.games.card_game.spec import COLOURS_AT_ONCE
from carrozza.games.card_game.turn import NOBODY
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import State, Work
from carrozza.lane.card_game.turn import end_turn
from carrozza.lane.compiled import compiled


@compiled
def find_play_mask(s: State, cards: Cards, seat: int, work: Work) -> None:
    """Into `work.mask`: all plays that the hand can pay and the rows on the table do not forbid.
    Small plays have the first ids, so that the mask is as short as the hand is small."""
    wild = s.hands[seat, LOCOMOTIVE]
    most = 0
    for colour in range(LOCOMOTIVE):
        most = max(most, s.hands[seat, colour])
    size = cards.play_words[max(most + wild, COLOURS_AT_ONCE)]
    for w in range(size):
        work.mask[w] = cards.fits[LOCOMOTIVE, wild, w]
    for colour in range(LOCOMOTIVE):
        held = s.hands[seat, colour]
        for w in range(size):
            work.mask[w] &= cards.fits[colour, held, w]
        if s.owners[colour] != NOBODY:
            row = to_beat(s, cards, seat, colour)
            for w in range(size):
                work.mask[w] &= cards.beats[colour, row, w]


@compiled
def to_beat(s: State, cards: Cards, seat: int, colour: int) -> int:
    """The row of a colour in a yard; one's own is never beaten."""
    if s.owners[colour] == NOBODY:
        return 0
    if s.owners[colour] == seat:
        return cards.unbeatable
    return s.row_cards[colour] + s.row_wilds[colour]


@compiled
def play_to_yard(s: State, cards: Cards, seat: int, i: int) -> None:
    for n in range(COLOURS_AT_ONCE):
        colour = cards.row_colour[i, n]
        if colour == NOBODY:
            break
        lay(s, seat, colour, cards.row_cards[i, n])
        lay(s, seat, LOCOMOTIVE, cards.row_wilds[i, n])
        if s.owners[colour] != NOBODY:
            rob(s, colour)
        s.owners[colour] = seat
        s.row_cards[colour] = cards.row_cards[i, n]
        s.row_wilds[colour] = cards.row_wilds[i, n]
    end_turn(s)


@compiled
def lay(s: State, seat: int, kind: int, n: int) -> None:
    """Cards leave the hand. Those that everybody knew to be there are thought to go first."""
    s.hands[seat, kind] -= n
    s.known[seat, kind] = max(0, s.known[seat, kind] - n)


@compiled
def rob(s: State, colour: int) -> None:
    """The whole row of an opponent goes to the discards."""
    s.discards[colour] += s.row_cards[colour]
    s.discards[LOCOMOTIVE] += s.row_wilds[colour]
