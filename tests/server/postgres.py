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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")


def program(name: str) -> str:
    """The newest one found, Debian's not being in the PATH."""
    found = sorted(p for place in PLACES for p in Path("/").glob(f"{place[1:]}/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    if path is None:
        raise RuntimeError("PostgreSQL is not installed: run `make services`")
    return path


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a fresh server, which ends with the block."""
    folder = Path(tempfile.mkdtemp(prefix="carrozza-postgres-"))
    port = free_port()
    as_user = _not_root(folder)
    data = folder / "data"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder}
    make = [program("initdb"), "--pgdata", str(data), "--username=carrozza", "--auth=trust"]
    subprocess.run([*as_user, *make, "--encoding=UTF8", "--locale=C"], **quiet)
    server = subprocess.Popen(
        [
            *as_user,
            program("postgres"),
            *("-D", str(data)),
            *("-p", str(port)),
            *("-k", str(folder)),
            *("-c", "listen_addresses=127.0.0.1"),
        ],
        cwd=folder,
        stderr=subprocess.DEVNULL,
    )
    try:
        ready = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-t", "30"]
        for _ in range(100):
            if subprocess.run(ready, stdout=subprocess.DEVNULL).returncode == 0:
                break
            assert server.poll() is None, "PostgreSQL did not start"
            subprocess.run(["sleep", "0.1"])
        yield f"postgresql://carrozza@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGINT)  # at once, whoever is connected
        server.wait(30)
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
