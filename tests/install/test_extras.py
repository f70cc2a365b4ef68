"""Without the extras: a sentence that says what to install, and what needs none still works."""

import subprocess
import sys
from pathlib import Path

import pytest

HIDE = "import sys; sys.modules[{package!r}] = None\n"


def python(code: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=cwd, check=False
    )


@pytest.mark.parametrize(
    ("package", "module", "extra"),
    [
        ("gymnasium", "carrozza.env.single", "env"),
        ("pettingzoo", "carrozza.env.aec", "env"),
        ("pyspiel", "carrozza.env.spiel", "spiel"),
        ("pyarrow", "carrozza.env.export", "export"),
    ],
)
def test_the_sentence(package: str, module: str, extra: str, tmp_path: Path) -> None:
    hide = HIDE.format(package=package)
    code = f"{hide}try:\n    import {module}\nexcept ImportError as error: print(error)"
    assert f"pip install 'carrozza[{extra}]'" in python(code, tmp_path).stdout


def test_the_command_says_it_too(tmp_path: Path) -> None:
    args = ["carrozza", "export", "g.parquet", "--game", "usa"]
    code = (
        f"{HIDE.format(package='pyarrow')}sys.argv = {args}\nimport carrozza.cli.main as m; m.app()"
    )
    done = python(code, tmp_path)
    assert done.returncode == 1
    assert done.stderr.endswith("pip install 'carrozza[export]'. [missing_extra]\n")
    assert done.stderr.count("\n") == 1


def test_a_batch_needs_none_of_them(tmp_path: Path) -> None:
    hidden = "".join(HIDE.format(package=name) for name in ("gymnasium", "pettingzoo", "pyarrow"))
    code = (
        f"{hidden}from carrozza.env.batch import Batch\nBatch('carrozza/usa-v0', 2).reset(seed=1)"
    )
    assert python(code, tmp_path).returncode == 0
