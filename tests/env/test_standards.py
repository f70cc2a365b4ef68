"""The environments pass the tests that their libraries have for them."""

import gymnasium
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import carrozza.env.aec as aec
import carrozza.env.single as single  # noqa: F401 - registers the environments
from carrozza.env.ids import IDS, id_of
from carrozza.games.registry import NAMES, find_game

ENDS = [
    (name, n) for name in NAMES for n in (find_game(name).players[0], find_game(name).players[-1])
]
both_ends = pytest.mark.parametrize(("name", "players"), ENDS)


@both_ends
# PettingZoo's own games with masks have observations like ours, and are excepted by name.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
# After the end nothing is legal.
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("reward", ["score", "steps"])
def test_pettingzoo_api(name, players, reward):
    api_test(aec.env(id_of(name), players=players, reward=reward), num_cycles=300)


@both_ends
def test_pettingzoo_seed(name, players):
    seed_test(lambda: aec.env(id_of(name), players=players), num_cycles=200)


@both_ends
def test_pettingzoo_parallel(name, players):
    parallel_api_test(aec.parallel_env(id_of(name), players=players), num_cycles=300)
    parallel_seed_test(lambda: aec.parallel_env(id_of(name), players=players), num_cycles=50)


@both_ends
def test_gymnasium(name, players):
    check_env(gymnasium.make(id_of(name), players=players, bots="greedy").unwrapped)


@pytest.mark.parametrize("environment", IDS)
def test_ids_are_known_to_the_libraries(environment):
    assert gymnasium.make(environment).unwrapped.dealer.environment == environment
    assert len(pettingzoo.make("aec", environment, players=3).possible_agents) == 3
    assert pettingzoo.make("parallel", environment).possible_agents == ["seat_0", "seat_1"]
