"""The story of a game as a table: turn, seat, what happened, points so far."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.cli.story import Part, Passage
from carrozza.cli.style import QUIET, clean, seat_style, seat_text
from carrozza.core.events import (
    DeckRenewed,
    DeckReshuffled,
    Event,
    GameEnded,
    LastRoundStarted,
    MarketFilled,
    MarketReset,
    MarketStays,
)
from carrozza.core.game import Game

_STYLES: dict[type[Event], str] = {
    MarketFilled: QUIET,
    MarketReset: QUIET,
    MarketStays: QUIET,
    DeckReshuffled: QUIET,
    DeckRenewed: QUIET,
    LastRoundStarted: "bold",
    GameEnded: "bold",
}
_HEADINGS = {"start": "Opening"}


def print_parts(console: Console, parts: Sequence[Part], game: Game) -> None:
    """Phases under a heading each; the turns between them as one table."""
    turns: list[Part] = []
    before: tuple[int, ...] = ()
    for part in [*parts, None]:
        if part is not None and part.phase is None:
            turns.append(part)
            continue
        if turns:
            console.print(_turns(turns, before, game))
            console.print()
            before = turns[-1].points
            turns = []
        if part is not None:
            heading = _HEADINGS.get(part.phase or "", (part.phase or "").capitalize())
            console.rule(Text(heading, style="bold"), align="left")
            console.print(_phase(part, game))
            console.print()
            before = part.points


def _phase(part: Part, game: Game) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=4)
    table.add_column(width=6)
    table.add_column(ratio=1)
    for passage in part.passages:
        who = seat_text(passage.seat) if passage.seat is not None else Text()
        table.add_row("", who, _sentences(passage, game))
    return table


def _turns(turns: Sequence[Part], before: tuple[int, ...], game: Game) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.show_header = True
    table.add_column(Text("Turn", style="bold"), justify="right", width=4, style=QUIET)
    table.add_column("", width=6)
    scoring = any(turns[-1].points)
    table.add_column(
        Text("Points of seat" if scoring else "", style="bold", justify="right"), ratio=1
    )
    for seat in range(len(turns[0].points) if scoring else 0):
        heading = Text(str(seat), style=f"bold {seat_style(seat)}")
        table.add_column(heading, justify="right", width=4)
    for turn in turns:
        for passage in turn.passages:
            assert passage.seat is not None
            points = _points(turn.points, before) if scoring else []
            table.add_row(
                str(turn.number), seat_text(passage.seat), _sentences(passage, game), *points
            )
        before = turn.points
    return table


def _points(points: tuple[int, ...], before: tuple[int, ...]) -> list[Text]:
    """The points of all seats; those that have just changed stand out."""
    return [
        Text(str(now), style=f"bold {seat_style(seat)}" if now != then else QUIET)
        for seat, (now, then) in enumerate(zip(points, before, strict=True))
    ]


def _sentences(passage: Passage, game: Game) -> Text:
    """The game's sentences, without the “Seat 0” that stands beside them already."""
    text = Text()
    for event in passage.events:
        sentence = clean(game.describe(event)).removeprefix(f"Seat {passage.seat} ")
        if text:
            text.append(" ")
            sentence = sentence[:1].upper() + sentence[1:]
        text.append(sentence, style=_STYLES.get(type(event), ""))
    return text
