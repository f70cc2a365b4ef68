"""Everything that many blocks tell: ratings, and how each bot fared."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from statistics import fmean

import msgspec

from carrozza.arena.block import Played, Seat, Timing
from carrozza.arena.finish import finish, pair_score, win_share
from carrozza.arena.ratings import RESAMPLES, Rating, Units, rate
from carrozza.arena.store import Line, Match


class BotResult(msgspec.Struct):
    rating: Rating
    games: int  # a game with two of them counts twice
    wins: float  # the share of all; a shared victory counts in equal parts
    score: float  # the mean
    completed: float  # tickets a game
    failed: float


class BotTiming(msgspec.Struct):
    """The time of one move, in milliseconds."""

    mean: float
    longest: float


class Results(msgspec.Struct):
    match: Match
    seeds: list[str]
    blocks: int  # deals
    games: int
    anchor: str
    bots: list[BotResult]  # the best first
    pairs: dict[str, dict[str, float]]  # how often the one finished before the other
    timing: dict[str, BotTiming]  # all that differs from run to run


def by_match(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines that may be rated together, in the order in which they appear."""
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(line.match.key, []).append(line)
    return list(groups.values())


def bots_of(lines: Iterable[Line]) -> list[str]:
    return list(dict.fromkeys(bot for line in lines for bot in line.block.lineup))


def ratings_of(lines: Sequence[Line], anchor: str, resamples: int = RESAMPLES) -> list[Rating]:
    return rate(bots_of(lines), units_of(lines), anchor, resamples)


def units_of(lines: Iterable[Line]) -> Units:
    deals: dict[str, list[Line]] = {}
    for line in sorted(lines, key=_place):  # so that the order of the file does not matter
        deals.setdefault(line.deal, []).append(line)
    return {
        deal: [finish(game) for line in same for game in line.block.games]
        for deal, same in deals.items()
    }


def results(lines: Sequence[Line], anchor: str | None = None) -> Results:
    """What the lines of one match tell; the anchor is by default the bot named first."""
    anchor = bots_of(lines)[0] if anchor is None else anchor
    games = games_of(lines)
    ratings = ratings_of(lines, anchor)
    return Results(
        match=lines[0].match,
        seeds=list(dict.fromkeys(line.seed for line in lines)),
        blocks=len({line.deal for line in lines}),
        games=len(games),
        anchor=anchor,
        bots=[bot_result(rating, games) for rating in ratings],
        pairs=pairs_of([rating.bot for rating in ratings], games),
        timing={rating.bot: _timing(rating.bot, games) for rating in ratings},
    )


def games_of(lines: Iterable[Line]) -> list[Played]:
    return [game for line in lines for game in line.block.games]


def seats_of(bot: str, games: Iterable[Played]) -> list[Seat]:
    return [seat for game in games for seat in game.seats if seat.bot == bot]


def timings_of(bot: str, games: Iterable[Played]) -> list[tuple[Seat, Timing]]:
    """Only of seats that had anything to decide."""
    return [
        (seat, timing)
        for game in games
        for seat, timing in zip(game.seats, game.timing, strict=True)
        if seat.bot == bot and seat.decisions
    ]


def _place(line: Line) -> tuple[str, int, tuple[str, ...]]:
    return line.seed, line.block.block, tuple(sorted(line.block.lineup))


def bot_result(rating: Rating, games: Sequence[Played]) -> BotResult:
    seats = seats_of(rating.bot, games)
    won = [
        win_share(game, i)
        for game in games
        for i, seat in enumerate(game.seats)
        if seat.bot == rating.bot
    ]
    return BotResult(
        rating=rating,
        games=len(seats),
        wins=round(fmean(won), 4),
        score=round(fmean(seat.score for seat in seats), 2),
        completed=round(fmean(len(seat.completed) for seat in seats), 2),
        failed=round(fmean(len(seat.failed) for seat in seats), 2),
    )


def pairs_of(bots: Sequence[str], games: Sequence[Played]) -> dict[str, dict[str, float]]:
    orders = [finish(game) for game in games]
    pairs: dict[str, dict[str, float]] = {bot: {} for bot in bots}
    for a, b in permutations(bots, 2):
        scores = [s for s in (pair_score(order, a, b) for order in orders) if s is not None]
        if scores:
            pairs[a][b] = round(fmean(scores), 4)
    return pairs


def _timing(bot: str, games: Sequence[Played]) -> BotTiming:
    timings = timings_of(bot, games)
    moves = sum(seat.decisions for seat, _ in timings)
    spent = sum(timing.seconds for _, timing in timings)
    longest = max((timing.longest for _, timing in timings), default=0.0)
    return BotTiming(round(1000 * spent / max(moves, 1), 3), round(1000 * longest, 1))
