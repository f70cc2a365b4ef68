"""`make lane-mutants`: single changes to the lane, each of which the follower must find.

python -m tests.lane.mutants [--processes 2]
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LANE = Path("src/carrozza/lane")
GAMES = 500  # of each game at each table; a mutant is mostly found in the first few


class Mutant(NamedTuple):
    file: str
    old: str
    new: str
    game: str


def mutants() -> list[Mutant]:
    lines = Path(__file__).with_suffix(".txt").read_text().splitlines()
    rows = [[part.strip() for part in line.split(" | ")] for line in lines[1:]]
    return [Mutant(*(part.replace(" ⏎ ", "\n        ") for part in row)) for row in rows]


def is_found(mutant: Mutant) -> bool:
    """Whether following games with the changed lane ends in a difference."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "src/carrozza", Path(folder) / "src/carrozza", ignore=_big)
        shutil.copytree(ROOT / "tests/lane", Path(folder) / "tests/lane")
        file = Path(folder) / LANE / mutant.file
        text = file.read_text()
        assert mutant.old in text, f"{mutant.file} has no “{mutant.old}”"
        file.write_text(text.replace(mutant.old, mutant.new, 1))
        run = subprocess.run(
            [sys.executable, "-m", "tests.lane.check", "--games", str(GAMES), "--processes", "1",
             "--game", mutant.game, "--stop"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": f"{folder}/src:{folder}:{_installed()}"},
            capture_output=True,
            text=True,
        )  # fmt: skip
        found = run.returncode == 1 and ("WRONG" in run.stdout or "Difference" in run.stderr)
        print(f"{'found ' if found else 'MISSED'} {mutant.file}: {mutant.new}", flush=True)
        return found


def _big(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name in ("site", "fonts", "__pycache__")]


def _installed() -> str:
    return os.environ.get("PYTHONPATH", "")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    every = mutants()
    with ThreadPoolExecutor(options.processes) as pool:
        found = list(pool.map(is_found, every))
    print(f"{sum(found)} of {len(every)} found")
    sys.exit(not all(found))


if __name__ == "__main__":
    main()
