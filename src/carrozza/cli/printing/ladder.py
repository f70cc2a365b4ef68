"""Ladders as tables."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.arena.ladder import Ladder, Standing
from carrozza.arena.ratings import Rating
from carrozza.cli.printing.frame import facts, frame
from carrozza.cli.printing.ratings import interval, many
from carrozza.cli.sources import words
from carrozza.cli.style import GOOD, clean, shown
from carrozza.games.registry import find_game


def print_ladder(console: Console, ladder: Ladder) -> None:
    table = _frame()
    for rating in ladder.ratings:
        table.add_row(*_row(ladder, rating))
    _print(console, ladder, many(len(ladder.deals), "deal"), table)


def print_standing(console: Console, ladder: Ladder, standing: Standing) -> None:
    """The bot among those of the ladder, and how often it finished before each of them."""
    own = standing.result
    table = _frame(f"Beaten by {clean(own.rating.bot).rpartition(':')[2]}")
    for rating in sorted([*ladder.ratings, own.rating], key=lambda rating: -rating.elo):
        mine = rating is own.rating
        share = standing.against.get(rating.bot)
        told = "" if share is None else f"{share:.1%}"
        style = GOOD if mine else ""
        table.add_row(*_row(ladder, rating, style), told)
    played = f"{_part(ladder, standing.deals)} · {many(own.games, 'game')} · {own.wins:.1%} won"
    _print(console, ladder, played, table)


def print_repeat(
    console: Console, ladder: Ladder, ratings: list[Rating], deals: int, different: list[int]
) -> None:
    """What the ratings are now, where all deals were played: some of them tell another story."""
    whole = deals == len(ladder.deals)
    again = {rating.bot: _elo(ladder.base + rating.elo) for rating in ratings}
    table = _frame("Again" if whole else None)
    for rating in ladder.ratings:
        table.add_row(*_row(ladder, rating), *([again[rating.bot]] if whole else []))
    _print(console, ladder, _part(ladder, deals), table)
    if not different:
        console.print()
        said = f"Played again: {many(deals, 'deal')}, every game the same."
        console.print(Text(said, style=GOOD))


def _print(console: Console, ladder: Ladder, played: str, table: Table) -> None:
    setup = ladder.setup
    title = [find_game(setup.game).title, f"{setup.players} players", played]
    title += [f"{words(option)}: {shown(value)}" for option, value in setup.options.items()]
    console.print(Text.assemble((ladder.name, "bold"), " · ", " · ".join(title)))
    console.print()
    console.print(table)
    console.print()
    console.print(
        facts(
            (
                "Rating",
                f"Elo: {ladder.anchor} has {ladder.base:g}, 400 more are odds of ten to one",
            ),
            ("95 %", "bootstrapped over deals, all line-ups and seatings of each together"),
            ("Frozen", f"with Carrozza {ladder.version}"),
        )
    )


def _frame(more: str | None = None) -> Table:
    table = frame()
    table.add_column("Bot", overflow="fold")
    for heading in ("Rating", "95 %", *([more] if more else [])):
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _row(ladder: Ladder, rating: Rating, style: str = "") -> list[str | Text]:
    name = Text(clean(rating.bot), style=f"bold {style}")
    elo = Text(_elo(rating.elo), style=f"bold {style}")
    return [name, elo, interval(rating, ladder.anchor, _elo)]


def _elo(value: float) -> str:
    return f"{value:.0f}".replace("-", "−")


def _part(ladder: Ladder, deals: int) -> str:
    of = len(ladder.deals)
    return many(of, "deal") if deals == of else f"{deals} of {of} deals"
