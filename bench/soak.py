"""Thousands of games between all the bots: does one ever raise, stall, or return what is not legal?

Every table of every game is filled with bots in turn until each has played `--games` there. A run
that found something exits with 1 and says how to see it again.

Run `make soak`, or `python -m bench.soak --bots search --games 50 --seconds 0.2`.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from math import ceil
from typing import NamedTuple

from carrozza import start
from carrozza.bots.registry import BOTS, bots_for, make_bot
from carrozza.games.registry import NAMES, find_game

STALLED = 5_000  # decisions; a game of five takes about 400, with the slowest bots 1,500
SLOW = ("search",)  # they take the time they are given


class Table(NamedTuple):
    game: str
    seats: tuple[str, ...]
    seed: str
    seconds: float


class Played(NamedTuple):
    table: Table
    decisions: int
    slowest: float
    fault: str  # empty when all went well


def play(table: Table) -> Played:
    state = start(table.game, len(table.seats), seed=table.seed)
    bots = [make_bot(name, state.game, f"{table.seed} {i}") for i, name in enumerate(table.seats)]
    decisions, slowest, seat = 0, 0.0, 0
    try:
        while not state.over:
            seat = state.to_act[0]
            legal = state.legal_actions(seat)
            view = state.memory(seat)
            began = time.perf_counter()
            action = bots[seat].decide(view, legal, table.seconds)
            slowest = max(slowest, time.perf_counter() - began)
            decisions += 1
            if action not in legal:
                return Played(table, decisions, slowest, f"{table.seats[seat]}: {action} not legal")
            if decisions > STALLED:
                return Played(table, decisions, slowest, "stalled")
            state.apply(action, seat)
    except Exception as error:  # whatever a bot raises is what we look for
        return Played(table, decisions, slowest, f"{table.seats[seat]}: {error!r}")
    return Played(table, decisions, slowest, "")


def tables(game: str, players: int, bots: list[str], args: argparse.Namespace) -> Iterator[Table]:
    """Enough tables for each bot; the turn of the bots drifts, so that all meet all."""
    needed = ceil(args.games * len(bots) / players)
    turn = cycle([*bots, *reversed(bots)])
    for n in range(needed):
        yield Table(game, tuple(islice(turn, players)), f"{args.seed}/{players}/{n}", args.seconds)


def soak(game: str, players: int, bots: list[str], args: argparse.Namespace) -> int:
    """Play it and print a line; the number of faults."""
    seats: Counter[str] = Counter()
    games = decisions = faults = 0
    slowest = 0.0
    began = time.perf_counter()
    with ProcessPoolExecutor(args.jobs) as pool:
        for done in pool.map(play, tables(game, players, bots, args), chunksize=4):
            games += 1
            decisions += done.decisions
            slowest = max(slowest, done.slowest)
            seats.update(done.table.seats)
            if done.fault:
                faults += 1
                print(f"\n{done.fault}, after {done.decisions} decisions of {done.table}")
            if sys.stderr.isatty():
                print(f"\r{game} {players}: {games} games", end="", file=sys.stderr)
    print(
        f"\r{game:16} {players:7} {games:6} {min(seats.values()):9} {decisions:10,}"
        f" {1000 * slowest:10.0f} {faults:7} {time.perf_counter() - began:8.0f}",
        flush=True,
    )
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="for each bot at each table")
    parser.add_argument("--bots", help="A,B,… (default: all that answer at once)")
    parser.add_argument("--game", choices=NAMES, help="this game alone")
    parser.add_argument("--players", type=int, help="this number of players alone")
    parser.add_argument("--seconds", type=float, default=1.0, help="for a decision")
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    wanted = args.bots.split(",") if args.bots else [bot for bot in BOTS if bot not in SLOW]
    print(
        f"{'game':16} {'players':>7} {'games':>6} {'each bot':>9} {'decisions':>10}"
        f" {'slowest ms':>10} {'faults':>7} {'seconds':>8}"
    )
    faults = 0
    for name in [args.game] if args.game else NAMES:
        game = find_game(name)
        bots = [bot for bot in bots_for(game) if bot in wanted]
        for players in game.players if bots else ():
            if args.players not in (None, players):
                continue
            faults += soak(name, players, bots, args)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
