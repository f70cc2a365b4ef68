"""What bots are called at a table, by their level: the page draws a face for each of them.

There are as many of each level as a table has seats. The names say the same in every language, and
no person can take one.
"""

from collections.abc import Iterable
from zlib import crc32

CHARACTERS: dict[str, tuple[str, ...]] = {
    "easy": ("Momo", "Pim", "Lillo", "Tilda", "Zeno"),
    "medium": ("Berta", "Tullio", "Runa", "Gusto", "Selma"),
    "hard": ("Viggo", "Ersilia", "Oreste", "Sunniva", "Amleto"),
    "expert": ("Minerva", "Ulisse", "Isotta", "Sigrun", "Volund"),
}
NAMES = tuple(name for names in CHARACTERS.values() for name in names)


def character(level: str, table: str, taken: Iterable[str]) -> str:
    """Who plays at this level: another one at each table, and nobody twice at one."""
    names = CHARACTERS[level]
    start = crc32(table.encode()) % len(names)
    others = set(taken)
    return next(name for name in names[start:] + names[:start] if name not in others)
