"""`carrozza export`: what is in the file replays to the same games."""

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.cli.conftest import Run
from tests.cli.conftest import carrozza as run_command

import carrozza.cli.export as command
import carrozza.env.export as module
from carrozza import __version__
from carrozza.core.errors import CarrozzaError
from carrozza.core.game import Setup
from carrozza.env.export import checksum_of
from carrozza.env.ids import id_of
from carrozza.env.observe import observer_of
from carrozza.games.registry import NAMES, game_of

# Of six games between greedy and random, on every machine and with every version of pyarrow.
SIX = "45b638dd95be1e50d711b8d8f6b32374475b7b5012d50578d38fb2130968ea2e"


@pytest.fixture(scope="session")
def run() -> Run:
    return run_command


def export(run: Run, path: Path, *args: object) -> Path:
    result = run("export", path, "--bots", "greedy", "--seed", "s", *args)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == ""
    return path


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_file_replays(run: Run, tmp_path: Path, name: str, players: int) -> None:
    path = export(run, tmp_path / "g.parquet", "--game", name, "--players", players, "--games", 3)
    metadata = pq.read_schema(path).metadata
    base = msgspec.json.decode(metadata[b"carrozza.setup"], type=Setup)
    rows = rows_of(path)
    assert {row["game"] for row in rows} == {1, 2, 3}
    for number in (1, 2, 3):
        decisions = [row for row in rows if row["game"] == number]
        assert [row["move"] for row in decisions] == list(range(len(decisions)))
        state = game_of(base).deal(msgspec.structs.replace(base, seed=decisions[0]["seed"]))[0]
        observer = observer_of(state.game, players)
        for row in decisions:
            seat, mask = row["seat"], int.from_bytes(row["legal_mask"], "little")
            assert mask == state.legal_mask(seat)
            seen = np.array(row["observation"], np.float32)
            assert np.array_equal(seen, observer.observe(state, seat))
            action = state.space.actions[row["action"]]
            assert row["action_text"] == state.game.describe(action)
            state.apply(action, seat)
        check_results(decisions, state.score_sheet())


def check_results(decisions: list[dict[str, Any]], sheet: Any) -> None:
    by_seat: dict[int, float] = {}
    for row in decisions:
        assert tuple(row["scores"]) == sheet.totals
        assert (row["rank"] == 1) == (row["seat"] in sheet.winners) == (row["win"] > 0)
        better = [t for t in sheet.totals if t > sheet.totals[row["seat"]]]
        assert row["rank"] == 1 or row["rank"] > len(better)
        assert row["bot"] == "greedy"
        by_seat[row["seat"]] = by_seat.get(row["seat"], 0) + row["reward"]
    assert [by_seat[seat] for seat in sorted(by_seat)] == list(sheet.totals)


def test_the_game_may_be_named_first(run: Run, tmp_path: Path) -> None:
    args = ("--bots", "greedy", "--seed", "s", "--games", 1)
    first, option = tmp_path / "first.parquet", tmp_path / "option.parquet"
    assert run("export", "usa", first, *args).exit_code == 0
    assert run("export", option, "--game", "usa", *args).exit_code == 0
    assert first.read_bytes() == option.read_bytes()


def test_the_same_file_with_any_number_of_processes(run: Run, tmp_path: Path) -> None:
    args = ("--game", "card_game", "--games", 6)
    one = export(run, tmp_path / "one.parquet", *args)
    two = export(run, tmp_path / "two.parquet", *args, "--jobs", 2)
    assert one.read_bytes() == two.read_bytes()
    assert not list(tmp_path.glob("*.part"))


def test_the_games_have_a_checksum(run: Run, tmp_path: Path) -> None:
    """Whoever plays them or reads the file gets the same; of other games it is another."""
    path = tmp_path / "g.parquet"

    def told(*more: object) -> str:
        args = ("card_game", path, "--bots", "greedy,random", "--seed", "s", "--games", 6, *more)
        result = run("export", *args)
        found = re.search(r"^SHA-256 of the games: ([0-9a-f]{64})$", result.stderr, re.M)
        assert found, result.stderr
        assert checksum_of(path) == found[1]
        return found[1]

    first = told()
    assert first == SIX
    assert told("--jobs", 2) == first
    assert len({first, told("--games", 5), told("--seed", "t"), told("--bots", "greedy")}) == 4


def test_the_checksum_is_that_of_seeds_bots_actions_and_scores(run: Run, tmp_path: Path) -> None:
    path = export(run, tmp_path / "g.parquet", "--game", "card_game", "--games", 2)
    text = ""
    for number in (1, 2):
        rows = [row for row in rows_of(path) if row["game"] == number]
        seats, actions = [row["seat"] for row in rows], [row["action"] for row in rows]
        line = [rows[0]["seed"], ["greedy", "greedy"], seats, actions, rows[0]["scores"]]
        text += json.dumps(line, separators=(",", ":")) + "\n"
    assert checksum_of(path) == hashlib.sha256(text.encode()).hexdigest()


def test_a_checksum_of_something_else(tmp_path: Path) -> None:
    other, table = tmp_path / "other", tmp_path / "table.parquet"
    other.write_text("no games")
    pq.write_table(pa.table({"a": [1]}), table)
    for path in (other, table, tmp_path / "none"):
        with pytest.raises(CarrozzaError) as refused:
            checksum_of(path)
        assert refused.value.code == "not_games"


def test_row_groups_stay_small(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROWS", 200)
    file = pq.ParquetFile(export(run, tmp_path / "g.parquet", "--game", "card_game", "--games", 9))
    sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert len(sizes) > 2
    assert max(sizes) < 600


def test_the_file_says_what_is_in_it(run: Run, tmp_path: Path) -> None:
    path = export(run, tmp_path / "g.parquet", "--game", "europe", "--games", 1)
    schema = pq.read_schema(path)
    told = {key.decode(): value.decode() for key, value in schema.metadata.items()}
    assert told["carrozza.version"] == __version__
    assert told["carrozza.environment"] == id_of("europe")
    assert json.loads(told["carrozza.bots"]) == ["greedy", "greedy"]
    assert list(json.loads(told["carrozza.columns"])) == schema.names
    parts = json.loads(told["carrozza.layout"])
    assert (
        sum(np.prod(part["shape"]) for part in parts) == schema.field("observation").type.list_size
    )
    assert {"hand", "routes", "stations", "tunnel"} <= {part["name"] for part in parts}


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--game", "chess"), "unknown_game"),
        (("--game", "usa", "--bots", "conductor"), "bot_game"),
        (("--game", "usa", "--bots", "greedy,greedy,greedy"), "bots"),
        (("--game", "usa", "--players", 9), "players"),
    ],
)
def test_what_cannot_be_played(run: Run, tmp_path: Path, args: tuple[str, ...], code: str) -> None:
    result = run("export", tmp_path / "g.parquet", *args)
    assert (result.exit_code, f"[{code}]" in result.stderr) == (1, True)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path) -> None:
    result = run("export", tmp_path / "no" / "g.parquet", "--game", "usa")
    assert "[no_folder]" in result.stderr


def test_only_files_are_replaced_and_links_are_followed(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "[not_a_file]" in run("export", pipe, "--game", "usa", "--games", 1).stderr
    assert pipe.is_fifo()
    link, target = tmp_path / "link.parquet", tmp_path / "target.parquet"
    link.symlink_to(target)
    export(run, link, "--game", "card_game", "--games", 1)
    assert link.is_symlink()
    assert {row["game"] for row in rows_of(target)} == {1}


def stop_after(games: int, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []

    def play_or_stop(order: Any) -> Any:
        if len(played) == games:
            raise error
        played.append(module_play(order))
        return played[-1]

    module_play = command.play_game
    monkeypatch.setattr(command, "play_game", play_or_stop)


def test_an_interrupt_keeps_the_games_so_far(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(2, KeyboardInterrupt(), monkeypatch)
    path = tmp_path / "g.parquet"
    result = run("export", path, "--game", "card_game", "--bots", "greedy", "--games", 9)
    assert result.exit_code == 130
    assert {row["game"] for row in rows_of(path)} == {1, 2}


@pytest.mark.parametrize("error", [CarrozzaError("bot_failed", "Lost."), ValueError("ours")])
def test_an_error_leaves_the_old_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    stop_after(2, error, monkeypatch)
    path = tmp_path / "g.parquet"
    path.write_text("precious")
    result = run("export", path, "--game", "card_game", "--bots", "greedy", "--games", 9)
    assert result.exit_code == 1
    assert ("[bot_failed]" in result.stderr) == isinstance(error, CarrozzaError)
    assert path.read_text() == "precious"
    assert [found.name for found in tmp_path.iterdir()] == ["g.parquet"]
