"""Builds the files of a release from what is committed, and tries them as a stranger would.

The source archive and the wheel come to lie in dist/. `make release-check` runs it; Node must be
there to build the page, and is not needed to install what was built.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PORT = 8159


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    print("$", *command, flush=True)
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)


def build(copy: Path) -> Path:
    """Both files, from a clean copy; the wheel is made from the source archive."""
    run("git", "clone", "--quiet", ROOT, copy)
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, copy)
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(DIST.iterdir()))
    (wheel,) = DIST.glob("*.whl")
    return wheel


def install(wheel: Path, venv: Path) -> Path:
    run(sys.executable, "-m", "venv", venv)
    run(
        venv / "bin/python", "-m", "pip", "install", "--quiet", f"carrozza[server] @ file://{wheel}"
    )
    return venv / "bin/carrozza"


def try_it(command: Path, folder: Path) -> None:
    run(command, "--version", cwd=folder)
    run(command, "simulate", "usa", "--games", "1", cwd=folder)
    address = f"http://127.0.0.1:{PORT}"
    server = subprocess.Popen(
        [str(command), "serve", "--port", str(PORT), "--db", f"sqlite:///{folder / 'try.db'}"]
    )
    try:
        wait_for(f"{address}/healthz", server)
        games = json.loads(get(f"{address}/api/v1/games"))["games"]
        assert games, "the server knows no games"
        assert b'<script type="module"' in get(f"{address}/"), "the wheel does not hold the page"
    finally:
        server.terminate()
        server.wait()
    print(f"The server plays {len(games)} games and serves the page.")


def wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    while server.poll() is None:
        try:
            get(address)
        except urllib.error.URLError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("the server has stopped")


def get(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:
        body: bytes = answer.read()
    return body


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build(folder / "copy")
        try_it(install(wheel, folder / "venv"), folder)
    print("Ready to publish:", *sorted(path.name for path in DIST.iterdir()))


if __name__ == "__main__":
    main()
