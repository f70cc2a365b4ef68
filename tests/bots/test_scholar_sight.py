"""What a learned player looks at and may do, against the engine and slower ways to find it."""

import random
from typing import Any

import numpy as np
import pytest
from tests.bots.eyes import Eyes, eyes_of

from carrozza.bots.scholar.boards.records import KEEP, ROUTE, TICKET
from carrozza.bots.scholar.boards.ways import CLAIM
from carrozza.bots.scholar.common import MOST
from carrozza.core.card_state import TICKET_CHOICE, TURN
from carrozza.core.cards import KINDS
from carrozza.core.game import Setup
from carrozza.core.rng import Rng

BOARDS = ("usa", "europe", "northern_lights")


def positions(name: str, seed: str, players: int) -> Any:
    """A game of random choices from the compact ones; each position with its row and marks."""
    eyes = eyes_of(name)
    rng = random.Random(seed)
    s: Any = eyes.game.deal(Setup(game=name, players=players, seed=seed))[0]
    while not s.over:
        seat = rng.choice(s.to_act)
        r = eyes.record_of(s)
        row, marks = eyes.look(r, seat)
        yield eyes, s, seat, row, marks
        s.apply_id(eyes.id_of(r, seat, rng.choice(np.flatnonzero(marks))), seat)


@pytest.mark.parametrize("name", BOARDS)
def test_compact_actions_are_legal_ids_and_back(name: str) -> None:
    for eyes, s, seat, _, marks in positions(name, "back", 3):
        r = eyes.record_of(s)
        legal, found = s.legal_mask(seat), set()
        for choice in np.flatnonzero(marks):
            i = eyes.id_of(r, seat, choice)
            assert legal >> i & 1, s.space.actions[i]
            assert eyes.choice_of(r, i) == choice
            found.add(i)
        assert len(found) == int(marks.sum()) > 0
        # Every kind of thing that is legal can be chosen, if not every way to pay for it.
        kinds = {type(s.space.actions[i]) for i in range(len(s.space)) if legal >> i & 1}
        assert kinds == {type(s.space.actions[i]) for i in found}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("players", [2, 5])
def test_what_is_hidden_plays_no_part(name: str, players: int) -> None:
    """Any position that fits what a seat knows gives it the same row and the same choices."""
    rng = Rng.from_seed("hidden")
    for n, (eyes, s, seat, row, marks) in enumerate(positions(name, f"hidden {players}", players)):
        if n % 7:
            continue
        other = eyes.game.resample(s.memory(seat), rng)
        again, marks_again = eyes.look(eyes.record_of(other), seat)
        assert np.array_equal(row, again), np.flatnonzero(row != again)
        assert np.array_equal(marks, marks_again)


@pytest.mark.parametrize("name", BOARDS)
def test_distances_of_tickets(name: str) -> None:
    """Against a search that knows nothing of buckets."""
    seen = 0
    for n, (eyes, s, seat, row, _) in enumerate(positions(name, "far", 2)):
        if n % 5 or s.phase != TURN:
            continue
        board, legal_routes = eyes.game.board, claimable(eyes, row)
        for ticket in s.tickets[seat]:
            way = board.tickets[ticket].ways[0]
            told = eyes.part(row, "tickets", TICKET, ticket)
            far = distance(s, seat, board, legal_routes, way.a, way.b)
            assert told[1] == (far == 0)
            if far:
                assert told[3] == min(far, 60)
                assert told[4] == (far == 999)
                seen += 1
    assert seen > 20


def claimable(eyes: Eyes, row: Any) -> list[int]:
    return [i for i in range(len(eyes.game.board.routes)) if eyes.part(row, "routes", ROUTE, i)[5]]


def distance(s: Any, seat: int, board: Any, routes: list[int], a: int, b: int) -> int:
    edges = [(board.routes[i], board.routes[i].length + CLAIM) for i in routes]
    edges += [(r, 0) for i, r in enumerate(board.routes) if s.routes[seat] >> i & 1]
    far = {a: 0}
    for _ in board.cities:
        for route, cost in edges:
            for u, v in ((route.a, route.b), (route.b, route.a)):
                if u in far and far[u] + cost < far.get(v, 999):
                    far[v] = far[u] + cost
    return far.get(b, 999)


def test_a_route_is_payable_when_the_engine_says_so() -> None:
    for name in ("usa", "europe"):
        for eyes, s, seat, row, _ in positions(name, "pay", 2):
            if s.phase != TURN:
                continue
            legal = s.legal_mask(seat)
            for i in claimable(eyes, row):
                told = eyes.part(row, "routes", ROUTE, i)
                assert told[7] == bool(legal & eyes.game.lookups.route_actions[i])


def test_sets_of_tickets_to_keep_are_planned() -> None:
    for eyes, s, seat, row, _ in positions("europe", "keep", 4):
        if s.phase != TICKET_CHOICE:
            continue
        tickets = eyes.game.board.tickets
        for keep in range(1, 1 << len(s.offers[seat])):
            kept = [t for slot, t in enumerate(s.offers[seat]) if keep >> slot & 1]
            told = eyes.part(row, "keeps", KEEP, keep)
            assert told[0] == len(kept)
            assert told[1] == min(sum(tickets[t].points for t in kept), MOST)
            assert told[2] <= s.trains[seat]


def test_what_others_hold() -> None:
    for eyes, s, seat, _, _ in positions("usa", "held", 3):
        out = eyes.hidden(eyes.record_of(s), seat)
        for i in (1, 2):
            who = (seat + i) % 3
            assert out[KINDS * (i - 1) : KINDS * i].tolist() == s.hands[who]
            held = out[4 * KINDS + 33 * (i - 1) :][:33]
            assert np.flatnonzero(held).tolist() == sorted(s.tickets[who])
