"""`carrozza puzzles`."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.cli.test_saves import Edit

from carrozza.review.puzzle import decode_puzzles, margin_of
from carrozza.review.puzzles import CLEAR, MOST


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    path = tmp_path_factory.mktemp("puzzles") / "game.json"
    args = ("--games", 1, "--bots", "greedy", "--seed", "short", "--save", path)
    assert run("simulate", "card_game", *args).exit_code == 0
    return path


def test_puzzles_of_a_game_are_written(run: Run, short: Path, tmp_path: Path) -> None:
    found = []
    for name in ("one", "other"):
        target = tmp_path / name
        result = run("puzzles", short, "-o", target, "--samples", 2)
        assert result.exit_code == 0, result.stderr
        assert "from 1 game" in result.stdout
        found.append(target.read_bytes())
    assert found[0] == found[1]
    puzzles = decode_puzzles(found[0])
    assert len(puzzles) <= MOST
    assert all(margin_of(puzzle) > CLEAR for puzzle in puzzles)


def test_what_cannot_be_searched_is_named_before_any_work(
    run: Run, edited: Edit, short: Path, tmp_path: Path
) -> None:
    def cut(plain: dict[str, Any]) -> None:
        plain.update(steps=plain["steps"][:5], totals=None, winners=None)

    unfinished, target = edited(cut), tmp_path / "puzzles.jsonl"
    result = run("puzzles", short, unfinished, "-o", target)
    assert result.exit_code == 1
    assert "[not_over]" in result.stderr
    assert unfinished.name in result.stderr.replace("\n", "")
    assert not target.exists()
    missing = run("puzzles", tmp_path / "none.json", "-o", target)
    assert "[no_file]" in missing.stderr
    nowhere = run("puzzles", short, "-o", tmp_path / "no" / "puzzles.jsonl")
    assert "[no_folder]" in nowhere.stderr
