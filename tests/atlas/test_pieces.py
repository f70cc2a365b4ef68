"""Pieces are drawn once: the page has the shapes of the atlas."""

import re
from itertools import pairwise
from math import dist
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from tests.support import finished

from carrozza.atlas import pieces as drawn
from carrozza.atlas.bundles import bundles
from carrozza.atlas.files import layout_for
from carrozza.atlas.model import Layout
from carrozza.atlas.render import Pieces, render
from carrozza.atlas.theme import LIVERIES, THEMES
from carrozza.board.board import load_board
from carrozza.core.cards import CARDS
from carrozza.games.registry import BOARD_GAMES, board_file

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "src" / "board" / "Pieces.svelte"
SVG = "{http://www.w3.org/2000/svg}"
COLOUR_OF = ("fill", "stroke")
boards = pytest.mark.parametrize("name", BOARD_GAMES)


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
    names |= {f"{piece}-{colour}" for piece in ("train", "engine", "station") for colour in seats}
    under = ("shadow", "own", "keyline")
    names |= {"coupling"} | {f"{piece}-{part}" for piece in ("train", "engine") for part in under}
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


def body(shape: str) -> list[tuple[float, float]]:
    """The outline of a body as points; its corners are quadratic curves."""
    line: list[tuple[float, float]] = []
    for command, told in re.findall(r"([MHVQ])([^A-Z]*)", shape):
        numbers = [float(n) for n in told.split()]
        x, y = line[-1] if line else (0.0, 0.0)
        if command == "H":
            line.append((numbers[0], y))
        elif command == "V":
            line.append((x, numbers[0]))
        elif command == "M":
            line.append((numbers[0], numbers[1]))
        else:
            cx, cy, ex, ey = numbers
            for t in (i / 20 for i in range(1, 21)):
                a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                line.append((a * x + b * cx + c * ex, a * y + b * cy + c * ey))
    return line


def area(line: list[tuple[float, float]]) -> float:
    """Of a polygon, by the shoelace formula."""
    return abs(sum(x * q - p * y for (x, y), (p, q) in pairwise([*line, line[0]]))) / 2


def laid_out(name: str) -> Layout:
    return layout_for(load_board(board_file(name)), board_file(name))


def test_area_is_measured_right() -> None:
    assert area(body("M-2 -1H2V1H-2Z")) == 8
    assert area(body("M0 0H3Q3 3 0 3Z")) == pytest.approx(9 - 9 / 6, abs=0.01)


@boards
def test_a_train_is_larger_than_the_spaces_under_it(name: str) -> None:
    """Bodies alone, without outlines; the corners of spaces are counted as if they were sharp."""
    layout = laid_out(name)
    space = drawn.FREE[0] * drawn.FREE[1]
    for track in layout.tracks:
        stretch = drawn.wagon_stretch(track.spaces, layout.space_length)
        for shape in (drawn.WAGON, drawn.ENGINE):
            ratio = area(body(shape)) * stretch / space
            assert 1.3 <= ratio <= 1.5, ratio


@boards
def test_wagons_of_a_train_nearly_touch(name: str) -> None:
    layout = laid_out(name)
    unit = layout.space_length / drawn.UNIT
    for track in layout.tracks:
        long = drawn.WAGON_LENGTH * drawn.wagon_stretch(track.spaces, layout.space_length)
        for a, b in pairwise(track.spaces):
            gap = dist((a.x, a.y), (b.x, b.y)) / unit - long
            assert drawn.OUTLINE <= gap <= 24  # a coupling spans it


@boards
def test_trains_on_parallel_tracks_do_not_overlap(name: str) -> None:
    layout = laid_out(name)
    unit = layout.space_length / drawn.UNIT
    for bundle in bundles(load_board(board_file(name))):
        for one, other in pairwise(bundle.routes):
            pair = zip(layout.tracks[one].spaces, layout.tracks[other].spaces, strict=True)
            for a, b in pair:
                assert dist((a.x, a.y), (b.x, b.y)) / unit >= 2 * drawn.WAGON_SIDE
