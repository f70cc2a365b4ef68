"""A process that works for a server: it is told what to do, tells how far it is, and what came of
it (see processes.py).

    python -m carrozza.server.workshop NICENESS

A message is pickled, with its length before it. The first one to the process is the path of
modules, after which it is READY, and each further one (work, given). It answers ("told", news), as
often as it likes, and in the end ("done", outcome) or ("failed", error).
"""

import os
import pickle
import signal
import sys
from struct import Struct
from typing import Any, BinaryIO

LENGTH = Struct(">I")
READY = b"READY"

_server: BinaryIO | None = None  # where to write to it


def tell(*news: object) -> None:
    """For work that takes long: how far it is. Whose server has died, dies of it."""
    if _server is not None:  # else the work is not done in a process of its own
        _server.write(packed(("told", news)))
        _server.flush()


def packed(message: object) -> bytes:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def unpacked(data: bytes) -> tuple[str, Any]:
    kind, content = pickle.loads(data)
    return kind, content


def main(niceness: int) -> None:
    global _server
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed at the server, which ends us in order
    if hasattr(os, "nice"):
        os.nice(niceness)  # than the server is
    asked, _server = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for stream in (0, 1):  # what is printed does not come in between
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    sys.path[:] = pickle.loads(_message(asked))
    _server.write(READY)
    _server.flush()
    while message := _message(asked):
        _server.write(_answer(message))
        _server.flush()


def _message(asked: BinaryIO) -> bytes:
    """Nothing when the server has gone."""
    head = asked.read(LENGTH.size)
    return asked.read(*LENGTH.unpack(head)) if len(head) == LENGTH.size else b""


def _answer(message: bytes) -> bytes:
    try:
        work, given = pickle.loads(message)
        return packed(("done", work(*given)))
    except BrokenPipeError:
        raise
    except Exception as error:
        return packed(("failed", error))


if __name__ == "__main__":
    from carrozza.server import workshop  # as work imports it, whose `tell` must find our output

    workshop.main(int(sys.argv[1]))
