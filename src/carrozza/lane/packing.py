"""Records as bytes, packed in one call: to fill the fields of a NumPy record one by one takes six
times as long."""

from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")
Ints = tuple[int, ...]
Rows = tuple[Ints, ...]
CODES = {"<u8": "Q", "<i2": "h", "|i1": "b"}


def packer(kind: np.dtype[Any]) -> Struct:
    """Packs a record from its fields in their order: single numbers as they are, several as their
    bytes, where those left out at the end are 0."""
    assert kind.fields is not None
    text, at = "<", 0
    for field, offset, *_ in kind.fields.values():
        code = f"{field.itemsize}s" if field.shape else CODES[field.str]
        text += f"{offset - at}x{code}"
        at = offset + field.itemsize
    return Struct(f"{text}{kind.itemsize - at}x")


def mask_of(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def words_of(masks: Iterable[int], size: int = 1) -> bytes:
    """Each mask as so many words."""
    return b"".join([mask.to_bytes(8 * size, "little") for mask in masks])


def counted(cards: Sequence[int], kinds: int) -> bytes:
    """How many of each kind there are."""
    return bytes(map(bytes(cards).count, range(kinds)))


def rows_of(rows: Iterable[Sequence[int]]) -> bytes:
    """Rows of small numbers, none below 0."""
    return b"".join(map(bytes, rows))


def wide_rows_of(rows: Iterable[Sequence[int]], width: int) -> bytes:
    """The same, each filled up with 0."""
    return b"".join([bytes(row).ljust(width, b"\0") for row in rows])


def fixed(rows: Iterable[Sequence[T]]) -> tuple[tuple[T, ...], ...]:
    """Rows as they can be the key of a cache."""
    return tuple(map(tuple, rows))
