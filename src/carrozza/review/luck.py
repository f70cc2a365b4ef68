"""The same luck for everything that is compared."""

from typing import Any

import numpy as np
import numpy.typing as npt

Slab = tuple[npt.NDArray[np.uint64], npt.NDArray[np.float32]]


class Luck:
    """The luck of some samples. Games of one sample have the same, and each decision of each seat
    has its own, so that a card more drawn by one seat does not change what the others draw."""

    def __init__(self, seed: int, samples: int, actions: int) -> None:
        self._seed, self._samples, self._actions = seed, samples, actions
        self._slabs: dict[tuple[int, int], Slab] = {}

    def of(self, samples: Any, seats: Any, numbers: Any) -> Slab:
        """For games of these samples, in which these seats decide for the so-manieth time: where
        their chance begins to count, and the noise by which a choice is drawn."""
        counters = np.zeros(len(samples), np.uint64)
        noise = np.zeros((len(samples), self._actions), np.float32)
        for seat, number in sorted(set(zip(seats.tolist(), numbers.tolist(), strict=True))):
            slab = self._slab(seat, number)
            here = (seats == seat) & (numbers == number)
            counters[here] = slab[0][samples[here]]
            noise[here] = slab[1][samples[here]]
        return counters, noise

    def _slab(self, seat: int, number: int) -> Slab:
        if (seat, number) not in self._slabs:
            rng = np.random.default_rng((self._seed, seat, number))
            counters = rng.integers(1 << 63, size=self._samples, dtype=np.uint64)
            shape = (self._samples, self._actions)
            noise = -np.log(rng.standard_exponential(shape, dtype=np.float32) + 1e-30)
            self._slabs[seat, number] = counters, noise.astype(np.float32)
        return self._slabs[seat, number]
