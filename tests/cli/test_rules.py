"""`carrozza rules`."""

import re
from importlib.resources import files

import pytest
from tests.cli.conftest import Run

from carrozza.games.registry import NAMES, find_game
from carrozza.games.rules import LANGUAGES, RULING

TEXT = files("carrozza.games").joinpath("rules.md").read_text(encoding="utf-8")
CLAUSE = re.compile(r"^- ([A-Z])(\d+) ", re.MULTILINE)


def letters(name: str) -> set[str]:
    """The sections that are about a game, by the letter in their heading."""
    headings = re.findall(r"^## ([A-Z])\. (.*)", TEXT, re.MULTILINE)
    return {letter for letter, heading in headings if find_game(name).title in heading}


@pytest.mark.parametrize("name", NAMES)
def test_each_clause_of_the_game_is_there(run: Run, name: str) -> None:
    result = run("rules", name)
    assert result.exit_code == 0
    shown = re.findall(r"^([A-Z]\d+) ", result.stdout, re.MULTILINE)
    wanted = [a + n for a, n in CLAUSE.findall(TEXT) if a in letters(name)]
    assert wanted
    assert shown == wanted


def test_board_games_share_a_section_and_the_others_do_not() -> None:
    shared = [name for name in NAMES if "A" in letters(name)]
    assert shared == [name for name in NAMES if hasattr(find_game(name), "board")]
    assert all(len(letters(name)) == (2 if name in shared else 1) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("columns", [80, 120])
def test_nothing_is_lost_in_the_layout(run: Run, name: str, columns: int) -> None:
    shown = run("rules", name, columns=columns).stdout
    plain = run("rules", name, "--plain").stdout
    assert max(map(len, shown.splitlines())) <= columns
    marks = str.maketrans("", "", "#*-•─")
    assert shown.translate(marks).split() == plain.translate(marks).split()
    assert shown.count("Ruling") == plain.count("Ruling") > 0


@pytest.mark.parametrize("name", NAMES)
def test_plain_is_the_text_itself(run: Run, name: str) -> None:
    plain = run("rules", name, "--plain").stdout
    for section in plain.strip().split("\n\n## "):
        assert section in TEXT


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_printed_in_every_language(run: Run, language: str) -> None:
    shown = run("rules", "europe", "--language", language).stdout
    clauses = re.findall(r"^([A-Z]\d+) ", shown, re.MULTILINE)
    assert clauses == re.findall(r"^([A-Z]\d+) ", run("rules", "europe").stdout, re.MULTILINE)
    assert [word for word in RULING.values() if word in shown] == [RULING[language]]


def test_a_game_without_written_rules_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("card_game")
    monkeypatch.setattr(type(game), "sections", ())
    for flags in ([], ["--plain"]):
        result = run("rules", game.name, *flags)
        assert result.exit_code == 1
        assert result.stdout == ""
        assert game.title in result.stderr
        assert "[no_rules]" in result.stderr
