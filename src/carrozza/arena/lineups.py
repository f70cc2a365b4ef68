"""Who plays whom: the line-ups of a round robin, and the seatings of one line-up."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from carrozza.bots.own import is_own
from carrozza.bots.registry import BOTS
from carrozza.bots.seated import known_kind
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game

Lineup = tuple[str, ...]  # the bots at one table, whatever their order


def named_bots(names: Sequence[str], game: Game) -> list[str]:
    """The bots of these names; a level becomes the bot that plays it, so that results stay true."""
    return [_own_name(name, game) for name in names]


def _own_name(name: str, game: Game) -> str:
    kind = known_kind(name, game)
    if name in BOTS or is_own(name):
        return name
    return next(own for own, bot in BOTS.items() if bot is kind)


def lineups(bots: Sequence[str], players: int) -> list[Lineup]:
    """Every table of this size that the bots can fill, each once.

    A bot named twice may sit at a table twice. Fewer bots than seats fill the table in every way
    in which each of them plays. A table at which all are the same would tell nothing.
    """
    if len(bots) >= players:
        tables = [tuple(table) for table in combinations(bots, players)]
    else:
        extra = players - len(bots)
        more = combinations_with_replacement(dict.fromkeys(bots), extra)
        tables = [(*bots, *chosen) for chosen in more]
    once = dict.fromkeys(tuple(sorted(table, key=bots.index)) for table in tables)
    found = [table for table in once if len(set(table)) > 1]
    if not found:
        raise BadOptions("few_bots", "Name at least two different bots.")
    return found


def seatings(order: Sequence[str]) -> list[Lineup]:
    """All cyclic seatings; those that look the same are there once."""
    turned = [(*order[i:], *order[:i]) for i in range(len(order))]
    return list(dict.fromkeys(turned))
