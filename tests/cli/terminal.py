"""The command at a terminal of our own, as a person sees it."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager


class Terminal:
    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.seen = b""
        self._master = master

    def read_until(self, words: str) -> str:
        """Read on until these words are there; all that was seen. Ends when the command does."""
        while words.encode() not in self.seen:
            piece = self._read()
            assert piece, f"it ended without “{words}”:\n{self.seen.decode(errors='replace')}"
            self.seen += piece
        return self.seen.decode(errors="replace")

    def _read(self) -> bytes:
        try:
            return os.read(self._master, 4096)
        except OSError:  # Linux says so when nobody has the other end open any more
            return b""

    def type(self, keys: bytes) -> None:
        os.write(self._master, keys)


@contextmanager
def terminal(*args: object, columns: int = 90, **environment: str) -> Iterator[Terminal]:
    """`carrozza ARGS` running at a terminal this wide."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    env = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "carrozza", *map(str, args)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**env, "TERM": "xterm-256color", **environment},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl+C is a signal
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)
