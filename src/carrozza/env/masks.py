"""Legal actions as arrays: the engine's bit masks, unpacked."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.int8]


def packed(mask: int, actions: int) -> bytes:
    """Bit i of a mask is bit i % 8 of byte i // 8."""
    return mask.to_bytes((actions + 7) // 8, "little")


def unpacked(masks: Sequence[int], actions: int) -> Mask:
    """A row of 0 and 1 for each mask."""
    data = np.frombuffer(b"".join([packed(mask, actions) for mask in masks]), np.uint8)
    rows = data.reshape(len(masks), (actions + 7) // 8)
    return np.unpackbits(rows, axis=1, count=actions, bitorder="little").view(np.int8)


def one_unpacked(mask: int, actions: int) -> Mask:
    row = np.frombuffer(packed(mask, actions), np.uint8)
    return np.unpackbits(row, count=actions, bitorder="little").view(np.int8)
