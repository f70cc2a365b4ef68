"""Drawings of boards."""

from xml.etree import ElementTree

import pytest
from tests.atlas.words import words
from tests.support import finished

from carrozza.atlas.bundles import bundles
from carrozza.atlas.files import layout_for
from carrozza.atlas.picture import to_png
from carrozza.atlas.render import Pieces, render
from carrozza.atlas.theme import THEMES
from carrozza.board.board import load_board
from carrozza.core.cards import CARDS
from carrozza.games.registry import BOARD_GAMES, board_file

SVG = "{http://www.w3.org/2000/svg}"
every_board = pytest.mark.parametrize("name", BOARD_GAMES)


def drawn(name: str, theme: str = "light", **more: object) -> str:
    board = load_board(board_file(name))
    return render(board, layout_for(board, board_file(name)), theme, **more)  # type: ignore[arg-type]


@every_board
@pytest.mark.parametrize("theme", THEMES)
def test_a_board_is_a_small_well_formed_drawing(name, theme):
    text = drawn(name, theme)
    assert len(text.encode()) < 400_000
    svg = ElementTree.fromstring(text)
    assert svg.tag == f"{SVG}svg"
    assert drawn(name, theme) == text


@every_board
def test_every_city_and_space_is_drawn(name):
    board = load_board(board_file(name))
    svg = ElementTree.fromstring(drawn(name))
    for city in board.cities:
        assert words(svg).count(city.name) == 1
    routes = [node for node in svg.iter(f"{SVG}g") if node.get("class") == "route"]
    assert [node.get("data-route") for node in routes] == [str(r) for r in range(len(routes))]
    for node, route, data in zip(routes, board.routes, board.data.routes, strict=True):
        used = [use.get("href") for use in node.iter(f"{SVG}use")]
        spaces = [href for href in used if href != "#tunnel"]
        assert len(spaces) == route.length
        assert spaces.count("#space-locomotive") == route.locomotives
        assert used.count("#tunnel") == (route.length if route.tunnel else 0)
        plain = {href for href in spaces if href != "#space-locomotive"}
        assert plain <= {f"#space-{data.colour}"}


@every_board
def test_every_use_has_its_definition(name):
    svg = ElementTree.fromstring(drawn(name))
    ids = {node.get("id") for node in svg.iter() if node.get("id")}
    assert {node.get("href") for node in svg.iter(f"{SVG}use")} <= {f"#{i}" for i in ids}
    assert {f"space-{card}" for card in CARDS} <= ids


def test_a_badge_tells_what_a_bundle_of_tracks_brings():
    board = load_board(board_file("northern_lights"))
    svg = ElementTree.fromstring(drawn("northern_lights"))
    badges = [node for node in svg.iter(f"{SVG}g") if node.get("class") == "bonus"]
    told = [word for node in badges for word in words(node)]
    assert told == [f"+{bundle.bonus}" for bundle in bundles(board) if bundle.bonus]
    assert len(told) == 9


def test_countries_and_the_arctic_circle_are_named():
    told = set(words(ElementTree.fromstring(drawn("northern_lights"))))
    assert {"NORWAY", "SWEDEN", "FINLAND", "RUSSIA", "DENMARK", "Arctic Circle"} <= told


def test_the_pieces_of_a_game_are_drawn():
    view = finished("europe", 3).view(None)
    text = drawn("europe", pieces=Pieces(view.routes, view.stations))
    svg = ElementTree.fromstring(text)
    uses = [node.get("class", "") for node in svg.iter(f"{SVG}use")]
    board = load_board(board_file("europe"))
    for seat in range(3):
        laid = sum(board.routes[r].length for r, owner in enumerate(view.routes) if owner == seat)
        assert uses.count(f"train seat-{seat}") == laid
        built = sum(owner == seat for owner in view.stations)
        assert uses.count(f"station seat-{seat}") == built
    ids = {node.get("id") for node in svg.iter() if node.get("id")}
    assert {node.get("href") for node in svg.iter(f"{SVG}use")} <= {f"#{i}" for i in ids}


def test_a_png_has_the_width_asked_for():
    data = to_png(drawn("usa"), 640)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 640
