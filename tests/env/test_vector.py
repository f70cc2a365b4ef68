"""The vector environment: what its spaces promise, and the games of the batch."""

import numpy as np
import pytest

from carrozza.env.lane_batch import lane_batch
from carrozza.env.vector import Vector
from carrozza.games.registry import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_it_gives_what_its_spaces_promise(name):
    env = Vector(f"carrozza/{name}-v0", 8, players=3)
    seen, info = env.reset(seed=5)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(600):
        assert env.observation_space.contains(seen)
        legal = [rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        actions = np.array(legal, env.action_space.dtype)
        assert env.action_space.contains(actions)
        seen, rewards, over, cut, info = env.step(actions)
        assert rewards.shape == over.shape == cut.shape == (8,)
        assert not cut.any()
        assert not rewards[~over].any()
        assert info["rewards"].shape == (8, 3)
        ends += int(over.sum())
    assert ends > 8


def test_the_games_are_those_of_the_batch():
    env = Vector("carrozza/usa-v0", 5, reward="win")
    batch = lane_batch("carrozza/usa-v0", 2, 5, seed=9, reward="win")
    seen, info = env.reset(seed=9)
    for _ in range(300):
        assert np.array_equal(seen["observation"], batch.observations)
        assert np.array_equal(info["seats"], batch.seats)
        acted = batch.seats.copy()
        batch.step(batch.sample())
        seen, rewards, over, _, info = env.step(env.sample())
        assert np.array_equal(over, batch.ended)
        assert np.array_equal(rewards, batch.rewards[np.arange(5), acted])


def test_without_a_seed_the_games_are_new_ones():
    env = Vector("carrozza/europe-v0", 3)
    first, _ = env.reset(seed=1)
    again, _ = env.reset(seed=1)
    other, _ = env.reset()
    assert np.array_equal(first["observation"], again["observation"])
    assert not np.array_equal(first["observation"], other["observation"])
    with pytest.raises(TypeError, match="one seed"):
        env.reset(seed=[1, 2, 3])
