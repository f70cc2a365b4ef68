"""The names that the server gives to people and tables."""

import re
import secrets

_SHAPE = re.compile(r"[A-Za-z0-9_-]{1,40}")


def new_id() -> str:
    """Not to be guessed: whoever knows the name of a table has its link."""
    return secrets.token_urlsafe(9)


def is_id(text: str) -> bool:
    """Whether this could be a name of ours; a database need not be asked about anything else."""
    return _SHAPE.fullmatch(text) is not None
