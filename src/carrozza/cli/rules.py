"""`carrozza rules`: the rules of one game, from the text that ships with the package."""

import re

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.cli.style import SEAT_STYLES, console
from carrozza.core.errors import BadOptions, CarrozzaError
from carrozza.games.registry import find_game
from carrozza.games.rules import LANGUAGES, RULING, rules_of

CLAUSE = re.compile(r"- ([A-Z]\d+) (.*)")
_MARK = f"bold {SEAT_STYLES[1]}"
_ID = f"bold {SEAT_STYLES[0]}"


def print_rules(name: str, language: str, plain: bool) -> None:
    game = find_game(name)
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise BadOptions("language", f"There are no rules in “{language}”. Choose from: {known}.")
    sections = rules_of(game, language)
    if not sections:
        raise CarrozzaError("no_rules", f"Nobody has written down the rules of {game.title} yet.")
    if plain:
        typer.echo("\n\n".join(sections))
        return
    out = console()
    for section in sections:
        _print_section(out, section)


def _print_section(out: Console, section: str) -> None:
    heading, *lines = section.splitlines()
    out.rule(Text(heading.removeprefix("## "), style="bold"), align="left")
    for line in lines:
        _print_line(out, line)
    out.print()


def _print_line(out: Console, line: str) -> None:
    """A line of the text: a clause, a point or a ruling below a clause, or a heading."""
    text = line.strip()
    if clause := CLAUSE.fullmatch(text):
        out.print(_hanging(clause[1], clause[2]))
    elif line.startswith("  - "):
        out.print(_hanging("   •", text.removeprefix("- ")))
    elif line.startswith(" "):
        out.print(_hanging("", text))
    else:
        out.print(Text(text, style="bold"))


def _hanging(label: str, text: str) -> Table:
    """A label and the text beside it."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=4, style=_ID, no_wrap=True)
    table.add_column()
    table.add_row(label, _marked(text))
    return table


def _marked(text: str) -> Text:
    """Rulings stand out: there the booklets are silent or disagree, and this is our decision."""
    marked = Text(text.replace("**", ""))
    marked.highlight_words(RULING.values(), _MARK)
    return marked
