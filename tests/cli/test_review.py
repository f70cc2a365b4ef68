"""`carrozza review`."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cli.conftest import Run
from tests.cli.test_saves import Edit

from carrozza.review.model import Review


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """A game that is quickly reviewed."""
    path = tmp_path_factory.mktemp("review") / "game.json"
    args = ("--games", 1, "--bots", "greedy", "--seed", "short", "--save", path)
    assert run("simulate", "card_game", *args).exit_code == 0
    return path


def test_a_review_is_told_in_words_that_fit(run: Run, short: Path) -> None:
    result = run("review", short, "--samples", 2, columns=80)
    assert result.exit_code == 0, result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 80
    for word in ("Seat 0", "Seat 1", "luck", "blunder"):
        assert word.lower() in result.stdout.lower()


def test_a_review_as_data(run: Run, short: Path) -> None:
    result = run("review", short, "--samples", 2, "--json")
    found = msgspec.json.decode(result.stdout, type=Review)
    assert found.game == "card_game"
    assert found.decisions
    assert result.stderr == ""


def test_a_picture_with_the_chances(run: Run, short: Path, tmp_path: Path) -> None:
    plain, graph = tmp_path / "plain.svg", tmp_path / "graph.svg"
    assert run("picture", short, "-o", plain).exit_code == 0
    result = run("picture", short, "-o", graph, "--chances")
    assert result.exit_code == 0, result.stderr
    assert "50 %" in graph.read_text()
    assert "50 %" not in plain.read_text()
    result = run("picture", short, "-o", tmp_path / "film.gif", "--chances")
    assert "[no_chances]" in result.stderr


def test_a_game_under_way_is_not_reviewed(run: Run, edited: Edit) -> None:
    def cut(plain: dict[str, Any]) -> None:
        plain.update(steps=plain["steps"][:5], totals=None, winners=None)

    result = run("review", edited(cut))
    assert result.exit_code == 1
    assert "[not_over]" in result.stderr
