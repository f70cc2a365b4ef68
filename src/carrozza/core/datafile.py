"""Reading data files of ours and of board makers, with errors that name the file and the entry."""

import re
from typing import TypeVar

import msgspec

from carrozza.core.errors import NOT_JSON, BadBoard

T = TypeVar("T")
_MISSING = re.compile("Object missing required field `(.+)`")


def parse(raw: bytes, kind: type[T], file: str) -> T:
    """A data file as a typed value, or BadBoard."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        raise wrong_shape(error, kind, file) from None
    except NOT_JSON as error:
        raise BadBoard("not_json", file, "", f"is not JSON: {error}.") from None


def wrong_shape(error: msgspec.ValidationError, kind: type, file: str) -> BadBoard:
    problem, _, place = str(error).partition(" - at ")
    if missing := _MISSING.fullmatch(problem):
        problem = f"“{missing[1]}” is missing"
        if not place:
            needed = [field.encode_name for field in msgspec.structs.fields(kind) if field.required]
            problem += f"; needed are {', '.join(needed)}"
    return BadBoard("shape", file, place.strip("`").removeprefix("$."), f"{problem}.")
