"""The results of a simulation as a table."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.cli.printing.frame import facts, frame
from carrozza.cli.sources import SOURCES, TIE_BREAKS, words
from carrozza.cli.style import QUIET, clean, seat_style, shown, signed
from carrozza.cli.summary import SeatSummary, Summary
from carrozza.core.words import listing

_SHORT = {"longest_path": "path", "bonus_cards": "bonus"}


def print_results(console: Console, summary: Summary) -> None:
    sources = _sources(summary)
    console.print(_title(summary))
    console.print()
    console.print(_seats(summary, sources))
    console.print()
    console.print(_facts(summary, sources))


def _title(summary: Summary) -> Text:
    played = f"{summary.games:,}"
    if summary.games < summary.requested:
        played += f" of {summary.requested:,}"
    title = Text(summary.title, style="bold")
    if summary.board is not None:
        title.append(f" on {clean(summary.board)}")
    kind = "games" if summary.bots else "random games"
    title.append(f" · {summary.players} players · {played} {kind}")
    if summary.bots:
        title.append(f" · {clean(', '.join(summary.bots))}")
    for name, value in summary.options.items():
        title.append(f" · {words(name)}: {shown(value)}")
    return title


def _sources(summary: Summary) -> list[str]:
    """Where any points came from at all; the table has no room for the others."""
    return [s for s in SOURCES if any(seat.points.get(s) for seat in summary.seats)]


def _seats(summary: Summary, sources: list[str]) -> Table:
    table = frame()
    for heading in ("Seat", "Won", "Shared", "Wins", "Min", "Max", "Mean"):
        table.add_column(heading, justify="right", no_wrap=True)
    for source in sources:
        heading = _SHORT.get(source, words(source)).capitalize()
        table.add_column(heading, justify="right", style=QUIET)
    for seat in summary.seats:
        table.add_row(*_row(seat, sources))
    return table


def _row(seat: SeatSummary, sources: list[str]) -> list[str | Text]:
    assert seat.score is not None
    return [
        Text(str(seat.seat), style=seat_style(seat.seat)),
        str(seat.won),
        str(seat.shared),
        f"{seat.win_share:.1%}",
        signed(seat.score.min),
        signed(seat.score.max),
        Text(_decimal(seat.score.mean), style="bold"),
        *(_decimal(seat.points.get(source, 0)) for source in sources),
    ]


def _facts(summary: Summary, sources: list[str]) -> Table:
    assert summary.decisions is not None
    made, timing = summary.decisions, summary.timing
    mean = f"the sum of the points from {listing([words(source) for source in sources])}"
    return facts(
        *([("Mean", mean)] if sources else []),
        ("Decided by", _counts(summary.decided_by, TIE_BREAKS)),
        ("Ended by", _counts(summary.ended_by, {})),
        ("Decisions", f"{made.mean:.1f} per game ({made.min} to {made.max})"),
        ("Speed", f"{timing.games_per_second:,.1f} games/s in {timing.seconds:.1f} s"),
        ("Seed", clean(summary.seed)),
    )


def _counts(counts: dict[str, int], names: dict[str, str]) -> str:
    return ", ".join(f"{names.get(name, words(name))} {count:,}" for name, count in counts.items())


def _decimal(value: float) -> str:
    text = f"{value:.1f}"
    return f"−{text[1:]}" if text.startswith("-") else text
