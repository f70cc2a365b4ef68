"""Playing through the environments: masks, rewards, illegal actions, and many games at once."""

import random
from typing import Any

import numpy as np
import pytest
from tests.env.test_standards import both_ends
from tests.small_boards import STUCK
from tests.support import finished

import carrozza.env.aec as aec
from carrozza.core.errors import BadOptions, GameOver, IllegalAction, MalformedAction
from carrozza.core.game import Setup
from carrozza.core.scores import ScoreSheet, SeatScore
from carrozza.env.batch import Batch
from carrozza.env.ids import id_of
from carrozza.env.rewards import final_rewards
from carrozza.env.selfplay import ranks
from carrozza.env.single import Single
from carrozza.games.registry import NAMES, game_of

every_game = pytest.mark.parametrize("name", NAMES)


def play(env: aec.RawEnv, rng: random.Random) -> dict[str, float]:
    """A random game to its end; the sum of each agent's rewards."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else rng.choice(env.state_now.legal_actions().ids))
    return total


@both_ends
def test_masks_are_the_engines_legal_actions(name, players):
    env = aec.RawEnv(id_of(name), players=players)
    env.reset(seed=1)
    rng = random.Random(1)
    while not env.state_now.over:
        state = env.state_now
        legal = state.legal_actions(state.seat)
        for agent, seat in env.seat_of.items():
            mask = env.observe(agent)["action_mask"]
            expected = legal.ids if seat == state.seat else []
            assert np.flatnonzero(mask).tolist() == expected
        env.step(rng.choice(legal.ids))


@both_ends
@pytest.mark.parametrize("reward", ["score", "win", "steps"])
def test_rewards_are_those_of_the_score_sheet(name, players, reward):
    env = aec.RawEnv(id_of(name), players=players, reward=reward)
    for seed in range(3):
        env.reset(seed=seed)
        total = list(play(env, random.Random(seed)).values())
        sheet = env.state_now.score_sheet()
        shares = [(seat in sheet.winners) / len(sheet.winners) for seat in range(players)]
        assert total == (shares if reward == "win" else list(sheet.totals))


@pytest.mark.parametrize("name", ["usa", "europe", "northern_lights"])
def test_points_for_a_route_are_given_at_once(name):
    env = aec.RawEnv(id_of(name), reward="steps")
    env.reset(seed=4)
    rng = random.Random(4)
    given = [0.0, 0.0]
    while True:
        env.step(rng.choice(env.state_now.legal_actions().ids))
        if env.state_now.over:
            break
        given = [sum(pair) for pair in zip(given, env.rewards.values(), strict=True)]
        assert given == env.state_now.points
    assert sum(given) > 0


@every_game
def test_without_a_seed_the_next_game_of_the_same_seed(name):
    env, again = (aec.RawEnv(id_of(name)) for _ in range(2))
    for one in (env, again):
        one.reset(seed=3)
        one.reset()
    assert env.state_now.plain() == again.state_now.plain()
    again.reset(seed=3)
    assert env.state_now.plain() != again.state_now.plain()


def test_an_illegal_action_of_the_raw_environment_is_refused():
    env = aec.RawEnv("carrozza/usa-v0")
    env.reset(seed=1)
    before = env.state_now.plain()
    with pytest.raises(IllegalAction):
        env.step(0)
    with pytest.raises(MalformedAction):
        env.step(10**6)
    assert env.state_now.plain() == before


def test_an_illegal_action_of_the_wrapped_environment_ends_the_game():
    env = aec.env("carrozza/usa-v0", illegal_reward=-50.0)
    env.reset(seed=1)
    env.step(0)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -50.0, "seat_1": 0.0}


def test_words():
    env = aec.RawEnv("carrozza/usa-v0", render_mode="ansi")
    env.reset(seed=1)
    env.step(env.state_now.legal_actions().ids[0])
    assert "Seat 0 keeps" in env.render()
    assert "(" not in env.render()  # names of tickets are nobody else's business


@pytest.mark.parametrize(
    ("made", "code"),
    [
        ({"environment": "carrozza/usa-v99"}, "unknown_environment"),
        ({"environment": "carrozza/usa-v0", "players": 9}, "players"),
        ({"environment": "carrozza/usa-v0", "reward": "money"}, "reward"),
        ({"environment": "carrozza/usa-v0", "bots": "deep-thought"}, "unknown_bot"),
        ({"environment": "carrozza/usa-v0", "bots": ["greedy", "greedy"]}, "bots"),
        ({"environment": "carrozza/usa-v0", "seat": 2}, "seat"),
        ({"environment": "carrozza/usa-v0", "render_mode": "human"}, "render_mode"),
        ({"environment": "carrozza/usa-v0", "options": {"edition": "1910"}}, "option_value"),
    ],
)
def test_what_cannot_be_made(made: dict[str, Any], code: str):
    with pytest.raises(BadOptions) as caught:
        Single(**made)
    assert caught.value.code == code


def random_single(env: Single, seed: int) -> float:
    rng = random.Random(seed)
    env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(env.action_masks()).tolist())
        _, reward, over, truncated, info = env.step(action)
        assert (truncated, info) == (False, {})
        total += reward
    return total


@both_ends
@pytest.mark.parametrize("reward", ["score", "steps"])
def test_one_agent_against_bots(name, players, reward):
    seat = players - 1
    env = Single(id_of(name), players=players, bots="greedy", seat=seat, reward=reward)
    total = random_single(env, 5)
    assert total == env.state.score_sheet().totals[seat]
    assert total == random_single(env, 5)
    with pytest.raises(GameOver):
        env.state.apply_id(0)


def test_bots_sit_in_the_order_of_turns():
    env = Single("carrozza/usa-v0", players=3, bots=["greedy", "planner"], seat=1)
    sitting = {seat: type(bot).__name__ for seat, bot in env._players.items()}
    assert sitting == {2: "Greedy", 0: "Planner"}


def test_illegal_actions_change_nothing_until_patience_ends():
    env = Single("carrozza/usa-v0", bots="greedy", illegal_reward=-2.0, patience=3)
    first, _ = env.reset(seed=1)
    for attempt in range(1, 4):
        seen, reward, over, truncated, info = env.step(0)
        assert np.array_equal(seen["observation"], first["observation"])
        assert (reward, over, truncated) == (-2.0, False, attempt == 3)
        assert info["illegal"]


def test_options_and_boards_reach_the_game():
    classic = Batch("carrozza/usa-v0", 1, options={"edition": "classic"})
    classic.reset(seed=1)
    assert len(classic.states[0].offers[0]) == 3


def test_a_custom_board():
    batch = Batch("carrozza/usa-v0", 4, board=STUCK, reward="steps")
    moment = batch.reset(seed=1)
    rng = random.Random(1)
    assert batch.dealer.layout.slices["routes"].stop == batch.dealer.layout.size
    total = np.zeros((4, 2))
    while True:
        for i, state in enumerate(batch.states):
            expected = batch.dealer.observer.from_view(state.memory(state.seat))
            assert np.array_equal(moment.observations[i], expected)
            assert expected.max() <= 1
        last = [state.clone() for state in batch.states]
        actions = batch.sample(rng)
        moment, rewards, ended = batch.step(actions)
        total += rewards
        if ended.any():
            break
    game = int(np.flatnonzero(ended)[0])
    last[game].apply_id(actions[game])
    assert total[game].tolist() == list(last[game].score_sheet().totals)


@both_ends
def test_a_batch_plays_what_single_environments_play(name, players):
    size, seed = 3, 20
    batch = Batch(id_of(name), size, players=players, reward="steps")
    alone = [aec.RawEnv(id_of(name), players=players, reward="steps") for _ in range(size)]
    moment = batch.reset(seed=seed)
    for i, env in enumerate(alone):
        env.reset(seed=seed + i)
    rng = random.Random(seed)
    games = 0
    while games < size + 1:
        for i, env in enumerate(alone):
            assert moment.seats[i] == env.seat_of[env.agent_selection]
            seen = env.observe(env.agent_selection)
            assert np.array_equal(moment.observations[i], seen["observation"])
            assert np.array_equal(moment.masks[i], seen["action_mask"])
        actions = batch.sample(rng)
        moment, rewards, ended = batch.step(actions)
        for i, env in enumerate(alone):
            env.step(actions[i])
            assert rewards[i].tolist() == list(env.rewards.values())
            assert ended[i] == env.state_now.over
            if ended[i]:
                games += 1
                env.reset()


def test_a_batch_with_an_illegal_action_stays_as_it_was():
    batch = Batch("carrozza/usa-v0", 2)
    batch.reset(seed=1)
    before = [state.plain() for state in batch.states]
    legal = batch.sample(random.Random(1))
    for wrong, error in [(0, IllegalAction), (-1, MalformedAction), (10**6, MalformedAction)]:
        with pytest.raises(error, match="Game 1 of the batch"):
            batch.step([legal[0], wrong])
    with pytest.raises(BadOptions):
        batch.step(legal[:1])
    assert [state.plain() for state in batch.states] == before


def test_a_batch_needs_games_and_a_deal():
    with pytest.raises(BadOptions) as caught:
        Batch("carrozza/usa-v0", 0)
    assert caught.value.code == "size"
    with pytest.raises(BadOptions) as caught:
        Batch("carrozza/usa-v0", 1).step([0])
    assert caught.value.code == "not_reset"


def test_the_same_game_can_be_dealt_by_the_engine():
    env = aec.RawEnv("carrozza/europe-v0", players=3)
    env.reset(seed=7)
    setup: Setup = env.state_now.setup
    assert game_of(setup).deal(setup)[0].plain() == env.state_now.plain()


def test_a_shared_victory_is_shared():
    state = finished("usa", 4)
    seats = [SeatScore(seat, total, ()) for seat, total in enumerate((90, 70, 90, 90))]
    state.sheet = ScoreSheet(tuple(seats), (), (0, 2))  # seat 3 lost by a tie break
    assert final_rewards(state, "win") == [0.5, 0.0, 0.5, 0.0]
    assert final_rewards(state, "score") == [90.0, 70.0, 90.0, 90.0]
    assert ranks(state.sheet) == (1, 4, 1, 3)
