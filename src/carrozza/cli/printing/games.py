"""The games that can be played, as tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.cli.printing.frame import frame
from carrozza.cli.style import QUIET, shown

if TYPE_CHECKING:
    from carrozza.cli.games import GameInfo


def print_games(console: Console, games: Sequence["GameInfo"]) -> None:
    console.print(_games(games))
    console.print()
    console.print(_options(games))


def _games(games: Sequence["GameInfo"]) -> Table:
    table = frame()
    for heading in ("Game", "Title", "Players"):
        table.add_column(heading, no_wrap=True)
    for heading in ("Cities", "Routes", "Tickets", "Actions"):
        table.add_column(heading, justify="right", no_wrap=True)
    for game in games:
        low, high = game.players
        table.add_row(
            Text(game.name, style="bold"),
            game.title,
            f"{low}–{high}",
            str(game.cities or "–"),
            str(game.routes or "–"),
            str(game.tickets),
            f"{game.actions:,}",
        )
    return table


def _options(games: Sequence["GameInfo"]) -> Table:
    table = frame()
    table.add_column("Option", no_wrap=True)
    table.add_column("Of", no_wrap=True)
    table.add_column("Choices (the first is the default)")
    for game in games:
        for option in game.options:
            choices = Text(", ".join(shown(choice) for choice in option.choices), style="bold")
            about = Text(option.about, style=QUIET)
            table.add_row(option.name, game.name, Text("\n").join([choices, about]))
    return table
