"""The search's guide to the card game: the conductor's best choices, and those it would make in
another mood, which it then keeps; the conductor for all seats from there on."""

from collections.abc import Sequence
from functools import cache
from math import inf

import numpy as np
from msgspec.structs import replace

from carrozza.bots.conductor.conductor import choice
from carrozza.bots.conductor.draws import draws
from carrozza.bots.conductor.ledger import Ledger, of_state, of_view
from carrozza.bots.conductor.offers import answer_ids, wanted
from carrozza.bots.conductor.style import STYLES, Style
from carrozza.bots.conductor.yard import play_ids, plays
from carrozza.bots.masks import mask_of
from carrozza.bots.search.guide import Candidate, Guide, Trial, Values, value_of
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action
from carrozza.core.card_state import SECOND_CARD, START, TURN
from carrozza.core.game import Game, View
from carrozza.core.lookups import TICKETS
from carrozza.core.rng import Rng
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.state import CardGameState
from carrozza.games.card_game.turn import PHASES, SCORING
from carrozza.games.card_game.view import CardGameMemory

PLAYS = 3
DRAWS = 3
SPREAD = 25.0  # points: a lead by so many is worth three quarters of what a lead can be worth
# The conductor's own style, and others that may suit a position better.
PATIENCE = (1.0, 1.3, 0.7)  # times as much for a card drawn
AMBITION = (0.75, 1.2)  # times as many cards that tickets may ask for


@cache
def moods(players: int) -> tuple[Style, ...]:
    style = STYLES[players]
    patient = tuple(replace(style, draw=style.draw * times) for times in PATIENCE)
    return patient + tuple(replace(style, full=style.full * times) for times in AMBITION)


class CardGuide(Guide):
    enough = inf

    def __init__(self, game: Game) -> None:
        assert isinstance(game, CardGame)
        self.game = game

    def candidates(
        self,
        view: View,
        legal: Sequence[Action],
        rng: Rng,  # noqa: ARG002
        watch: Watch,  # noqa: ARG002 - there is little to think of
    ) -> list[Candidate]:
        assert isinstance(view, CardGameMemory)
        space = self.game.lookups.space
        mask = mask_of(space, legal)
        phase = PHASES.index(view.phase)
        styles = moods(view.players)
        found = [(choice(of_view(self.game, view, style), phase, mask), style) for style in styles]
        ledger = of_view(self.game, view, styles[0])
        ids: list[int] = []
        if phase in (TURN, SECOND_CARD):
            ids = self._turn(ledger, phase, mask)
        elif phase != SCORING:
            ids = self._answers(ledger, 1 if phase == START else 0)
        found += [(i, styles[0]) for i in ids]
        return [Candidate(space.actions[i], style) for i, style in dict.fromkeys(found)]

    def _turn(self, ledger: Ledger, phase: int, mask: int) -> list[int]:
        found: list[int] = []
        if phase == TURN:
            number = play_ids(self.game.lookups)
            best = sorted(plays(ledger), reverse=True)[:PLAYS]
            found += [number[play] for _, play in best]
            if mask >> TICKETS & 1:
                found.append(TICKETS)
        best_draws = sorted(draws(ledger, mask, phase == TURN), reverse=True)[:DRAWS]
        return found + [i for _, i in best_draws]

    def _answers(self, ledger: Ledger, least: int) -> list[int]:
        """One ticket more or less than the conductor would keep."""
        size = len(ledger.offer)
        number = answer_ids(self.game.lookups)
        keep = set(wanted(ledger, least))
        near = [keep ^ {slot} for slot in range(size)]
        return [number[size, tuple(sorted(slots))] for slots in near if len(slots) >= least]

    def trial(self, view: View, candidates: list[Candidate], rng: Rng) -> "CardTrial":
        assert isinstance(view, CardGameMemory)
        return CardTrial(self.game, view, candidates, rng)


class CardTrial(Trial):
    """A sample at a time, played to the end for each candidate by conductors."""

    def __init__(
        self, game: CardGame, view: CardGameMemory, candidates: list[Candidate], rng: Rng
    ) -> None:
        self.game = game
        self.view = view
        self.candidates = candidates
        self.rng = rng
        self.longest = 0.0  # what a candidate has taken in a sample

    def rows(self, alive: list[int], most: float, watch: Watch) -> Values | None:  # noqa: ARG002
        if self.longest * len(alive) > watch.left():
            return None
        begun = watch.now()
        sample = self.game.resample(self.view, self.rng)
        ends = []
        for k in alive:
            state = play_on(sample, self.view.seat or 0, self.candidates[k], watch)
            if state is None:
                return None
            ends.append(_end(state, self.view.seat or 0))
        self.longest = max(self.longest, (watch.now() - begun) / len(alive))
        won, lead = np.array(ends).T
        return value_of(won, lead, SPREAD)[np.newaxis]


def play_on(
    sample: CardGameState, seat: int, candidate: Candidate, watch: Watch
) -> CardGameState | None:
    """A copy, played to its end after the candidate's action; None when the time is over."""
    state = sample.clone()
    state.apply(candidate.action, seat)
    styles = [STYLES[state.setup.players]] * state.setup.players
    assert isinstance(candidate.intent, Style)
    styles[seat] = candidate.intent
    while state.pending:
        if watch.over():
            return None
        ledger = of_state(state, state.seat, styles[state.seat])
        state.play(choice(ledger, state.phase, state.legal_mask()))
    return state


def _end(state: CardGameState, seat: int) -> tuple[float, float]:
    """The share of the win, and the lead over the best of the others."""
    sheet = state.score_sheet()
    won = 1 / len(sheet.winners) if seat in sheet.winners else 0.0
    totals = sheet.totals
    return won, totals[seat] - max(n for other, n in enumerate(totals) if other != seat)
