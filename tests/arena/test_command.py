"""`carrozza arena` and `carrozza ratings`."""

import json
import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console
from tests.arena.synthetic import line
from tests.cli.conftest import carrozza as run

import carrozza.cli.arena as module
from carrozza.arena.block import Block
from carrozza.arena.sprt import Hypotheses, Sprt
from carrozza.arena.store import append
from carrozza.cli.printing.ratings import print_verdict

FAST = ("card_game", "--bots", "greedy,random", "--blocks", 4, "--seed", "s")


def answer(*args: object) -> dict[str, Any]:
    result = run(*args, "--json")
    assert result.exit_code == 0, result.stderr
    plain: dict[str, Any] = json.loads(result.stdout)
    return plain


def untimed(plain: dict[str, Any]) -> dict[str, Any]:
    for one in plain["results"]:
        assert one.pop("timing")
    return plain


def test_the_table_fits_and_names_what_was_played() -> None:
    result = run("arena", *FAST)
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith("The Card Game · 2 players · 4 blocks · 8 games")
    assert max(map(len, lines)) <= 80
    assert "…" not in result.stdout
    assert "greedy is 0" in result.stdout
    assert result.stderr == ""


def test_store_ratings_and_report(tmp_path: Path) -> None:
    store, report = tmp_path / "r.jsonl", tmp_path / "r.html"
    args = ("card_game", "--bots", "hard,greedy,random", "--players", 3, "--blocks", 3)
    played = answer("arena", *args, "--seed", "s", "--store", store, "--anchor", "greedy")
    assert len(store.read_text().splitlines()) == 3
    again = answer("ratings", store, "--anchor", "greedy", "--report", report)
    assert again == played
    assert played["results"][0]["games"] == 9
    bots = [bot["rating"]["bot"] for bot in played["results"][0]["bots"]]
    assert set(bots) == {"conductor", "greedy", "random"}

    answer("arena", *FAST, "--store", store)
    assert [one["match"]["players"] for one in answer("ratings", store)["results"]] == [3, 2]

    page = report.read_text()
    for plot in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(plot)
    assert page.count("<svg") == 4
    assert not re.search(r"(src|href)=|@import|url\(", page)  # nothing from elsewhere


def test_the_same_seed_gives_the_same_whatever_the_processes() -> None:
    test = ("card_game", "--sprt", "conductor,random", "--blocks", 50, "--seed", "s")
    one, two = untimed(answer("arena", *test)), untimed(answer("arena", *test, "--jobs", 2))
    assert one == two
    assert one["sprt"]["accepted"] == "H1"
    assert one["sprt"]["blocks"] == one["results"][0]["blocks"] < 50


def test_a_test_at_a_table_of_four_plays_only_where_both_sit() -> None:
    args = ("card_game", "--players", 3, "--bots", "greedy,random,porter,conductor")
    plain = answer("arena", *args, "--sprt", "greedy,random", "--blocks", 1, "--seed", "s")
    assert plain["results"][0]["games"] == 6  # two of four line-ups
    assert plain["sprt"]["accepted"] is None
    assert plain["sprt"]["blocks"] == 1


def test_verdict_in_words() -> None:
    result = run("arena", "card_game", "--sprt", "random,greedy", "--blocks", 30, "--seed", "s")
    assert "random is not stronger: H0 is accepted" in result.stdout


def test_a_test_between_other_hypotheses_says_no_more_than_it_knows() -> None:
    """To lose a bit less than feared is not to be stronger."""
    sprt = Sprt(Hypotheses(elo0=-900, elo1=-300))
    for number in range(40):
        sprt.add(0.1 if number % 2 else 0.3)
    assert sprt.accepted == "H1"
    output = Console(file=StringIO(), width=80)
    print_verdict(output, "a", "b", sprt)
    assert "H1 is accepted" in output.file.getvalue()  # type: ignore[attr-defined]
    assert "stronger" not in output.file.getvalue()  # type: ignore[attr-defined]


def test_a_report_never_overwrites_results(tmp_path: Path) -> None:
    store = tmp_path / "r.jsonl"
    run("arena", *FAST, "--store", store)
    before = store.read_bytes()
    link = tmp_path / "link"
    link.symlink_to(store)
    for report in (store, link):
        assert "[same_file]" in run("ratings", store, "--report", report).stderr
        assert "[same_file]" in run("arena", *FAST, "--store", store, "--report", report).stderr
    assert store.read_bytes() == before


def test_the_anchor_is_the_anchor(tmp_path: Path) -> None:
    """Another bot may be exactly as strong."""
    store = tmp_path / "r.jsonl"
    for number in range(1, 5):
        append(store, line(number))
    assert run("ratings", store, "--anchor", "a").stdout.count("anchor") == 1


def test_many_lines_left_out_are_counted(tmp_path: Path) -> None:
    store = tmp_path / "r.jsonl"
    store.write_text("half a line\n" * 200)
    run("arena", *FAST, "--store", store)
    told = run("ratings", store).stderr.splitlines()
    assert len(told) == 6
    assert "195 more" in told[-1]


def test_a_failure_shows_what_was_played_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "carrozza_tired_bot.py").write_text(TIRED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", sys.path[:])
    args = ("card_game", "--bots", "carrozza_tired_bot:Tired,greedy", "--blocks", 9, "--seed", "s")
    result = run("arena", *args)
    assert result.exit_code == 1
    assert "2 blocks" in result.stdout
    assert "[bot_failed]" in result.stderr
    assert "s/3" in result.stderr


TIRED = """
from carrozza.bots.greedy import Greedy


class Tired(Greedy):
    games = 0

    def __init__(self, game, seed):
        super().__init__(game, seed)
        Tired.games += 1

    def decide(self, view, legal, seconds):
        if Tired.games > 4:
            raise RuntimeError("tired")
        return super().decide(view, legal, seconds)
"""


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("usa",), "few_bots"),
        (("usa", "--bots", "greedy"), "few_bots"),
        (("usa", "--bots", "greedy,nobody"), "unknown_bot"),
        (("usa", "--bots", "greedy,conductor"), "bot_game"),
        (("usa", "--bots", "greedy,random", "--players", 9), "players"),
        (("nowhere", "--bots", "greedy,random"), "unknown_game"),
        (("usa", "--sprt", "greedy"), "sprt"),
        (("usa", "--sprt", "greedy,easy"), "sprt"),
        (("usa", "--bots", "random,planner", "--sprt", "greedy,random"), "sprt"),
        (("usa", "--sprt", "greedy,random", "--elo0", 9, "--elo1", 1), "hypotheses"),
        (("usa", "--sprt", "greedy,random", "--elo0", "nan"), "hypotheses"),
        (("usa", "--sprt", "greedy,random", "--elo0", -999999), "hypotheses"),
        (("usa", "--bots", "greedy,nowhere_at_all:Bot"), "own_bot"),
        (("usa", "--sprt", "greedy,random", "--alpha", 2), "errors"),
        (("usa", "--bots", "greedy,random", "--anchor", "planner"), "anchor"),
        (("usa", "--bots", "greedy,random", "--store", "no/where"), "no_folder"),
        (("usa", "--bots", "greedy,random", "--report", "/"), "is_a_folder"),
    ],
)
def test_mistakes_are_one_sentence(args: tuple[object, ...], code: str) -> None:
    result = run("arena", *args)
    assert result.exit_code == 1
    assert f"[{code}]" in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_ratings_of_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    assert "[no_results]" in run("ratings", empty).stderr
    assert "[no_file]" in run("ratings", tmp_path / "none").stderr
    assert "[unreadable]" in run("ratings", tmp_path).stderr


def test_ratings_tell_of_damaged_lines(tmp_path: Path) -> None:
    store = tmp_path / "r.jsonl"
    store.write_text("half a line")
    run("arena", *FAST, "--store", store)
    result = run("ratings", store)
    assert result.exit_code == 0
    assert "Skipped line 1 of" in result.stderr
    assert "4 blocks" in result.stdout
    assert "[anchor]" in run("ratings", store, "--anchor", "nobody").stderr


def interrupt_after(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real = module.run

    def some(*args: Any) -> Iterator[Block]:
        for number, block in enumerate(real(*args)):
            if number == count:
                raise KeyboardInterrupt
            yield block

    monkeypatch.setattr(module, "run", some)


def test_interrupt_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    interrupt_after(2, monkeypatch)
    store = tmp_path / "r.jsonl"
    result = run("arena", *FAST, "--store", store)
    assert result.exit_code == 130
    assert "2 blocks" in result.stdout
    assert len(store.read_text().splitlines()) == 2
    interrupt_after(0, monkeypatch)
    result = run("arena", *FAST)
    assert (result.exit_code, result.stdout) == (130, "")
    assert "before the first block" in result.stderr
