"""Which names look alike, and which are not for people to take.

Names that the eye takes for one another have one skeleton, as Unicode's report 39 has it: digits
and letters of other alphabets stand for what they look like. PRECIS (RFC 8266) says what may be in
a name at all.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs.categories import alias, unique_aliases
from confusable_homoglyphs.confusables import confusables_data
from precis_i18n import get_profile

from carrozza.bots.characters import NAMES

_nickname = get_profile("NicknameCasePreserved")

# Nothing to see: the empty pattern of Braille, a note without a head, what stands for an object,
# and blanks among hieroglyphs, which newer versions of Python take for letters.
BLANKS = frozenset("\u2800\U0001d159\ufffc\U00013441\U00013442")
DIGITS = "0123456789"
ANY_SCRIPT = ("INHERITED", "COMMON")
ALPHABETS = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE", "LISU"))
# Lines over, under and through letters, which beside a link are easily taken for its own.
LINES = dict.fromkeys((0x305, 0x332, 0x333, 0x33F, *range(0x334, 0x339), 0x20D2, 0x20D3, 0x20E5))
MOST_MARKS = 3  # on one letter; more of them climb over the lines above

# What the page calls those who are not people with a name, in its three languages.
RESERVED = frozenset(
    (
        *("guest", "bot", "robot", "admin", "administrator", "moderator", "system", "server"),
        *("host", "carrozza", "easy", "medium", "hard", "expert"),
        *("ospite", "amministratore", "moderatore", "sistema"),
        *("facile", "medio", "difficile", "esperto"),
        *("gjest", "lett", "middels", "vanskelig", "ekspert"),
        *(name.casefold() for name in NAMES),
    )
)


def is_visible(name: str) -> bool:
    """Whether every character of a clean name can be seen, and none grows over its neighbours."""
    try:
        _nickname.enforce(name)
    except UnicodeEncodeError:
        return False
    marks = 0
    for char in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        if char in BLANKS or marks > MOST_MARKS:
            return False
    return not unicodedata.category(name[0]).startswith("M")


def mixes_alphabets(name: str) -> bool:
    """Whether a word has letters of several alphabets that have look-alikes among each other, or
    marks of one on letters of another."""
    mixed = any(len(ALPHABETS & unique_aliases(word)) > 1 for word in name.split())
    return mixed or _has_strange_marks(name)


def _has_strange_marks(name: str) -> bool:
    """Where they do not belong, some marks cannot be seen."""
    script = ""
    for char in unicodedata.normalize("NFD", name):
        if not unicodedata.category(char).startswith("M"):
            script = alias(char)
        elif alias(char) not in (script, *ANY_SCRIPT):
            return True
    return False


def mixes_directions(name: str) -> bool:
    """Whether some letters go from left to right and others from right to left: what comes first
    then depends on what stands around the name, so that two names look the same."""
    directions = {unicodedata.bidirectional(char) for char in name}
    return "L" in directions and not directions.isdisjoint(("R", "AL"))


def skeleton(name: str) -> str:
    text = unicodedata.normalize("NFD", name).translate(LINES)
    alike = _alike()
    for letters in _pairs():
        text = text.replace(letters, alike[letters])
    text = "".join(alike.get(char, char) for char in text)
    return unicodedata.normalize("NFKC", text.casefold()).replace(" ", "")


def is_disguise(name: str) -> bool:
    """Whether other alphabets are used to write what could be plain letters."""
    return not name.isascii() and skeleton(name).isascii()


def is_reserved(name: str) -> bool:
    """Whether a name says nothing but what nobody is called: “Guest 12”, “bot (easy)”, “Guest12”.
    Who has gone is called by a dash."""
    words = "".join(char if char.isalnum() else " " for char in name).split()
    names = [word for word in words if not word.isdigit()]
    together = "".join(words).rstrip(DIGITS)
    if names and (all(map(_is_word, names)) or _is_word(together)):
        return True
    return set(skeleton(name)) <= {skeleton("—"), skeleton("-")}


def _is_word(word: str) -> bool:
    return skeleton(word) in _reserved() or word.casefold() in RESERVED


@cache
def _reserved() -> frozenset[str]:
    return frozenset(
        skeleton(form) for word in RESERVED for form in (word, word.title(), word.upper())
    )


@cache
def _pairs() -> list[str]:
    """Letters that together look like another one, as r and n look like m."""
    return [
        text
        for text, one in _alike().items()
        if text.isascii() and text.isalpha() and len(text) > len(one)
    ]


@cache
def _alike() -> dict[str, str]:
    """For each text that looks like others the one that stands for all of them."""
    parent: dict[str, str] = {}

    def find(text: str) -> str:
        while parent.setdefault(text, text) != text:
            text = parent[text]
        return text

    for text, others in confusables_data.items():
        for other in others:
            # The data marks what is written from right to left.
            one, two = sorted((find(text), find(other["c"].strip("\u200e"))), key=_plainness)
            parent[two] = one
    return {text: find(text) for text in parent}


def _plainness(text: str) -> tuple[bool, int, bool, bool, str]:
    """Of texts that look alike, the one with the smallest stands for the others."""
    return not text.isascii(), len(text), not text.islower(), not text.isalpha(), text
