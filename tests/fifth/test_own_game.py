"""A game of one's own: found by every command once it is installed, checked and drawn as ours."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.atlas.words import words
from tests.fifth.alpe_adria import GAME
from tests.server.support import serving

from carrozza.atlas.check import check
from carrozza.atlas.files import layout_for
from carrozza.board.game import BoardGame
from carrozza.core.errors import BadOptions
from carrozza.games.registry import (
    BOARD_GAMES,
    NAMES,
    BoardRules,
    board_file,
    find_game,
    game_names,
    register,
)
from carrozza.server import art

HERE = Path(__file__).parent
NAME = "alpe_adria"


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment of a process in which the package is installed: its entry points are written
    down as pip does it, and its module can be imported."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    points = project["entry-points"]["carrozza.games"]
    info = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    lines = [f"{name} = {value}" for name, value in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[carrozza.games]", *lines]))
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(HERE)])}


def carrozza(environment: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "carrozza", *args]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=150, check=False
    )


def test_the_commands_know_an_installed_game(installed):
    """The arena plays it in processes of its own, which know it, too."""
    listed = json.loads(carrozza(installed, "games", "--json").stdout)
    [mine] = [game for game in listed if game["name"] == NAME]
    assert (mine["title"], mine["players"], mine["cities"]) == ("Alpe Adria", [2, 3], 26)
    match = ("--bots", "greedy,random", "--blocks", "2", "--jobs", "2", "--seed", "own", "--json")
    played = carrozza(installed, "arena", NAME, *match)
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["results"][0]["match"]["game"] == NAME


def test_a_package_that_cannot_be_loaded_is_named(installed, tmp_path):
    [info] = tmp_path.glob("*.dist-info")
    (info / "entry_points.txt").write_text("[carrozza.games]\nbroken = no_such_module:GAME\n")
    failed = carrozza(installed, "simulate", "broken")
    assert failed.returncode != 0
    assert "The game “broken” cannot be loaded" in failed.stderr


def test_a_game_of_ours_cannot_be_replaced(installed, tmp_path):
    [info] = tmp_path.glob("*.dist-info")
    (info / "entry_points.txt").write_text("[carrozza.games]\nusa = alpe_adria:GAME\n")
    listed = carrozza(installed, "games", "--json")
    assert [game["name"] for game in json.loads(listed.stdout)] == list(NAMES)
    assert "There is already a game “usa”" in listed.stderr


@pytest.mark.parametrize("name", ["usa", "card_game", NAME, "", "Alps", "a b", "../x", "1st"])
def test_the_name_must_be_free_and_simple(name):
    before = dict(BOARD_GAMES)
    with pytest.raises(BadOptions) as caught:
        register(name, GAME)
    assert caught.value.code == "game_name"
    assert before == BOARD_GAMES


def test_a_spec_must_call_the_game_as_it_is_registered():
    register("other_name", BoardRules(GAME.spec, GAME.folder))
    try:
        with pytest.raises(BadOptions) as caught:
            find_game("other_name")
        assert caught.value.code == "own_game"
    finally:
        del BOARD_GAMES["other_name"]


def test_it_comes_after_ours():
    assert game_names() == (*NAMES, NAME)


@pytest.mark.anyio
async def test_the_server_offers_what_is_registered_now(tmp_path, monkeypatch):
    async with serving(f"sqlite:///{tmp_path / 'carrozza.db'}") as host:
        anna = host.person()
        assert [game["name"] for game in (await anna.get("/games"))["games"]] == [*NAMES, NAME]
        monkeypatch.delitem(BOARD_GAMES, NAME)
        assert [game["name"] for game in (await anna.get("/games"))["games"]] == [*NAMES]


def test_its_board_has_no_problems():
    board = game().board
    report = check(board, layout_for(board, board_file(NAME)))
    assert report.problems == 0, report


def test_the_page_gets_all_it_shows_of_a_ticket():
    info = art.board_info(art.drawable(NAME))
    ticket = next(t for t in info.tickets if t.start.name == "Hungary")
    assert ticket.name == "Hungary – Italy 8, Germany 11, Switzerland 15"
    assert [info.cities[c].name for c in ticket.start.cities] == ["Budapest", "Pécs"]
    assert [goal.points for goal in ticket.goals] == [8, 11, 15]
    assert {info.cities[c].country for c in ticket.goals[0].cities} == {"Italy"}
    assert (ticket.points, ticket.penalty) == (15, 8)
    assert {tuple(route.open_tracks) for route in info.routes} == {(2, 3)}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_ticket_is_drawn_with_its_goals_and_their_values(theme):
    for number, ticket in enumerate(game().board.tickets):
        svg = ElementTree.fromstring(art.ticket(NAME, number, theme))
        places = [ticket.start.name, *(goal.place.name for goal in ticket.goals)]
        assert sorted(words(svg)) == sorted([*places, *(str(goal.points) for goal in ticket.goals)])


def game() -> BoardGame:
    found = find_game(NAME)
    assert isinstance(found, BoardGame)
    return found
