"""Writes the tables of docs/env.md anew from the code; a test tells when they are not current."""

import re
from pathlib import Path

from carrozza.env.dealer import Dealer
from carrozza.env.export import COLUMNS
from carrozza.env.ids import IDS, id_of
from carrozza.games.registry import find_game

DOCUMENT = Path(__file__).parents[1] / "docs" / "env.md"
FRAGMENT = re.compile(r"<!-- (sizes|columns|layout \w+ \d+) -->\n.*?<!-- end -->", re.DOTALL)


def sizes() -> str:
    lines = ["| | actions | numbers in an observation |", "|---|---|---|"]
    for environment, name in IDS.items():
        dealers = [Dealer(environment, players) for players in find_game(name).players]
        found = ", ".join(f"{d.layout.size} for {d.players}" for d in dealers)
        lines.append(f"| `{environment}` | {dealers[0].actions} | {found} players |")
    return "\n".join(lines)


def columns() -> str:
    rows = [f"| `{name}` | {about} |" for name, about in COLUMNS.items()]
    return "\n".join(["| column | |", "|---|---|", *rows])


def fragment(match: re.Match[str]) -> str:
    what, *which = match[1].split()
    if what == "layout":
        text = Dealer(id_of(which[0]), int(which[1])).layout.markdown()
    else:
        text = sizes() if what == "sizes" else columns()
    return f"<!-- {match[1]} -->\n{text}\n<!-- end -->"


def written(text: str) -> str:
    return FRAGMENT.sub(fragment, text)


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text()))
