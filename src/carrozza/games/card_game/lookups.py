"""Everything about the game that never changes, computed once: the numbered actions, and for each
question the legal-move generator asks a bit mask that answers it for all actions at once.

A hand can make a play when it has enough of each kind of card, so the plays of a hand are the
intersection of nine masks, `fits[kind][how many the hand has]`. Rows in the yards narrow them
further: `beats[colour][n]` are the plays that a row of n cards of that colour does not forbid.
"""

from itertools import combinations

from carrozza.core.actions import Action, CompleteBest, CompleteTicket, PlayToYard
from carrozza.core.cards import COLOURS, KINDS, LOCOMOTIVE, Card, names
from carrozza.core.lookups import BLIND, FACE_UP, KEEP, STOP, answers, first_actions, fits
from carrozza.core.space import ActionSpace
from carrozza.games.card_game.completion import Values
from carrozza.games.card_game.data import Cards
from carrozza.games.card_game.spec import (
    COLOURS_AT_ONCE,
    DEAL_TICKETS,
    DRAW_TICKETS,
    KEEP_AT_START,
    KEEP_DRAWN,
    LEAST_IN_ROW,
    MARKET,
)

# What an action is, for dispatch; the first kinds are those of all games.
PLAY, COMPLETE, BEST = range(KEEP + 1, KEEP + 4)

Row = tuple[int, int, int]  # colour, cards of that colour, Locomotives


class Lookups:
    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self._actions: list[Action] = []
        self._kinds: list[int] = []
        self._args: list[int] = []
        self._rows: list[tuple[Row, ...]] = []

        for action, kind, slot in first_actions(MARKET):
            self._add(action, kind, slot)
        self._add_plays()
        self._add_answers()
        self.complete = tuple(
            self._add(CompleteTicket(t), COMPLETE, t) for t in range(len(cards.tickets))
        )
        self.best = self._add(CompleteBest(), BEST)
        self.values = Values(cards)

        self.space = ActionSpace(self._actions)
        self.kind = tuple(self._kinds)
        self.arg = tuple(self._args)  # the slot or ticket of an action
        self.rows = tuple(self._rows)  # the rows a play lays
        self.cost = tuple(_cost(rows) for rows in self._rows)
        self.played: tuple[tuple[Card, ...], ...] = tuple(
            action.cards if isinstance(action, PlayToYard) else () for action in self._actions
        )
        self.unbeatable = cards.per_colour + cards.locomotives  # no play has more cards
        costs = [tuple(_counts(rows)) for rows in self._rows]
        self.fits = fits(costs, max(cards.per_colour, cards.locomotives))
        self.beats = self._beats()
        self.face_up = ((1 << MARKET) - 1) << FACE_UP
        self.draws = self.face_up | 1 << BLIND
        self.second_draws = self.draws | 1 << STOP

    def _add(self, action: Action, kind: int, arg: int = 0, rows: tuple[Row, ...] = ()) -> int:
        """Append an action; its bit."""
        self._actions.append(action)
        self._kinds.append(kind)
        self._args.append(arg)
        self._rows.append(rows)
        return 1 << (len(self._actions) - 1)

    def _add_plays(self) -> None:
        """Small plays first: hands are small, so the masks of legal actions stay short."""
        plays: list[tuple[Row, ...]] = [
            ((colour, n, wild),)
            for colour in COLOURS
            for n in range(1, self.cards.per_colour + 1)
            for wild in range(self.cards.locomotives + 1)
            if n + wild >= LEAST_IN_ROW
        ]
        plays += [
            tuple((colour, 1, 0) for colour in chosen)
            for chosen in combinations(COLOURS, COLOURS_AT_ONCE)
        ]
        plays.sort(key=lambda rows: (sum(n + wild for _, n, wild in rows), rows[0][2], rows))
        for rows in plays:
            self._add(PlayToYard(names(_counts(rows))), PLAY, rows=rows)

    def _add_answers(self) -> None:
        """Answers to an opening offer and to every size of a later one."""
        self.keep_start = 0
        for answer in answers(DEAL_TICKETS, KEEP_AT_START, ordered=False):
            self.keep_start |= self._add(answer, KEEP)
        self.keep_drawn = [0] * (DRAW_TICKETS + 1)
        for size in range(1, DRAW_TICKETS + 1):
            for answer in answers(size, KEEP_DRAWN, ordered=True):
                self.keep_drawn[size] |= self._add(answer, KEEP)

    def _beats(self) -> tuple[tuple[int, ...], ...]:
        masks = []
        for colour in COLOURS:
            others = 0
            larger = [0] * (self.unbeatable + 1)
            for i, rows in enumerate(self.rows):
                size = sum(n + wild for c, n, wild in rows if c == colour)
                if rows and not size:
                    others |= 1 << i
                for n in range(size):
                    larger[n] |= 1 << i
            masks.append(tuple(mask | others for mask in larger))
        return tuple(masks)


def _counts(rows: tuple[Row, ...]) -> list[int]:
    """The cards of these rows."""
    counts = [0] * KINDS
    for colour, n, wild in rows:
        counts[colour] += n
        counts[LOCOMOTIVE] += wild
    return counts


def _cost(rows: tuple[Row, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((card, n) for card, n in enumerate(_counts(rows)) if n)
