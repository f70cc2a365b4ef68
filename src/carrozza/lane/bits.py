"""Sets as bits of 64-bit words.

Words are unsigned and all else is signed: Numba makes a float of the sum of both. Nothing here is
particular to a processor; LLVM finds the one instruction that counts bits by itself.
"""

from typing import Any

import numpy as np

from carrozza.lane.compiled import compiled

Word = Any  # np.uint64 inside compiled code
Words = Any  # an array of them

ZERO, ONE = np.uint64(0), np.uint64(1)
TWO, FOUR, FIFTY_SIX = np.uint64(2), np.uint64(4), np.uint64(56)
PAIRS = np.uint64(0x5555555555555555)
NIBBLES = np.uint64(0x3333333333333333)
BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
SUMS = np.uint64(0x0101010101010101)


@compiled
def count(x: Word) -> int:
    """How many bits are set."""
    x = x - ((x >> ONE) & PAIRS)
    x = (x & NIBBLES) + ((x >> TWO) & NIBBLES)
    x = (x + (x >> FOUR)) & BYTES
    return np.int64((x * SUMS) >> FIFTY_SIX)  # type: ignore[return-value]


@compiled
def lowest(x: Word) -> int:
    """The position of the lowest set bit; there must be one."""
    return count((x & (ZERO - x)) - ONE)


@compiled
def bit(position: int) -> Word:
    return ONE << np.uint64(position)


@compiled
def nth(x: Word, index: int) -> int:
    """The position of the set bit number `index`, by halving; there must be so many."""
    at = 0
    width = 32
    while width:
        low = count(x & ((ONE << np.uint64(width)) - ONE))
        if index >= low:
            index -= low
            x >>= np.uint64(width)
            at += width
        width >>= 1
    return at


@compiled
def has(words: Words, position: int) -> bool:
    return (words[position >> 6] >> np.uint64(position & 63)) & ONE != ZERO


@compiled
def add(words: Words, position: int) -> None:
    words[position >> 6] |= ONE << np.uint64(position & 63)


@compiled
def remove(words: Words, position: int) -> None:
    words[position >> 6] &= ~(ONE << np.uint64(position & 63))
