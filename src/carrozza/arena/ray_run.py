"""Playing blocks on a Ray cluster, with the same results as anywhere.

Ray is an extra (`pip install "carrozza[ray]"`). Every machine of the cluster needs the same version
of Carrozza.
"""

from collections.abc import Generator, Iterable
from importlib import import_module
from typing import Any

from carrozza import __version__
from carrozza.arena.block import Block, Task, play_block
from carrozza.arena.run import AHEAD, Failure, attempt, checked, in_order
from carrozza.core.errors import CarrozzaError
from carrozza.core.extras import needing


def ray_run(todo: Iterable[Task], address: str) -> Generator[Block, None, None]:
    """Play on the cluster at this address; “local” starts one on this machine for the run."""
    ray = _connect(address)
    play = ray.remote(_versioned)
    under_way: dict[Any, None] = {}

    def submit(task: Task) -> Any:
        promise = play.remote(task)
        under_way[promise] = None
        return promise

    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        for promise in in_order(todo, submit, cores * AHEAD):
            version, result = _fetch(ray, promise)
            del under_way[promise]
            if version != __version__:
                problem = f"The cluster runs Carrozza {version}, this machine {__version__}."
                raise CarrozzaError("ray_version", problem)
            yield checked(result)
    finally:
        for promise in under_way:
            ray.cancel(promise, force=True)
        ray.shutdown()


def _versioned(task: Task) -> tuple[str, Block | Failure]:
    return __version__, attempt(play_block, task)


def _connect(address: str) -> Any:
    with needing("ray"):
        ray = import_module("ray")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # Ray raises many kinds
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CarrozzaError("ray_address", f"No Ray cluster at “{address}”: {reason}") from None
    return ray


def _fetch(ray: Any, promise: Any) -> tuple[str, Block | Failure]:
    try:
        answer: tuple[str, Block | Failure] = ray.get(promise)
    except ray.exceptions.RayError as error:
        reason = str(error).strip().splitlines()[-1]
        raise CarrozzaError("ray_failed", f"The cluster could not play a block: {reason}") from None
    return answer
