"""What people install: a wheel made from a clean copy of the repository, in new environments."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.postgres import free_port
from tests.server.support import PATIENCE

ROOT = Path(__file__).parents[2]
Maker = Callable[[Path], None]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PIP = ("--disable-pip-version-check", "--quiet")
# Packages come from the registry, and a loaded machine takes its time.
pytestmark = pytest.mark.timeout(2400)


def run(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done


def without_node(**more: str) -> dict[str, str]:
    """The settings of this process, with a PATH on which there is no Node."""
    return {**os.environ, "PATH": str(Path(sys.executable).parent), **more}


def build(project: Path, kind: str, into: Path, env: dict[str, str] | None = None) -> Path:
    """A wheel or an sdist, by the tools that pip calls."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    run(*command, cwd=project, env=env)
    (made,) = into.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Maker], Path]:
    """Make a folder once, whichever of the processes that share the tests needs it first."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "install"

    def make(name: str, maker: Maker) -> Path:
        shared.mkdir(exist_ok=True)
        folder, done = shared / name, shared / f"{name}.done"
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                folder.mkdir()
                maker(folder)
                done.touch()
        return folder

    return make


@pytest.fixture(scope="session")
def clone(made: Callable[[str, Maker], Path]) -> Path:
    """All files of the repository and none that were made from them."""
    return made("clone", copy_repository)


def copy_repository(folder: Path) -> None:
    listed = run("git", "ls-files", "-z", "-co", "--exclude-standard", cwd=ROOT).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():  # not one that was just deleted
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    assert not (folder / "src/carrozza/server/site").exists()


@pytest.fixture(scope="session")
def wheel(made: Callable[[str, Maker], Path], clone: Path) -> Path:
    """As `pip wheel .` makes it in a new environment, where nothing but the build's own needs is
    installed."""

    def build_it(folder: Path) -> None:
        run(sys.executable, "-m", "venv", "--without-pip", folder / "empty")
        pip = (sys.executable, "-m", "pip", "--python", folder / "empty" / "bin" / "python", *PIP)
        run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, clone)

    (found,) = made("wheel", build_it).glob("*.whl")
    return found


@pytest.fixture(scope="session")
def base(made: Callable[[str, Maker], Path], wheel: Path) -> Path:
    """The programs of a new environment with the wheel and what it depends on."""
    return made("base", lambda folder: install(wheel, "", folder)) / "bin"


@pytest.fixture(scope="session")
def server(made: Callable[[str, Maker], Path], wheel: Path) -> Path:
    return made("server", lambda folder: install(wheel, "[server]", folder)) / "bin"


def install(wheel: Path, extra: str, folder: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python", *PIP)
    run(*pip, "install", f"{wheel}{extra}")


def home(programs: Path) -> dict[str, str]:
    """Nothing of ours, nothing of this machine's: no Node either."""
    return {"PATH": str(programs), "HOME": str(programs.parent)}


def test_without_node_the_build_says_what_is_missing(clone: Path, tmp_path: Path) -> None:
    bare = tmp_path / "clone"
    shutil.copytree(clone, bare, ignore=shutil.ignore_patterns("node_modules", "site"))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(
        command, cwd=bare, env=without_node(), capture_output=True, text=True, check=False
    )
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "Node 20 or newer" in said
    assert "CARROZZA_WITHOUT_PAGE=1" in said
    assert "Traceback" not in said
    build(bare, "wheel", tmp_path, without_node(CARROZZA_WITHOUT_PAGE="1"))


def test_a_wheel_of_the_sdist_has_the_same_files_without_node(
    wheel: Path, clone: Path, tmp_path: Path
) -> None:
    with tarfile.open(build(clone, "sdist", tmp_path)) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (project,) = (tmp_path / "source").iterdir()
    again = build(project, "wheel", tmp_path, without_node())
    names = [sorted(zipfile.ZipFile(path).namelist()) for path in (wheel, again)]
    assert names[0] == names[1]
    assert "carrozza/server/site/index.html" in names[0]


def test_the_base_imports_little(base: Path) -> None:
    """The engine needs one package; the command line adds two, and what these bring."""
    names = [line.split("==")[0] for line in _installed(base)]
    assert not {"numpy", "numba", "fastapi", "sqlalchemy"} & set(names)
    code = (
        "import sys, carrozza\n"
        "found = {m.partition('.')[0] for m, x in sys.modules.items()"
        " if 'site-packages' in (getattr(x, '__file__', None) or '')}\n"
        "print(*sorted(found - {'carrozza'}))"
    )
    told = run(base / "python", "-c", code, env=home(base), cwd=base)
    assert len(told.stdout.split()) <= 3, told.stdout
    assert "numpy" not in told.stdout


def _installed(programs: Path) -> list[str]:
    pip = (sys.executable, "-m", "pip", "--python", programs / "python", *PIP)
    return run(*pip, "freeze").stdout.split()


@pytest.mark.parametrize(
    "args",
    [
        ("games",),
        ("rules", "europe"),
        ("simulate", "usa", "--games", "1", "--bots", "greedy"),
        ("board", "render", "northern_lights", "-o", "board.svg"),
    ],
)
def test_the_base_is_enough_for(args: tuple[str, ...], base: Path, tmp_path: Path) -> None:
    run(base / "carrozza", *args, env=home(base), cwd=tmp_path)


@pytest.mark.parametrize(
    ("args", "extra"),
    [
        (("serve",), "server"),
        (("arena", "usa", "--bots", "easy,hard"), "arena"),
        (("board", "check", "usa"), "boards"),
    ],
)
def test_the_base_says_what_else_is_needed(
    args: tuple[str, ...], extra: str, base: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [base / "carrozza", *args],
        env=home(base),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.endswith(f'pip install "carrozza[{extra}]". [missing_extra]\n')
    assert done.stderr.count("\n") == 1


@pytest.fixture
def address(server: Path) -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen(
        [server / "carrozza", "serve", "--port", str(port)],
        cwd=server,
        env=home(server),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        assert any(json.loads(line)["message"] == "listening" for line in process.stderr)
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.communicate()


def test_the_page_its_files_and_the_games_are_served(address: str, server: Path) -> None:
    told = run(server / "python", "-c", "import carrozza; print(carrozza.__file__)", cwd=server)
    assert told.stdout.startswith(str(server.parent))
    with httpx.Client(base_url=address, timeout=PATIENCE) as http:
        page = http.get("/")
        assert page.status_code == 200
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page.text)
        assert scripts
        for path in (*scripts, "/manifest.webmanifest", "/sw.js", "/icon-192.png"):
            assert http.get(path).status_code == 200, path
        games = http.get("/api/v1/games").json()["games"]
        assert [game["name"] for game in games] == ["usa", "europe", "northern_lights", "card_game"]
        site = Path(told.stdout.strip()).parent / "server" / "site"
        board = http.get("/api/v1/art/light/northern_lights/board.svg")
        assert board.text == (site / "art/light/northern_lights/board.svg").read_text("utf-8")


def test_a_browser_shows_the_page(address: str, tmp_path: Path) -> None:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert browser is not None, "Chromium is not installed: run `make services`"
    seen = run(
        browser,
        *("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}"),
        *("--virtual-time-budget=20000", "--dump-dom", address),
    )
    assert 'data-play="usa"' in seen.stdout
