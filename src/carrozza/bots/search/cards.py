"""The search's guide to the card game: the conductor's best choices, and the conductor for all
seats from there on."""

from collections.abc import Sequence
from itertools import combinations

from carrozza.bots.conductor.conductor import choice
from carrozza.bots.conductor.draws import draws
from carrozza.bots.conductor.ledger import Ledger, of_state, of_view
from carrozza.bots.conductor.offers import answer_ids, wanted
from carrozza.bots.conductor.style import STYLES
from carrozza.bots.conductor.yard import play_ids, plays
from carrozza.bots.masks import mask_of
from carrozza.bots.search.guide import Candidate, Deal, Guide, Policy
from carrozza.core.actions import Action
from carrozza.core.game import Game, State, View
from carrozza.core.rng import Rng
from carrozza.core.tables import TICKETS
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.state import CardGameState
from carrozza.games.card_game.turn import PHASES, SCORING, SECOND_CARD, START, TURN
from carrozza.games.card_game.view import CardGameView

PLAYS = 4
DRAWS = 3


class CardDeal(Deal):
    def __init__(self, state: CardGameState) -> None:
        self.state = state

    def policy(self, seat: int, candidate: Candidate) -> Policy:  # noqa: ARG002
        return _conductor


def _conductor(state: State) -> int:
    assert isinstance(state, CardGameState)
    if state.phase == SCORING:
        return len(state.space) - 1
    return choice(
        of_state(state, state.seat, STYLES[len(state.hands)]), state.phase, state.legal_mask()
    )


class CardGuide(Guide):
    spread = 25.0

    def __init__(self, game: Game) -> None:
        assert isinstance(game, CardGame)
        self.game = game

    def candidates(self, view: View, legal: Sequence[Action]) -> list[Candidate]:
        assert isinstance(view, CardGameView)
        space = self.game.tables.space
        mask = mask_of(space, legal)
        phase = PHASES.index(view.phase)
        ledger = of_view(self.game, view, STYLES[view.players])
        ids = [choice(ledger, phase, mask)]
        if phase in (TURN, SECOND_CARD):
            ids += self._turn(ledger, phase, mask)
        elif phase != SCORING:
            ids += self._answers(ledger, 1 if phase == START else 0)
        return [Candidate(space.actions[i]) for i in dict.fromkeys(ids)]

    def _turn(self, ledger: Ledger, phase: int, mask: int) -> list[int]:
        found: list[int] = []
        if phase == TURN:
            number = play_ids(self.game.tables)
            best = sorted(plays(ledger), reverse=True)[:PLAYS]
            found += [number[play] for _, play in best]
            if mask >> TICKETS & 1:
                found.append(TICKETS)
        best_draws = sorted(draws(ledger, mask, phase == TURN), reverse=True)[:DRAWS]
        return found + [i for _, i in best_draws]

    def _answers(self, ledger: Ledger, least: int) -> list[int]:
        """One ticket more or less or another one than the conductor would keep."""
        size = len(ledger.offer)
        keep = set(wanted(ledger, least))
        number = answer_ids(self.game.tables)
        near = [
            subset
            for n in range(least, size + 1)
            for subset in combinations(range(size), n)
            if len(keep.symmetric_difference(subset)) <= 2
        ]
        near.sort(key=lambda subset: len(keep.symmetric_difference(subset)))
        return [number[size, subset] for subset in near]

    def sample(self, view: View, rng: Rng) -> CardDeal:
        assert isinstance(view, CardGameView)
        return CardDeal(self.game.resample(view, rng))
