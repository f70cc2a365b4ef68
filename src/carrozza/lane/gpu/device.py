"""Batches on a GPU: a thread for each game, and nothing goes through the host."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from carrozza.lane.gpu.kernels import LIST, kernels_for
from carrozza.lane.twins import Twin

if TYPE_CHECKING:
    from carrozza.lane.batch import Batch

cuda: Any = import_module("numba.cuda")
BLOCK = 32  # some games take longer: a larger block would wait for all of them
FINISHERS = 4096  # games that are scored at the same time, at most
CLEARERS, CLEAR_BLOCK = 4096, 256


class Gpu:
    def __init__(self, twin: Twin) -> None:
        self._kernels = kernels_for(twin.state, twin.work)
        self._none = cuda.to_device(np.zeros(0, np.int64))
        self._over: Any = None  # games that the last step ended
        # Steps of several batches overlap; what others do on the device waits for them.
        self._stream = cuda.stream()

    def zeros(self, shape: Any, dtype: Any) -> Any:
        return cuda.to_device(np.zeros(shape, dtype))

    def array(self, values: Any) -> Any:
        return cuda.to_device(values)

    def start(self, batch: "Batch") -> None:
        b = batch
        b.numbers.copy_to_device(np.arange(b.n))
        if self._over is None:
            self._over = self.zeros(LIST + b.n, np.int64)
        self._kernels.start_all[_blocks(b), BLOCK, self._stream](
            b.states, b.chances, b.samplers, b.lookups, b.numbers, b.seats, b.points, b.wins,
            b.completed, b.ended, b.seed,
        )  # fmt: skip
        self._clear(b)
        self._look(b)

    def step(self, batch: "Batch", actions: Any) -> None:
        b = batch
        ids = self._none if actions is None else _on_gpu(actions)
        self._clear(b)
        self._kernels.move_all[_blocks(b), BLOCK, self._stream](
            b.states, b.chances, b.samplers, b.lookups, b.seats, b.points, b.wins, b.completed,
            b.ended, self._over, ids,
        )  # fmt: skip
        self._kernels.finish_all[min(b.n, FINISHERS), 1, self._stream](
            b.states, b.chances, b.lookups, b.numbers, b.seats, b.points, b.wins, b.completed,
            self._over, b.seed,
        )  # fmt: skip
        self._look(b)

    def _clear(self, batch: "Batch") -> None:
        kernel = self._kernels.clear_all[min(batch.n, CLEARERS), CLEAR_BLOCK, self._stream]
        kernel(batch.observations, self._over)

    def _look(self, batch: "Batch") -> None:
        b = batch
        if b.id_masks.size or b.observations.size:
            kernel = self._kernels.look_all[_blocks(b), BLOCK, self._stream]
            kernel(b.states, b.lookups, b.places, b.scale, b.id_masks, b.observations)

    def sample(self, batch: "Batch", actions: Any) -> None:
        self._kernels.sample_all[_blocks(batch), BLOCK](
            batch.states, batch.samplers, batch.lookups, actions
        )

    def mark(self, batch: "Batch") -> None:
        kernel = self._kernels.mark_compact_all[_blocks(batch), BLOCK, self._stream]
        kernel(batch.states, batch.lookups, batch.masks)

    def sample_compact(self, batch: "Batch", actions: Any) -> None:
        self._kernels.sample_compact_all[_blocks(batch), BLOCK](
            batch.states, batch.samplers, batch.lookups, actions
        )

    def find_ids(self, batch: "Batch", actions: Any, ids: Any) -> None:
        kernel = self._kernels.find_ids_all[_blocks(batch), BLOCK, self._stream]
        kernel(batch.states, batch.lookups, _on_gpu(actions), ids)


def _on_gpu(actions: Any) -> Any:
    there = hasattr(actions, "__cuda_array_interface__")
    return cuda.as_cuda_array(actions) if there else cuda.to_device(np.asarray(actions, np.int64))


def _blocks(batch: "Batch") -> int:
    return -(-batch.n // BLOCK)
