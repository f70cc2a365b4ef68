"""`carrozza board`."""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from tests.atlas.planar import planar_board
from tests.cli.conftest import Run
from tests.small_boards import board

from carrozza.atlas import lettering
from carrozza.games.registry import BOARD_GAMES


@pytest.fixture
def custom(tmp_path: Path) -> Path:
    path = tmp_path / "mine.json"
    path.write_bytes(msgspec.json.encode(planar_board(5, 8, 12)))
    return path


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_our_boards_pass_the_check(run: Run, name: str) -> None:
    done = run("board", "check", name)
    assert done.exit_code == 0
    for line in ("Overlapping spaces", "Overlapping names", "Crossing tracks"):
        assert any(s.startswith(line) and s.endswith(" 0") for s in done.stdout.splitlines())


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_render_writes_a_picture(run: Run, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"usa.{kind}"
    assert run("board", "render", "usa", "-o", str(out), "--theme", "dark").exit_code == 0
    assert out.read_bytes()[:4] in (b"<svg", b"\x89PNG")


def test_it_says_when_the_typefaces_are_missing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, letters = tmp_path / "usa.svg", tmp_path / "outlines.json"
    monkeypatch.setattr(lettering, "OUTLINES", letters)
    done = run("board", "render", "usa", "-o", str(out))
    assert (done.exit_code, "make web" in done.stderr) == (0, True)
    letters.write_text('{"grid": 500, "faces": {}}')
    assert lettering.are_built()


def test_a_game_in_progress_is_drawn(run: Run, tmp_path: Path) -> None:
    save, out = tmp_path / "g.json", tmp_path / "g.svg"
    run("simulate", "europe", "--games", "1", "--seed", "x", "--save", str(save))
    assert run("board", "render", "europe", "-o", str(out), "--save", str(save)).exit_code == 0
    assert 'class="train seat-1"' in out.read_text()
    other = run("board", "render", "usa", "-o", str(out), "--save", str(save))
    assert (other.exit_code, "[other_board]" in other.stderr) == (1, True)


def test_a_custom_board_is_laid_out_checked_and_drawn(run: Run, custom: Path) -> None:
    assert run("board", "layout", str(custom)).exit_code == 0
    assert custom.with_suffix(".layout.json").exists()
    assert run("board", "check", str(custom)).exit_code == 0
    out = custom.with_suffix(".svg")
    assert run("board", "render", str(custom), "-o", str(out)).exit_code == 0
    assert "Alba a" in out.read_text()


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["render", "atlantis", "-o", "x.svg"], "unknown_board"),
        (["render", "usa", "-o", "x.gif"], "picture_kind"),
        (["render", "usa", "-o", "x.svg", "--theme", "pink"], "theme"),
        (["render", "usa", "-o", "nowhere/x.svg"], "no_folder"),
        (["check", "none.json"], "no_file"),
        (["check", "usa", "--rules", "chess"], "unknown_game"),
        (["check", "usa", "--rules", "card_game"], "no_board"),
    ],
)
def test_what_cannot_be_done_is_said_so(run: Run, args: list[str], code: str) -> None:
    done = run("board", *args)
    assert done.exit_code == 1
    assert f"[{code}]" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_board_with_a_mistake_is_named_with_its_entry(run: Run, custom: Path) -> None:
    data = planar_board(5, 8, 12)
    data["routes"][3]["colour"] = "pink"
    custom.write_bytes(msgspec.json.encode(data))
    done = run("board", "check", str(custom))
    assert done.exit_code == 1
    assert "routes[3]" in done.stderr


def test_an_empty_file_is_told_what_a_board_needs(run: Run, custom: Path) -> None:
    custom.write_text("{}")
    done = run("board", "check", str(custom))
    assert done.exit_code == 1
    needed = "needed are format, name, cities, routes, tickets, route_points"
    assert done.stderr == f"Error: mine.json: “format” is missing; {needed}. [shape]\n"


def test_each_set_of_rules_says_what_it_needs(run: Run, small_board: Path) -> None:
    """Europe deals a long ticket to each player, and this board has none."""
    done = run("board", "check", str(small_board), "--rules", "europe")
    assert done.exit_code == 1
    assert "Europe with 2 players needs 2 long tickets" in done.stderr
    assert done.stderr.endswith("[few_tickets]\n")
    done = run("board", "check", str(small_board), "--rules", "usa", "--seconds", 0)
    assert done.stderr == ""
    played = next(line for line in done.stdout.splitlines() if line.startswith("Can be played as"))
    assert "USA (" in played
    assert "Europe" not in played


def test_a_board_too_big_for_some_rules_is_checked_for_the_others(run: Run, custom: Path) -> None:
    cities = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    routes = [(a, b, 6, "grey") for a, b in pairwise(cities)]
    data = board(cities, routes, [("A", city, 5) for city in cities[2:20]])
    for route in data["routes"]:
        route["locomotives"] = 4
    custom.write_bytes(msgspec.json.encode(data))
    done = run("board", "check", str(custom), "--seconds", 0)
    assert done.stderr == ""
    assert "Can be played as: USA (2–4 players)." in done.stdout
    refused = run("board", "check", str(custom), "--rules", "northern_lights")
    assert refused.stderr.endswith("[too_big]\n")
