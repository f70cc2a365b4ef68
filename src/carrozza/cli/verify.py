"""`carrozza verify`: the proof that a save was played by the rules."""

from pathlib import Path

import msgspec
from rich.text import Text

from carrozza.cli.files import read_save
from carrozza.cli.printing.frame import facts
from carrozza.cli.style import GOOD, clean, console, signed
from carrozza.core.errors import BadSave
from carrozza.core.game import State
from carrozza.core.replay import Save, commitment, load_state
from carrozza.core.words import listing, many
from carrozza.games.registry import game_of


def verify(path: Path, promised: str | None) -> None:
    """Replays everything; the engine raises BadSave at the first difference."""
    save = read_save(path)
    if promised is not None and promised.strip().lower() != commitment(save.setup):
        raise BadSave("wrong_commitment", "The deal does not match this commitment.")
    state = load_state(save, game_of)
    out = console()
    out.print(Text.assemble(("Correct. ", f"bold {GOOD}"), clean(path.name)), soft_wrap=True)
    out.print(
        facts(
            ("Game", f"{state.game.title}, {many(save.setup.players, 'player')}"),
            ("Actions", f"{len(save.steps)}, each one legal and by a seat whose turn it was"),
            ("Hashes", f"{len(save.steps) + 1}, the deal and the position after each action"),
            ("Commitment", _commitment(save, promised)),
            ("Scores", _scores(save)),
            ("Finished", _finished(state)),
        )
    )


def _scores(save: Save) -> str:
    if save.totals is None or save.winners is None:
        return "none yet"
    winners = listing([f"seat {seat}" for seat in save.winners])
    return f"{', '.join(map(signed, save.totals))}; won by {winners}"


def _finished(state: State) -> str:
    if state.over:
        return "yes"
    return f"no; to move: {listing([f'seat {seat}' for seat in state.to_act])}"


def _commitment(save: Save, promised: str | None) -> str:
    made = commitment(save.setup)
    if promised is not None:
        return f"{made}, the one you gave"
    if save.commitment is not msgspec.UNSET:
        return f"{made}, matches the save; compare it with the one shown before the game"
    return "none"
