"""`carrozza games`, and what holds for the command as a whole."""

import json

import pytest
from tests.cli.conftest import Run

from carrozza import __version__
from carrozza.games.registry import NAMES, find_game


@pytest.mark.parametrize("name", NAMES)
def test_each_game_is_listed_with_its_numbers(run: Run, name: str) -> None:
    lines = run("games").stdout.splitlines()
    row = next(line for line in lines if line.startswith(f"{name} "))
    game = find_game(name)
    assert game.title in row
    assert f"{game.players[0]}–{game.players[-1]}" in row


def test_options_are_listed_with_what_they_mean(run: Run) -> None:
    text = " ".join(run("games", columns=120).stdout.split())
    for name in NAMES:
        for option in find_game(name).options:
            assert option.about in text


def test_json_lists_the_same(run: Run) -> None:
    games = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in games] == list(NAMES)
    sizes = {game["name"]: (game["cities"], game["routes"], game["tickets"]) for game in games}
    assert sizes == {
        "usa": (36, 100, 33),
        "europe": (47, 101, 46),
        "northern_lights": (50, 161, 55),
        "card_game": (None, None, 46),
    }
    usa = games[0]
    assert usa["players"] == [2, 5]
    assert usa["options"][0]["choices"] == ["current", "classic"]
    assert all(game["actions"] > 100 for game in games)


@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_is_too_long(run: Run, columns: int) -> None:
    lines = run("games", columns=columns).stdout.splitlines()
    assert len(lines) > len(NAMES)
    assert max(map(len, lines)) <= columns


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"carrozza {__version__}\n"


@pytest.mark.parametrize("args", [(), ("games",), ("board",), ("board", "render"), ("admin",)])
def test_help_shows_flags_without_a_value(run: Run, args: tuple[str, ...]) -> None:
    text = run(*args, "--help").stdout
    assert "--help" in text
    assert "bool" not in text.lower()


def test_help_names_each_command(run: Run) -> None:
    text = run("--help").stdout
    for command in ("games", "simulate", "replay", "verify", "rules"):
        assert command in text
