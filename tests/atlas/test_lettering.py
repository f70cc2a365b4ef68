"""Letters on drawings: their widths are known always, their outlines where the pages are built."""

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import msgspec
import pytest
from tests.atlas.words import SVG, words

from carrozza.atlas import lettering
from carrozza.atlas.files import layout_for
from carrozza.atlas.lettering import name_face, text_width, write
from carrozza.atlas.render import render
from carrozza.board.board import load_board
from carrozza.games.registry import BOARD_GAMES, board_file

BOX = [[0, 0, "h100v-100h-100z"]]  # stands for every letter


@pytest.fixture
def with_outlines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzéüåäöøńė0123456789.+ "
    faces = {face: dict.fromkeys(letters, BOX) for face in lettering.STYLES}
    path = tmp_path / "outlines.json"
    path.write_bytes(msgspec.json.encode({"grid": 500, "faces": faces}))
    monkeypatch.setattr(lettering, "OUTLINES", path)


@pytest.fixture
def without_outlines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "OUTLINES", tmp_path / "none.json")


def written(text: str, **more: float) -> Element:
    return write(Element("svg"), text, 10, 20, 15, "serif-bold", **more)  # type: ignore[arg-type]


def test_letters_have_the_widths_of_the_typeface() -> None:
    assert text_width("nnn", 10, "serif") == pytest.approx(3 * text_width("n", 10, "serif"))
    assert text_width("W", 10, "serif") > text_width("i", 10, "serif")
    assert text_width("n", 10, "sans") < text_width("n", 10, "serif")
    assert text_width("", 10, "serif") == 0
    assert {text_width(digit, 1, "sans-bold") for digit in "0123456789"} == {
        text_width("0", 1, "sans-bold")
    }


def test_some_letters_move_together() -> None:
    apart = text_width("T", 100, "serif-bold") + text_width("o", 100, "serif-bold")
    assert text_width("To", 100, "serif-bold") < apart - 2
    assert text_width("Tö", 100, "serif-bold") < apart - 2


def test_letters_of_other_scripts_get_room_too() -> None:
    assert text_width("Київ", 10, "serif") > 20
    assert text_width("東京", 10, "serif") == 20


@pytest.mark.usefixtures("with_outlines")
def test_words_are_outlines() -> None:
    node = written("Oslo", stroke_width=3)
    assert node.tag == "path"
    assert node.get("aria-label") == "Oslo"
    assert node.get("d", "").count("h100v-100h-100z") == 4
    assert node.get("transform") == "translate(10 20)scale(0.03)"
    assert node.get("stroke-width") == "100"  # three units, whatever the scale


@pytest.mark.usefixtures("with_outlines")
def test_spaced_letters_stand_apart() -> None:
    starts = [
        [int(part.split(" ")[0]) for part in node.get("d", "").split("M")[1:]]
        for node in (written("nn"), written("nn", spacing=6))
    ]
    assert starts[1][1] - starts[0][1] == 200  # 6 units at 0.03


@pytest.mark.usefixtures("with_outlines")
def test_a_letter_without_an_outline_makes_it_text() -> None:
    node = written("Київ")
    assert (node.tag, node.text) == ("text", "Київ")


@pytest.mark.usefixtures("without_outlines")
def test_text_is_fitted_to_the_same_width() -> None:
    node = written("Oslo")
    assert (node.tag, node.text, node.get("font-weight")) == ("text", "Oslo", "600")
    assert float(node.get("textLength", "")) == round(text_width("Oslo", 15, "serif-bold"), 2)
    assert node.get("lengthAdjust") == "spacingAndGlyphs"


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_names_on_our_boards_have_their_true_widths(name: str) -> None:
    board = load_board(board_file(name))
    layout = layout_for(board, board_file(name))
    for city, place in zip(board.cities, layout.places, strict=True):
        true = text_width(city.name, layout.font_size, name_face(city))
        assert place.label.width == pytest.approx(true, abs=0.06), city.name


def drawn_europe() -> Element:
    board = load_board(board_file("europe"))
    return fromstring(render(board, layout_for(board, board_file("europe"))))


@pytest.mark.usefixtures("with_outlines")
def test_a_drawing_with_outlines_needs_no_font() -> None:
    svg = drawn_europe()
    assert list(svg.iter(f"{SVG}text")) == []
    assert "Constantinople" in words(svg)


@pytest.mark.usefixtures("without_outlines")
def test_a_drawing_without_them_says_the_same() -> None:
    svg = drawn_europe()
    assert len(list(svg.iter(f"{SVG}text"))) == len(words(svg)) > 47
