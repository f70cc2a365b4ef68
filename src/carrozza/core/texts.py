"""Texts from outside: which of them can be stored, compared and shown."""

import unicodedata
from collections.abc import Iterator

# Control characters (NUL among them), halves of characters, and what breaks a line.
UNFIT = ("Cc", "Cs", "Zl", "Zp")
# They turn the text around them, and that of others on the same line.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def unfit(text: str) -> str | None:
    """The number of the first character that has no place in a text; None if all is well."""
    if text.isprintable():
        return None
    for char in text:
        if char in TURNING or unicodedata.category(char) in UNFIT:
            return f"U+{ord(char):04X}"
    return None


# Where a text is: the place of what it is in, and its key or number there.
Place = tuple["Place", str | int] | None


def texts_in(value: object) -> Iterator[tuple[Place, str]]:
    """All texts in plain data, keys too, each with its place."""
    waiting: list[tuple[Place, object]] = [(None, value)]
    while waiting:
        place, found = waiting.pop()
        if isinstance(found, str):
            yield place, found
        elif isinstance(found, dict):
            for key, inner in found.items():
                yield place, str(key)
                waiting.append(((place, str(key)), inner))
        elif isinstance(found, list | tuple):
            waiting += [((place, i), inner) for i, inner in enumerate(found)]


def spelled(place: Place) -> str:
    """As in `cities[3].name`."""
    parts: list[str] = []
    while place is not None:
        place, part = place
        parts.append(f"[{part}]" if isinstance(part, int) else f".{part}")
    return "".join(reversed(parts)).removeprefix(".")
