"""The written rules: one text for all our games, and what a game's own folder adds to it."""

import re
from pathlib import Path

from carrozza.core.game import Game
from carrozza.games.registry import folder_of, game_names

# The languages, each with the word that begins a decision of ours.
RULING = {"en": "Ruling", "it": "Decisione", "nb": "Avgjørelse"}
LANGUAGES = tuple(RULING)

_SECTION = re.compile(r"^## (\w)\. .*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def rules_text(language: str = "en") -> str:
    """All rules in one language, as Markdown; in English what is not translated."""
    folders = [Path(__file__).parent, *map(folder_of, game_names())]
    texts = (_in_folder(folder, language) for folder in folders)
    return "\n".join(text for text in texts if text)


def rules_of(game: Game, language: str = "en") -> list[str]:
    """The sections a game is played by, in the order it names them; empty if nobody wrote any."""
    found = {match[1]: match[0].strip() for match in _SECTION.finditer(rules_text(language))}
    return [found[letter] for letter in game.sections if letter in found]


def _in_folder(folder: Path, language: str) -> str:
    for name in (f"rules.{language}.md", "rules.md"):
        if (file := folder / name).is_file():
            return file.read_text(encoding="utf-8")
    return ""
