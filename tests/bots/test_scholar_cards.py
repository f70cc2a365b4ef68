"""What a learned player of the card game looks at and may do, against the engine and slower ways to
find it."""

import random
from typing import Any

import numpy as np
import pytest
from tests.bots.eyes import Eyes, eyes_of

from carrozza.bots.scholar.cards.records import COLOUR, KEEP, SEAT, TICKET
from carrozza.bots.scholar.common import MOST
from carrozza.core.card_state import TICKET_CHOICE, TURN
from carrozza.core.cards import COLOURS, KINDS, LOCOMOTIVE
from carrozza.core.game import Setup
from carrozza.core.rng import Rng
from carrozza.games.card_game.turn import SCORING


def eyes() -> Eyes:
    return eyes_of("card_game")


def positions(seed: str, players: int) -> Any:
    """A game of random choices from the compact ones, kinds of them first: else nearly all would be
    plays; each position with its row and marks."""
    rng = random.Random(seed)
    e = eyes()
    s: Any = e.game.deal(Setup(game="card_game", players=players, seed=seed))[0]
    while not s.over:
        seat = rng.choice(s.to_act)
        r = e.record_of(s)
        row, marks = e.look(r, seat)
        yield s, seat, row, marks
        found: dict[Any, list[int]] = {}
        for choice in np.flatnonzero(marks):
            i = e.id_of(r, seat, choice)
            found.setdefault(type(s.space.actions[i]), []).append(i)
        s.apply_id(rng.choice(rng.choice(list(found.values()))), seat)


@pytest.mark.parametrize("players", [2, 4])
def test_compact_actions_are_legal_ids_and_back(players: int) -> None:
    e = eyes()
    for s, seat, _, marks in positions("back", players):
        r = e.record_of(s)
        legal, found = s.legal_mask(seat), set()
        for choice in np.flatnonzero(marks):
            i = e.id_of(r, seat, choice)
            assert legal >> i & 1, s.space.actions[i]
            assert e.choice_of(r, i) == choice
            found.add(i)
        assert len(found) == int(marks.sum()) > 0
        # Whatever is legal is marked, alone or together with what is much like it.
        for i in range(len(s.space)):
            if legal >> i & 1:
                assert marks[e.choice_of(r, i)]


def test_rows_of_very_many_cards_are_played() -> None:
    e = eyes()
    s: Any = e.game.deal(Setup(game="card_game", players=2, seed="many"))[0]
    while s.phase != TURN:
        s.apply_id(s.legal_actions(s.to_act[0]).ids[0], s.to_act[0])
    for held, wilds, beaten in ((10, 12, 0), (10, 12, 18), (3, 14, 12), (9, 2, 9)):
        r = e.record_of(s)
        seat = s.seat
        r["hands"][0, seat] = [held, *[0] * 7, wilds]
        r["owners"][0, 0] = 1 - seat if beaten else -1
        r["row_cards"][0, 0], r["row_wilds"][0, 0] = min(1, beaten), max(0, beaten - 1)
        _, marks = e.look(r, seat)
        plays = 0
        for choice in np.flatnonzero(marks):
            i = e.id_of(r, seat, choice)
            assert e.choice_of(r, i) == choice
            for colour, cards, locomotives in e.game.lookups.rows[i]:
                assert colour == 0
                assert cards <= held
                assert locomotives <= wilds
                assert cards + locomotives > max(1, beaten)
                plays += 1
        assert plays


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_hidden_plays_no_part(players: int) -> None:
    """Any position that fits what a seat knows gives it the same row and the same choices."""
    rng = Rng.from_seed("hidden")
    phases = set()
    for n, (s, seat, row, marks) in enumerate(positions(f"hidden {players}", players)):
        if n % 5 and s.phase == TURN:
            continue
        phases.add(s.phase)
        other = eyes().game.resample(s.memory(seat), rng)
        again, marks_again = eyes().look(eyes().record_of(other), seat)
        assert np.array_equal(row, again), np.flatnonzero(row != again)
        assert np.array_equal(marks, marks_again)
    assert SCORING in phases


def test_what_is_short() -> None:
    """Of each colour and for each ticket, against sums over the engine's position."""
    e, seen = eyes(), 0
    for s, seat, row, _ in positions("short", 3):
        tickets = e.game.cards.tickets
        track, hand = s.tracks[seat], s.hands[seat]
        yard = [n if o == seat else 0 for n, o in zip(s.row_cards, s.owners, strict=True)]
        yard.append(sum(n for n, o in zip(s.row_wilds, s.owners, strict=True) if o == seat))
        supply = [sum(cards) for cards in zip(track, yard, hand, strict=True)]
        for t in s.tickets[seat]:
            told = e.part(row, "tickets", TICKET, t)
            assert told[0] == 1
            for at, have in ((8, track), (10, supply)):
                lacks = sum(max(0, n - have[colour]) for colour, n in tickets[t].need)
                assert told[at] == max(0, lacks - have[LOCOMOTIVE])
                seen += lacks > 0
        for colour in COLOURS:
            need = sum(dict(tickets[t].need).get(colour, 0) for t in s.tickets[seat])
            told = e.part(row, "colours", COLOUR, colour)
            assert told[0] == hand[colour]
            assert told[11] == need
            assert told[12] == max(0, need - track[colour])
            assert told[15] == max(0, need - supply[colour])
            assert told[17] == track[colour]
            assert told[23] == s.market.count(colour)
        for i in range(3):
            told = e.part(row, "seats", SEAT, i)
            who = (seat + i) % 3
            assert told[37] == sum(s.hands[who])
            assert told[41] == len(s.tickets[who]) + len(s.chosen[who])
    assert seen > 20


def test_sets_of_tickets_to_keep() -> None:
    for s, seat, row, _ in positions("keep", 4):
        if s.phase != TICKET_CHOICE:
            continue
        tickets = eyes().game.cards.tickets
        for keep in range(1 << len(s.offers[seat])):
            kept = [t for slot, t in enumerate(s.offers[seat]) if keep >> slot & 1]
            told = eyes().part(row, "keeps", KEEP, keep)
            assert told[0] == len(kept)
            assert told[1] == min(sum(tickets[t].points for t in kept), MOST)
            points = sum(tickets[t].points for t in [*kept, *s.tickets[seat]])
            for done, undone in ((5, 6), (9, 10)):
                if told[done] < MOST and told[undone] < MOST:
                    assert 0 <= points - 2 * (int(told[done]) + int(told[undone])) <= 2


def test_what_others_hold() -> None:
    for s, seat, _, _ in positions("held", 3):
        out = eyes().hidden(eyes().record_of(s), seat)
        for i in (1, 2):
            who = (seat + i) % 3
            assert out[KINDS * (i - 1) : KINDS * i].tolist() == s.hands[who]
            held = out[3 * KINDS + 46 * (i - 1) :][:46]
            assert np.flatnonzero(held).tolist() == sorted(s.tickets[who])
