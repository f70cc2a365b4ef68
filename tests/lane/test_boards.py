"""The lane plays the board games exactly as the engine does: every legal action, every position,
every score. `make lane-check` follows many more games."""

import random

import pytest
from bench.optimisers import network
from tests.fifth.alpe_adria import GAME as FIFTH
from tests.lane.made_up import made_up_board
from tests.lane.walk import Walker, variants
from tests.small_boards import STUCK

from carrozza.board.board import load_board
from carrozza.board.game import BoardGame
from carrozza.board.paths import longest_trail
from carrozza.core.errors import BadOptions
from carrozza.core.game import Setup
from carrozza.core.space import bits
from carrozza.games.registry import find_game
from carrozza.lane.board.lookups import lookups_of
from carrozza.lane.board.state import STATE

BOARDS = ("usa", "europe", "northern_lights")


@pytest.mark.parametrize("name", BOARDS)
def test_it_follows_whole_games(name: str) -> None:
    for variant, game in enumerate(variants(name)):
        walker = Walker(game)
        for n in range(16):
            players = game.players[n % len(game.players)]
            walker.play(players, f"{name} {variant} {n}", slow=0.1)


def test_it_follows_a_game_with_country_tickets_and_plain_payments() -> None:
    game = BoardGame(FIFTH.spec({}), load_board(FIFTH.folder / "board.json"))
    walker = Walker(game)
    for n in range(16):
        walker.play(game.players[n % len(game.players)], f"fifth {n}")


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(6))
def test_it_follows_games_on_boards_made_up(name: str, seed: int) -> None:
    game = find_game(name, None, made_up_board(random.Random(seed)))
    walker = Walker(game)
    for n in range(4):
        walker.play(2 + n, f"made up {seed} {n}")


def test_it_follows_a_game_in_which_nothing_can_be_done() -> None:
    walker = Walker(find_game("usa", {"edition": "classic"}, STUCK))
    for n in range(4):
        walker.play(2, f"stuck {n}")


@pytest.mark.parametrize("name", BOARDS)
def test_the_longest_path_of_dense_networks_is_the_same(name: str) -> None:
    game = find_game(name)
    assert isinstance(game, BoardGame)
    walker = Walker(game)
    rng = random.Random(name)
    for _ in range(40):
        s, _ = game.deal(Setup(game=name, players=2, seed=name))
        s.routes[0] = s.taken = network(game.board, game.spec.trains, rng)
        s.points[0] = sum(game.board.routes[r].points for r in bits(s.routes[0]))
        s.bonus_cards = tuple(range(len(game.board.bonus_cards)))
        walker.follower.take_over(s)
        walker.follower.compare_score(s)
        longest = int(walker.follower.work["longest"][0])
        assert longest == longest_trail(game.board, s.routes[0])[0]


def test_a_state_is_small() -> None:
    assert STATE.itemsize <= 1024


def test_a_board_that_is_too_large_is_refused_by_name() -> None:
    board = made_up_board(random.Random(1))
    board["cities"] += [{"name": f"More {i}", "lat": 0, "lon": i} for i in range(60)]
    board["routes"] += [
        {"a": "City 0", "b": f"More {i}", "length": 1, "colour": "grey"} for i in range(60)
    ]
    game = find_game("usa", None, board)
    assert isinstance(game, BoardGame)
    with pytest.raises(BadOptions, match="The fast lane has room for 16 routes into one city") as e:
        lookups_of(game)
    assert e.value.code == "lane_size"
