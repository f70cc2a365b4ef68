"""The sequential test errs as seldom as it says."""

import random

import pytest

from carrozza.arena.sprt import FEWEST, Hypotheses, Sprt, expected
from carrozza.core.errors import BadOptions

STREAMS = 200
LONGEST = 20_000


def decide(elo: float, rng: random.Random, players: int = 2) -> tuple[str | None, int]:
    """A stream of blocks in which the games of a deal are partly alike."""
    sprt = Sprt(Hypotheses(elo0=0, elo1=60))
    share = expected(elo)
    for _ in range(LONGEST):
        same = rng.random() < 0.3
        first = rng.random() < share
        wins = [first if same else rng.random() < share for _ in range(players)]
        if sprt.add(sum(wins) / players):
            break
    return sprt.accepted, sprt.blocks


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (60, "H0")])
def test_errors_are_as_rare_as_promised(elo: float, wrong: str, players: int) -> None:
    rng = random.Random(7)
    verdicts = [decide(elo, rng, players) for _ in range(STREAMS)]
    errors = sum(verdict == wrong for verdict, _ in verdicts) / STREAMS
    assert errors <= 0.085  # 5 % promised, two standard deviations more allowed
    assert all(verdict is not None for verdict, _ in verdicts)


def test_clear_cases_are_short() -> None:
    rng = random.Random(8)
    lengths = [decide(400, rng)[1] for _ in range(20)]
    close = [decide(30, rng)[1] for _ in range(20)]
    assert sum(lengths) < sum(close) / 3
    assert min(lengths) >= FEWEST


def test_blocks_without_variance_do_not_decide_at_once() -> None:
    even = Sprt(Hypotheses())
    for _ in range(FEWEST):
        assert even.add(0.5) is None
    won = Sprt(Hypotheses())
    assert [won.add(1.0) for _ in range(FEWEST)] == [None] * (FEWEST - 1) + ["H1"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": float("nan")},
        {"elo1": float("inf")},
        {"elo0": -999_999},
        {"alpha": 0},
        {"beta": 0.5},
    ],
)
def test_hypotheses_must_make_sense(wrong: dict[str, float]) -> None:
    with pytest.raises(BadOptions):
        Hypotheses(**wrong)
