"""Options of a game."""

import pytest

from carrozza.core.errors import BadOptions
from carrozza.games.registry import NAMES, find_game, start


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("unknown_game", {"game": "chess"}),
        ("players", {"game": "usa", "players": 1}),
        ("players", {"game": "usa", "players": 6}),
        ("players", {"game": "card_game", "players": 5}),
        ("first", {"game": "usa", "first": 2}),
        ("first", {"game": "usa", "first": -1}),
        ("unknown_option", {"game": "europe", "edition": "classic"}),
        ("option_value", {"game": "usa", "edition": "old"}),
        ("option_value", {"game": "card_game", "open_track": 1}),
    ],
)
def test_what_cannot_be_set_up_is_said_so(code, arguments):
    with pytest.raises(BadOptions) as caught:
        start(**arguments)
    assert caught.value.code == code
    assert caught.value.message.endswith(".")


def test_the_first_choice_of_an_option_is_its_default():
    assert start("usa", seed="x").plain() == start("usa", seed="x", edition="current").plain()
    assert start("usa", seed="x").plain() != start("usa", seed="x", edition="classic").plain()


@pytest.mark.parametrize("name", NAMES)
def test_each_option_is_explained(name):
    for option in find_game(name).options:
        assert option.about
        assert len(option.choices) >= 2
