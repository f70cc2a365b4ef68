"""A fifth game, all of it in this folder. The tests of every game are run over it, too: what they
know of a game's box is said here."""

from collections.abc import Iterator

import pytest
from tests import inventory
from tests.fifth.alpe_adria import GAME
from tests.property.test_legality_oracle import RULES, Rules

from carrozza.games.registry import BOARD_GAMES, register

NAME = "alpe_adria"


@pytest.fixture(autouse=True, scope="module")  # the folder is no package
def registered() -> Iterator[None]:
    register(NAME, GAME)
    inventory.BOXES[NAME] = (12, 14, 30)
    inventory.TICKETS[NAME] = 32
    RULES[NAME] = Rules(wild_everywhere=False, both_from=3)
    yield
    del BOARD_GAMES[NAME], inventory.BOXES[NAME], inventory.TICKETS[NAME], RULES[NAME]
