"""Writing on drawings: how wide words are, and their letters.

Letters are drawn as outlines, so that a picture looks the same wherever it goes and needs no font.
The outlines come from the typefaces when the pages are built (web/scripts/fonts.mjs). Without them,
or for a letter that they lack, words are plain text, fitted to the same widths: those are known
always (letters.json), so that every layout is the same.
"""

from functools import cache
from pathlib import Path
from typing import Literal
from unicodedata import east_asian_width, normalize
from xml.etree.ElementTree import Element

import msgspec

from carrozza.atlas.svg import Value, add, number
from carrozza.atlas.theme import SANS, SERIF
from carrozza.board.data import City

FaceName = Literal["serif", "serif-bold", "serif-italic", "sans", "sans-bold"]
Anchor = Literal["start", "middle"]
STYLES: dict[FaceName, dict[str, Value]] = {
    "serif": {"font_family": SERIF},
    "serif-bold": {"font_family": SERIF, "font_weight": "600"},
    "serif-italic": {"font_family": SERIF, "font_weight": "600", "font_style": "italic"},
    "sans": {"font_family": SANS},
    "sans-bold": {"font_family": SANS, "font_weight": "700"},
}
UNKNOWN, UNKNOWN_WIDE = 620, 1000  # widths of letters that our typefaces lack, in thousandths
HERE = Path(__file__).parent
LETTERS = HERE / "letters.json"
OUTLINES = HERE / "fonts" / "outlines.json"

Line = tuple[int, int, str]  # where a closed line begins, and its way from there


def name_face(city: City) -> FaceName:
    """A name of ours, which is not printed on the real board, leans."""
    return "serif-italic" if city.unnamed_on_board else "serif-bold"


class _Face(msgspec.Struct, frozen=True):
    """Thousandths of the size: the widths of letters, and what comes between two of them, by the
    first letter and the amount."""

    widths: dict[str, int]
    kerns: dict[str, dict[str, str]]


class _Outlines(msgspec.Struct, frozen=True):
    grid: int  # steps to the size
    faces: dict[str, dict[str, list[Line]]]


@cache
def _faces() -> dict[str, _Face]:
    return msgspec.json.decode(LETTERS.read_bytes(), type=dict[str, _Face])


@cache
def _outlines(path: Path) -> _Outlines | None:
    return msgspec.json.decode(path.read_bytes(), type=_Outlines) if path.is_file() else None


def are_built() -> bool:
    """Whether the outlines of the typefaces are there."""
    return OUTLINES.is_file()


def text_width(text: str, size: float, face: FaceName, spacing: float = 0.0) -> float:
    """How wide a text is, with so much between its letters besides."""
    return _places(text, face)[-1] * size / 1000 + spacing * max(len(text) - 1, 0)


@cache
def _kerns(face: FaceName) -> dict[str, int]:
    return {
        first + second: int(amount)
        for first, groups in _faces()[face].kerns.items()
        for amount, seconds in groups.items()
        for second in seconds
    }


def _places(text: str, face: FaceName) -> list[int]:
    """Where each letter begins, and where the last one ends."""
    widths, kerns = _faces()[face].widths, _kerns(face)
    places, before = [0], ""
    for letter in text:
        plain = normalize("NFD", letter)[0]
        places[-1] += kerns.get(before + plain, 0)
        unknown = UNKNOWN_WIDE if east_asian_width(letter) in "FW" else UNKNOWN
        places.append(places[-1] + widths.get(letter, unknown))
        before = plain
    return places


def write(
    parent: Element,
    text: str,
    x: float,
    y: float,
    size: float,
    face: FaceName,
    *,
    anchor: Anchor = "start",
    spacing: float = 0.0,
    **paint: Value,
) -> Element:
    """Write a text on a line that begins at a point, or has its middle there."""
    text = normalize("NFC", text)
    width = text_width(text, size, face, spacing)
    left = x - width / 2 if anchor == "middle" else x
    drawn = _outlines(OUTLINES)
    if drawn is None or not drawn.faces[face].keys() >= set(text):
        fit = None if spacing else "spacingAndGlyphs"
        style = STYLES[face]
        return add(parent, "text", text, x=left, y=y, font_size=size, textLength=width or None,
                   lengthAdjust=fit, **style, **paint)  # fmt: skip
    scale = size / drawn.grid
    steps = "".join(
        f"M{number(start_x + (place * drawn.grid / 1000 + i * spacing / scale), 0)} {start_y}{way}"
        for i, (place, letter) in enumerate(zip(_places(text, face), text, strict=False))
        for start_x, start_y, way in drawn.faces[face][letter]
    )
    if "stroke_width" in paint:
        paint["stroke_width"] = float(str(paint["stroke_width"])) / scale
    at = f"translate({number(left)} {number(y)})scale({number(scale, 5)})"
    return add(parent, "path", d=steps, transform=at, aria_label=text, **paint)
