"""Results on disk."""

import json
from multiprocessing import get_context
from pathlib import Path

import pytest
from tests.arena.synthetic import append_many, line

from carrozza.arena.results import by_match, results
from carrozza.arena.store import append, read
from carrozza.core.errors import CarrozzaError


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    lines = [line(1), line(2), line(1, seed="t"), line(1, game="europe")]
    for one in lines:
        append(path, one)
    assert read([path]) == (lines, [])
    assert [len(group) for group in by_match(lines)] == [3, 1]


def test_the_same_block_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for one in (line(1), line(1), line(2)):
        append(path, one)
    assert len(read([path, path])[0]) == 2


def test_a_line_cut_off_is_left_out_and_harms_no_other(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    append(path, line(1))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    append(path, line(2))
    lines, damaged = read([path])
    assert [one.block.block for one in lines] == [1, 2]
    assert [(one.number, one.path) for one in damaged] == [(2, path)]


@pytest.mark.parametrize("wrong", [b"nonsense", b"[]", b'{"format":1}', b"\xff\xfe", b'{"a":'])
def test_other_lines_are_told(tmp_path: Path, wrong: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(wrong + b"\n\n")
    append(path, line(1))
    lines, damaged = read([path])
    assert (len(lines), [one.number for one in damaged]) == (1, [1])


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('"winners":[0]', '"winners":[7]'),
        ('"winners":[0]', '"winners":[]'),
        (
            '"timing":[{"seconds":0.02,"longest":0.01},{"seconds":0.02,"longest":0.01}]',
            '"timing":[]',
        ),
        ('"lineup":["a","b"]', '"lineup":["a","c"]'),
        ('"players":2', '"players":3'),
    ],
)
def test_what_does_not_fit_together_is_left_out(tmp_path: Path, right: str, wrong: str) -> None:
    path = tmp_path / "results.jsonl"
    append(path, line(1))
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong, 1) + text)
    lines, left_out = read([path])
    assert (len(lines), [one.number for one in left_out]) == (1, [1])


def test_no_games_are_no_result(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    append(path, line(1))
    plain = json.loads(path.read_text())
    plain["block"]["games"] = []
    path.write_text(json.dumps(plain))
    assert [one.number for one in read([path])[1]] == [1]


def test_a_block_that_ended_differently_is_reported(tmp_path: Path) -> None:
    """As after a bot was changed: the first result counts, and nobody takes it for the new one."""
    path = tmp_path / "results.jsonl"
    for one in (line(1), line(2), line(1, a=3, b=5)):
        append(path, one)
    lines, left_out = read([path])
    assert lines == [line(1), line(2)]
    assert [(one.number, "differently" in one.problem) for one in left_out] == [(3, True)]


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"format":2,"anything":[]}\n')
    with pytest.raises(CarrozzaError) as refused:
        read([path])
    assert refused.value.code == "newer_format"


def test_two_processes_append_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    spawn = get_context("spawn")
    processes = [spawn.Process(target=append_many, args=(path, seed)) for seed in "xy"]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    lines, damaged = read([path])
    assert (len(lines), damaged) == (200, [])


def test_the_order_of_the_file_does_not_matter() -> None:
    lines = [line(i, a=i % 3, b=1) for i in range(1, 30)]
    forth, back = results(lines, "a"), results(lines[::-1], "a")
    assert forth.bots == back.bots
    assert forth.pairs == back.pairs
    assert forth.games == 58
    assert forth.pairs["a"]["b"] + forth.pairs["b"]["a"] == pytest.approx(1)
    assert forth.timing["a"].mean == 2


def test_unwritable(tmp_path: Path) -> None:
    with pytest.raises(CarrozzaError) as refused:
        append(tmp_path, line(1))
    assert refused.value.code == "unwritable"
