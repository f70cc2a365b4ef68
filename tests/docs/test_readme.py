"""The examples in the documents run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    "README.md",
    "docs/arena.md",
    "docs/boards.md",
    "docs/bots.md",
    "docs/engine.md",
    "docs/env.md",
    "docs/server.md",
]
EXAMPLES = [
    pytest.param(code, id=f"{document}-{i}")
    for document in DOCUMENTS
    for i, code in enumerate(
        re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(), re.S)
    )
]


def test_there_are_examples():
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_example_runs(code, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("document", [*DOCUMENTS, "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(document):
    text = (ROOT / document).read_text()
    for target in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert (ROOT / document).parent.joinpath(target).exists(), target
