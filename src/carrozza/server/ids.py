"""The names that the server gives to people and tables."""

import re
import secrets

# Easy to read aloud and to type: no letter looks like a digit, none is a hyphen.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 13  # 64 bits: not to be guessed, for whoever knows the name of a table has its link

_SHAPE = re.compile(r"[A-Za-z0-9_-]{1,40}")


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def is_id(text: str) -> bool:
    """Whether this could be a name of ours; a database need not be asked about anything else."""
    return _SHAPE.fullmatch(text) is not None
