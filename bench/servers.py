"""Servers as processes of their own: started, killed without warning, started again."""

import asyncio
import contextlib
import json
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import psutil
from tests.server.postgres import free_port

READY_SECONDS = 60.0
STOP_SECONDS = 20.0
# Python's own helper finds what a killed server left behind, removes it and says so.
USUAL = ("resource_tracker", "  warnings.warn(")  # a warning and the line it comes from
# So does a process that was being started when the server was killed.
ORPHANED = re.compile(
    r"Traceback \(most recent call last\):\n(?:[ ].*\n)*?.*spawn_main.*\n(?:[ ].*\n)*EOFError.*\n"
)
# Bots do not dawdle, and one machine may do what otherwise a thousand visitors do.
OPTIONS = ("--bot-pace", "0", "0", "--undo-seconds", "0", "--limits", "1000")


class Server:
    """One `carrozza serve` at a port that stays the same over restarts."""

    def __init__(self, db: str, folder: Path, *options: str) -> None:
        self.db = db
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.logs = folder / f"{self.port}.log"
        self.starts = 0
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self._family: dict[int, psutil.Process] = {}  # all it ever started, to be seen gone

    def start(self) -> None:
        command = [sys.executable, "-m", "carrozza", "serve", "--db", self.db]
        command += ["--port", str(self.port), *OPTIONS, *self._options]
        with self.logs.open("ab") as logs:
            self._process = subprocess.Popen(command, stdout=logs, stderr=logs)
        self.starts += 1

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def process(self) -> psutil.Process:
        return psutil.Process(self.pid)

    def kill(self) -> None:
        """As a power cut would: no signal it could catch, nothing said to anybody."""
        assert self._process is not None
        self._note_family()
        self._process.kill()
        self._process.wait()

    def kill_worker(self, rng: random.Random) -> bool:
        """Kill one of its workers, which it replaces by itself; False when none was up."""
        self._note_family()
        workers = [child for child in self.process().children() if _is_worker(child)]
        if not workers:
            return False
        worker = rng.choice(workers)
        self._family |= {child.pid: child for child in worker.children(recursive=True)}
        worker.kill()
        return True

    def stop(self) -> int:
        """Ask it to end; how it did."""
        assert self._process is not None
        self._note_family()
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(STOP_SECONDS)

    def _note_family(self) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in self.process().children(recursive=True):
                self._family[child.pid] = child

    def orphans(self) -> list[psutil.Process]:
        return [process for process in self._family.values() if _lives(process)]

    async def ready(self) -> None:
        """Wait until it answers. A server that ended by itself is an error."""
        async with asyncio.timeout(READY_SECONDS), httpx.AsyncClient() as http:
            while True:
                if not self.running():
                    raise RuntimeError(f"The server ended by itself:\n{self.tail()}")
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get(f"{self.address}/healthz")).is_success:
                        return
                await asyncio.sleep(0.02)

    def tail(self) -> str:
        return "\n".join(self.logs.read_text().splitlines()[-20:])

    def complaints(self) -> list[str]:
        """What it logged as an error, and what it said before it could log; each once."""
        found: dict[str, None] = {}
        for line in ORPHANED.sub("", self.logs.read_text(errors="replace")).splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                if not any(usual in line for usual in USUAL):
                    found[line] = None
                continue
            if entry["level"] in ("error", "critical"):
                why = entry.get("error", "").splitlines()[-1:]
                found[" ".join([entry["from"], entry["message"].split(" table ")[0], *why])] = None
        return list(found)


def _is_worker(process: psutil.Process) -> bool:
    """Whether it serves, and is not Python's helper that cleans up."""
    return _lives(process) and "spawn_main" in " ".join(process.cmdline())


def _lives(process: psutil.Process) -> bool:
    """Whether it still runs; one that ended and that nobody asked after does not."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
