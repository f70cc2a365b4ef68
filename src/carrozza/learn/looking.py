"""What a network looks at, found for all games of a batch where they are: processor or GPU."""

from functools import cache
from typing import Any

import numpy as np
from torch import Tensor

from carrozza.bots.scholar.kinds import kind_of
from carrozza.bots.scholar.many import hidden_many, ids_many, look_many
from carrozza.core.game import Game

BLOCK = 32


class Looking:
    """The functions that look, choose and guess, for one game on one device."""

    def __init__(self, game: Game, device: str) -> None:
        self.device = device
        self.kind = kind = kind_of(game)
        self.sizes = kind.sizes_of(game)
        self._lookups, self._facts = kind.twin.lookups_of(game), kind.facts_of(game)
        self._works, self._papers = np.zeros(1, kind.twin.work), np.zeros(1, kind.paper)
        if device == "cuda":
            from carrozza.lane.gpu.device import cuda
            from carrozza.learn.kernels import kernels_for

            self._cuda = cuda
            self._kernels = kernels_for(kind)
            self._lookups = cuda.to_device(self._lookups)
            self._facts = cuda.to_device(self._facts)

    def look(self, states: Any, seats: Any, rows: Tensor, marks: Tensor) -> None:
        """What each seat looks at and may do."""
        fixed = (self._lookups, self._facts, seats)
        if self.device == "cuda":
            there = self._cuda.as_cuda_array(rows)
            self._launch(self._kernels.look, states, *fixed, there, self._cuda.as_cuda_array(marks))
            threads = self.kind.keeps * states.size
            self._kernels.keeps[-(-threads // BLOCK), BLOCK](states, *fixed, there)
        else:
            paper = (self._works, self._papers)
            look_many(states, *fixed, *paper, rows.numpy(), marks.numpy())

    def ids(self, states: Any, seats: Any, choices: Tensor, out: Tensor) -> None:
        """The ids of compact actions."""
        fixed = (self._lookups, seats)
        if self.device == "cuda":
            arrays = (self._cuda.as_cuda_array(x) for x in (choices, out))
            self._launch(self._kernels.ids, states, *fixed, *arrays)
        else:
            ids_many(states, *fixed, self._works, choices.numpy(), out.numpy())

    def hidden(self, states: Any, seats: Any, out: Tensor) -> None:
        """What the others hold."""
        if self.device == "cuda":
            there = self._cuda.as_cuda_array(out)
            self._launch(self._kernels.hidden, states, self._facts, seats, there)
        else:
            hidden_many(states, self._facts, seats, out.numpy())

    def zeros(self, n: int, dtype: Any) -> Any:
        return self.there(np.zeros(n, dtype))

    def there(self, array: Any) -> Any:
        """An array on the device."""
        return self._cuda.to_device(array) if self.device == "cuda" else array

    def _launch(self, kernel: Any, states: Any, *arguments: Any) -> None:
        kernel[-(-states.size // BLOCK), BLOCK](states, *arguments)


@cache
def looking(game: Game, device: str) -> Looking:
    return Looking(game, device)
