"""Golden playthroughs, compared line by line."""

from pathlib import Path

import pytest
from tests.playthroughs.write import HERE, playthrough, setups

GAMES = dict(setups())


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_still_played_like_this(name):
    assert playthrough(GAMES[name]).splitlines() == (HERE / f"{name}.txt").read_text().splitlines()


def test_no_playthrough_is_left_over():
    assert {path.stem for path in Path(HERE).glob("*.txt")} == set(GAMES)


def text(name: str) -> str:
    return (HERE / f"{name}.txt").read_text()


def test_every_way_a_game_can_end_is_among_them():
    assert "can do nothing and passes" in text("all-pass-2")
    assert "one more turn for everyone" not in text("all-pass-2")
    for name in GAMES:
        if name != "all-pass-2":
            assert "one more turn for everyone" in text(name)
    for players in (2, 3):
        assert "second deck" not in text(f"card_game-{players}")
    assert text("card_game-4").count("second deck") == 1
    assert text("card_game-4").count("one more turn for everyone") == 2
