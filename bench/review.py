"""What reviews are worth: whether luck averages to zero, whether the stronger bot loses less, and
whether verdicts hold with ten times the samples.

Games of bots are played and reviewed one by one; what is stored already is not done again, so a run
can be stopped and taken up later.

    python -m bench.review --bots scholar,greedy --games 200 --samples 8
    python -m bench.review --bots scholar,planner --games 40 --confirm
"""

import argparse
from math import inf, sqrt
from pathlib import Path
from statistics import mean, stdev
from time import process_time

import msgspec

from carrozza.bots.registry import make_bot
from carrozza.core.game import Setup
from carrozza.core.replay import Record, Save, replay
from carrozza.games.registry import game_of
from carrozza.review.judge import SAMPLES, Judge
from carrozza.review.model import VERSION, Account, Decision
from carrozza.review.review import review
from carrozza.review.verdicts import BEST, BLUNDER, FINE, MISTAKE, SURE, counts_as_loss

TIMES = 10  # as many samples, to confirm a verdict
BEST_OF_A_GAME = 6  # decisions called best that are looked at again, spread over a game


class Again(msgspec.Struct):
    """A verdict, and what more samples say."""

    verdict: str
    loss: float
    error: float
    verdict_then: str
    loss_then: float
    error_then: float


class Line(msgspec.Struct):
    game: str
    bots: list[str]  # by seat
    number: int
    samples: int
    seconds: float  # of processor time, for the review
    steps: int
    accounts: list[Account]
    again: list[Again] | None
    version: int = 1  # of the review


def play(name: str, bots: list[str], number: int) -> Save:
    setup = Setup(game=name, players=len(bots), seed=f"review {','.join(sorted(bots))} {number}")
    game = game_of(setup)
    record = Record(game, setup)
    players = [make_bot(bot, game, f"{number} {seat}") for seat, bot in enumerate(bots)]
    while not record.state.over:
        seat = record.state.to_act[0]
        legal = record.state.legal_actions(seat)
        action = players[seat].decide(record.state.memory(seat), legal, inf)
        record.apply(action, seat)
    return record.save()


def look_again(save: Save, decisions: tuple[Decision, ...], samples: int) -> list[Again]:
    """What was called mistake or blunder, and some of what was called best."""
    judge = Judge(game_of(save.setup), TIMES * samples)
    best = [d.step for d in decisions if d.verdict == BEST and len(d.alternatives) > 1]
    some = set(best[:: max(1, len(best) // BEST_OF_A_GAME)])
    wanted = {d.step: d for d in decisions if d.verdict in (MISTAKE, BLUNDER) or d.step in some}
    found = []
    for number, (_, state, _) in enumerate(replay(save, game_of), 1):
        if number in wanted:
            d = wanted[number]
            legal = state.legal_actions(d.seat)
            then = judge.judge(state.memory(d.seat), legal, d.played.action, f"again {number}")
            found.append(
                Again(
                    d.verdict,
                    d.played.loss,
                    d.played.loss_error,
                    then.verdict,
                    then.played.loss,
                    then.played.loss_error,
                )
            )
    return found


def one(name: str, bots: list[str], number: int, samples: int, confirm: bool) -> Line:
    bots = bots[number % len(bots) :] + bots[: number % len(bots)]
    save = play(name, bots, number)
    began = process_time()
    found = review(save, samples)
    seconds = process_time() - began
    again = look_again(save, found.decisions, samples) if confirm else None
    return Line(
        name, bots, number, samples, seconds, len(save.steps), list(found.accounts), again, VERSION
    )


def print_accounts(lines: list[Line]) -> None:
    print(f"{len(lines)} games; percentage points per game, with standard errors")
    print(f"{'':>12} {'result':>12} {'skill':>12} {'gifts':>12} {'luck':>12} {'lost':>12}")
    for bot in sorted({bot for line in lines for bot in line.bots}):
        own = [a for line in lines for a in line.accounts if line.bots[a.seat] == bot]
        rows = (
            [a.result - a.fair for a in own], [a.skill for a in own], [a.gifts for a in own],
            [a.luck for a in own], [a.lost for a in own],
        )  # fmt: skip
        print(f"{bot:>12} " + " ".join(f"{figure(row):>12}" for row in rows))
        for kind in own[0].luck_by:
            print(f"{'':>12} luck of {kind}: {figure([a.luck_by[kind] for a in own])}")
        counted = {v: sum(a.verdicts[v] for a in own) for v in own[0].verdicts}
        print(f"{'':>12} {counted}")
    seconds = [line.seconds for line in lines]
    print(f"seconds of processor time: mean {mean(seconds):.1f}, most {max(seconds):.1f}")
    sums = [a.skill + a.gifts + a.luck - a.result + a.fair for li in lines for a in li.accounts]
    print(f"largest difference of the sums from the result: {max(map(abs, sums)):.1e}")


def print_again(lines: list[Line]) -> None:
    found = [again for line in lines for again in line.again or ()]
    if not found:
        return
    print(f"with {TIMES} times the samples:")
    for verdict in (MISTAKE, BLUNDER, BEST):
        ours = [a for a in found if a.verdict == verdict]
        then = {v: sum(a.verdict_then == v for a in ours) for v in {a.verdict_then for a in ours}}
        print(f"{verdict:>12}: {len(ours)}, then called {then}")
    named = [a for a in found if a.verdict in (MISTAKE, BLUNDER)]
    kept = sum(a.verdict_then in (MISTAKE, BLUNDER) for a in named)
    losing = sum(counts_as_loss(a.verdict_then) for a in named)
    best = [a for a in found if a.verdict == BEST]
    unnamed = sum(a.verdict_then in (BEST, FINE) for a in best)
    within = sum(a.loss_then <= SURE * sqrt(a.error**2 + a.error_then**2) for a in best)
    print(f"mistakes and blunders called so again: {share(kept, len(named))}")
    print(f"still a loss with a name: {share(losing, len(named))}")
    print(f"best, and no other one better by a loss with a name: {share(unnamed, len(best))}")
    print(f"best, and no other one better by more than the error: {share(within, len(best))}")


def figure(values: list[float]) -> str:
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
    return f"{100 * mean(values):.1f} ± {100 * error:.1f}"


def share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f", {100 * part / whole:.1f} %" if whole else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="usa")
    parser.add_argument("--bots", default="scholar,greedy")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--confirm", action="store_true", help="look at verdicts again")
    parser.add_argument("--store", type=Path, default=Path("build/review.jsonl"))
    parser.add_argument("--show", action="store_true", help="only print what is stored")
    wanted = parser.parse_args()
    bots = wanted.bots.split(",")
    wanted.store.parent.mkdir(parents=True, exist_ok=True)
    stored = wanted.store.read_bytes().splitlines() if wanted.store.exists() else []
    lines = [msgspec.json.decode(line, type=Line) for line in stored]
    lines = [
        line
        for line in lines
        if line.game == wanted.game and sorted(line.bots) == sorted(bots)
        if line.version == VERSION and line.samples == wanted.samples
        if (line.again is not None) == wanted.confirm
    ]
    done = {line.number for line in lines}
    for number in range(0 if wanted.show else wanted.games):
        if number not in done:
            lines.append(one(wanted.game, bots, number, wanted.samples, wanted.confirm))
            with wanted.store.open("ab") as file:
                file.write(msgspec.json.encode(lines[-1]) + b"\n")
    print_accounts(lines)
    print_again(lines)


if __name__ == "__main__":
    main()
