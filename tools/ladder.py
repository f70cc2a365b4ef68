"""Freezes a ladder: from stored results of `carrozza arena` to its file (docs/arena.md).

The seed of the run is the name of the ladder, such as:

    carrozza arena usa --seed usa-2-v2 --bots planner,one-step,greedy --store games.jsonl
    python tools/ladder.py games.jsonl --anchor one-step
"""

import argparse
from pathlib import Path

import msgspec

from carrozza.arena.ladder import FOLDER, Ladder, checksums
from carrozza.arena.ratings import Bound, Rating
from carrozza.arena.results import ratings_of
from carrozza.arena.store import Line, read
from carrozza.core.game import Setup

BASE = 1500  # the anchor's rating


def frozen(lines: list[Line], anchor: str) -> Ladder:
    match, name = lines[0].match, lines[0].seed
    assert {(line.match.key, line.seed) for line in lines} == {(match.key, name)}, "one run alone"
    tables = len({line.block.lineup for line in lines})
    found = checksums(lines, tables)
    deals = [found[number] for number in range(1, len(found) + 1)]
    whole = [line for line in lines if line.block.block in found]
    return Ladder(
        name=name,
        setup=Setup(game=match.game, players=match.players, seed=name, options=match.options),
        seconds=match.seconds,
        anchor=anchor,
        version=match.version,
        ratings=tuple([_raised(rating) for rating in ratings_of(whole, anchor)]),
        deals=tuple(deals),
    )


def _raised(rating: Rating) -> Rating:
    def up(value: Bound) -> Bound:
        return None if value is None else round(BASE + value, 1)

    return Rating(rating.bot, round(BASE + rating.elo, 1), up(rating.low), up(rating.high))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("--anchor", required=True)
    chosen = parser.parse_args()
    ladder = frozen(read([chosen.store])[0], chosen.anchor)
    file = FOLDER / f"{ladder.name}.json"
    if file.exists():
        raise SystemExit(f"{file} is frozen. Play another seed: it is the ladder's name.")
    FOLDER.mkdir(exist_ok=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(ladder), indent=1) + b"\n")
