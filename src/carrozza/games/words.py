"""How a game speaks of itself in each language: the file words.json in its folder.

What a language leaves out is shown as the game itself calls it.
"""

from pathlib import Path

import msgspec

from carrozza.core.datafile import parse

FILE = "words.json"


class OptionWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    choices: dict[str, str] = {}  # by the value as JSON writes it


class GameWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    title: str | None = None
    about: str | None = None  # a sentence for somebody who chooses a game
    options: dict[str, OptionWords] = {}
    names: dict[str, str] = {}  # of bonus cards, and of countries in sentences
    map: dict[str, str] = {}  # what is written on the board: its title, countries; cities never


def words_in(folder: Path) -> dict[str, GameWords]:
    """By language; empty for a game without such a file."""
    file = folder / FILE
    if not file.is_file():
        return {}
    return parse(file.read_bytes(), dict[str, GameWords], str(file))


def map_words(folder: Path, language: str) -> dict[str, str]:
    """What is written on a game's board in this language; empty where it is written as always."""
    words = words_in(folder).get(language)
    return words.map if words else {}
