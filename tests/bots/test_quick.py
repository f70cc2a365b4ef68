"""Quick players on the lane: what they choose is legal, and worth learning from."""

import random
from math import inf
from time import perf_counter

import numpy as np
import pytest
from tests.bots.planned import BOARDS, planned_position, positions
from tests.support import deal

from carrozza.board.paths import components
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.search.boards.choices import choices
from carrozza.bots.search.boards.courses import records_of
from carrozza.bots.search.boards.quick.claims import NO_CLAIM, claim_of, payment
from carrozza.bots.search.boards.quick.load import LOADER
from carrozza.bots.search.boards.quick.plans import follow
from carrozza.bots.search.boards.quick.records import lane_of, network_of, new_paper
from carrozza.bots.search.boards.quick.rollouts import do, rollouts
from carrozza.bots.search.boards.quick.turns import decide
from carrozza.bots.search.boards.suspects import Suspects
from carrozza.bots.search.watch import Watch
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import payable
from carrozza.core.rng import Rng
from carrozza.core.space import bits
from carrozza.lane.board.convert import record_of
from carrozza.lane.board.legal import find_mask
from carrozza.lane.chance import begin

every_board = pytest.mark.parametrize("name", BOARDS)


@pytest.fixture(autouse=True, scope="module")
def _loaded():
    assert LOADER.loaded_in(inf)


class Table:
    """A position of the engine, a candidate of the seat to act, and what rollouts need for it."""

    def __init__(self, state, candidate=0):
        self.seat, game = state.to_act[0], state.game
        rng = Rng.from_seed("quick")
        view = state.view(self.seat)
        look = Outlook(game, view)
        legal = state.legal_actions(self.seat)
        found = choices(game, look, legal, rng, Watch(inf, perf_counter))
        chosen = found[candidate % len(found)]
        self.action = game.lookups.space.index[chosen.action]
        self.own = records_of(chosen.intent)
        suspects = Suspects(game, view)
        samples = [suspects.sample(rng) for _ in range(3)]
        self.positions = np.concatenate([record_of(sample) for sample in samples])
        self.others = np.stack([records_of(suspects.courses(sample)) for sample in samples])
        self.fixed = network_of(game), lane_of(game)
        self.paper = new_paper()

    def played_out(self, games):
        """Positions at the end of games, one after the other, with what came of them."""
        out = np.zeros((1, 2))
        for n in range(games):
            rollouts(
                self.fixed, self.paper, self.seat, self.action, self.own, self.positions,
                self.others, 7, n, out,
            )  # fmt: skip
            yield self.paper[0][0], out[0]


def as_mask(words):
    return int.from_bytes(words.tobytes(), "little")


@pytest.mark.parametrize("players", [2, 3, 5])
@every_board
def test_every_action_is_legal_to_the_end(name, players):
    """Step by step as in a rollout, with the lane's mask beside it."""
    phases = set()
    for k, state in enumerate(positions(name, players)):
        if state.over:
            continue
        table = Table(state, k)
        m, board = table.fixed[0][0], table.fixed[1][0]
        s, chance, notes, work = (rows[0] for rows in table.paper)
        table.paper[0][0] = table.positions[0]
        for seat in range(players):
            course = table.own[0] if seat == table.seat else table.others[0, seat]
            follow(m, notes, seat, course)
        begin(chance, 5, k)
        for _ in range(3000):
            if s["pending"] == 0:
                break
            seat = int(s["seat"])
            phases.add(int(s["phase"]))
            action = decide(m, s, notes, board, seat, work)
            find_mask(s, board, seat, work)
            assert as_mask(work["mask"]) >> action & 1, state.space.actions[action]
            do(m, s, notes, chance, board, seat, action)
        assert s["pending"] == 0
    assert len(phases) >= 3


@pytest.mark.parametrize("players", [2, 3, 5])
@every_board
def test_nothing_is_lost(name, players):
    state = planned_position(name, players, "cards", 30)
    game = state.game
    for candidate in range(6):
        for s, (won, lead) in Table(state, candidate).played_out(5):
            market = s["market"][: game.spec.market]
            shown = np.bincount(market[market >= 0], minlength=KINDS)
            cards = s["hands"].sum(axis=0) + s["deck"] + s["discards"] + shown
            assert cards.tolist() == game.all_cards()
            assert s["hands"].min() >= 0
            assert (lead > 0) <= (won == 1)
            assert (lead < 0) <= (won == 0)


@every_board
def test_what_a_sample_hides_is_dealt_anew(name):
    """Rollouts know of the others' hands only what the seat knows."""
    state = planned_position(name, 2, "hidden", 40)
    table = Table(state)
    results = [won_and_lead.copy() for _, won_and_lead in table.played_out(6)]
    me, other = table.seat, 1 - table.seat
    for s in table.positions:
        hidden = s["hands"][other] - s["known"][other]
        pool = [k for k in range(KINDS) for _ in range(hidden[k] + s["deck"][k])]
        random.Random(1).shuffle(pool)
        again = np.bincount(pool[: hidden.sum()], minlength=KINDS)
        s["deck"] += (hidden - again).astype(np.int8)
        s["hands"][other] = s["known"][other] + again
    assert table.positions["hands"][0, me].sum() > 0
    for before, (_, after) in zip(results, table.played_out(6), strict=True):
        assert np.array_equal(before, after)


@every_board
def test_payments_are_the_engines_with_fewest_locomotives(name):
    game = deal(name, 2, "pay").game
    lookups, board = game.lookups, game.board
    network, lane = network_of(game)[0], lane_of(game)[0]
    rng = random.Random(3)
    for route, r in enumerate(board.routes):
        for _ in range(12):
            colour = rng.randrange(LOCOMOTIVE) if r.colour < 0 or r.colour >= 8 else r.colour
            hand = [0] * KINDS
            hand[colour], hand[LOCOMOTIVE] = rng.randrange(9), rng.randrange(5)
            ways = payable(lookups.fits, hand) & lookups.route_actions[route]
            costs = {i: dict(lookups.cost[i]) for i in bits(ways)}
            cards, wild = payment(network, route, hand[colour], hand[LOCOMOTIVE])
            if not costs:
                assert (cards, wild) == (-1, -1)
                continue
            assert wild == min(cost.get(LOCOMOTIVE, 0) for cost in costs.values())
            claim = claim_of(network, lane, route, colour, cards, wild)
            assert costs[claim] == {k: n for k, n in ((colour, cards), (LOCOMOTIVE, wild)) if n}
            assert claim_of(network, lane, route, colour, cards + 1, wild + 9) == NO_CLAIM


@every_board
def test_quick_players_do_nearly_as_well_as_the_planner(name):
    """They must finish most tickets, or the search would learn from them never to take any."""
    points, done, held = [], 0, 0
    for seed in range(12):
        state = planned_position(name, 2, f"quick {seed}", 2)
        board = state.game.board
        table = Table(state)
        for s, _ in table.played_out(10):
            points.append(int(table.paper[3][0]["totals"][table.seat]))
            label = components(board, as_mask(s["routes"][table.seat]))
            for t in bits(int(s["tickets"][table.seat])):
                held += 1
                done += board.tickets[t].points_with(label) > 0
    assert np.mean(points) > 70
    assert done > 0.6 * held


def test_the_boards_of_the_box_fit():
    assert all(lane_of(deal(name, 2, "fit").game) is not None for name in BOARDS)
