"""Playing blocks, here or in other processes, always in the same order.

What comes out does not depend on how many processes play: results wait for those before them, so
whoever stops early (a sequential test, Ctrl-C) has seen the same blocks in any case.
"""

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context
from typing import TypeVar

import msgspec

from carrozza.arena.block import Block, Task, play_block
from carrozza.arena.lineups import Lineup
from carrozza.core.errors import CarrozzaError
from carrozza.core.game import Setup

P = TypeVar("P")
R = TypeVar("R")
T = TypeVar("T")

AHEAD = 4  # blocks for each process that may be played or wait before the oldest is done


def tasks(setup: Setup, lineups: Sequence[Lineup], blocks: int, seconds: float) -> Iterator[Task]:
    """All line-ups of a block before the next one: a run that stops early is a fair one."""
    for block in range(1, blocks + 1):
        for lineup in lineups:
            yield Task(setup, block, lineup, seconds)


def run(todo: Iterable[Task], jobs: int = 1) -> Generator[Block, None, None]:
    """Play with so many processes; closing the iterator stops them."""
    return pooled(play_block, todo, jobs)


def pooled(work: Callable[[T], R], todo: Iterable[T], jobs: int) -> Generator[R, None, None]:
    """What `work` makes of each task, in their order."""
    if jobs == 1:
        for task in todo:
            yield work(task)
        return
    # Fresh processes, as threads of this one (a progress bar's) must not be copied half way.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_ctrl_c)
    others = set(active_children())
    done = False
    try:
        for future in in_order(todo, lambda task: pool.submit(attempt, work, task), jobs * AHEAD):
            yield checked(future.result())
        done = True
    except BrokenProcessPool:
        raise CarrozzaError(
            "worker_died", "A worker process died; perhaps it ran out of memory."
        ) from None
    finally:
        if not done:  # nobody waits for what is being played
            for process in set(active_children()) - others:
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def in_order(todo: Iterable[T], submit: Callable[[T], P], ahead: int) -> Iterator[P]:
    """What was promised for each task, in their order, with only some of them under way."""
    left = iter(todo)
    under_way = deque(submit(task) for task in islice(left, ahead))
    while under_way:
        yield under_way.popleft()
        under_way.extend(submit(task) for task in islice(left, 1))


class Failure(msgspec.Struct, frozen=True):
    """An error of ours as a value: errors themselves do not travel well between processes."""

    code: str
    message: str


def attempt(work: Callable[[T], R], task: T) -> R | Failure:
    """For other processes."""
    try:
        return work(task)
    except CarrozzaError as error:
        return Failure(error.code, error.message)


def checked(result: R | Failure) -> R:
    """Here again."""
    if isinstance(result, Failure):
        raise CarrozzaError(result.code, result.message)
    return result


def _ignore_ctrl_c() -> None:
    """The process that started us hears it too, and ends in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
