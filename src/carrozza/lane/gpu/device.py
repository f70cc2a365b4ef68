"""Batches on a GPU: a thread for each game, and nothing goes through the host."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from carrozza.lane.gpu.kernels import kernels_for
from carrozza.lane.twins import Twin

if TYPE_CHECKING:
    from carrozza.lane.batch import Batch

cuda: Any = import_module("numba.cuda")
BLOCK = 32  # some games end and are scored: a larger block would wait for all of them


class Gpu:
    def __init__(self, twin: Twin) -> None:
        self._kernels = kernels_for(twin.state, twin.work)
        self._none = cuda.to_device(np.zeros(0, np.int64))
        # Steps of several batches overlap; what others do on the device waits for them.
        self._stream = cuda.stream()

    def zeros(self, shape: Any, dtype: Any) -> Any:
        return cuda.to_device(np.zeros(shape, dtype))

    def array(self, values: Any) -> Any:
        return cuda.to_device(values)

    def start(self, batch: "Batch") -> None:
        batch.numbers.copy_to_device(np.arange(batch.n))
        self._kernels.start_all[_blocks(batch), BLOCK](*_arrays(batch))

    def step(self, batch: "Batch", actions: Any) -> None:
        ids = self._none if actions is None else _on_gpu(actions)
        self._kernels.step_all[_blocks(batch), BLOCK, self._stream](*_arrays(batch), ids)

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


def _arrays(b: "Batch") -> tuple[Any, ...]:
    return (
        b.states, b.chances, b.samplers, b.lookups, b.places, b.scale, b.numbers, b.seats,
        b.id_masks, b.observations, b.points, b.wins, b.completed, b.ended, b.seed,
    )  # fmt: skip
