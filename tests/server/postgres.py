"""A PostgreSQL server of our own for the tests: a new cluster in a temporary folder.

The programs must be installed (`make services` does that); without them the tests fail, they are
not skipped.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy

from carrozza.server.storage.database import plain_engine

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")


def program(name: str) -> str:
    """The newest one found, Debian's not being in the PATH."""
    found = sorted(p for place in PLACES for p in Path("/").glob(f"{place[1:]}/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    if path is None:
        raise RuntimeError("PostgreSQL is not installed: run `make services`")
    return path


class Cluster:
    """A PostgreSQL server with its data in a folder; it can be away for a while."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._as_user = _not_root(folder)
        self._server: subprocess.Popen[bytes] | None = None
        make = [program("initdb"), "--pgdata", str(folder / "data"), "--username=carrozza"]
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C"]
        subprocess.run(
            [*self._as_user, *make, *options], check=True, stdout=subprocess.DEVNULL, cwd=folder
        )

    @property
    def address(self) -> str:
        return f"postgresql://carrozza@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Returns when it answers."""
        self._server = subprocess.Popen(
            [
                *self._as_user,
                program("postgres"),
                *("-D", str(self._folder / "data")),
                *("-p", str(self._port)),
                *("-k", str(self._folder)),
                *("-c", "listen_addresses=127.0.0.1"),
                *("-c", "fsync=off"),  # the machine itself does not fail in our tests
            ],
            cwd=self._folder,
            stderr=subprocess.DEVNULL,
        )
        ready = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(self._port), "-t", "30"]
        for _ in range(300):
            if subprocess.run(ready, stdout=subprocess.DEVNULL).returncode == 0:
                return
            assert self._server.poll() is None, "PostgreSQL did not start"
            time.sleep(0.1)
        raise RuntimeError("PostgreSQL does not answer")

    def new_database(self) -> str:
        """The address of an empty one."""
        name = f"t{os.urandom(6).hex()}"
        engine = plain_engine(self.address)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sqlalchemy.text(f"create database {name}"))
        engine.dispose()
        return self.address.rsplit("/", 1)[0] + f"/{name}"

    def stop(self) -> None:
        """At once, as if it had crashed."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(30)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A fresh one, which ends with the block."""
    folder = Path(tempfile.mkdtemp(prefix="carrozza-postgres-"))
    made = Cluster(folder)
    try:
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _not_root(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: then it runs as the user its package made."""
    if os.geteuid() != 0:
        return []
    user = pwd.getpwnam("postgres")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
