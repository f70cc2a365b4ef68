"""Batches of the lane: the same games in any company, and what their arrays hold is what the engine
and the other environments say."""

import random
from typing import Any

import numpy as np
import pytest
from tests.support import deal

from carrozza.core.errors import BadOptions
from carrozza.env.dealer import Dealer
from carrozza.env.lane_batch import lane_batch, places_of
from carrozza.games.registry import find_game
from carrozza.lane.batch import Batch
from carrozza.lane.compiled import compiled_apart
from carrozza.lane.games import look, mark_compact
from carrozza.lane.rules import compact_number
from carrozza.lane.twins import twin_of

GAMES = ("usa", "europe", "northern_lights", "card_game")


@compiled_apart
def _look(states: Any, batch: Any, works: Any, mask: Any, seen: Any) -> None:
    lookups, places, scale = batch
    look(states[0], lookups[0], works[0], places[0], scale, mask, seen)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_masks_and_observations_are_those_of_the_engine(name: str, players: int) -> None:
    dealer = Dealer(f"carrozza/{name}-v0", players)
    batch = lane_batch(f"carrozza/{name}-v0", players, 1)
    fixed = (batch.lookups, batch.places, batch.scale)
    record_of = twin_of(dealer.game).record_of
    works, rng = batch.work(), random.Random(name)
    mask = np.zeros(batch.masks.shape[1], np.uint64)
    seen = np.zeros(batch.observations.shape[1], np.float32)
    for n in range(4):
        s = deal(name, players, seed=str(n))
        while not s.over:
            _look(record_of(s), fixed, works, mask, seen)
            assert int.from_bytes(mask.tobytes(), "little") == s.legal_mask()
            assert np.array_equal(seen, dealer.observer.observe(s, s.seat))
            s.apply_id(rng.choice(s.legal_actions().ids))


def played(batch: Batch, steps: int) -> list[Any]:
    """Everything the arrays hold, step by step."""
    found = []
    for _ in range(steps):
        batch.step(batch.sample())
        arrays = (batch.seats, batch.masks, batch.observations, batch.rewards, batch.ended)
        found.append([array.copy() for array in arrays])
    return found


@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same_on_any_number_of_threads(name: str) -> None:
    one = played(lane_batch(f"carrozza/{name}-v0", 3, 300, seed=7, threads=1), 40)
    many = played(lane_batch(f"carrozza/{name}-v0", 3, 300, seed=7, threads=4), 40)
    other = played(lane_batch(f"carrozza/{name}-v0", 3, 300, seed=8, threads=4), 40)
    for a, b in zip(one, many, strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))
    assert not np.array_equal(one[-1][2], other[-1][2])


@pytest.mark.parametrize("name", GAMES)
def test_without_actions_it_plays_what_sample_would_give(name: str) -> None:
    one = lane_batch(f"carrozza/{name}-v0", 2, 70, seed=7)
    two = lane_batch(f"carrozza/{name}-v0", 2, 70, seed=7)
    for _ in range(200):
        one.step(one.sample())
        two.step()
    assert np.array_equal(one.observations, two.observations)
    assert np.array_equal(one.numbers, two.numbers)
    assert one.numbers.max() > 70


def test_a_game_is_the_same_in_a_larger_batch() -> None:
    small = played(lane_batch("carrozza/usa-v0", 2, 3, seed=7), 60)
    large = played(lane_batch("carrozza/usa-v0", 2, 9, seed=7), 60)
    for few, many in zip(small, large, strict=True):
        assert all(np.array_equal(a, b[:3]) for a, b in zip(few, many, strict=True))


@pytest.mark.parametrize("reward", ["score", "win"])
def test_games_end_with_rewards_and_begin_anew(reward: Any) -> None:
    batch = lane_batch("carrozza/europe-v0", 2, 64, seed=3, reward=reward)
    ends = 0
    for _ in range(400):
        batch.step(batch.sample())
        ends += int(batch.ended.sum())
        assert not batch.rewards[~batch.ended].any()
        if reward == "win":
            assert np.allclose(batch.rewards[batch.ended].sum(axis=1), 1)
        assert (batch.states["pending"] > 0).all()
        assert (batch.states["points"][batch.ended] == 0).all()
        assert batch.masks.any(axis=1).all()
    assert ends > 64
    assert int(batch.numbers.max()) > 64


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadOptions, match="at least one game"):
        Batch(find_game("usa"), 2, 0)
    with pytest.raises(BadOptions, match="not for 6 players"):
        Batch(find_game("usa"), 6, 1)
    with pytest.raises(BadOptions, match="3 actions are needed"):
        Batch(find_game("usa"), 2, 3).step([1, 2])


def test_places_are_those_of_the_layout() -> None:
    dealer = Dealer("carrozza/usa-v0", 2)
    assert places_of(dealer).starts["hand"] == dealer.layout.slices["hand"].start


@compiled_apart
def _compact(states: Any, lookups: Any, works: Any, ids: Any, mask: Any, numbers: Any) -> None:
    mark_compact(states[0], lookups[0], works[0], mask)
    for n in range(len(ids)):
        numbers[n] = compact_number(states[0], lookups[0], ids[n])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_compact_actions_are_what_the_legal_ids_come_to(name: str, players: int) -> None:
    batch = lane_batch(f"carrozza/{name}-v0", players, 1, actions="compact")
    assert batch.count < len(find_game(name).lookups.space)
    record_of, works = twin_of(find_game(name)).record_of, batch.work()
    rng = random.Random(f"compact {name}")
    for n in range(4):
        s = deal(name, players, seed=f"compact {n}")
        while not s.over:
            ids = np.array(s.legal_actions().ids)
            mask, numbers = np.zeros(batch.masks.shape[1], np.uint64), np.zeros(len(ids), np.int64)
            _compact(record_of(s), batch.lookups, works, ids, mask, numbers)
            assert set(bits_of(mask)) == set(numbers)
            assert max(numbers) < batch.count
            s.apply_id(int(rng.choice(ids)))


@pytest.mark.parametrize("name", GAMES)
def test_compact_actions_play_legal_ids(name: str) -> None:
    """Two batches of the same games: by numbers, and by the ids that the first one came to."""
    environment = f"carrozza/{name}-v0"
    compact = lane_batch(environment, 3, 50, seed=7, actions="compact")
    ids = lane_batch(environment, 3, 50, seed=7)
    for _ in range(300):
        chosen = compact.sample()
        for number, mask in zip(chosen, compact.masks, strict=True):
            assert number in bits_of(mask)
        compact.step(chosen)
        for i, mask in zip(compact.ids, ids.masks, strict=True):
            assert i in bits_of(mask)
        ids.step(compact.ids)
        for array in ("seats", "observations", "rewards", "ended", "completed"):
            assert np.array_equal(getattr(compact, array), getattr(ids, array)), array
    assert compact.numbers.max() > 50


def bits_of(mask: Any) -> Any:
    return np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little"))
