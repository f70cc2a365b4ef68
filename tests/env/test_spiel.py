"""The games in OpenSpiel."""

import random

import numpy as np
import pyspiel
import pytest
from tests.env.test_standards import both_ends

from carrozza.core.errors import BadOptions
from carrozza.core.rng import Rng
from carrozza.env.observe import observer_of
from carrozza.env.spiel import spiel_name


def load(name: str, players: int, **more: object) -> pyspiel.Game:
    return pyspiel.load_game(spiel_name(name), {"players": players, **more})


def play(state: pyspiel.State, rng: random.Random, steps: int = 10_000) -> pyspiel.State:
    while not state.is_terminal() and steps:
        state.apply_action(rng.choice(state.legal_actions()))
        steps -= 1
    return state


@both_ends
@pytest.mark.parametrize("reward", ["win", "score"])
def test_openspiel_random_simulation(name, players, reward):
    game = load(name, players, reward=reward)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@both_ends
def test_it_is_the_engines_game(name, players):
    end = play(load(name, players, reward="score").new_initial_state(), random.Random(1))
    state = end.position.state
    assert end.returns() == list(state.score_sheet().totals)
    deal, *actions = end.history()
    assert state.setup.seed == str(deal)
    again = state.game.deal(state.setup)[0]
    for action in actions:
        again.apply_id(action)
    assert again.plain() == state.plain()


@both_ends
def test_tensors_are_the_same_vectors(name, players):
    state = play(load(name, players).new_initial_state(), random.Random(2), 60)
    engine = state.position.state
    for seat in range(players):
        expected = observer_of(engine.game, players).observe(engine, seat)
        assert np.array_equal(np.array(state.observation_tensor(seat), np.float32), expected)


@both_ends
def test_what_is_hidden_is_in_no_text(name, players):
    """Another state that looks the same to a seat gives the same text of its observation."""
    state = play(load(name, players).new_initial_state(), random.Random(3), 40)
    texts = [state.observation_string(seat) for seat in range(players)]
    engine = state.position.state
    for seat in range(players):
        state.position.state = engine.resample(seat, Rng.from_seed("other"))
        assert state.observation_string(seat) == texts[seat]


def test_information_states_remember_what_observations_forget():
    """The order in which two cards were drawn is no part of a position, but of what was seen."""
    state = play(load("usa", 2).new_initial_state(), random.Random(4), 30)
    for seat in range(2):
        told = state.information_state_string(seat)
        other = state.information_state_string(1 - seat)
        assert told.count("CardDrawn") == other.count("CardDrawn") > 0
        assert told != other
    copy = state.clone()
    assert copy.information_state_string(0) == state.information_state_string(0)
    copy.apply_action(copy.legal_actions()[0])
    assert copy.information_state_string(0) != state.information_state_string(0)
    assert state.position.state.game is copy.position.state.game


@pytest.mark.parametrize("wrong", [{"deals": 0}, {"deals": -1}, {"reward": "steps"}])
def test_parameters_that_make_no_sense_are_refused(wrong):
    with pytest.raises(BadOptions) as refused:
        load("usa", 2, **wrong)
    assert refused.value.code == "parameters"
