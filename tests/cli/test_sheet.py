"""The score sheet as printed: what random games rarely show."""

from carrozza.cli.names import Names
from carrozza.cli.printing.sheet import print_sheet
from carrozza.cli.style import console
from carrozza.core.scores import (
    AnyItem,
    LongestPathItem,
    ScoreSheet,
    SeatScore,
    StationItem,
    TieBreak,
    UnusedStationsItem,
)
from carrozza.games.registry import find_game


def printed(sheet: ScoreSheet, *, final: bool = True) -> str:
    out = console()
    with out.capture() as capture:
        print_sheet(out, sheet, Names(find_game("europe")), final=final)
    return " ".join(capture.get().split())


def sheet_of(*items: AnyItem) -> ScoreSheet:
    total = sum(item.points for item in items)
    return ScoreSheet((SeatScore(0, total, items), SeatScore(1, 0, ())), (), (0,))


def test_a_station_names_the_route_it_borrows() -> None:
    names = Names(find_game("europe"))
    text = printed(sheet_of(StationItem(0, 3, 7), StationItem(0, 4, None)))
    assert f"{names.city(3)}, borrows {names.route(7)} 0" in text
    assert f"{names.city(4)}, borrows nothing 0" in text


def test_stations_left_and_a_seat_without_routes() -> None:
    text = printed(sheet_of(UnusedStationsItem(12, 3), LongestPathItem(0, 0, (), ())))
    assert "Stations 3 unused 12" in text
    assert "Longest path none 0" in text


def test_tie_breaks_are_told_in_order_with_plain_numbers() -> None:
    breaks = (
        TieBreak("tickets", (0, 1, 2), (4, 4, 3), (0, 1)),
        TieBreak("fewest_stations", (0, 1), (-2, -1), (1,)),
    )
    seats = tuple(SeatScore(seat, 90, ()) for seat in range(3))
    text = printed(ScoreSheet(seats, breaks, (1,)))
    first = text.index("Tie, completed tickets: Seat 0 4, Seat 1 4, Seat 2 3.")
    second = text.index("Tie, stations used: Seat 0 2, Seat 1 1.")
    assert first < second < text.index("Seat 1 wins.")


def test_a_shared_victory() -> None:
    seats = tuple(SeatScore(seat, 90, ()) for seat in range(3))
    assert printed(ScoreSheet(seats, (), (0, 2))).endswith("Seat 0 and seat 2 share the victory.")


def test_an_unfinished_game_has_no_winner_yet() -> None:
    seats = tuple(SeatScore(seat, 0, ()) for seat in range(2))
    text = printed(ScoreSheet(seats, (), (0, 1)), final=False)
    assert text.endswith("In the lead: seat 0 and seat 1.")
