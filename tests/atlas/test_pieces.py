"""Pieces are drawn once: the page has the shapes of the atlas."""

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from tests.support import finished

from carrozza.atlas.files import layout_for
from carrozza.atlas.render import Pieces, render
from carrozza.atlas.theme import LIVERIES, THEMES
from carrozza.board.board import load_board
from carrozza.core.cards import CARDS
from carrozza.games.registry import board_file

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "src" / "board" / "Pieces.svelte"
SVG = "{http://www.w3.org/2000/svg}"
COLOUR_OF = ("fill", "stroke")


def defined(defs: Element) -> dict[str, list[dict[str, str]]]:
    """The parts of each definition, whatever their colours."""
    return {
        piece.get("id", ""): [
            {"tag": part.tag.removeprefix(SVG)}
            | {key: value for key, value in part.attrib.items() if key not in COLOUR_OF}
            for part in piece
        ]
        for piece in defs
    }


def in_the_page() -> Element:
    text = PAGE.read_text(encoding="utf-8")
    return fromstring(text[text.index("<defs>") :])


def in_the_atlas(theme: str) -> Element:
    board = load_board(board_file("europe"))
    view = finished("europe", 3).view(None)
    pieces = Pieces(view.routes, view.stations)
    drawing = fromstring(render(board, layout_for(board, board_file("europe")), theme, pieces))
    defs = drawing.find(f"{SVG}defs")
    assert defs is not None
    return defs


@pytest.mark.parametrize("theme", THEMES)
def test_a_piece_in_the_page_is_the_piece_of_the_atlas(theme: str) -> None:
    page, atlas = defined(in_the_page()), defined(in_the_atlas(theme))
    assert page == atlas
    seats = [colour for colour, _ in LIVERIES]
    names = {"tunnel", "city", "stop", "lot", "badge", "space-grey"}
    names |= {f"space-{card}" for card in CARDS}
    names |= {f"{piece}-{colour}" for piece in ("train", "station") for colour in seats}
    assert set(page) == names


@pytest.mark.parametrize("theme", THEMES)
def test_its_colours_are_those_of_the_theme(theme: str) -> None:
    colours = THEMES[theme].colours()
    for ours, theirs in zip(in_the_atlas(theme).iter(), sorted_like(theme), strict=True):
        for key in COLOUR_OF:
            named = theirs.get(key)
            told = colours[named[6:-1]] if named and named.startswith("var(--") else named
            assert ours.get(key) == told


def sorted_like(theme: str) -> list[Element]:
    """The page's definitions in the order of the atlas."""
    page = in_the_page()
    by_name = {piece.get("id"): piece for piece in page}
    ordered = Element("defs")
    ordered.extend(by_name[piece.get("id")] for piece in in_the_atlas(theme))
    return list(ordered.iter())
