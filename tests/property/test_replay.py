"""Saves: whatever was played comes back exactly, and nothing else is accepted."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import TABLES, every_table

from carrozza.core.codec import FORMAT
from carrozza.core.errors import BadSave
from carrozza.core.game import Setup
from carrozza.core.replay import Record, decode_save, encode_save, load_state, replay
from carrozza.games.registry import game_of

tables = st.sampled_from(TABLES)


def record(name: str, players: int, seed: int, steps: int) -> Record:
    setup = Setup(game=name, players=players, seed=str(seed))
    made = Record(game_of(setup), setup)
    rng = random.Random(seed)
    while steps and not made.state.over:
        seat = rng.choice(made.state.to_act)
        made.apply(rng.choice(made.state.legal_actions(seat)), seat)
        steps -= 1
    return made


@given(tables, st.integers(0, 10**6), st.integers(0, 120))
def test_a_save_of_any_moment_loads_to_the_same_position(table, seed, steps):
    made = record(*table, seed, steps)
    save = decode_save(encode_save(made.save()))
    assert save == made.save()
    assert load_state(save, game_of).plain() == made.state.plain()


@every_table
def test_a_finished_save_replays_with_all_events(name, players):
    made = record(name, players, 1, 10_000)
    steps = list(replay(made.save(), game_of))
    assert len(steps) == len(made.steps) + 1
    assert made.save().totals == made.state.score_sheet().totals


@given(tables, st.integers(0, 1000), st.data())
def test_no_truncated_save_is_accepted(table, seed, data):
    whole = encode_save(record(*table, seed, 10).save()).rstrip()
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(BadSave) as caught:
        decode_save(whole[:cut])
    assert caught.value.code == "not_a_save"


@given(tables, st.integers(0, 1000), st.data())
def test_an_edited_save_is_refused_and_never_half_played(table, seed, data):
    """A step dropped, doubled or moved, a hash or the seed changed."""
    save = record(*table, seed, 30).save()
    i = data.draw(st.integers(0, len(save.steps) - 2))
    steps = list(save.steps)
    edits = {
        "drop": steps[:i] + steps[i + 1 :],
        "double": [*steps[: i + 1], *steps[i:]],
        "swap": [*steps[:i], steps[i + 1], steps[i], *steps[i + 2 :]],
        "hash": [*steps[:i], msgspec.structs.replace(steps[i], hash="0" * 16), *steps[i + 1 :]],
    }
    for changed in edits.values():
        with pytest.raises(BadSave):
            load_state(msgspec.structs.replace(save, steps=tuple(changed)), game_of)
    other = msgspec.structs.replace(save.setup, seed=save.setup.seed + "x")
    with pytest.raises(BadSave):
        load_state(msgspec.structs.replace(save, setup=other), game_of)


@every_table
def test_wrong_scores_or_a_wrong_end_are_refused(name, players):
    save = record(name, players, 2, 10_000).save()
    assert save.totals is not None
    higher = tuple(total + 1 for total in save.totals)
    for edited, code in (
        (msgspec.structs.replace(save, totals=higher), "wrong_scores"),
        (msgspec.structs.replace(save, winners=()), "wrong_scores"),
        (msgspec.structs.replace(save, totals=None, winners=None), "wrong_end"),
        (msgspec.structs.replace(save, steps=save.steps[:-1]), "wrong_end"),
    ):
        with pytest.raises(BadSave) as caught:
            load_state(edited, game_of)
        assert caught.value.code == code


def plain_save() -> dict:
    return msgspec.json.decode(encode_save(record("usa", 2, 3, 5).save()))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": FORMAT + 1, "something": "new"}, "newer_format"),
        ({"format": "1"}, "not_a_save"),
        ({"steps": [[0, {"type": "Fly"}, "00"]]}, "damaged"),
        ({"extra": 1}, "damaged"),
        ({"setup": {}}, "damaged"),
        ({"setup": {"game": "chess", "players": 2, "seed": ""}}, "bad_setup"),
        ({"setup": {"game": "usa", "players": 9, "seed": ""}}, "bad_setup"),
        ({"setup": {"game": "usa", "players": 2, "seed": "", "options": {"x": 1}}}, "bad_setup"),
        ({"setup": {"game": "usa", "players": 2, "seed": "", "board": {}}}, "bad_setup"),
    ],
)
def test_each_kind_of_bad_save_has_its_code(change, code):
    data = msgspec.json.encode(plain_save() | change)
    with pytest.raises(BadSave) as caught:
        load_state(decode_save(data), game_of)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "data", [b"", b"[" * 100_000, b"null", b"[]", b"hello", b"\xff\xfe", b"{}", b'{"format":1']
)
def test_what_is_no_save_is_refused(data):
    with pytest.raises(BadSave) as caught:
        decode_save(data)
    assert caught.value.code == "not_a_save"
