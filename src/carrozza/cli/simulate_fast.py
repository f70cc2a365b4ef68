"""`carrozza simulate --fast`: random games on the fast lane, many thousands a second."""

from collections import Counter
from hashlib import sha256
from time import perf_counter
from typing import Any

from carrozza.cli.style import progress_line
from carrozza.cli.summary import SeatSummary, Summary, ending, spread, summary_of
from carrozza.core.errors import BadOptions
from carrozza.core.extras import needing
from carrozza.core.game import Game, Setup

PART = 2_000  # games between two steps of the bar


def simulate_fast(game: Game, base: Setup, games: int, as_json: bool) -> Summary:
    """What came of so many games; of those played so far, when stopped."""
    if base.first is not None:
        raise BadOptions("first", "With --fast the first seat is always drawn: leave out --first.")
    began, rows = _play(game, base, games, as_json)
    return summary_of(
        game,
        base,
        (),
        games,
        [_seat(seat, rows) for seat in range(base.players)],
        Counter(map(_decision, rows.tolist())),
        Counter(map(ending, rows[:, 2].tolist())),
        rows[:, 0].tolist(),
        perf_counter() - began,
    )


def _play(game: Game, base: Setup, games: int, as_json: bool) -> tuple[float, Any]:
    """When the first game began, and a row for each (`carrozza.lane.playouts.play_and_list`)."""
    with needing("bots"):
        import numpy as np

        from carrozza.lane.chance import CHANCE
        from carrozza.lane.first_use import told_when_slow
        from carrozza.lane.playouts import play_and_list
        from carrozza.lane.twins import twin_of
    twin = twin_of(game)
    kinds = (twin.state, CHANCE, twin.work)
    states, chances, works = (np.zeros(1, kind) for kind in kinds)
    lookups = twin.lookups_of(game)
    seed = np.uint64(int(sha256(base.seed.encode()).hexdigest()[:16], 16))
    rows = np.zeros((games, 3 + base.players), np.int32)

    def play(first: int, last: int) -> None:
        part = rows[first:last]
        play_and_list(states, chances, lookups, works, base.players, seed, first, part)

    with told_when_slow():
        play(0, 0)
    done, began = 0, perf_counter()
    with progress_line(hidden=as_json) as progress:
        task = progress.add_task("", total=games)
        try:
            while done < games:
                play(done, min(done + PART, games))
                done = min(done + PART, games)
                progress.update(task, completed=done)
        except KeyboardInterrupt:
            pass
    return began, rows[:done]


def _seat(seat: int, rows: Any) -> SeatSummary:
    winners = rows[:, 1]
    together = sum(winners >> other & 1 for other in range(rows.shape[1] - 3))
    ours = (winners >> seat & 1) == 1
    won = int((ours & (together == 1)).sum())
    share = (ours / together.clip(1)).sum() / max(len(rows), 1)
    return SeatSummary(
        seat=seat,
        won=won,
        shared=int(ours.sum()) - won,
        win_share=round(float(share), 4),
        score=spread(rows[:, 3 + seat].tolist()),
        points={},
    )


def _decision(row: list[int]) -> str:
    _, winners, _, *totals = row
    if winners.bit_count() > 1:
        return "shared"
    return "points" if totals.count(max(totals)) == 1 else "a_tie_break"
