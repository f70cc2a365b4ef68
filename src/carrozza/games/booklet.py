"""The rules written to be read: what a game says about itself, section by section, with pictures.

`booklet.json` in a game's folder lists its sections in the order of reading, each with the clauses
it explains (carrozza.games.rules). Their words are in `booklet.LANGUAGE.md`, and what several games
have in common in the files of the same name beside this one. `scenes.json` says what the pictures
show; carrozza.atlas.scenes draws them.
"""

import re
from pathlib import Path

import msgspec

from carrozza.core.datafile import parse
from carrozza.core.errors import BadBoard
from carrozza.games.registry import folder_of

ORDER, SCENES = "booklet.json", "scenes.json"
SHARED = Path(__file__).parent

_SECTION = re.compile(r"^## ([a-z-]+): ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_PICTURE = re.compile(r"!\[(.+)\]\(([a-z-]+)\) (.+)")


class Text(msgspec.Struct, frozen=True, tag_field="type", tag="text"):
    """A paragraph; **two stars** around what stands out."""

    text: str


class Points(msgspec.Struct, frozen=True, tag_field="type", tag="list"):
    items: list[str]


class Rows(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The first row says what is in the columns."""

    rows: list[list[str]]


class Picture(msgspec.Struct, frozen=True, tag_field="type", tag="picture"):
    scene: str
    alt: str
    caption: str


class BookletSection(msgspec.Struct, frozen=True):
    id: str
    title: str
    blocks: list[Text | Points | Rows | Picture]
    clauses: list[str]


class Booklet(msgspec.Struct, frozen=True):
    """The rules of one game in one language; without sections if nobody wrote any."""

    sections: list[BookletSection]


def booklet(game: str, language: str = "en") -> Booklet:
    """The booklet of a game; in English what is not translated."""
    folder = folder_of(game)
    written = _written(SHARED, language) | _written(folder, language)
    sections = []
    for name, clauses in _order(folder).items():
        if name not in written:
            raise BadBoard("booklet", str(folder / ORDER), name, "nobody has written this section.")
        title, blocks = written[name]
        sections.append(BookletSection(name, title, blocks, clauses))
    return Booklet(sections)


def scene_data(game: str) -> dict[str, msgspec.Raw]:
    """What the pictures of a game show, by their names."""
    found: dict[str, msgspec.Raw] = {}
    for folder in (SHARED, folder_of(game)):
        if (file := folder / SCENES).is_file():
            found |= parse(file.read_bytes(), dict[str, msgspec.Raw], str(file))
    return found


def _order(folder: Path) -> dict[str, list[str]]:
    file = folder / ORDER
    return parse(file.read_bytes(), dict[str, list[str]], str(file)) if file.is_file() else {}


Written = dict[str, tuple[str, list[Text | Points | Rows | Picture]]]


def _written(folder: Path, language: str) -> Written:
    for name in (f"booklet.{language}.md", "booklet.en.md"):
        if (file := folder / name).is_file():
            text = file.read_text(encoding="utf-8")
            return {m[1]: (m[2], _blocks(m[3])) for m in _SECTION.finditer(text)}
    return {}


def _blocks(text: str) -> list[Text | Points | Rows | Picture]:
    """Blocks are parted by empty lines, as in Markdown."""
    blocks: list[Text | Points | Rows | Picture] = []
    for block in filter(None, (part.strip() for part in text.split("\n\n"))):
        lines = block.splitlines()
        if picture := _PICTURE.fullmatch(block):
            blocks.append(Picture(scene=picture[2], alt=picture[1], caption=picture[3]))
        elif all(line.startswith("- ") for line in lines):
            blocks.append(Points([line.removeprefix("- ") for line in lines]))
        elif all(line.startswith("|") for line in lines):
            cells = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
            blocks.append(Rows(cells))
        else:
            blocks.append(Text(" ".join(lines)))
    return blocks
