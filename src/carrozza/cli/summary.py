"""The results of many games in numbers."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import msgspec

from carrozza.cli.play import Played
from carrozza.cli.sources import SOURCES, points_by_source
from carrozza.core.game import Game, OptionValue, Setup


class Spread(msgspec.Struct):
    mean: float
    min: int
    max: int


class SeatSummary(msgspec.Struct):
    seat: int
    won: int  # alone
    shared: int  # together with others
    win_share: float  # of all games; a shared victory counts in equal parts
    score: Spread | None
    points: dict[str, float]  # the mean score by where the points come from


class Timing(msgspec.Struct):
    """All that differs from run to run."""

    seconds: float
    games_per_second: float
    decisions_per_second: float


class Summary(msgspec.Struct):
    game: str
    title: str
    board: str | None  # the name of a custom board
    players: int
    options: dict[str, OptionValue]
    bots: tuple[str, ...]  # by seat; none for random moves
    seed: str
    first: int | None
    requested: int
    games: int  # fewer than requested when stopped
    seats: list[SeatSummary]
    decided_by: dict[str, int]  # points, a tie break, or nothing: shared
    ended_by: dict[str, int]
    decisions: Spread | None  # per game
    timing: Timing


def summarise(
    game: Game,
    base: Setup,
    bots: tuple[str, ...],
    requested: int,
    played: Sequence[Played],
    seconds: float,
) -> Summary:
    return summary_of(
        game,
        base,
        bots,
        requested,
        [_seat(seat, played) for seat in range(base.players)],
        Counter(_decision(one) for one in played),
        Counter(_ending(one) for one in played),
        [one.decisions for one in played],
        seconds,
    )


def summary_of(
    game: Game,
    base: Setup,
    bots: tuple[str, ...],
    requested: int,
    seats: list[SeatSummary],
    decided_by: Counter[str],
    ended_by: Counter[str],
    decisions: Sequence[int],  # of each game
    seconds: float,
) -> Summary:
    return Summary(
        game=base.game,
        title=game.title,
        board=base.board["name"] if base.board is not None else None,
        players=base.players,
        options=base.options,
        bots=bots,
        seed=base.seed,
        first=base.first,
        requested=requested,
        games=len(decisions),
        seats=seats,
        decided_by=dict(decided_by.most_common()),
        ended_by=dict(ended_by.most_common()),
        decisions=spread(decisions),
        timing=Timing(
            seconds=round(seconds, 3),
            games_per_second=round(len(decisions) / seconds, 1),
            decisions_per_second=round(sum(decisions) / seconds, 1),
        ),
    )


def _seat(seat: int, played: Sequence[Played]) -> SeatSummary:
    wins = [len(one.sheet.winners) for one in played if seat in one.sheet.winners]
    sources = [points_by_source(one.sheet.seats[seat]) for one in played]
    return SeatSummary(
        seat=seat,
        won=wins.count(1),
        shared=len(wins) - wins.count(1),
        win_share=round(sum(1 / winners for winners in wins) / max(len(played), 1), 4),
        score=spread([one.sheet.seats[seat].total for one in played]),
        points={
            source: round(fmean(points[source] for points in sources), 2)
            for source in SOURCES
            if any(source in points for points in sources)
        },
    )


def spread(values: Sequence[int]) -> Spread | None:
    if not values:
        return None
    return Spread(mean=round(fmean(values), 2), min=min(values), max=max(values))


def _decision(one: Played) -> str:
    if len(one.sheet.winners) > 1:
        return "shared"
    return one.sheet.tie_breaks[-1].rule if one.sheet.tie_breaks else "points"


def _ending(one: Played) -> str:
    return ending(one.last_round)


def ending(last_round: bool) -> str:
    return "last_round" if last_round else "nobody_could_move"
