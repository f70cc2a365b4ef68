"""Passwords: which are good enough, and how they are kept."""

import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from carrozza.server.errors import Refused
from carrozza.server.play.executors import with_password

PASSWORD = range(8, 201)
FEWEST_GUESSES = 1e6  # more than a year of as many wrong ones as are allowed
LOOKED_AT = 72  # characters of a password; the rest only makes it better

_hasher = PasswordHasher()  # argon2id


@cache
def nobody() -> str:
    """A hash that nothing matches, so that unknown names take as long as known ones."""
    return _hasher.hash(secrets.token_hex())


async def hash_password(password: str, name: str) -> str:
    """What is stored of a new password, if it is good enough for whoever is called this."""
    if len(password) not in PASSWORD:
        raise Refused(422, "bad_password", "A password must have 8 to 200 characters.")
    if await with_password(_guesses, password, name) < FEWEST_GUESSES:
        problem = "This password is easy to guess. Try a few words in a row."
        raise Refused(422, "weak_password", problem)
    return await with_password(_hasher.hash, password)


async def matches(hashed: str, password: str) -> bool:
    try:
        return await with_password(_hasher.verify, hashed, password)
    except (Argon2Error, InvalidHashError):
        return False


def _guesses(password: str, name: str) -> float:
    """How many a stranger needs who knows the name. The library's lists are read when needed."""
    from zxcvbn import zxcvbn

    return float(zxcvbn(password[:LOOKED_AT], user_inputs=[name, "carrozza"])["guesses"])
