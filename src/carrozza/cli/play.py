"""Random play, or bots', the same for the same seed on every machine."""

from collections.abc import Callable

import msgspec

from carrozza.bots.seated import decision, seat_bots
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


SECONDS = 1.0  # what a bot is told it may take
Chooser = Callable[[State], int]  # the number of an action for whoever acts first


def play(game: Game, setup: Setup, bots: tuple[str, ...] = ()) -> Played:
    state, _ = game.deal(setup)
    choose = _chooser(game, setup, bots)
    decisions, last_round = 0, False
    while not state.over:
        events = state.apply_id(choose(state))
        decisions += 1
        last_round = last_round or any(type(event) is LastRoundStarted for event in events)
    return Played(state.score_sheet(), decisions, last_round)


def record(game: Game, setup: Setup, bots: tuple[str, ...] = ()) -> Record:
    """The same game once more, remembered for a save."""
    kept = Record(game, setup)
    choose = _chooser(game, setup, bots)
    while not kept.state.over:
        kept.apply(kept.state.space.actions[choose(kept.state)])
    return kept


def _chooser(game: Game, setup: Setup, bots: tuple[str, ...]) -> Chooser:
    if not bots:
        # The player's own random numbers, apart from those of the cards.
        rng = Rng.from_seed(f"{setup.seed}/player")
        return lambda state: _random(state, rng)
    seated = seat_bots(bots, game, setup.seed)

    def choose(state: State) -> int:
        action, _ = decision(seated[state.seat], state, state.seat, SECONDS)
        return state.space.index[action]

    return choose


def _random(state: State, rng: Rng) -> int:
    mask = state.legal_mask()
    return nth_bit(mask, rng.below(mask.bit_count()))
