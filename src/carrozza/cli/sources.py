"""Where the points of a score sheet come from, and the words for it."""

from collections import Counter

from carrozza.core.scores import (
    BonusItem,
    LongestPathItem,
    RouteItem,
    ScoreItem,
    SeatScore,
    StationItem,
    TicketItem,
    UnusedStationsItem,
)

_SOURCE: dict[type[ScoreItem], str] = {
    RouteItem: "routes",
    TicketItem: "tickets",
    StationItem: "stations",
    UnusedStationsItem: "stations",
    LongestPathItem: "longest_path",
    BonusItem: "bonus_cards",
}
SOURCES = tuple(dict.fromkeys(_SOURCE.values()))  # in the order of a score sheet

TIE_BREAKS = {
    "tickets": "completed tickets",
    "fewest_stations": "stations used",
    "longest_path": "longest path",
    "bonus_cards": "bonus cards",
}


def source_of(item: ScoreItem) -> str:
    return _SOURCE[type(item)]


def points_by_source(score: SeatScore) -> Counter[str]:
    """Only the sources that this sheet has at all; a missing one counts as zero."""
    points: Counter[str] = Counter()
    for item in score.items:
        points[source_of(item)] += item.points
    return points


def words(name: str) -> str:
    """A name of the engine as words: “longest_path” becomes “longest path”."""
    return name.replace("_", " ")
