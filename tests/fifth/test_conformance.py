"""The tests of every game over this one: nothing in them knows its name."""

import inspect
from collections.abc import Callable
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.atlas import test_layout, test_render
from tests.bots import test_every_bot, test_quick
from tests.bots.test_every_bot import BOTS
from tests.conformance import test_every_game
from tests.env import test_observations
from tests.property import (
    test_conservation,
    test_legality_oracle,
    test_noninterference,
    test_replay,
    test_resample,
)

NAME = "alpe_adria"
TABLES = [(NAME, 2), (NAME, 3)]
tables = st.sampled_from(TABLES)
seeds = st.integers(0, 10**6)

Test = Callable[..., None]

# They hold bounds and places of the boards in the box.
OF_THE_BOX = (
    test_layout.test_our_boards_have_no_problems,
    test_layout.test_cities_are_where_they_were,
    test_quick.test_quick_players_do_nearly_as_well_as_the_planner,
)


def found_in(*modules: ModuleType, of: tuple[str, ...]) -> list[Test]:
    """The tests of these modules that take exactly these parameters."""
    return [
        test
        for module in modules
        for name, test in vars(module).items()
        if name.startswith("test_")
        and inspect.isfunction(test)
        and test not in OF_THE_BOX
        and tuple(inspect.signature(test).parameters) == of
    ]


def each(tests: list[Test]) -> pytest.MarkDecorator:
    assert tests
    return pytest.mark.parametrize("test", tests, ids=lambda test: test.__name__)


@each(
    found_in(
        test_every_game,
        test_conservation,
        test_noninterference,
        test_replay,
        test_resample,
        test_observations,
        of=("name", "players"),
    )
)
@pytest.mark.parametrize("table", TABLES)
def test_at_every_table(test, table):
    test(*table)


@each(found_in(test_every_game, test_layout, test_render, test_quick, of=("name",)))
def test_of_the_game(test):
    test(NAME)


NOT_THIS_GAME = ("porter", "conductor", "scholar")  # of the card game; and none has learned it


@pytest.mark.parametrize("bot", [b for b in BOTS if b not in NOT_THIS_GAME])
@pytest.mark.parametrize("table", TABLES)
def test_every_bot_plays_legal_games_from_the_view_alone(bot, table):
    test_every_bot.test_it_plays_legal_games_from_the_view_alone(bot, *table)


@given(tables, seeds, st.integers(5, 250))
def test_legal_actions_are_complete_and_no_more(table, seed, steps):
    inner(test_legality_oracle.test_legal_actions_are_complete_and_no_more)(table, seed, steps)


@given(tables, seeds, st.integers(0, 60), seeds)
def test_twins_stay_alike_for_the_observer(table, seed, steps, twin_seed):
    inner(test_noninterference.test_twins_stay_alike_for_the_observer)(
        table=table, open_track=False, seed=seed, steps=steps, twin_seed=twin_seed
    )


@given(tables, seeds)
def test_nothing_is_lost_in_other_games(table, seed):
    inner(test_conservation.test_other_games_at_the_end)(table, seed)


@given(tables, seeds, st.integers(0, 120))
def test_a_save_of_any_moment_loads_to_the_same_position(table, seed, steps):
    inner(test_replay.test_a_save_of_any_moment_loads_to_the_same_position)(table, seed, steps)


@given(st.tuples(tables, seeds, st.integers(0, 200)), seeds)
def test_samples_look_the_same_to_the_seat(where, seed):
    inner(test_resample.test_the_seat_sees_no_difference)(where, seed)


@given(st.tuples(tables, seeds, st.integers(0, 200)), seeds)
def test_samples_have_all_cards_and_tickets(where, seed):
    inner(test_resample.test_all_cards_and_tickets_are_there_and_the_game_can_be_finished)(
        where, seed
    )


def inner(test: Test) -> Test:
    """A test of Hypothesis without its own examples."""
    found: Test = test.hypothesis.inner_test  # type: ignore[attr-defined]
    return found
