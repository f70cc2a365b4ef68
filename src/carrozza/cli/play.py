"""Uniformly random play, the same for the same seed on every machine."""

import msgspec

from carrozza.core.events import LastRoundStarted
from carrozza.core.game import Game, Setup, State
from carrozza.core.replay import Record
from carrozza.core.rng import Rng
from carrozza.core.scores import ScoreSheet
from carrozza.core.space import nth_bit


class Played(msgspec.Struct):
    """What is counted of one game."""

    sheet: ScoreSheet
    decisions: int
    last_round: bool  # whether it came to one; else nobody could move any more


def play(game: Game, setup: Setup) -> Played:
    state, _ = game.deal(setup)
    rng = _player(setup)
    decisions, last_round = 0, False
    while not state.over:
        events = state.apply_id(_choose(state, rng))
        decisions += 1
        last_round = last_round or any(type(event) is LastRoundStarted for event in events)
    return Played(state.score_sheet(), decisions, last_round)


def record(game: Game, setup: Setup) -> Record:
    """The same game once more, remembered for a save."""
    kept = Record(game, setup)
    rng = _player(setup)
    while not kept.state.over:
        kept.apply(kept.state.space.actions[_choose(kept.state, rng)])
    return kept


def _player(setup: Setup) -> Rng:
    """The player's own random numbers, apart from those of the cards."""
    return Rng.from_seed(f"{setup.seed}/player")


def _choose(state: State, rng: Rng) -> int:
    mask = state.legal_mask()
    return nth_bit(mask, rng.below(mask.bit_count()))
