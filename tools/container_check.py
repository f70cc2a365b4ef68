"""`make container-check`: the steps of deploy/Containerfile without a container engine.

Each stage becomes a folder with a minimal Debian that has what the image it starts from has: Node,
or Python and no Node. COPY and RUN do there what they say; the last stage then runs as its user,
and its health check and the page are asked. Needs root, `mmdebstrap` and the package registries.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fresh
from containerfile import steps

ROOT = fresh.ROOT
FILE = ROOT / "deploy" / "Containerfile"
# What the official images have, as Debian's packages.
IMAGES = {"node": ("nodejs", "npm"), "python": ("python3", "python3-venv", "python3-pip")}
START_SECONDS = 120


class Stage:
    def __init__(self, system: Path, log: Path) -> None:
        self.system = system
        self.log = log
        self.workdir = "/"
        self.user = "root"
        self.env: dict[str, str] = {}
        self.entrypoint: list[str] = []
        self.command: list[str] = []
        self.health: list[str] = []

    def inside(self, path: str) -> Path:
        whole = path if path.startswith("/") else f"{self.workdir}/{path}"
        return self.system / whole.lstrip("/")

    def environment(self) -> dict[str, str]:
        return {**fresh.environment("/root", self.user), **self.env}

    def words(self, command: list[str]) -> list[str]:
        return fresh.inside(self.system, self.user, self.workdir, shlex.join(command))


def main() -> None:
    fresh.check_machine()
    folder = Path(tempfile.mkdtemp(prefix="carrozza-container-"))
    folder.chmod(0o755)
    print(f"Logs and systems are in {folder}")
    try:
        last = build(folder)
        size = sum(f.lstat().st_size for f in (last.system / "opt").rglob("*") if f.is_file())
        print(f"  what is installed beside Python takes {size / 1e6:.0f} MB")
        with fresh.step("The container as its user, its health check and the page"):
            check(last)
        print("Green.")
    except fresh.Failed as failed:
        sys.exit(f"Red: {failed}")
    finally:
        for inside in folder.iterdir():
            if inside.is_dir():
                shutil.rmtree(inside)


def build(folder: Path) -> Stage:
    context = folder / "context"
    fresh.logged(["git", "clone", "--quiet", str(ROOT), str(context)], folder / "clone.log")
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for instruction, words in steps(FILE.read_text()):
        if instruction == "FROM":
            name = words.partition(" AS ")[2] or "last"
            stage = stages[name] = Stage(start(folder, words, name), folder / f"{name}.log")
            continue
        assert stage is not None
        with fresh.step(f"  {instruction} {words if len(words) < 70 else words[:67] + '…'}"):
            do(stage, instruction, words, context, stages)
    assert stage is not None
    return stage


def start(folder: Path, words: str, name: str) -> Path:
    kind = next(kind for kind in IMAGES if f"/{kind}:" in words)
    base = folder / f"base-{kind}"
    with fresh.step(f"FROM {words}: Debian with {', '.join(IMAGES[kind])}"):
        if not base.exists():
            fresh.build_system(base, IMAGES[kind], folder / "debian.log")
            (base / "usr/local/bin/python").symlink_to("/usr/bin/python3")
        fresh.copy_system(base, folder / name, folder / "debian.log")
    return folder / name


def do(stage: Stage, instruction: str, words: str, context: Path, stages: dict[str, Stage]) -> None:
    match instruction:
        case "WORKDIR":
            stage.workdir = words
            stage.inside(words).mkdir(parents=True, exist_ok=True)
        case "COPY":
            copy(stage, words, context, stages)
        case "RUN":
            fresh.logged(stage.words(["sh", "-c", words]), stage.log, stage.environment())
        case "USER":
            stage.user = words
        case "ENV":
            stage.env |= dict(pair.split("=", 1) for pair in shlex.split(words))
        case "HEALTHCHECK":
            stage.health = json.loads(words.partition("CMD")[2])
        case "ENTRYPOINT":
            stage.entrypoint = json.loads(words)
        case "CMD":
            stage.command = json.loads(words)
        case "VOLUME" | "EXPOSE" | "STOPSIGNAL":
            pass  # for the engine
        case _:
            raise fresh.Failed(f"{instruction} is not understood here")


def copy(stage: Stage, words: str, context: Path, stages: dict[str, Stage]) -> None:
    *sources, target = words.split()
    other = sources.pop(0).partition("=")[2] if sources[0].startswith("--from=") else None
    place = stage.inside(target)
    for name in sources:
        source = stages[other].inside(name) if other else context / name
        if source.is_dir():  # what is in it is copied, not the folder
            shutil.copytree(source, place, symlinks=True, dirs_exist_ok=True)
        else:
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, place)


def check(stage: Stage) -> None:
    with stage.log.open("ab") as file:
        server = subprocess.Popen(
            stage.words([*stage.entrypoint, *stage.command]),
            stdout=file,
            stderr=file,
            env=stage.environment(),
            start_new_session=True,
        )
    try:
        until = time.monotonic() + START_SECONDS
        while not healthy(stage):
            if server.poll() is not None or time.monotonic() > until:
                raise fresh.Failed(f"it does not become healthy\n{fresh.tail(stage.log)}")
            time.sleep(1)
        if not fresh.page_answers():
            raise fresh.Failed("it serves no page")
        if os.stat(stage.inside("/data/carrozza/carrozza.db")).st_uid == 0:
            raise fresh.Failed("it runs as root")
    finally:
        fresh.stop(server, signal.SIGTERM)


def healthy(stage: Stage) -> bool:
    asked = subprocess.run(
        stage.words(stage.health), env=stage.environment(), capture_output=True, check=False
    )
    return asked.returncode == 0


if __name__ == "__main__":
    main()
