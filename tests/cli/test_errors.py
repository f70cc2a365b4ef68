"""What goes wrong is one sentence on stderr with a code, and never a traceback."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

WRONG = [
    (("simulate", "chess"), "unknown_game"),
    (("rules", "chess"), "unknown_game"),
    (("simulate", "usa", "--players", 9), "players"),
    (("simulate", "usa", "--players", -1), "players"),
    (("simulate", "usa", "--first", 2), "first"),
    (("simulate", "usa", "--option", "colour=red"), "unknown_option"),
    (("simulate", "usa", "--option", "edition=1910"), "option_value"),
    (("simulate", "usa", "--seed", "\udcff"), "seed"),
    (("simulate", "usa", "--bots", "nobody"), "unknown_bot"),
    (("simulate", "usa", "--bots", "greedy,greedy,greedy"), "bots"),
    (("verify", "missing.json"), "no_file"),
    (("replay", "missing.json"), "no_file"),
    (("verify", "."), "is_a_folder"),
    (("simulate", "usa", "--board", "missing.json"), "no_file"),
    (("simulate", "usa", "--board", "."), "is_a_folder"),
    (("simulate", "usa", "--save", "."), "is_a_folder"),
    (("simulate", "usa", "--save", "missing/last.json"), "no_folder"),
    (("rules", "usa", "--language", "tlh"), "language"),
    (("export", "usa"), "export_file"),
    (("export", "usa", "a.parquet", "--game", "europe"), "export_file"),
    (("serve", "--db", "nonsense"), "db"),
    (("serve", "--db", "mysql://me:secret@here/db"), "db"),
    (("admin", "tables", "--db", "postgresql://me:secret@here:80x/db"), "db"),
    (("serve", "--bot-pace", 3, 1, "--db", "sqlite:///x.db"), "bot_pace"),
    (("serve", "--bot-pace", "nan", 1, "--db", "sqlite:///x.db"), "bot_pace"),
    (("serve", "--undo-seconds", "nan", "--db", "sqlite:///x.db"), "undo_seconds"),
    (("serve", "--undo-seconds", -1, "--db", "sqlite:///x.db"), "undo_seconds"),
    (("board", "render", "card_game", "-o", "x.svg"), "no_board"),
]


@pytest.mark.parametrize(("args", "code"), WRONG)
def test_wrong_input_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, args: tuple[str, ...], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*args)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.endswith(f". [{code}]\n")
    assert result.stderr.count("\n") == 1
    assert "secret" not in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "right"),
    [
        (("serve", "--db", "nonsense"), "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"),
        (("serve", "--bot-pace", 3, 1, "--db", "sqlite://"), "the shorter time first"),
        (("simulate", "usa", "--option", "colour=3"), "only edition"),
        (("board", "check", "card_game"), "Name a file, or: usa, "),
    ],
)
def test_the_sentence_says_what_would_be_right(
    run: Run, args: tuple[object, ...], right: str
) -> None:
    assert right in run(*args).stderr


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("serve", "--port", "80x"), "“80x” is not a whole number from 0 to 65535."),
        (("serve", "--port", 70000), "“70000” is not a number from 0 to 65535."),
        (("simulate", "usa", "--games", 0), "“0” is not a number of 1 or more."),
        (("serve", "--bot-pace", "slow", "slower"), "“slow” is not a number."),
    ],
)
def test_a_wrong_number_is_named_with_what_would_do(
    run: Run, args: tuple[object, ...], sentence: str
) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_seat_that_does_not_exist(run: Run, saves: dict[str, Path]) -> None:
    result = run("replay", saves["usa"], "--seat", 3)
    assert result.exit_code == 1
    assert result.stderr == "Error: This game has seats 0 to 2. [seat]\n"


@pytest.mark.parametrize("args", [("verify",), ("simulate", "usa", "--board")])
@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (b"\x89PNG\x00\xff\xfe", {"not_text"}),
        (b"\x00" * 100, {"not_a_save", "not_json"}),
        (b"{", {"not_a_save", "not_json"}),
        (b'{"format": 99}', {"newer_format", "shape"}),
    ],
)
def test_files_that_are_something_else(
    run: Run, tmp_path: Path, args: tuple[str, ...], data: bytes, codes: set[str]
) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(data)
    result = run(*args, path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert any(f"[{code}]" in result.stderr for code in codes)


def test_a_file_that_may_not_be_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    path = tmp_path / "locked.json"
    monkeypatch.setattr(Path, "read_bytes", refuse)
    result = run("verify", path)
    assert result.exit_code == 1
    assert result.stderr == f"Error: {path} cannot be read: Permission denied. [unreadable]\n"


def test_a_file_that_may_not_be_written(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, f"No space left for {len(data)} bytes", str(path))

    monkeypatch.setattr(Path, "write_bytes", refuse)
    result = run("simulate", "usa", "--games", 1, "--save", tmp_path / "last.json")
    assert result.exit_code == 1
    assert "[unwritable]" in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("simulate",),
        ("simulate", "usa", "--games", 0),
        ("simulate", "usa", "--games", "many"),
        ("simulate", "usa", "--option", "edition"),
        ("verify",),
        ("dance",),
        ("games", "--loud"),
    ],
)
def test_wrong_usage_exits_with_2(run: Run, args: tuple[object, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Usage: " in result.stderr


def test_the_installed_command_keeps_quiet_about_tracebacks(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from carrozza.cli.main import app; app()"]
    done = subprocess.run(
        [*command, "verify", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.endswith("[is_a_folder]\n")
    assert "Traceback" not in done.stderr


def test_a_terminal_without_special_letters(saves: dict[str, Path]) -> None:
    command = [sys.executable, "-c", "from carrozza.cli.main import app; app()"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*command, "replay", str(saves["northern_lights"])],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0
    assert b"Final score" in done.stdout
    assert done.stderr == b""
