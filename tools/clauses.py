"""Lists each clause of the rules with the tests that prove it; fails when one has none."""

import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLAUSE = re.compile(r"^- ([A-Z]+\d+) (.*)", re.MULTILINE)
TEST_ID = re.compile(r"^test_((?:[A-Z]+\d+_)+)")


def clauses(root: Path) -> dict[str, str]:
    return dict(CLAUSE.findall((root / "docs" / "rules.md").read_text()))


def tests_by_clause(root: Path) -> dict[str, list[str]]:
    """Tests are named by what they prove: `test_A4_…`, or `test_A4_A8_…` for two clauses."""
    found = defaultdict(list)
    for path in sorted((root / "tests" / "rules").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and (match := TEST_ID.match(node.name)):
                for clause in match[1].rstrip("_").split("_"):
                    found[clause].append(f"{path.name}::{node.name}")
    return found


def report(root: Path, *, quiet: bool) -> int:
    rules, tests = clauses(root), tests_by_clause(root)
    for clause, text in rules.items():
        if not quiet:
            print(f"{clause:4} {text[:90]}")
            for name in tests[clause]:
                print(f"       {name}")
        if not tests[clause]:
            print(f"{clause:4} has NO TEST")
    unknown = sorted(set(tests) - set(rules))
    for clause in unknown:
        print(f"{clause:4} is named by {tests[clause]}, but is no clause")
    covered = sum(bool(tests[clause]) for clause in rules)
    print(f"clauses covered: {covered} of {len(rules)}")
    return int(covered < len(rules) or bool(unknown))


if __name__ == "__main__":
    sys.exit(report(ROOT, quiet="--quiet" in sys.argv))
