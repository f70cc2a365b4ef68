"""The command as a function, and one saved game of each kind."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from carrozza.cli.main import app
from carrozza.games.registry import NAMES

Run = Callable[..., Result]


def carrozza(*args: object, columns: int = 80) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args], env={"COLUMNS": str(columns)})


@pytest.fixture(scope="session")
def run() -> Run:
    return carrozza


@pytest.fixture(scope="session")
def saves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The save of one game of each name."""
    folder = tmp_path_factory.mktemp("saves")
    paths = {name: folder / f"{name}.json" for name in NAMES}
    for name, path in paths.items():
        args = ("--games", 1, "--players", 3, "--seed", "saved", "--save", path)
        assert carrozza("simulate", name, *args).exit_code == 0
    return paths


@pytest.fixture
def edited(saves: dict[str, Path], tmp_path: Path) -> Callable[..., Path]:
    """A save of USA with something changed in it."""

    def edit(change: Callable[[dict[str, Any]], None]) -> Path:
        plain = json.loads(saves["usa"].read_text())
        change(plain)
        path = tmp_path / "edited.json"
        path.write_text(json.dumps(plain))
        return path

    return edit


@pytest.fixture(scope="session")
def small_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board of our own, with names that try to be markup."""
    names = ["[bold]Ash[/bold]", "Birch [31m", "Cedar", "Elm", "Fir", "Gum", "Hazel", "Ivy"]
    colours = ["red", "blue", "green", "yellow", "black", "white", "orange", "purple"]
    around = [(i, (i + 1) % 8) for i in range(8)]
    across = [(i, i + 4) for i in range(4)]
    board = {
        "format": 1,
        "name": "The [red]Wood[/red]",
        "cities": [{"name": name, "lat": i, "lon": i} for i, name in enumerate(names)],
        "routes": [
            {"a": names[a], "b": names[b], "length": 3, "colour": colours[a]} for a, b in around
        ]
        + [{"a": names[a], "b": names[b], "length": 4, "colour": "grey"} for a, b in across],
        "tickets": [
            {"a": names[a], "b": names[b], "points": 5 + b - a}
            for a in range(8)
            for b in range(a + 2, 8)
        ],
        "route_points": {"3": 4, "4": 7},
    }
    path = tmp_path_factory.mktemp("boards") / "wood.json"
    path.write_text(json.dumps(board))
    return path
