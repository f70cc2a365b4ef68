"""How strong the bots are: the matches behind the tables of docs/bots.md.

Each match is played through the arena, block by block; what is stored already is not played again,
so a run can be stopped and taken up later. The share of wins is the first bot's, its 95 % interval
bootstrapped over blocks.

Run `make strength`, or `python -m bench.strength --only usa,2,planner --jobs 2`.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from rich.progress import track

from carrozza.arena.block import Task
from carrozza.arena.finish import win_share
from carrozza.arena.results import games_of, timings_of
from carrozza.arena.run import run
from carrozza.arena.store import Line, append, line_of, match_of, read
from carrozza.core.game import Setup
from carrozza.games.registry import game_of

SEED = "strength"
RESAMPLES = 10_000
YARDSTICKS = ("one-step", "long-route", "hungry", "route-focus")
TEACHERS = {  # the best bot of each game that has learned nothing
    "usa": "planner",
    "europe": "planner",
    "northern_lights": "planner",
    "card_game": "conductor",
}


class Match(NamedTuple):
    game: str
    bots: tuple[str, ...]  # whose share is asked for, and the others at the table
    blocks: int
    bar: float  # what the first bot should reach, in per cent; 0: it is only to be known

    @property
    def name(self) -> str:
        return f"{self.game},{len(self.bots)},{','.join(self.bots)}"


MATCHES = [
    *(Match("usa", ("planner", bot), 400, 75) for bot in YARDSTICKS),
    Match("usa", ("planner", "greedy"), 400, 97),
    Match("usa", ("planner", "one-step", "long-route", "route-focus"), 400, 45),
    Match("usa", ("planner", "one-step", "long-route", "hungry"), 100, 45),
    *(Match("europe", ("planner", bot), 400, 70) for bot in YARDSTICKS),
    Match("europe", ("planner", "greedy"), 400, 90),
    *(Match("northern_lights", ("planner", bot), 400, 70) for bot in YARDSTICKS),
    Match("northern_lights", ("planner", "greedy"), 400, 90),
    Match("card_game", ("conductor", "greedy"), 400, 85),
    Match("card_game", ("conductor", "greedy", "greedy"), 200, 0),
    Match("card_game", ("conductor", "greedy", "greedy", "greedy"), 200, 0),
    Match("card_game", ("conductor", "porter"), 400, 0),
    Match("card_game", ("porter", "greedy"), 400, 0),
    *(Match(game, ("playouts", teacher), 100, 0) for game, teacher in TEACHERS.items()),
    Match("usa", ("scholar", "planner"), 400, 65),
    Match("europe", ("scholar", "planner"), 400, 65),
    Match("northern_lights", ("scholar", "planner"), 400, 70),
    Match("card_game", ("scholar", "conductor"), 400, 80),
    Match("usa", ("search", "planner"), 100, 74),
    Match("europe", ("search", "planner"), 100, 68),
    Match("northern_lights", ("search", "planner"), 100, 84),
    Match("card_game", ("search", "conductor"), 100, 60),
    Match("usa", ("search", "playouts"), 200, 65),
    Match("europe", ("search", "playouts"), 200, 65),
    Match("northern_lights", ("search", "playouts"), 200, 60),
    Match("card_game", ("search", "playouts"), 200, 60),
    *(Match(game, ("search", *[teacher] * 3), 100, 50) for game, teacher in TEACHERS.items()),
    *(
        Match(game, ("search", bot), 100, 95)
        for game in ("usa", "europe", "northern_lights")
        for bot in YARDSTICKS
    ),
    *(
        Match("usa", (YARDSTICKS[i], YARDSTICKS[j]), 400, 0)
        for i in range(len(YARDSTICKS))
        for j in range(i + 1, len(YARDSTICKS))
    ),
]


def setup_of(match: Match) -> Setup:
    setup = Setup(game=match.game, players=len(match.bots), seed=SEED)
    return msgspec.structs.replace(setup, options=game_of(setup).check(setup))


def stored(match: Match, store: Path, seconds: float) -> list[Line]:
    """The blocks of this match that are played. After a change to a bot, begin another store."""
    if not store.exists():
        return []
    lines, _ = read([store])
    conditions = match_of(setup_of(match), seconds)
    mine = [
        line
        for line in lines
        if line.match == conditions
        and line.seed == SEED
        and sorted(line.block.lineup) == sorted(match.bots)
        and line.block.block <= match.blocks
    ]
    return sorted(mine, key=lambda line: line.block.block)


def play(match: Match, store: Path, seconds: float, jobs: int) -> None:
    known = {line.block.block for line in stored(match, store, seconds)}
    setup = setup_of(match)
    todo = [
        Task(setup, block, match.bots, seconds)
        for block in range(1, match.blocks + 1)
        if block not in known
    ]
    for block in track(run(todo, jobs), match.name, len(todo), transient=True):
        append(store, line_of(setup, seconds, block))


def row(match: Match, lines: list[Line]) -> str:
    """A line of the table, as Markdown."""
    first = match.bots[0]
    shares = np.array([_share(line, first) for line in lines])
    rng = np.random.default_rng(0)
    drawn = rng.integers(len(shares), size=(RESAMPLES, len(shares)))
    low, high = np.percentile(shares[drawn].mean(axis=1), [2.5, 97.5])
    games = games_of(lines)
    seats = timings_of(first, games)
    each = 1000 * sum(t.seconds for _, t in seats) / sum(seat.decisions for seat, _ in seats)
    longest = 1000 * max(t.longest for _, t in seats)
    against = ", ".join(f"`{bot}`" for bot in match.bots[1:])
    return (
        f"| {match.game} | {len(match.bots)} | `{first}` against {against} | {len(lines)} |"
        f" {100 * shares.mean():.1f} [{100 * low:.1f}, {100 * high:.1f}] |"
        f" {f'≥ {match.bar:g}' if match.bar else ''} | {each:.1f} | {longest:.0f} |"
    )


def _share(line: Line, bot: str) -> float:
    """The share of a block's games that the bot won."""
    games = line.block.games
    seats = [next(i for i, s in enumerate(game.seats) if s.bot == bot) for game in games]
    return sum(win_share(game, i) for game, i in zip(games, seats, strict=True)) / len(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="matches whose name begins so: usa,2,planner")
    parser.add_argument("--store", type=Path, default=Path("strength.jsonl"))
    parser.add_argument("--seconds", type=float, default=1.0, help="for a decision")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="play nothing, show what is stored")
    args = parser.parse_args()
    print("| game | players | | blocks | wins % | bar | ms a decision | longest |")
    print("|---|---|---|---|---|---|---|---|")
    for match in [match for match in MATCHES if match.name.startswith(args.only)]:
        if not args.show:
            play(match, args.store, args.seconds, args.jobs)
        if lines := stored(match, args.store, args.seconds):
            print(row(match, lines), flush=True)


if __name__ == "__main__":
    main()
