"""Ladders: bots whose ratings are frozen, with the deals on which anybody can play them again.

A ladder is a file in `ladders`. It holds everything that decides its games, the ratings found then,
and for each deal a checksum of its games, so that whoever plays it again knows whether they are the
same. It never changes: other bots, deals or ratings are another ladder, with the next number.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import msgspec

from carrozza.arena.block import Played
from carrozza.arena.lineups import Lineup, lineups, named_bots
from carrozza.arena.ratings import Rating, rate_among
from carrozza.arena.results import BotResult, bot_result, bots_of, games_of, pairs_of, units_of
from carrozza.arena.store import Line
from carrozza.core.errors import BadOptions
from carrozza.core.game import Setup
from carrozza.games.registry import game_of

FOLDER = Path(__file__).with_name("ladders")
DIGITS = 16  # of a checksum


class Ladder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    name: str
    setup: Setup
    seconds: float  # the time a bot is told to take
    anchor: str  # whose rating was set, and not found
    version: str  # of Carrozza, by which it was played
    ratings: tuple[Rating, ...]  # the best first
    deals: tuple[str, ...]  # the checksum of each

    @cached_property
    def bots(self) -> list[str]:
        return [rating.bot for rating in self.ratings]

    @cached_property
    def base(self) -> float:
        """The anchor's rating."""
        return next(rating.elo for rating in self.ratings if rating.bot == self.anchor)

    def tables(self) -> list[Lineup]:
        """Its own bots among themselves."""
        return lineups(self.bots, self.setup.players)

    def tables_for(self, bot: str) -> list[Lineup]:
        """Another bot against them."""
        found = lineups([bot, *self.bots], self.setup.players)
        return [table for table in found if bot in table]


class Standing(msgspec.Struct):
    """Where a bot stands on a ladder."""

    result: BotResult  # its rating is on the ladder's scale
    deals: int
    against: dict[str, float]  # how often it finished before each of the ladder's bots


def ladder_names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.json"))


def find_ladder(name: str) -> Ladder:
    known = ladder_names()
    if name not in known:
        problem = f"There is no ladder “{name}”. Choose from: {', '.join(known)}."
        raise BadOptions("unknown_ladder", problem)
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Ladder)


def challengers(names: Sequence[str], ladder: Ladder) -> list[str]:
    """Those who want to know where they stand, each once, by their own names."""
    bots = list(dict.fromkeys(named_bots(names, game_of(ladder.setup))))
    for bot in bots:
        if bot in ladder.bots:
            problem = f"“{bot}” is on the ladder already; --repeat plays its games again."
            raise BadOptions("on_ladder", problem)
    return bots


def standing(bot: str, lines: Sequence[Line], ladder: Ladder) -> Standing:
    """What the games of a bot tell: the others' ratings are taken for granted."""
    games, met = games_of(lines), bots_of(lines)
    known = {rating.bot: rating.elo for rating in ladder.ratings if rating.bot in met}
    units = units_of(lines)
    rating = rate_among(bot, known, units)
    against = pairs_of([bot, *known], games)[bot]
    return Standing(bot_result(rating, games), len(units), against)


def checksums(lines: Iterable[Line], tables: int) -> dict[int, str]:
    """For each deal that all tables have played, by its number."""
    deals: dict[int, list[Line]] = {}
    for line in lines:
        deals.setdefault(line.block.block, []).append(line)
    return {deal: _checksum(same) for deal, same in deals.items() if len(same) == tables}


def _checksum(lines: Iterable[Line]) -> str:
    """The same whatever the order in which the tables were played."""
    text = "".join(sorted(map(_told, games_of(lines))))
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _told(game: Played) -> str:
    """A game in a line: the bot, its points and decisions for each seat, and who won."""
    seats = [f"{seat.bot} {seat.score} {seat.decisions}" for seat in game.seats]
    return f"{', '.join(seats)}: {' '.join(map(str, game.winners))}\n"
