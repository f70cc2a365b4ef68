"""The search's guide to the card game: the conductor's best choices, and those it would make in
another mood, which it then keeps; the conductor for all seats from there on."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from carrozza.bots.conductor.conductor import choice
from carrozza.bots.conductor.draws import draws
from carrozza.bots.conductor.ledger import Ledger, of_state, of_view
from carrozza.bots.conductor.offers import answer_ids, wanted
from carrozza.bots.conductor.style import STYLES, Style
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

PLAYS = 3
DRAWS = 3
# The conductor's own style, and others that may suit a position better.
PATIENCE = (1.0, 1.3, 0.7)  # times as much for a card drawn
AMBITION = (0.75, 1.2)  # times as many cards that tickets may ask for


@cache
def moods(players: int) -> tuple[Style, ...]:
    style = STYLES[players]
    patient = tuple(replace(style, draw=style.draw * times) for times in PATIENCE)
    return patient + tuple(replace(style, full=style.full * times) for times in AMBITION)


class CardDeal(Deal):
    def __init__(self, state: CardGameState) -> None:
        self.state = state

    def policy(self, seat: int, candidate: Candidate) -> Policy:
        players = self.state.setup.players
        styles = [STYLES[players]] * players
        assert isinstance(candidate.intent, Style)
        styles[seat] = candidate.intent

        def conductors(state: State) -> int:
            assert isinstance(state, CardGameState)
            seat = state.seat
            return choice(of_state(state, seat, styles[seat]), state.phase, state.legal_mask())

        return conductors


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
            number = play_ids(self.game.tables)
            best = sorted(plays(ledger), reverse=True)[:PLAYS]
            found += [number[play] for _, play in best]
            if mask >> TICKETS & 1:
                found.append(TICKETS)
        best_draws = sorted(draws(ledger, mask, phase == TURN), reverse=True)[:DRAWS]
        return found + [i for _, i in best_draws]

    def _answers(self, ledger: Ledger, least: int) -> list[int]:
        """One ticket more or less than the conductor would keep."""
        size = len(ledger.offer)
        number = answer_ids(self.game.tables)
        keep = set(wanted(ledger, least))
        near = [keep ^ {slot} for slot in range(size)]
        return [number[size, tuple(sorted(slots))] for slots in near if len(slots) >= least]

    def sample(self, view: View, rng: Rng) -> CardDeal:
        assert isinstance(view, CardGameView)
        return CardDeal(self.game.resample(view, rng))
