"""A network thinks in one thread, whatever the machine has: others want the rest of it."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from carrozza.bots.scholar.sight import Sight
from carrozza.games.registry import start

MANY = 2


def threads() -> set[int]:
    return {
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    }


@pytest.mark.parametrize("name", ["usa", "card_game"])
def test_a_network_thinks_in_one_thread(name: str) -> None:
    network = Sight(start(name, players=2, seed="threads").game).network
    seen: list[set[int]] = []
    simple = network.linear

    def watched(layer: str, x: np.ndarray) -> np.ndarray:
        seen.append(threads())
        return simple(layer, x)

    network.linear = watched
    try:
        with threadpool_limits(MANY, "blas"):
            network.answer(np.zeros((1, network.sizes.row), np.int8))
            network.chances(np.zeros((1, network.sizes.row), np.int8))
            assert threads() == {MANY}, "others have their threads again"
    finally:
        del network.linear
    assert len(seen) > 1
    assert all(found == {1} for found in seen)
