"""A line for those who wait while the lane is compiled, which happens once on a machine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

SOON = 2.0  # seconds: code that is only loaded takes less


@contextmanager
def told_when_slow() -> Iterator[None]:
    """On a terminal, what is being waited for and for how long."""
    if not sys.stderr.isatty():
        yield
        return
    over = Event()
    teller = Thread(target=_tell, args=(over,), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def _tell(over: Event) -> None:
    began = monotonic()
    text = ""
    while not over.wait(SOON if not text else 1.0):
        text = f"Compiling for this machine, once, for up to a minute: {monotonic() - began:.0f} s"
        print(f"\r{text}", end="", file=sys.stderr, flush=True)
    if text:
        print(f"\r{' ' * len(text)}\r", end="", file=sys.stderr, flush=True)
