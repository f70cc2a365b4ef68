"""What the numbers of an observation mean: named parts, one after another."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]


class Part(msgspec.Struct, frozen=True):
    """Some numbers that belong together, each from 0 to `most`; a vector holds number / most."""

    name: str
    shape: tuple[int, ...]
    most: int | tuple[int, ...]  # for all of them, or for each along the last axis
    about: str

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """The parts of a game's observations, for one number of players."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(part for part in parts if part.size)
        self.slices: dict[str, slice] = {}
        at = 0
        for part in self.parts:
            self.slices[part.name] = slice(at, at + part.size)
            at += part.size
        self.size = at
        self.most = np.concatenate(
            [np.broadcast_to(np.asarray(p.most, np.float64), p.shape).ravel() for p in self.parts]
        )
        self.scale = 1.0 / self.most

    def start(self, name: str) -> int:
        """Where a part begins. One that this game does not have is nowhere, and never written."""
        return self.slices[name].start if name in self.slices else self.size

    def vector(self, values: Mapping[str, Any]) -> Vector:
        """The observation of these values, nested as the parts' shapes are."""
        whole = np.zeros(self.size)
        for part in self.parts:
            whole[self.slices[part.name]] = np.asarray(values[part.name]).reshape(part.size)
        return (whole * self.scale).astype(np.float32)

    def read(self, vector: npt.ArrayLike) -> dict[str, npt.NDArray[np.int64]]:
        """An observation as whole numbers again, by the names of the parts."""
        whole = np.rint(np.asarray(vector, np.float64) * self.most).astype(np.int64)
        return {p.name: whole[self.slices[p.name]].reshape(p.shape) for p in self.parts}

    def markdown(self) -> str:
        """The parts as a table in Markdown."""
        lines = ["| from | part | shape | most | |", "|---|---|---|---|---|"]
        for part in self.parts:
            shape = " × ".join(map(str, part.shape))
            most = part.most if isinstance(part.most, int) else "cards of the kind"
            start = self.slices[part.name].start
            lines.append(f"| {start} | `{part.name}` | {shape} | {most} | {part.about} |")
        return "\n".join(lines)


def one_hot(index: int | None, size: int) -> list[int]:
    return [int(i == index) for i in range(size)]


def among(chosen: Sequence[int], size: int) -> list[int]:
    """A 1 for each number that is there."""
    return [int(i in chosen) for i in range(size)]
