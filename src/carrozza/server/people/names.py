"""What people are called. A guest who has given no name is called by a number."""

import random
import re
import unicodedata
from collections.abc import Iterable
from itertools import count

from carrozza.server.errors import Refused
from carrozza.server.people.skeletons import (
    is_reserved,
    is_visible,
    mixes_alphabets,
    mixes_directions,
    skeleton,
)

NAME_LENGTH = 24

_GUEST = re.compile(r"Guest (\d{3})")


def guest_name() -> str:
    return f"Guest {random.randrange(100, 1000)}"


def guest_number(name: str) -> int | None:
    """The number of a guest without a name of their own, for those who speak another language."""
    found = _GUEST.fullmatch(name)
    return int(found[1]) if found else None


def clean_name(name: str) -> str:
    """A name as it is shown: one line, no control characters, not too long."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    fits = name and len(name) <= NAME_LENGTH and name.isprintable()
    if not fits or not is_visible(name):
        raise Refused(422, "bad_name", f"A name must have 1 to {NAME_LENGTH} visible characters.")
    return name


def chosen_name(name: str) -> str:
    """A clean name that a person may be called by."""
    name = clean_name(name)
    if guest_number(name) is not None:
        raise Refused(422, "guest_name", "That name is reserved for guests without a name.")
    if mixes_alphabets(name):
        raise Refused(422, "mixed_name", "Write each word of a name in one alphabet.")
    if mixes_directions(name):
        raise Refused(422, "mixed_directions", "Write a name in one direction.")
    if is_reserved(name):
        raise Refused(422, "reserved_name", "Nobody can be called that. Choose another name.")
    return name


def distinct_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number if somebody else at the table is called the same."""
    taken = {skeleton(other) for other in others}
    for number in count(2):
        if skeleton(name) not in taken:
            break
        end = f" ({number})"
        name = name.removesuffix(f" ({number - 1})")[: NAME_LENGTH - len(end)] + end
    return name


def is_called(shown: str, name: str) -> bool:
    """Whether this is the name, be it with a number."""
    return re.fullmatch(re.escape(name) + r"(?: \(\d+\))?", shown) is not None


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name.casefold())
