"""E4: the cards on the track, face down for everybody, and what a perfect memory knows of them."""

import random
from collections import Counter

import pytest
from tests.rules.card_positions import arrange, deal, hold, play, score_now, table
from tests.support import exchange_tracks

from carrozza.core.actions import CompleteTicket
from carrozza.core.cards import CARD_INDEX, LOCOMOTIVE
from carrozza.core.codec import encode_events, encode_view
from carrozza.core.events import (
    CardsPutOnTrack,
    DeckRenewed,
    Event,
    TicketsScored,
    TrainsRobbed,
    YardPlayed,
    seen_by,
)

every_number = pytest.mark.parametrize("players", [2, 3, 4])


class Notes:
    """What a spectator with pen and paper knows of the yards and tracks."""

    def __init__(self, players: int) -> None:
        self.rows: list[dict[int, list[int]]] = [{} for _ in range(players)]  # the last on top
        self.tracks = [[0] * 9 for _ in range(players)]

    def write(self, event: Event) -> None:
        match event:
            case YardPlayed(seat, cards):
                counts = Counter(CARD_INDEX[card] for card in cards)
                wilds = [LOCOMOTIVE] * counts.pop(LOCOMOTIVE, 0)
                for colour, n in counts.items():
                    self.rows[seat][colour] = [colour] * n + wilds
            case TrainsRobbed(_, victim, cards):
                del self.rows[victim][CARD_INDEX[cards[0]]]
            case CardsPutOnTrack(seat, count):
                assert count == len(self.rows[seat])
                for row in self.rows[seat].values():
                    self.tracks[seat][row.pop()] += 1
                self.rows[seat] = {colour: row for colour, row in self.rows[seat].items() if row}
            case TicketsScored(seat, _, used):
                for card in (card for ticket in used for card in ticket):
                    self.tracks[seat][CARD_INDEX[card]] -= 1
            case DeckRenewed():
                self.__init__(len(self.tracks))  # type: ignore[misc]


def test_E4_nobody_sees_a_track_before_the_scoring():
    state = table(3)
    arrange(state, tracks={0: {"blue": 2, "locomotive": 1}})
    for seat in (0, 1, 2, None):
        assert state.view(seat).tracks == (None, None, None)
        assert state.view(seat).track_sizes == (3, 0, 0)


@pytest.mark.parametrize("open_track", [False, True])
@every_number
def test_E4_nothing_told_depends_on_a_track_that_one_may_not_look_at(players, open_track):
    """Views, events and what one may do, byte for byte, until the owners look at the scoring."""
    rng = random.Random(players)
    state, _ = deal(players, "face down", open_track=open_track)
    exchanged = 0
    while state.view(None).phase != "scoring":
        seat = rng.choice(state.to_act)
        action = rng.choice(state.legal_actions(seat))
        after = state.clone()
        events = after.apply(action, seat)
        for looker in (*range(players), None):
            other = state.clone()
            exchanged += exchange_tracks(other, looker, rng, untouched=8)
            assert encode_view(other.view(looker)) == encode_view(state.view(looker))
            assert other.legal_mask(seat) == state.legal_mask(seat)
            told = encode_events(seen_by(other.apply(action, seat), looker))
            assert told == encode_events(seen_by(events, looker))
        state = after
    assert exchanged > 100


def test_E4_the_log_says_how_many_cards_went_there_and_not_which():
    state = table()
    arrange(state, yards={1: {"blue": (1, 0), "red": (3, 0)}}, hands={0: {"white": 2}})
    event = state.apply(play(white=2))[-1]
    assert event == CardsPutOnTrack(1, 2, ("blue", "red"), open=False)
    for seat in (0, 1, None):
        told = event.seen_by(seat)
        assert told == CardsPutOnTrack(1, 2, None, open=False)
        assert state.game.describe(told) == "Seat 1 sends 2 cards on the track."


def test_E4_owners_who_may_look_are_told():
    state = table(2, open_track=True)
    arrange(state, yards={1: {"blue": (1, 0), "red": (3, 0)}}, hands={0: {"white": 2}})
    event = state.apply(play(white=2))[-1]
    assert event.seen_by(1) == CardsPutOnTrack(1, 2, ("blue", "red"), open=True)
    for seat in (0, None):
        assert event.seen_by(seat).cards is None


@every_number
def test_E4_a_perfect_memory_is_what_anybody_could_have_written_down(players):
    """Folding what a spectator sees in the yards gives the same, at every step of a game."""
    rng = random.Random(players)
    for seed in range(8):
        state, _ = deal(players, f"memory {seed}", open_track=seed % 2 == 1)
        notes = Notes(players)
        while not state.over:
            seat = rng.choice(state.to_act)
            events = state.apply(rng.choice(state.legal_actions(seat)), seat)
            for event in seen_by(events, None):
                notes.write(event)
            for looker in (*range(players), None):
                assert state.memory(looker).remembered_tracks == tuple(map(tuple, notes.tracks))


def test_E4_a_memory_does_not_tell_what_others_choose_at_the_scoring():
    state = table()
    arrange(state, tracks={0: {"blue": 1, "red": 1, "orange": 1}, 1: {"green": 2}})
    [number] = hold(state, 0, "Miami - Boston")  # blue, red, orange
    score_now(state)
    before = state.memory(1)
    state.apply(CompleteTicket(number), 0)
    assert state.memory(1) == before
    assert state.view(0).tracks[0] == (0,) * 9
    assert state.memory(0).remembered_tracks == before.remembered_tracks


def test_E4_a_table_may_let_owners_look():
    state = table(2, open_track=True)
    arrange(state, tracks={0: {"blue": 2, "locomotive": 1}})
    assert state.view(0).tracks == ((0, 2, 0, 0, 0, 0, 0, 0, 1), None)
    assert state.view(1).tracks == (None, (0,) * 9)
    assert state.view(None).tracks == (None, None)
