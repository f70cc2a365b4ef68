"""`carrozza verify`: the proof that a save was played by the rules."""

from pathlib import Path

from rich.text import Text

from carrozza.cli.files import read_save
from carrozza.cli.style import GOOD, clean, console, signed
from carrozza.cli.tables.frame import facts
from carrozza.core.game import State
from carrozza.core.replay import Save, load_state
from carrozza.core.words import listing, many
from carrozza.games.registry import game_of


def verify(path: Path) -> None:
    """Replays everything; the engine raises BadSave at the first difference."""
    save = read_save(path)
    state = load_state(save, game_of)
    out = console()
    out.print(Text.assemble(("Correct. ", f"bold {GOOD}"), clean(path.name)), soft_wrap=True)
    out.print(
        facts(
            ("Game", f"{state.game.title}, {many(save.setup.players, 'player')}"),
            ("Actions", f"{len(save.steps)}, each of them legal and by a seat whose turn it was"),
            ("Hashes", f"{len(save.steps) + 1}, the deal and the position after each action"),
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
    return f"no, {listing([f'seat {seat}' for seat in state.to_act])} to act"
