"""Databases of our own to run servers on, which can fail for a while and come back."""

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.server.postgres import Cluster, cluster

DISK = "256m"  # of which only a few are used
BLOCK = bytes(2**20)


class Storage:
    """An empty database, with a folder for logs."""

    fails_by = ""  # what `fail` does, in a word; nothing, unless told

    def __init__(self, db: str, folder: Path) -> None:
        self.db = db
        self.folder = folder

    def fail(self) -> None:
        raise NotImplementedError

    def mend(self) -> None:
        raise NotImplementedError


class Postgres(Storage):
    fails_by = "outage"

    def __init__(self, server: Cluster, folder: Path) -> None:
        super().__init__(server.new_database(), folder)
        self._server = server

    def fail(self) -> None:
        self._server.stop()

    def mend(self) -> None:
        self._server.start()


class SmallDisk(Storage):
    """SQLite on a disk that is easily filled."""

    fails_by = "full disk"

    def __init__(self, disk: Path, folder: Path) -> None:
        super().__init__(f"sqlite:///{disk / 'carrozza.db'}", folder)
        self._ballast = disk / "ballast"

    def fail(self) -> None:
        with self._ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            size = len(BLOCK)
            while size > 1:  # to the last byte
                try:
                    file.write(BLOCK[:size])
                except OSError:
                    size //= 2

    def mend(self) -> None:
        self._ballast.unlink()


@contextlib.contextmanager
def storage(kind: str) -> Iterator[Storage]:
    """`sqlite`, `postgres`, or `small` for SQLite on a small disk (which only root can make)."""
    with tempfile.TemporaryDirectory(prefix="carrozza-bench-") as name:
        folder = Path(name)
        if kind == "postgres":
            with cluster() as server:
                yield Postgres(server, folder)
        elif kind == "small":
            with _mounted(folder / "disk") as disk:
                yield SmallDisk(disk, folder)
        else:
            yield Storage(f"sqlite:///{folder / 'carrozza.db'}", folder)


@contextlib.contextmanager
def _mounted(disk: Path) -> Iterator[Path]:
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", disk], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["umount", disk], check=True)
