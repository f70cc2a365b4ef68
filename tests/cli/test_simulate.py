"""`carrozza simulate`."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

import carrozza.cli.simulate as module
from carrozza.cli.play import Played, play
from carrozza.core.game import Game, Setup
from carrozza.games.registry import NAMES, find_game


def results(run: Run, *args: object) -> dict[str, Any]:
    result = run("simulate", *args, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    plain: dict[str, Any] = json.loads(result.stdout)
    return plain


@pytest.mark.parametrize("name", NAMES)
def test_json_adds_up(run: Run, name: str) -> None:
    plain = results(run, name, "--games", 5, "--seed", "s", "--players", 3)
    assert plain["games"] == plain["requested"] == 5
    assert [seat["seat"] for seat in plain["seats"]] == [0, 1, 2]
    assert sum(seat["win_share"] for seat in plain["seats"]) == pytest.approx(1, abs=0.001)
    assert sum(plain["decided_by"].values()) == sum(plain["ended_by"].values()) == 5
    for seat in plain["seats"]:
        assert sum(seat["points"].values()) == pytest.approx(seat["score"]["mean"], abs=0.03)
        assert seat["score"]["min"] <= seat["score"]["mean"] <= seat["score"]["max"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("columns", [80, 120])
def test_table_fits_and_names_the_game(run: Run, name: str, columns: int) -> None:
    result = run("simulate", name, "--games", 2, "--seed", "s", columns=columns)
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{find_game(name).title} · 2 players · 2 random games")
    assert max(map(len, lines)) <= columns
    assert "\x1b" not in result.stdout
    assert "…" not in result.stdout
    assert result.stderr == ""  # no progress bar outside a terminal


@pytest.mark.parametrize("name", NAMES)
def test_fast_games_come_to_the_same_on_average(run: Run, name: str) -> None:
    """The same random play: in 150 games of the engine the error of a mean is three points."""
    slow = results(run, name, "--games", 150, "--seed", "s")
    fast = results(run, name, "--games", 3000, "--seed", "s", "--fast")
    assert fast["games"] == 3000
    assert sum(seat["win_share"] for seat in fast["seats"]) == pytest.approx(1, abs=0.001)
    assert sum(fast["decided_by"].values()) == sum(fast["ended_by"].values()) == 3000
    assert fast["decisions"]["mean"] == pytest.approx(slow["decisions"]["mean"], rel=0.03)
    means = [[seat["score"]["mean"] for seat in one["seats"]] for one in (slow, fast)]
    assert sum(means[1]) == pytest.approx(sum(means[0]), abs=24)
    again = results(run, name, "--games", 3000, "--seed", "s", "--fast")
    assert again["seats"] == fast["seats"]


def test_fast_games_are_random_and_not_saved(run: Run, tmp_path: Path) -> None:
    for more in (("--bots", "greedy"), ("--save", tmp_path / "x.json"), ("--first", 0)):
        result = run("simulate", "usa", "--fast", *more)
        assert result.exit_code == 1
        assert "--fast" in result.stderr
    assert "random games" in run("simulate", "usa", "--fast", "--games", 5).stdout


def test_bots_play_by_seat(run: Run) -> None:
    args = ("--games", 3, "--seed", "s", "--bots")
    both = results(run, "usa", *args, "greedy")
    assert both["bots"] == ["greedy", "greedy"]
    mixed = results(run, "usa", *args, "greedy,random")
    good, bad = (seat["score"]["mean"] for seat in mixed["seats"])
    assert good > bad
    shown = run("simulate", "usa", *args, "easy", columns=100).stdout
    assert shown.startswith("USA · 2 players · 3 games · easy, easy")


def test_a_game_of_bots_can_be_saved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    args = ("--games", 1, "--players", 3, "--bots", "greedy", "--save", path)
    assert run("simulate", "card_game", *args).exit_code == 0
    assert run("verify", path).exit_code == 0


def test_same_seed_same_games(run: Run) -> None:
    first, again, other = (
        results(run, "usa", "--games", 3, "--seed", seed) for seed in ("a", "a", "b")
    )
    for plain in (first, again, other):
        assert plain.pop("timing")["games_per_second"] > 0
    assert first == again
    assert first["seats"] != other["seats"]


def test_games_of_a_longer_run_begin_with_those_of_a_shorter_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "third.json"
    run("simulate", "usa", "--games", 3, "--seed", "a", "--save", path)
    third = json.loads(path.read_text())
    assert third["setup"]["seed"] == "a/3"
    longer = results(run, "usa", "--games", 3, "--seed", "a")
    shorter = results(run, "usa", "--games", 2, "--seed", "a")
    for seat, total in enumerate(third["totals"]):
        total_of_three = longer["seats"][seat]["score"]["mean"] * 3
        total_of_two = shorter["seats"][seat]["score"]["mean"] * 2
        assert total_of_three - total_of_two == pytest.approx(total, abs=0.05)


def test_without_a_seed_a_new_one_is_shown(run: Run) -> None:
    seeds = {results(run, "usa", "--games", 1)["seed"] for _ in range(2)}
    assert len(seeds) == 2


def test_options_and_first_seat_reach_the_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "classic.json"
    args = ("--option", "edition=classic", "--first", 1, "--save", path)
    assert run("simulate", "usa", "--games", 1, *args).exit_code == 0
    setup = json.loads(path.read_text())["setup"]
    assert setup["options"] == {"edition": "classic"}
    assert setup["first"] == 1


def test_custom_board(run: Run, small_board: Path) -> None:
    args = ("--games", 2, "--seed", "s", "--board", small_board)
    result = run("simulate", "europe", *args)
    assert result.exit_code == 1
    assert "[few_tickets]" in result.stderr
    result = run("simulate", "usa", *args)
    assert result.exit_code == 0, result.stderr
    assert "USA on The [red]Wood[/red]" in result.stdout
    assert "[no_board]" in run("simulate", "card_game", *args).stderr


def interrupt_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def play_or_stop(game: Game, setup: Setup, bots: tuple[str, ...]) -> Played:
        if len(played) == games:
            raise KeyboardInterrupt
        played.append(play(game, setup, bots))
        return played[-1]

    monkeypatch.setattr(module, "play", play_or_stop)


def test_interrupt_keeps_what_was_played(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    interrupt_after(2, monkeypatch)
    path = tmp_path / "last.json"
    result = run("simulate", "usa", "--games", 9, "--seed", "s", "--save", path, "--json")
    plain = json.loads(result.stdout)
    assert result.exit_code == 130
    assert (plain["games"], plain["requested"]) == (2, 9)
    assert json.loads(path.read_text())["setup"]["seed"] == "s/2"


def test_interrupt_before_the_first_game_ends(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(0, monkeypatch)
    result = run("simulate", "usa", "--games", 9)
    assert result.exit_code == 130
    assert result.stdout == ""
    assert "before the first game" in result.stderr
    assert json.loads(run("simulate", "usa", "--json").stdout)["games"] == 0
