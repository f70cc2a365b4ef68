"""Saves: `carrozza verify` and `carrozza replay`."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cli.conftest import Run

from carrozza.cli.names import Names
from carrozza.core.events import CardsDealt
from carrozza.core.game import Setup
from carrozza.core.replay import commitment, decode_save, load_state, replay
from carrozza.core.scores import LongestPathItem, RouteItem, TicketItem
from carrozza.games.registry import NAMES, find_game, game_of

Edit = Callable[..., Path]


@pytest.mark.parametrize("name", NAMES)
def test_verify_says_what_it_checked(run: Run, saves: dict[str, Path], name: str) -> None:
    save = decode_save(saves[name].read_bytes())
    result = run("verify", saves[name])
    assert result.exit_code == 0
    assert result.stderr == ""
    words = " ".join(result.stdout.split())
    assert f"Actions {len(save.steps)}, " in words
    assert f"Hashes {len(save.steps) + 1}, " in words
    assert save.totals is not None
    assert ", ".join(map(str, save.totals)).replace("-", "−") in words
    assert "Finished yes" in words


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("columns", [80, 120])
def test_replay_fits_and_tells_every_turn(
    run: Run, saves: dict[str, Path], name: str, columns: int
) -> None:
    result = run("replay", saves[name], columns=columns)
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == find_game(name).title
    assert max(map(len, lines)) <= columns
    assert "\x1b" not in result.stdout
    assert not any(line.endswith(" ") for line in lines)
    numbers = [int(m[1]) for line in lines if (m := re.match(r" *(\d+) Seat \d ", line))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 20


@pytest.mark.parametrize("name", NAMES)
def test_replay_ends_with_every_item_of_the_sheet(
    run: Run, saves: dict[str, Path], name: str
) -> None:
    state = load_state(decode_save(saves[name].read_bytes()), game_of)
    text = run("replay", saves[name]).stdout
    final = " ".join(text[text.index("Final score") :].split())
    names = Names(state.game)
    sheet = state.score_sheet()
    for score in sheet.seats:
        for item in score.items:
            if isinstance(item, RouteItem):
                assert names.route(item.route) in final
            if isinstance(item, TicketItem):
                mark = "✓" if item.completed else "✗"
                assert f"{mark} {names.ticket(item.ticket)}" in final
            if isinstance(item, LongestPathItem) and item.length:
                assert f"{item.length} trains: {names.city(item.cities[0])}" in final
    if len(sheet.winners) == 1:
        assert final.endswith(f"Seat {sheet.winners[0]} wins.")
    else:
        assert final.endswith("share the victory.")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [None, 1])
def test_replay_tells_each_event_as_the_seat_saw_it(
    run: Run, saves: dict[str, Path], name: str, seat: int | None
) -> None:
    game = find_game(name)
    args = () if seat is None else ("--seat", seat)
    text = run("replay", saves[name], *args).stdout
    told = re.sub(r"[^a-z]", "", text.lower())  # wrapped lines have points between their words
    for _, _, events in replay(decode_save(saves[name].read_bytes()), game_of):
        for event in events:
            seen = event if seat is None else event.seen_by(seat)
            assert letters(game.describe(seen)) in told
            if seen != event and isinstance(event, CardsDealt) and event.count > 1:
                assert letters(game.describe(event)) not in told
    assert bool(re.search(r"^Seen by +Seat 1$", text, re.MULTILINE)) == (seat == 1)


def letters(sentence: str) -> str:
    """A sentence without its “Seat 0”, numbers and marks."""
    return re.sub(r"[^a-z]", "", re.sub(r"^Seat \d ", "", sentence).lower())


def test_an_unfinished_game_is_told_and_verified(run: Run, edited: Edit) -> None:
    def cut(plain: dict[str, Any]) -> None:
        plain["steps"] = plain["steps"][:30]
        plain["totals"] = plain["winners"] = None

    path = edited(cut)
    assert "no; to move: seat" in run("verify", path).stdout
    assert "Score if the game ended now" in run("replay", path).stdout
    seen = run("replay", path, "--seat", 0).stdout
    assert "The game is not over" in seen
    assert "Score if" not in seen  # the others' tickets are on it
    assert "Seed" not in seen  # it tells all cards to come


def test_save_of_a_custom_board_needs_no_other_file(
    run: Run, small_board: Path, tmp_path: Path
) -> None:
    path = tmp_path / "wood.json"
    args = ("--games", 1, "--seed", "s", "--board", small_board, "--save", path)
    assert run("simulate", "northern_lights", *args).exit_code == 0
    assert run("verify", path).exit_code == 0
    told = run("replay", path)
    assert "The [red]Wood[/red]" in told.stdout
    assert "[bold]Ash[/bold]" in told.stdout
    assert "Birch [31m" in told.stdout
    assert "\x1b" not in told.stdout


def newer(plain: dict[str, Any]) -> None:
    plain["format"] = 99


def other_action(plain: dict[str, Any]) -> None:
    plain["steps"][-1][1] = {"type": "Pass"}


def other_hash(plain: dict[str, Any]) -> None:
    plain["steps"][5][2] = "0" * 16


def other_start(plain: dict[str, Any]) -> None:
    plain["start"] = "0" * 16


def other_scores(plain: dict[str, Any]) -> None:
    plain["totals"][0] += 1


def other_winner(plain: dict[str, Any]) -> None:
    plain["winners"] = [0, 1]


def fewer_steps(plain: dict[str, Any]) -> None:
    del plain["steps"][-1]


def other_game(plain: dict[str, Any]) -> None:
    plain["setup"]["game"] = "chess"


def other_seed(plain: dict[str, Any]) -> None:
    plain["setup"]["seed"] = "better cards"


def unknown_field(plain: dict[str, Any]) -> None:
    plain["extra"] = 1


REFUSED = [
    (newer, "newer_format"),
    (other_action, "bad_step"),
    (other_hash, "wrong_hash"),
    (other_start, "wrong_hash"),
    (other_scores, "wrong_scores"),
    (other_winner, "wrong_scores"),
    (fewer_steps, "wrong_end"),
    (other_game, "bad_setup"),
    (other_seed, "wrong_hash"),
    (unknown_field, "damaged"),
]


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(("change", "code"), REFUSED)
def test_an_edited_save_is_refused(
    run: Run, edited: Edit, command: str, change: Callable[..., None], code: str
) -> None:
    result = run(command, edited(change))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.endswith(f" [{code}]\n")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("part", [0.0, 0.3, 0.99])
def test_a_truncated_save_is_refused(
    run: Run, saves: dict[str, Path], tmp_path: Path, part: float
) -> None:
    data = saves["usa"].read_bytes()
    path = tmp_path / "cut.json"
    path.write_bytes(data[: int(len(data) * part)])
    result = run("verify", path)
    assert result.exit_code == 1
    assert "[not_a_save]" in result.stderr


@pytest.mark.parametrize("text", ["[]", "null", "7", '"save"', "{}", "[" * 100_000])
def test_what_is_no_save_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text)
    result = run("verify", path)
    assert result.exit_code == 1
    assert "[not_a_save]" in result.stderr


def test_a_save_is_json_with_one_step_a_line(saves: dict[str, Path]) -> None:
    text = saves["usa"].read_text()
    assert len(text.splitlines()) == len(json.loads(text)["steps"]) + 2


def promise(plain: dict[str, Any]) -> None:
    plain["commitment"] = commitment(msgspec.convert(plain["setup"], Setup))


def test_a_promised_deal_is_proved(run: Run, edited: Edit) -> None:
    path = edited(promise)
    made = msgspec.json.decode(path.read_bytes())["commitment"]
    assert "matches the save" in " ".join(run("verify", path).stdout.split())
    given = run("verify", path, "--commitment", made)
    assert "the one you gave" in " ".join(given.stdout.split())


def test_a_deal_that_was_not_promised_is_told(run: Run, edited: Edit) -> None:
    def other(plain: dict[str, Any]) -> None:
        plain["commitment"] = "0" * 64

    assert "[wrong_commitment]" in run("verify", edited(other)).stderr
    assert "[wrong_commitment]" in run("verify", edited(promise), "--commitment", "0" * 64).stderr


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_of_the_final_score(run: Run, saves: dict[str, Path], name: str, tmp_path: Path):
    target = tmp_path / "game.svg"
    result = run("picture", saves[name], "-o", target)
    assert result.exit_code == 0, result.stderr
    text = target.read_text()
    assert find_game(name).title in text
    assert "Seat 1" in text


def test_pictures_that_cannot_be_drawn(run: Run, saves: dict[str, Path], tmp_path: Path) -> None:
    for args, code in (
        ((saves["usa"], "-o", tmp_path / "game.jpg"), "picture_kind"),
        ((saves["card_game"], "-o", tmp_path / "game.webp"), "no_board"),
        ((saves["usa"], "-o", tmp_path / "game.svg", "--names", "Anna"), "names"),
        ((saves["usa"], "-o", tmp_path / "game.svg", "--theme", "pink"), "theme"),
        ((saves["usa"], "-o", tmp_path / "nowhere" / "game.svg"), "no_folder"),
    ):
        result = run("picture", *args)
        assert result.exit_code == 1
        assert f"[{code}]" in result.stderr
    assert not list(tmp_path.iterdir())
