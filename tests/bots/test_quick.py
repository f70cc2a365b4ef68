"""The sketch of a board game against the engine: rough, but what it counts it counts right."""

import random
from math import inf
from time import perf_counter

import numpy as np
import pytest
from tests.bots.planned import BOARDS, planned_position
from tests.support import deal

from carrozza.board.paths import components, longest_trail
from carrozza.bots.chart import chart_of
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.search.boards.choices import choices
from carrozza.bots.search.boards.courses import records_of
from carrozza.bots.search.boards.scenes import scene_of
from carrozza.bots.search.boards.sketch.load import LOADER
from carrozza.bots.search.boards.sketch.pay import payment
from carrozza.bots.search.boards.sketch.records import NOBODY, POSITION, fits, map_of
from carrozza.bots.search.boards.sketch.rollouts import rollouts
from carrozza.bots.search.boards.suspects import Suspects
from carrozza.bots.search.watch import Watch
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import payable
from carrozza.core.rng import Rng
from carrozza.core.space import bits

every_board = pytest.mark.parametrize("name", BOARDS)


@pytest.fixture(autouse=True, scope="module")
def _loaded():
    assert LOADER.loaded_in(inf)


def played_out(state, games, candidate=0):
    """Tables at the end of games, one after the other, with their scores."""
    seat, game, players = state.to_act[0], state.game, state.setup.players
    rng = Rng.from_seed("sketch")
    look = Outlook(game, state.view(seat))
    found = choices(game, look, state.legal_actions(seat), rng, Watch(inf, perf_counter))
    chosen = found[candidate % len(found)]
    scene = scene_of(state, seat, chosen.action, {})
    own = records_of(chosen.intent)
    suspects = Suspects(game, state.view(seat))
    others = records_of([c for _ in range(3) for c in suspects.courses(rng)]).reshape(3, players)
    work, totals = np.zeros(1, POSITION), np.zeros((1, players))
    for n in range(games):
        rollouts(map_of(game, players), work, scene, own, others, 7, n, totals)
        yield work[0], totals[0]


@pytest.mark.parametrize("players", [2, 3, 5])
@every_board
def test_nothing_is_lost_and_nothing_claimed_twice(name, players):
    state = planned_position(name, players, "cards", 30)
    game, chart = state.game, chart_of(state.game.board)
    for candidate in range(6):
        for table, _ in played_out(state, 5, candidate):
            shown = np.zeros(KINDS, dtype=int)
            for card in [*table["market"], *table["deck"][: table["size"]]]:
                if card >= 0:
                    shown[card] += 1
            cards = table["hand"].sum(axis=0) + table["discards"] + shown
            assert cards.tolist() == game.all_cards()
            assert table["hand"].min() >= 0
            for seat in range(players):
                routes = np.flatnonzero(table["owner"][: len(game.board.routes)] == seat)
                laid = sum(game.board.routes[r].length for r in routes)
                assert table["trains"][seat] == game.spec.trains - laid
                assert table["trains"][seat] >= 0
                assert table["points"][seat] == sum(game.board.routes[r].points for r in routes)
                links = [chart.of_route[r] for r in routes]
                assert len(set(links)) == len(links)
            for tracks in chart.tracks:
                owners = [table["owner"][r] for r in tracks if table["owner"][r] != NOBODY]
                assert len(owners) <= game.most_tracks(players, tracks[0])


@every_board
def test_games_end_with_the_last_round(name):
    for table, _ in played_out(deal_past_start(name), 20):
        assert table["trains"][:2].min() <= 2


def deal_past_start(name):
    return planned_position(name, 2, "past the start", 2)


@every_board
def test_scores_are_the_engines(name):
    """Routes, tickets and the longest path, counted by the engine's own functions."""
    state = deal_past_start(name)
    board, spec = state.game.board, state.game.spec
    for table, totals in played_out(state, 30):
        masks = [
            sum(1 << int(r) for r in np.flatnonzero(table["owner"][: len(board.routes)] == seat))
            for seat in range(2)
        ]
        trails = [longest_trail(board, mask)[0] for mask in masks]
        for seat, mask in enumerate(masks):
            label = components(board, mask)
            expected = sum(board.routes[r].points for r in bits(mask))
            for t in table["tickets"][seat][: table["held"][seat]]:
                expected += board.tickets[t].points_with(label)
            if spec.longest_path and trails[seat] == max(trails):
                expected += spec.longest_path
            assert totals[seat] == expected


@every_board
def test_payments_are_the_engines_with_fewest_locomotives(name):
    state = deal(name, 2, "pay")
    lookups, board = state.game.lookups, state.game.board
    record = map_of(state.game, 2)
    rng = random.Random(3)
    for route, r in enumerate(board.routes):
        for _ in range(12):
            colour = rng.randrange(LOCOMOTIVE) if r.colour < 0 or r.colour >= 8 else r.colour
            hand = [0] * KINDS
            hand[colour], hand[LOCOMOTIVE] = rng.randrange(9), rng.randrange(5)
            ways = payable(lookups.fits, hand) & lookups.route_actions[route]
            costs = [dict(lookups.cost[i]) for i in bits(ways)]
            found = payment(record, route, hand[colour], hand[LOCOMOTIVE])
            if not costs:
                assert found == (-1, -1)
                continue
            fewest = min(cost.get(LOCOMOTIVE, 0) for cost in costs)
            assert found[1] == fewest
            assert {k: n for k, n in ((colour, found[0]), (LOCOMOTIVE, fewest)) if n} in costs


@every_board
def test_quick_players_do_nearly_as_well_as_the_planner(name):
    """They must finish most tickets, or the search would learn from them never to take any."""
    points, done, held = [], 0, 0
    for seed in range(12):
        state = planned_position(name, 2, f"quick {seed}", 2)
        label_of = state.game.board
        for table, totals in played_out(state, 10):
            seat = state.to_act[0]
            points.append(totals[seat])
            mine = np.flatnonzero(table["owner"][: len(label_of.routes)] == seat)
            label = components(label_of, sum(1 << int(r) for r in mine))
            for t in table["tickets"][seat][: table["held"][seat]]:
                held += 1
                done += label_of.tickets[t].points_with(label) > 0
    assert np.mean(points) > 70
    assert done > 0.6 * held


def test_the_boards_of_the_box_fit():
    assert all(fits(deal(name, 2, "fit").game) for name in BOARDS)
