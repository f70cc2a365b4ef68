"""The engine's own random numbers, the same on every machine and for ever.

Each request hashes `seed, request number` with SHAKE-128 and reads 64-bit little-endian words from
the output. Being a cryptographic stream, the cards one has seen say nothing of those to come.
"""

import struct
from collections.abc import Iterable
from hashlib import sha256, shake_128
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """A stream of random requests. The key and the number of requests made are all its state."""

    __slots__ = ("key", "used")

    def __init__(self, key: bytes, used: int = 0) -> None:
        self.key = key
        self.used = used

    @classmethod
    def from_seed(cls, seed: str) -> "Rng":
        return cls(sha256(seed.encode()).digest())

    def clone(self) -> "Rng":
        return Rng(self.key, self.used)

    def words(self, count: int) -> tuple[int, ...]:
        """The next `count` 64-bit words, as one request."""
        data = shake_128(self.key + self.used.to_bytes(8, "little")).digest(8 * count)
        self.used += 1
        return struct.unpack(f"<{count}Q", data)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, as one request."""
        return (self.words(1)[0] * bound) >> 64

    def shuffle(self, items: list[T]) -> None:
        """Shuffle in place (Fisher-Yates from the end, one word a step), as one request."""
        n = len(items)
        if n < 2:
            return
        for word in self.words(n - 1):
            n -= 1
            j = word * (n + 1) >> 64
            items[n], items[j] = items[j], items[n]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        copy = list(items)
        self.shuffle(copy)
        return copy
