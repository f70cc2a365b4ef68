"""The lane plays the card game exactly as the engine does: every legal action, every position,
every score, and the best set of tickets."""

import random
from math import comb, prod

import numpy as np
import pytest
from tests.lane.walk import Walker

from carrozza.core.card_state import START, TICKET_CHOICE
from carrozza.core.cards import KINDS, LOCOMOTIVE, counts_of, spread
from carrozza.core.errors import BadOptions
from carrozza.core.game import Setup
from carrozza.core.lookups import TICKETS
from carrozza.core.market import GAP
from carrozza.games.card_game import completion
from carrozza.games.card_game.data import Cards
from carrozza.games.card_game.hopes import _hope, hopes
from carrozza.games.card_game.turn import NOBODY, SCORING
from carrozza.games.registry import find_game
from carrozza.lane.card_game.completion import (
    best_set,
    contested_tickets,
    less,
    possible_tickets,
    scarce_colours,
    total,
)
from carrozza.lane.card_game.hopes import find_hopes, multiply, quotient, set_one
from carrozza.lane.card_game.lookups import lookups_of
from carrozza.lane.card_game.scoring import best_tickets
from carrozza.lane.card_game.state import LIMBS, NAMES, STATE, WORK
from carrozza.lane.follow import Follower

GAME = find_game("card_game")
VALUES = GAME.lookups.values
RECORD = lookups_of(GAME)[0]
BOX = spread(GAME.cards.train_cards())
EVERYTHING = range(VALUES.count)
BEST = GAME.lookups.best.bit_length() - 1


def mask_of(tickets):
    return np.uint64(sum(1 << t for t in tickets))


def tickets_of(mask):
    return [t for t in EVERYTHING if int(mask) >> t & 1]


def some_cards(rng, size):
    """A track, even or leaning to some colours."""
    if rng.random() < 0.5:
        return counts_of(rng.sample(BOX, size))
    liked = rng.sample(range(9), rng.randint(2, 6))
    box = [kind for kind in BOX if kind in liked]
    return counts_of(rng.sample(box, min(size, len(box))))


class Table:
    """A game of the engine and of the lane; hoarders draw tickets and keep them."""

    def __init__(self, follower, seed, players, hoarders):
        self.rng = random.Random(seed)
        self.follower = follower
        self.hoarders = hoarders
        options = {"open_track": hoarders}  # which changes nothing but views
        setup = Setup(game="card_game", players=players, seed=str(seed), options=options)
        self.state, events = GAME.deal(setup)
        follower.deal(self.state, events)
        self.most = 0  # tickets at a scoring

    def play(self):
        while not self.state.over:
            self.step()
        self.follower.compare_score(self.state)

    def step(self):
        s, rng, follower = self.state, self.rng, self.follower
        seat = rng.choice(s.to_act)
        compact = follower.compare_legal(s, seat)
        legal = list(s.legal_actions(seat).ids)
        if s.phase != TICKET_CHOICE:
            assert sorted(compact) == legal
        follower.play(s, seat, self.choose(s, rng.choice([compact, legal])))
        if s.phase == SCORING:
            self.most = max(self.most, *map(len, s.tickets))
        if rng.random() < 0.02:
            follower.compare_score(s)

    def choose(self, s, ids):
        if self.hoarders:
            if TICKETS in ids and self.rng.random() < 0.4:
                return TICKETS
            if s.phase in (START, TICKET_CHOICE):
                return max(ids)  # keep all
            if s.phase == SCORING and self.rng.random() < 0.7:
                return BEST
        return self.rng.choice(ids)


@pytest.fixture(scope="module")
def follower():
    return Follower(GAME)


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("hoarders", [False, True], ids=["random", "hoarders"])
def test_it_follows_whole_games(follower, players, hoarders):
    """Every legal action, every position, scores now and then and at the end."""
    most = 0
    for n in range(40):
        table = Table(follower, f"{players} {n}", players, hoarders)
        table.play()
        most = max(most, table.most)
    assert most >= (16 if hoarders else 8)


@pytest.mark.parametrize("outside", range(0, 24, 3))
def test_it_follows_a_second_deck_that_is_small(follower, outside):
    """Almost all cards are in the hands when the first deck is scored: the new hands are dealt as
    far as the cards go, and much can be played."""
    table = Table(follower, f"small {outside}", 4, hoarders=False)
    s, rng = table.state, table.rng
    while s.phase != SCORING:
        table.step()
    box = rng.sample(BOX, len(BOX))
    s.discards = counts_of(box[:outside])
    s.hands = [counts_of(box[outside + seat :: 4]) for seat in range(4)]
    s.tracks = [[0] * KINDS for _ in range(4)]
    s.owners, s.row_cards, s.row_wilds = [NOBODY] * 8, [0] * 8, [0] * 8
    s.market = [GAP] * len(s.market)
    follower.take_over(s)
    table.play()
    assert s.decks_left == 0


def test_games_of_a_bot():
    """Bots play longer rows and tickets that fit them."""
    walker = Walker(GAME)
    for n in range(24):
        walker.play(GAME.players[n % len(GAME.players)], f"bots {n}")


def test_a_record_is_small():
    assert STATE.itemsize <= 1024


def sort_out(held, have):
    """What the lane finds before it searches."""
    possible = np.uint64(possible_tickets(RECORD, mask_of(held), have))
    scarce = np.uint64(scarce_colours(RECORD, possible, have))
    contested = np.uint64(contested_tickets(RECORD, possible, scarce))
    return possible, contested, scarce


def lane_best_set(held, have, by_city=None):
    work = np.zeros(1, WORK)[0]
    have = np.array(have, np.int8)
    possible, contested, scarce = sort_out(held, have)
    hopeful = by_city is not None and len(tickets_of(contested)) <= completion.MANY
    if hopeful:
        for city, numbers in enumerate(by_city):
            work["hopes"][city, : len(numbers)] = numbers
    found = best_set(RECORD, possible, contested, scarce, have, hopeful, work)
    return tickets_of(found)


@pytest.mark.parametrize(("most", "cases"), [(12, 3000), (46, 500)])
def test_the_best_set(most, cases):
    rng = random.Random(f"best {most}")
    choices = 0
    for _ in range(cases):
        held = rng.sample(EVERYTHING, rng.randint(0, most))
        have = some_cards(rng, rng.randint(0, 30 if most == 12 else 60))
        best = completion.best_set(VALUES, held, have)
        assert lane_best_set(held, have) == best, (held, have)
        choices += 0 < len(best) < len(held)
    assert choices > cases / 4


def test_the_best_set_when_a_few_cards_are_missing():
    """The best set then leaves Locomotives over."""
    rng = random.Random("few")
    left_over = 0
    for _ in range(1000):
        held = rng.sample(EVERYTHING, rng.randint(14, 30))
        have = [max(0, n - rng.randint(0, 4)) for n in demand_of(held)]
        have.append(max(0, shortage(held, have) - rng.randint(1, 4)))
        best = completion.best_set(VALUES, held, have)
        assert lane_best_set(held, have) == best, (held, have)
        left_over += best != sorted(held) and shortage(best, have) < have[LOCOMOTIVE]
    assert left_over > 50


def demand_of(held):
    demand = [0] * LOCOMOTIVE
    for t in held:
        for colour, n in VALUES.need[t]:
            demand[colour] += n
    return demand


def shortage(held, have):
    """How many Locomotives it takes to complete all these tickets."""
    return sum(max(0, d - n) for d, n in zip(demand_of(held), have, strict=False))


def test_the_best_set_with_hopes():
    """Any hopes that grow with the number of tickets; with very many tickets they are left out."""
    rng = random.Random("hopes")
    decided = left_out = 0
    for _ in range(3000):
        held = rng.sample(EVERYTHING, rng.randint(4, 16))
        have = some_cards(rng, rng.randint(4, 14))
        by_city = [sorted(rng.choices(range(15_000), k=NAMES)) for _ in VALUES.bonus]
        best = completion.best_set(VALUES, held, have, lambda _, h=by_city: tuple(map(tuple, h)))
        assert lane_best_set(held, have, by_city) == best, (held, have)
        decided += best != completion.best_set(VALUES, held, have)
        left_out += len(tickets_of(sort_out(held, np.array(have, np.int8))[1])) > completion.MANY
    assert decided > 100
    assert left_out > 20


def test_hopes_and_what_they_decide(follower):
    """Hopes of positions in which others have completed, chosen and returned tickets."""
    rng = random.Random("positions")
    seen = decided = 0
    for n in range(60):
        table = Table(follower, f"hopes {n}", rng.choice(GAME.players), hoarders=n % 2 == 1)
        s = table.state
        while not s.over:
            seat = rng.choice(s.to_act)
            for owner in range(s.setup.players):
                if s.phase != SCORING and rng.random() < 0.02:
                    seen += 1
                    decided += compare_hopes(follower, s, owner)
            follower.play(s, seat, table.choose(s, s.legal_actions(seat).ids))
    assert seen > 200
    assert decided > 5


def compare_hopes(follower, s, seat):
    """The numbers themselves; whether they decide anything."""
    track, held = np.array(s.tracks[seat], np.int8), s.tickets[seat]
    possible, contested, _ = sort_out(held, track)
    free, doubtful = possible & ~contested, tickets_of(contested)
    work = follower.work
    find_hopes(follower.state, RECORD, seat, free, contested, work)
    for city, numbers in enumerate(hopes(s, seat, doubtful)):
        naming = VALUES.naming[city]
        if naming & int(contested):
            first = (int(free) & naming).bit_count()
            last = first + (int(contested) & naming).bit_count()
            assert work["hopes"][city, first : last + 1].tolist() == list(numbers[first : last + 1])
    plain = completion.best_set(VALUES, held, s.tracks[seat])
    best = completion.best_set(VALUES, held, s.tracks[seat], lambda d: hopes(s, seat, d))
    assert tickets_of(best_tickets(follower.state, RECORD, seat, False, work)) == plain
    assert tickets_of(best_tickets(follower.state, RECORD, seat, True, work)) == best
    return plain != best


def test_divisions_of_long_numbers_are_exact():
    """Next to every multiple, where rounding shows; a hope is such a quotient."""
    rng = random.Random("division")
    divisor, dividend = np.zeros(LIMBS, np.uint64), np.zeros(LIMBS, np.uint64)

    def load(limbs, number):
        for k in range(LIMBS):
            limbs[k] = number >> 20 * k & (1 << 20) - 1

    for _ in range(2000):
        factors = [comb(46, rng.randint(0, 46)) for _ in range(rng.randint(1, 3))]
        set_one(divisor)
        for factor in factors:
            multiply(divisor, factor)
        points = 1000 * rng.choice(VALUES.bonus)
        ways = prod(factors)
        number = max(0, min(rng.randint(0, points) * ways + rng.randint(-1, 1), points * ways))
        load(dividend, number)
        assert quotient(dividend, divisor, points) == number // ways
    assert _hope(15, 46, [(0, 23)] * 3, 46, 23, comb(46, 23) ** 3) == 15_000  # the largest


def test_eight_numbers_in_a_word():
    rng = random.Random("bytes")
    for _ in range(500):
        a, b = ([rng.randrange(rng.choice([3, 30])) for _ in range(LOCOMOTIVE)] for _ in "ab")
        first, second = (np.uint64(int.from_bytes(bytes(x), "little")) for x in (a, b))
        found = int(less(first, second)).to_bytes(8, "little")
        assert list(found) == [max(0, x - y) for x, y in zip(a, b, strict=True)]
        assert total(first) == sum(a)


def test_cards_that_are_too_many_are_refused(monkeypatch):
    monkeypatch.setattr(Cards, "train_cards", lambda _: [14] * 8 + [16])
    with pytest.raises(BadOptions, match="room for 127 train cards, and this game has 128"):
        lookups_of(GAME)
