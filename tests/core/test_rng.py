"""Test vectors: these numbers never change, or no old save replays any more."""

from collections import Counter

from tests.support import every_table

from carrozza.core.rng import Rng
from carrozza.games.registry import start


def test_words():
    rng = Rng.from_seed("carrozza")
    assert rng.key.hex() == ("ba19a3319fe405b078c5206818b55bda192ef6af269a7cf02125d5c0ed331e6a")
    assert [f"{w:016x}" for w in rng.words(3)] == [
        "6fd7b163e3cdd1fa",
        "0f2ccf45cfda966d",
        "867e13f9d5ce1567",
    ]
    assert [f"{w:016x}" for w in rng.words(2)] == ["8039c4cb39932e71", "4ca97affffe1450a"]
    assert rng.used == 2


def test_below():
    rng = Rng.from_seed("below")
    assert [rng.below(6) for _ in range(20)] == [
        4,
        2,
        3,
        0,
        4,
        2,
        5,
        0,
        4,
        1,
        5,
        5,
        1,
        5,
        1,
        2,
        3,
        0,
        4,
        0,
    ]


def test_shuffle():
    assert Rng.from_seed("shuffle").shuffled(range(12)) == [6, 0, 1, 8, 3, 7, 9, 2, 4, 5, 10, 11]
    assert Rng.from_seed("shuffle").shuffled([]) == []
    assert Rng.from_seed("shuffle").shuffled(["a"]) == ["a"]


def test_a_shuffle_of_less_than_two_asks_for_no_numbers():
    rng = Rng.from_seed("")
    rng.shuffle([1])
    assert rng.used == 0


def test_every_order_comes_up_about_equally_often():
    rng = Rng.from_seed("orders")
    counts = Counter(tuple(rng.shuffled(range(4))) for _ in range(24_000))
    assert len(counts) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 60  # chi-square, 23 degrees


def test_a_clone_goes_on_alike_and_apart():
    rng = Rng.from_seed("clone")
    rng.below(3)
    copy = rng.clone()
    assert rng.words(4) == copy.words(4)
    rng.below(2)
    assert copy.used == 2


HASHES = {
    ("usa", 2): ("9f4c3260e4f23b35", "8c7aa8caf8ea1a90"),
    ("usa", 3): ("9a2094b852f2cdda", "272b63e9d3fca3cb"),
    ("usa", 4): ("86a1e7175f35abad", "c1a104f516489b9d"),
    ("usa", 5): ("e8a5c8333fb0d794", "5804e58ad7c0efb5"),
    ("europe", 2): ("cc770176f75dc99e", "ea317d9cc9b1dce9"),
    ("europe", 3): ("e42ed1bd29476eb8", "f53c948dfc75acf5"),
    ("europe", 4): ("5027aecc45bec296", "93d4a7911b25955c"),
    ("europe", 5): ("c70c4b674c1b0084", "70107a91b0d1b8e7"),
    ("northern_lights", 2): ("e08ad08e408bee91", "5944e3c83c4470a5"),
    ("northern_lights", 3): ("5ae2d33044dd946d", "676e76b2a0e6ee0b"),
    ("northern_lights", 4): ("cfa1d2adc399f525", "0c724fde95f8a674"),
    ("northern_lights", 5): ("790d2c5816b8ee1f", "8607855ef4d58fea"),
    ("card_game", 2): ("fe51da79bd56ded0", "1544bcade0ff8987"),
    ("card_game", 3): ("703eb6587d86ecbf", "be45559e281a76a8"),
    ("card_game", 4): ("f89bb5b8d41fbd36", "eefde8834fa910f3"),
}


@every_table
def test_state_hashes(name, players):
    """The deal, and a position sixty actions later."""
    state = start(name, players, seed="vector")
    dealt = state.state_hash()
    for number in range(60):
        legal = state.legal_actions()
        state.apply(legal[number * number * 31 % len(legal)])
    assert (dealt, state.state_hash()) == HASHES[name, players]
