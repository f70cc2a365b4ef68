"""The score sheet: a summary with a column for each seat, then every point with its reason."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.cli.names import Names
from carrozza.cli.printing.frame import frame
from carrozza.cli.sources import SOURCES, TIE_BREAKS, points_by_source, source_of, words
from carrozza.cli.style import BAD, GOOD, QUIET, clean, seat_style, seat_text, signed
from carrozza.core.scores import (
    BonusItem,
    LongestPathItem,
    RouteItem,
    ScoreItem,
    ScoreSheet,
    SeatScore,
    StationItem,
    TicketItem,
    TieBreak,
    UnusedStationsItem,
)
from carrozza.core.words import listing, many, some

_SEAT_WIDTH = 60  # at least, with the gap, for one seat; 120 columns hold two of them
_GAP = 4


def print_sheet(console: Console, sheet: ScoreSheet, names: Names, *, final: bool) -> None:
    console.print(_summary(sheet))
    console.print()
    in_row = max(1, console.width // _SEAT_WIDTH)
    for i in range(0, len(sheet.seats), in_row):
        seats = [_seat(score, names) for score in sheet.seats[i : i + in_row]]
        console.print(_side_by_side(seats, console.width // in_row - _GAP))
        console.print()
    for tie_break in sheet.tie_breaks:
        console.print(_tie_break(tie_break))
    console.print(_winners(sheet.winners, final=final))


def _summary(sheet: ScoreSheet) -> Table:
    table = frame()
    table.show_footer = True
    table.footer_style = "bold"
    table.add_column("", "Total", no_wrap=True)
    for score in sheet.seats:
        heading = seat_text(score.seat, bold=True)
        table.add_column(heading, signed(score.total), justify="right", no_wrap=True)
    points = [points_by_source(score) for score in sheet.seats]
    for source in SOURCES:
        if any(source in of_seat for of_seat in points):
            table.add_row(
                words(source).capitalize(), *(signed(of_seat[source]) for of_seat in points)
            )
    return table


def _side_by_side(seats: Sequence[Table], width: int) -> Table:
    table = Table.grid(padding=(0, _GAP))
    for _ in seats:
        table.add_column(width=width)
    table.add_row(*seats)
    return table


def _seat(score: SeatScore, names: Names) -> Table:
    """Every item of a seat, under the source of its points."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=14)
    table.add_column(ratio=1, overflow="fold")
    table.add_column(justify="right", width=4)
    total = Text(signed(score.total), style=f"bold {seat_style(score.seat)}")
    table.add_row(seat_text(score.seat, bold=True), "", total)
    shown = ""
    for item in sorted(score.items, key=lambda item: SOURCES.index(source_of(item))):
        source = source_of(item)
        label = "" if source == shown else words(source).capitalize()
        table.add_row(Text(f"  {label}", style=QUIET), _item(item, names), signed(item.points))
        shown = source
    return table


def _item(item: ScoreItem, names: Names) -> Text:
    match item:
        case RouteItem():
            return Text(names.route(item.route))
        case TicketItem():
            mark = ("✓ ", GOOD) if item.completed else ("✗ ", BAD)
            used = f" with {some(item.cards)}" if item.cards else ""
            return Text.assemble(mark, names.ticket(item.ticket), used)
        case StationItem(borrowed=None):
            return Text(f"{names.city(item.city)}, borrows nothing")
        case StationItem(borrowed=int(route)):
            return Text(f"{names.city(item.city)}, borrows {names.route(route)}")
        case UnusedStationsItem():
            return Text(f"{item.count} unused")
        case LongestPathItem():
            cities = " – ".join(names.city(city) for city in item.cities)
            return Text(f"{many(item.length, 'train')}: {cities}" if cities else "none")
        case BonusItem():
            return Text(f"{clean(item.bonus)}: {item.count} counted")
    raise TypeError(item)


def _tie_break(tie_break: TieBreak) -> Text:
    """Who was compared by what; a value below zero counts something of which less is better."""
    text = Text(f"Tie, {TIE_BREAKS.get(tie_break.rule, words(tie_break.rule))}: ")
    for i, (seat, value) in enumerate(zip(tie_break.seats, tie_break.values, strict=True)):
        text.append(", " if i else "")
        text.append_text(seat_text(seat)).append(f" {abs(value)}")
    return text.append(".")


def _winners(winners: Sequence[int], *, final: bool) -> Text:
    who = listing([f"seat {seat}" for seat in winners])
    if not final:
        return Text(f"In the lead: {who}.", style="bold")
    shared = " share the victory" if len(winners) > 1 else " wins"
    return Text(f"{who.capitalize()}{shared}.", style="bold")
