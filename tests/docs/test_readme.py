"""The examples in the documents run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
TOP = ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
# Made when the site is built, which also checks the links to them.
MADE = {"http-api.md", "socket-api.md", "changelog.md"}
# A file to be written, and the command that uses it.
FILE = re.compile(r"in a file `(\S+)`:\n\n```python\n(.*?)```.*?```sh\ncarrozza (.*?)\n```", re.S)
TEXTS = {document: (ROOT / document).read_text() for document in DOCUMENTS}
EXAMPLES = [
    pytest.param(code, id=f"{document}-{i}")
    for document, text in TEXTS.items()
    for i, code in enumerate(re.findall(r"```python\n(.*?)```", FILE.sub("", text), re.S))
]
FILES = [file for text in TEXTS.values() for file in FILE.findall(text)]


def test_there_are_examples():
    assert len(EXAMPLES) >= 3
    assert FILES


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_example_runs(code, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize(("name", "code", "command"), FILES)
def test_the_file_can_be_used(name, code, command, tmp_path):
    (tmp_path / name).write_text(code)
    done = subprocess.run(
        [sys.executable, "-m", "carrozza", *command.split()],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert Path(name).stem in done.stdout


def test_the_map_can_be_checked_drawn_and_played(tmp_path):
    text = TEXTS["docs/add-a-map.md"]
    (tmp_path / "lakes.json").write_text(re.search(r"```json\n(.*?)```", text, re.S)[1])
    commands = re.findall(r"^carrozza (.*lakes\.json.*)$", text, re.M)
    assert len(commands) == 5
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "carrozza", *command.split()],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "The Lakes" in done.stdout + done.stderr
    assert (tmp_path / "lakes.svg").exists()


@pytest.mark.parametrize("document", [*DOCUMENTS, *TOP])
def test_links_lead_somewhere(document):
    text = (ROOT / document).read_text()
    for target in re.findall(r"\]\((?!http)([^)#]+)", text):
        found = (ROOT / document).parent.joinpath(target).exists()
        assert found or target in MADE, target
