"""The best set of tickets of the card game against trying every set."""

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import carrozza
from carrozza.core.cards import CARDS, counts_of
from carrozza.games.card_game import completion
from carrozza.games.card_game.completion import best_set, missing, take
from carrozza.games.registry import find_game

FILE = Path(carrozza.__file__).parent / "games" / "card_game" / "cards.json"
DATA = json.loads(FILE.read_text())
TICKETS = DATA["tickets"]
BIG = {big["city"] for big in DATA["big_cities"]}
NEEDS = [Counter(t["cards"]) for t in TICKETS]
VALUES = find_game("card_game").lookups.values


def rank(chosen):
    """More points, then more tickets, then more big cities, then smaller numbers."""
    points = sum(TICKETS[t]["points"] for t in chosen)
    cities = sum((TICKETS[t]["a"] in BIG) + (TICKETS[t]["b"] in BIG) for t in chosen)
    return points, len(chosen), cities, tuple(-t for t in sorted(chosen))


def possible(chosen, have):
    need = sum((NEEDS[t] for t in chosen), Counter())
    short = sum(max(0, n - have[CARDS.index(colour)]) for colour, n in need.items())
    return short <= have[8]


def by_trying_all(held, have):
    sets = (c for n in range(len(held) + 1) for c in combinations(sorted(held), n))
    return list(max((c for c in sets if possible(c, have)), key=rank))


def by_what_is_left(held, have):
    """One ticket after another; of the sets that leave the same cards only the best is kept."""
    best = {tuple(have): ()}
    for t in sorted(held):
        for left, chosen in list(best.items()):
            after = spend(left, NEEDS[t])
            if after is not None:
                more = (*chosen, t)
                if after not in best or rank(more) > rank(best[after]):
                    best[after] = more
    return list(max(best.values(), key=rank))


def spend(left, need):
    after = list(left)
    for colour, n in need.items():
        own = min(n, after[CARDS.index(colour)])
        after[CARDS.index(colour)] -= own
        after[8] -= n - own
    return tuple(after) if after[8] >= 0 else None


def some_cards(rng, size):
    """A handful of cards, even or leaning to some colours."""
    box = [kind for kind in range(9) for _ in range(16 if kind == 8 else 10)]
    if rng.random() < 0.5:
        return counts_of(rng.sample(box, size))
    liked = rng.sample(range(9), rng.randint(2, 6))
    return counts_of(rng.sample([kind for kind in box if kind in liked], min(size, 10)))


@pytest.mark.parametrize("few", [completion.FEW, 0], ids=["plain", "with prices"])
def test_small_cases(few, monkeypatch):
    """The second time with prices too, which are else used for many tickets only."""
    monkeypatch.setattr(completion, "FEW", few)
    rng = random.Random(f"small {few}")
    sizes = Counter()
    for _ in range(3000):
        held = rng.sample(range(46), rng.randint(0, 7))
        have = some_cards(rng, rng.randint(0, 14))
        best = best_set(VALUES, held, have)
        assert best == by_trying_all(held, have), (held, have)
        sizes[len(held) - len(best)] += 1
    assert all(sizes[missed] > 50 for missed in range(6))  # the cases are not idle ones


@pytest.mark.parametrize("few", [completion.FEW, 0], ids=["plain", "with prices"])
def test_hopes_of_bonus_cards_come_on_top(few, monkeypatch):
    """Any hopes that grow with the number of tickets; a ticket counts twice."""
    monkeypatch.setattr(completion, "FEW", few)
    rng = random.Random(f"hopes {few}")
    cities, decided = [big["city"] for big in DATA["big_cities"]], 0
    for _ in range(1000):
        held = rng.sample(range(46), rng.randint(4, 8))
        have = some_cards(rng, rng.randint(4, 9))
        hopes = [sorted(rng.choices(range(40_000), k=len(held) + 1)) for _ in cities]

        def total(chosen, hopes=hopes):
            ends = [end for t in chosen for end in (TICKETS[t]["a"], TICKETS[t]["b"])]
            hoped = sum(hopes[i][ends.count(city)] for i, city in enumerate(cities))
            return 2000 * rank(chosen)[0] + hoped, rank(chosen)[1:]

        sets = [c for n in range(len(held) + 1) for c in combinations(sorted(held), n)]
        best = best_set(VALUES, held, have, lambda _, hopes=hopes: tuple(map(tuple, hopes)))
        assert best == list(max((c for c in sets if possible(c, have)), key=total)), (held, have)
        decided += best != best_set(VALUES, held, have)
    assert decided > 100


def test_medium_cases():
    rng = random.Random("medium")
    for _ in range(150):
        held = rng.sample(range(46), rng.randint(14, 24))
        have = some_cards(rng, rng.randint(8, 18))
        assert best_set(VALUES, held, have) == by_what_is_left(held, have), (held, have)


def test_the_two_opinions_agree():
    rng = random.Random("opinions")
    for _ in range(200):
        held = rng.sample(range(46), rng.randint(0, 7))
        have = some_cards(rng, rng.randint(0, 14))
        assert by_what_is_left(held, have) == by_trying_all(held, have)


def test_equal_points_go_to_more_tickets_then_to_big_cities_then_to_small_numbers():
    def number(a, b):
        [found] = [i for i, t in enumerate(TICKETS) if (t["a"], t["b"]) == (a, b)]
        return found

    one, two = number("Chicago", "New York"), number("New York", "Chicago")  # 5 each
    ten = number("Los Angeles", "Vancouver")
    wild = [0] * 8 + [2]
    assert best_set(VALUES, [ten, two, one], wild) == [one, two]
    miami, orleans = number("New York", "Miami"), number("New York", "New Orleans")
    assert best_set(VALUES, [orleans, miami], wild) == [miami]
    denver, helena = number("Seattle", "Denver"), number("Dallas", "Helena")
    assert best_set(VALUES, [helena, denver], wild) == [min(denver, helena)]


def test_the_cards_used_are_those_the_tickets_ask_for():
    rng = random.Random("used")
    for _ in range(500):
        held = rng.sample(range(46), rng.randint(1, 12))
        have = some_cards(rng, rng.randint(0, 25))
        left = list(have)
        for t in best_set(VALUES, held, have):
            short = missing(VALUES.need[t], left)
            used = Counter(CARDS[card] for card in take(left, VALUES.need[t]))
            assert used["locomotive"] == short == (NEEDS[t] - used).total()
            assert used.total() == NEEDS[t].total()
        assert min(left) >= 0
