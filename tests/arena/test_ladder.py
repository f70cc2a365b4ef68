"""Ladders: frozen opponents and deals."""

import json
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.arena.synthetic import block, line, played
from tests.cli.conftest import carrozza as run

import carrozza.arena.ladder as module
import carrozza.cli.arena as arena
from carrozza.arena.block import Block
from carrozza.arena.ladder import checksums, find_ladder, ladder_names
from carrozza.arena.store import Line, line_of, read
from carrozza.core.game import Setup
from carrozza.games.registry import game_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "arena.md"
FAST = "card_game-2-v1"
COPY = "carrozza_copy_bot:Copy"
COPIES = """
from carrozza.bots.greedy import Greedy


class Copy(Greedy):
    pass


class Other(Greedy):
    pass
"""


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Bots of one's own that play as greedy does."""
    (tmp_path / "carrozza_copy_bot.py").write_text(COPIES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", sys.path[:])


def answer(*args: object) -> dict[str, Any]:
    result = run("arena", "--ladder", *args, "--json")
    assert result.exit_code == 0, result.stderr
    plain: dict[str, Any] = json.loads(result.stdout)
    return plain


def test_there_is_one_for_every_game() -> None:
    found = {
        (find_ladder(name).setup.game, find_ladder(name).setup.players) for name in ladder_names()
    }
    assert found >= {
        ("usa", 2),
        ("europe", 2),
        ("northern_lights", 2),
        ("card_game", 2),
        ("usa", 4),
    }


@pytest.mark.parametrize("name", ladder_names())
def test_what_a_ladder_says_fits_together(name: str) -> None:
    ladder = find_ladder(name)
    setup = ladder.setup
    assert ladder.name == setup.seed == name
    assert name.startswith(f"{setup.game}-{setup.players}-v")
    assert game_of(setup).check(setup) == setup.options
    assert ladder.bots == sorted(ladder.bots, key=lambda bot: -elo_of(name, bot))
    assert elo_of(name, ladder.anchor) == ladder.base == 1500
    assert len(ladder.deals) >= 30
    assert len(set(ladder.deals)) == len(ladder.deals)


def elo_of(name: str, bot: str) -> float:
    return next(rating.elo for rating in find_ladder(name).ratings if rating.bot == bot)


@pytest.mark.parametrize("name", ladder_names())
def test_the_document_has_its_ratings(name: str) -> None:
    row = re.search(rf"^\| `{name}` .*$", DOCUMENT.read_text(), re.M)
    assert row
    for rating in find_ladder(name).ratings:
        elo = f"{rating.elo:.0f}".replace("-", "−")
        assert f"`{rating.bot}` {elo}" in row[0]


@pytest.mark.parametrize("name", ladder_names())
def test_its_first_deal_ends_as_it_did_when_it_was_frozen(name: str) -> None:
    """A bot or a rule that plays differently needs a new ladder: see docs/arena.md."""
    result = run("arena", "--ladder", name, "--repeat", "--blocks", 1)
    assert result.exit_code == 0, result.stderr
    assert "1 deal, every game the same" in result.stdout


def test_the_table() -> None:
    result = run("arena", "--ladder", FAST)
    assert result.exit_code == 0, result.stderr
    for rating in find_ladder(FAST).ratings:
        assert f"{rating.bot} " in result.stdout
        assert f" {rating.elo:.0f} " in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert answer(FAST)["deals"] == list(find_ladder(FAST).deals)


def test_all_deals_again_give_the_ratings_again() -> None:
    again = answer(FAST, "--repeat")
    assert (again["deals"], again["different"]) == (len(find_ladder(FAST).deals), [])
    for rating in again["ratings"]:
        assert 1500 + rating["elo"] == pytest.approx(elo_of(FAST, rating["bot"]), abs=0.2)


def test_deals_that_end_differently_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plain = json.loads((module.FOLDER / f"{FAST}.json").read_text())
    plain["deals"][1] = "0" * 16
    (tmp_path / f"{FAST}.json").write_text(json.dumps(plain))
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    result = run("arena", "--ladder", FAST, "--repeat", "--blocks", 3)
    assert result.exit_code == 1
    assert "1 of 3 deals ended differently: 2. [ladder_differs]" in result.stderr
    assert "the same" not in result.stdout


@pytest.mark.usefixtures("copies")
def test_a_bot_finds_out_where_it_stands(tmp_path: Path) -> None:
    """On the ladder's own deals: a copy of greedy scores what greedy scores on them."""
    own, ladder = tmp_path / "own.jsonl", tmp_path / "ladder.jsonl"
    found = answer(FAST, "--bots", COPY, "--blocks", 8, "--store", own)
    answer(FAST, "--repeat", "--blocks", 8, "--store", ladder)
    result = found["standings"][0]["result"]
    assert found["ladder"] == FAST
    assert result["rating"]["low"] < elo_of(FAST, "greedy") < result["rating"]["high"]
    assert set(found["standings"][0]["against"]) == set(find_ladder(FAST).bots)
    assert (found["standings"][0]["deals"], result["games"]) == (8, 64)
    for other in ("conductor", "porter", "random"):
        assert scores(own, COPY, other) == scores(ladder, "greedy", other)


def scores(store: Path, bot: str, other: str) -> dict[int, list[int]]:
    """A bot's points against another one, by deal."""
    lines = [one for one in read([store])[0] if set(one.block.lineup) == {bot, other}]
    assert {one.seed for one in lines} == {FAST}
    return {
        one.block.block: sorted(
            seat.score for game in one.block.games for seat in game.seats if seat.bot == bot
        )
        for one in lines
    }


@pytest.mark.usefixtures("copies")
def test_several_bots_stand_side_by_side_whatever_the_processes() -> None:
    both = f"{COPY},carrozza_copy_bot:Other,{COPY}"
    one = answer(FAST, "--bots", both, "--blocks", 3)
    assert one == answer(FAST, "--bots", both, "--blocks", 3, "--jobs", 2)
    first, second = one["standings"]
    assert first["against"] == second["against"]
    result = run("arena", "--ladder", FAST, "--bots", both, "--blocks", 3)
    assert result.stdout.count("3 of 100 deals · 24 games") == 2
    assert "Beaten by Copy" in result.stdout
    assert "Beaten by Other" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_table_of_four_has_one_seat_for_the_newcomer() -> None:
    ladder = find_ladder("usa-4-v1")
    tables = ladder.tables_for("me")
    assert {table.count("me") for table in tables} == {1}
    assert {len(table) for table in tables} == {4}
    assert {bot for table in tables for bot in table} == {"me", *ladder.bots}


def test_a_checksum_is_that_of_all_games_of_a_deal() -> None:
    def lines(*points: int) -> list[Line]:
        setup = Setup(game="usa", players=2, seed="s")
        games = [block(1, played(a=p, b=3), played(b=3, a=p)) for p in points]
        return [line_of(setup, 1.0, one) for one in games]

    assert checksums(lines(5, 6), 2) == checksums(lines(6, 5), 2)
    assert checksums(lines(5, 6), 2) != checksums(lines(5, 7), 2)
    assert checksums(lines(5), 2) == {}  # a table is still missing
    assert set(checksums([line(1), line(4)], 1)) == {1, 4}
    text = "a 5 10, b 3 10: 0\nb 3 10, a 5 10: 1\n"
    assert checksums(lines(5), 1) == {1: sha256(text.encode()).hexdigest()[:16]}


def test_an_interrupt_shows_the_deals_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    real = arena.run

    def some(*args: Any) -> Iterator[Block]:
        for number, one in enumerate(real(*args)):
            if number == 8:  # six tables a deal
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(arena, "run", some)
    result = run("arena", "--ladder", FAST, "--repeat")
    assert result.exit_code == 130
    assert "1 deal, every game the same" in result.stdout


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--ladder", "nowhere"), "unknown_ladder"),
        (("--ladder", "../arena"), "unknown_ladder"),
        (("--ladder", FAST, "--bots", "planner"), "bot_game"),
        (("--ladder", FAST, "--bots", "nobody"), "unknown_bot"),
        (("--ladder", FAST, "--bots", "greedy"), "on_ladder"),
        (("--ladder", FAST, "--bots", "hard"), "on_ladder"),
        (("usa", "--ladder", FAST), "ladder_options"),
        (("--ladder", FAST, "--players", 3), "ladder_options"),
        (("--ladder", FAST, "--seed", "monday"), "ladder_options"),
        (("--ladder", FAST, "--seconds", 2), "ladder_options"),
        (("--ladder", FAST, "--option", "open_track=true"), "ladder_options"),
        (("--ladder", FAST, "--sprt", "greedy,random"), "ladder_options"),
        (("--ladder", FAST, "--anchor", "random"), "ladder_options"),
        (("--ladder", FAST, "--report", "r.html"), "ladder_options"),
        (("--ladder", FAST, "--blocks", 101), "ladder_options"),
        (("--ladder", FAST, "--repeat", "--bots", "search"), "ladder_options"),
        (("--ladder", FAST, "--repeat", "--store", "no/where"), "no_folder"),
        (("usa", "--repeat"), "no_ladder"),
        ((), "no_game"),
    ],
)
def test_mistakes_are_one_sentence(args: tuple[object, ...], code: str) -> None:
    result = run("arena", *args)
    assert result.exit_code == 1
    assert f"[{code}]" in result.stderr
    assert result.stdout == ""


def test_unknown_ladders_are_answered_with_the_known_ones() -> None:
    told = run("arena", "--ladder", "nowhere").stderr
    assert all(name in told for name in ladder_names())


def test_what_the_ladder_fixes_may_be_said() -> None:
    said = ("card_game", "--ladder", FAST, "--players", 2, "--seed", FAST, "--seconds", 1)
    assert run("arena", *said).stdout == run("arena", "--ladder", FAST).stdout
