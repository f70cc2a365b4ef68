"""`make rules`: clause ids come from the document, whatever their letter."""

import re
import runpy
from pathlib import Path

import pytest

from carrozza.games.rules import RULING, rules_text

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "carrozza" / "games"
TOOL = runpy.run_path(str(ROOT / "tools" / "clauses.py"))


@pytest.fixture
def project(tmp_path):
    """A small project with clauses of two letters, one in a section that came later."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "docs" / "rules.md").write_text("- A1 One action.\n- F1 A new game.\n")
    (tmp_path / "tests" / "rules" / "test_a.py").write_text("def test_A1_one():\n    pass\n")
    return tmp_path


def report(project, capsys):
    code = TOOL["report"](project, quiet=True)
    return code, capsys.readouterr().out


def test_a_clause_without_a_test_is_found_whatever_its_letter(project, capsys):
    code, told = report(project, capsys)
    assert code == 1
    assert "F1   has NO TEST" in told
    assert "clauses covered: 1 of 2" in told


def test_a_test_covers_it(project, capsys):
    (project / "tests" / "rules" / "test_f.py").write_text("def test_A1_F1_new():\n    pass\n")
    assert report(project, capsys) == (0, "clauses covered: 2 of 2\n")


def test_a_test_of_a_clause_that_does_not_exist_is_found(project, capsys):
    (project / "tests" / "rules" / "test_g.py").write_text("def test_F1_G2_what():\n    pass\n")
    code, told = report(project, capsys)
    assert code == 1
    assert "G2   is named by ['test_g.py::test_F1_G2_what'], but is no clause" in told


def test_every_clause_has_as_many_rulings_in_every_language():
    counts = {}
    for language, word in RULING.items():
        parts = re.split(r"^- (?=[A-Z]+\d+ )", rules_text(language), flags=re.MULTILINE)[1:]
        counts[language] = {part.split()[0]: part.count(word) for part in parts}
    assert all(count == counts["en"] for count in counts.values())


def test_every_translation_of_the_rules_is_known():
    translated = {path.name.split(".")[1] for path in GAMES.glob("rules.*.md")}
    assert {"en", *translated} == set(RULING)
