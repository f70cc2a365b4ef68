"""`carrozza replay`: a saved game told move by move, and its score sheet."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from carrozza.cli.files import read_save
from carrozza.cli.names import Names
from carrozza.cli.printing.frame import facts
from carrozza.cli.printing.sheet import print_sheet
from carrozza.cli.printing.turns import print_parts
from carrozza.cli.sources import words
from carrozza.cli.story import Story, tell
from carrozza.cli.style import clean, console, seat_text, shown
from carrozza.core.errors import BadOptions
from carrozza.core.events import GameStarted
from carrozza.core.game import State
from carrozza.core.replay import Save
from carrozza.core.words import listing


def print_replay(path: Path, seat: int | None) -> None:
    save = read_save(path)
    if seat is not None and not 0 <= seat < save.setup.players:
        raise BadOptions("seat", f"This game has seats 0 to {save.setup.players - 1}.")
    story = tell(save, seat)
    out = console()
    _print_header(out, save, story, seat)
    print_parts(out, story.parts, story.state.game)
    _print_end(out, story.state, seat)


def _print_header(out: Console, save: Save, story: Story, seat: int | None) -> None:
    setup = save.setup
    game = story.state.game
    pairs: list[tuple[str, str | Text]] = [("Players", str(setup.players))]
    if setup.board is not None:
        pairs.append(("Board", clean(str(setup.board.get("name")))))
    pairs += [(words(name).capitalize(), shown(value)) for name, value in game.check(setup).items()]
    pairs.append(("First", _first(story)))
    if seat is not None:
        pairs.append(("Seen by", seat_text(seat)))
    if seat is None or story.state.over:  # who knows the seed knows all the cards
        pairs.append(("Seed", clean(setup.seed)))
    out.print(Text(game.title, style="bold"))
    out.print(facts(*pairs))
    out.print()


def _first(story: Story) -> str | Text:
    events = [event for passage in story.parts[0].passages for event in passage.events]
    return next((seat_text(e.first) for e in events if isinstance(e, GameStarted)), "")


def _print_end(out: Console, state: State, seat: int | None) -> None:
    if state.over:
        out.rule(Text("Final score", style="bold"), align="left")
        print_sheet(out, state.score_sheet(), Names(state.game), final=True)
        return
    waiting = listing([f"seat {waiting}" for waiting in state.to_act])
    out.print(Text(f"The game is not over. To move: {waiting}.", style="bold"))
    if seat is None:  # the sheet would show one seat the tickets of the others
        out.rule(Text("Score if the game ended now", style="bold"), align="left")
        print_sheet(out, state.score_sheet(), Names(state.game), final=False)
