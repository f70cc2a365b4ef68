"""Without the extras: a sentence that says what to install, and what needs none still works."""

import shlex
import subprocess
import sys
import venv
from pathlib import Path

import pytest

PYTHON = shlex.quote(sys.executable)  # by its whole path: these tests run elsewhere
HIDE = "import sys; sys.modules[{package!r}] = None\n"


def python(code: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=cwd, check=False
    )


@pytest.mark.parametrize(
    ("package", "module", "extra"),
    [
        ("numpy", "carrozza.env.batch", "env"),
        ("gymnasium", "carrozza.env.single", "env"),
        ("pettingzoo", "carrozza.env.aec", "env"),
        ("pyspiel", "carrozza.env.spiel", "spiel"),
        ("pyarrow", "carrozza.env.export", "export"),
        ("numpy", "carrozza.arena.ratings", "arena"),
        ("choix", "carrozza.arena.luce", "arena"),
        ("numpy", "carrozza.atlas.layout", "boards"),
        ("resvg_py", "carrozza.atlas.picture", "boards"),
        ("PIL", "carrozza.atlas.film", "boards"),
        ("fastapi", "carrozza.server.app", "server"),
        ("opentelemetry.sdk", "carrozza.server.otel", "otel"),
    ],
)
def test_the_sentence(package: str, module: str, extra: str, tmp_path: Path) -> None:
    hide = HIDE.format(package=package)
    code = f"{hide}try:\n    import {module}\nexcept ImportError as error: print(error)"
    assert f'{PYTHON} -m pip install "carrozza[{extra}]"' in python(code, tmp_path).stdout


def test_the_interpreter_is_named_as_it_is_called_from_here(tmp_path: Path) -> None:
    venv.create(tmp_path / ".venv")
    code = (
        f"import sys; sys.path[:0] = {sys.path}\n"
        "from carrozza.core.extras import MissingExtra\n"
        "print(MissingExtra('choix', 'arena'))"
    )
    done = subprocess.run(
        [".venv/bin/python", "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.stdout.endswith(': .venv/bin/python -m pip install "carrozza[arena]".\n')


@pytest.mark.parametrize(
    ("package", "args", "extra"),
    [
        ("pyarrow", ["export", "usa", "g.parquet"], "export"),
        ("numpy", ["arena", "usa", "--bots", "greedy,random"], "arena"),
        ("numpy", ["simulate", "usa", "--bots", "hard"], "bots"),
        ("choix", ["ratings", "results.jsonl"], "arena"),
        ("resvg_py", ["board", "render", "usa", "-o", "usa.png"], "boards"),
        ("numpy", ["board", "layout", "usa", "-o", "usa.json"], "boards"),
        ("sqlalchemy", ["serve"], "server"),
        ("opentelemetry.sdk", ["serve", "--traces", "--db", "sqlite:///new.db"], "otel"),
        ("fastapi", ["admin", "tables"], "server"),
    ],
)
def test_the_command_says_it_too(package: str, args: list[str], extra: str, tmp_path: Path) -> None:
    code = (
        f"{HIDE.format(package=package)}sys.argv = {['carrozza', *args]}\n"
        "import carrozza.cli.main as m; m.app()"
    )
    done = python(code, tmp_path)
    assert done.returncode == 1
    assert done.stderr.endswith(f'{PYTHON} -m pip install "carrozza[{extra}]". [missing_extra]\n')
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("level", "game", "found"),
    [
        ("easy", "usa", "Greedy"),
        ("hard", "card_game", "Conductor"),
        ("hard", "usa", "missing_extra"),
        ("expert", "card_game", "missing_extra"),
        ("planner", "europe", "missing_extra"),
    ],
)
def test_simple_bots_need_no_extra(level: str, game: str, found: str, tmp_path: Path) -> None:
    code = (
        f"{HIDE.format(package='numpy')}"
        "from carrozza import find_game\n"
        "from carrozza.bots.registry import bots_for, kind_of\n"
        "from carrozza.core.errors import CarrozzaError\n"
        f"game = find_game({game!r})\n"
        "assert 'greedy' in bots_for(game) and 'search' not in bots_for(game)\n"
        f"try: print(kind_of({level!r}, game).__name__)\n"
        "except CarrozzaError as error: print(error.code)"
    )
    assert python(code, tmp_path).stdout == f"{found}\n"


def test_a_batch_needs_none_of_them(tmp_path: Path) -> None:
    hidden = "".join(HIDE.format(package=name) for name in ("gymnasium", "pettingzoo", "pyarrow"))
    code = (
        f"{hidden}from carrozza.env.batch import Batch\nBatch('carrozza/usa-v0', 2).reset(seed=1)"
    )
    assert python(code, tmp_path).returncode == 0
