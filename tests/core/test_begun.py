"""Games that begin in the middle of another: setups like any other, saved and verified alike."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.inventory import all_cards, check_tickets, every_card
from tests.support import TABLES, every_game, every_table, exchange_tracks, walk

from carrozza.core.actions import DrawBlind
from carrozza.core.begun import MOST_STRETCHES, Anew, Played, Stretch
from carrozza.core.errors import BadOptions, BadSave, CarrozzaError
from carrozza.core.events import CardDrawn
from carrozza.core.game import Setup, State
from carrozza.core.replay import (
    Record,
    commitment,
    decode_save,
    encode_save,
    load_state,
    replay,
)
from carrozza.core.rng import Rng
from carrozza.games.registry import game_of

positions = st.tuples(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 150))


def playing(setup: Setup, seed: int, steps: int) -> Record:
    """A game of random actions, not quite to its end."""
    record, rng = Record(game_of(setup), setup), random.Random(seed)
    for _ in range(steps):
        before = record.state.clone()
        seat = rng.choice(record.state.to_act)
        action = rng.choice(record.state.legal_actions(seat))
        record.apply(action, seat)
        if record.state.over:
            record.state = before
            record.steps.pop()
            break
    return record


def beginning(name: str, players: int, seed: int, steps: int) -> Record:
    return playing(Setup(game=name, players=players, seed=str(seed)), seed, steps)


def taken_up(record: Record, anew: Anew | None = None) -> Setup:
    """The setup of the game that goes on where this one stands."""
    so_far = () if record.setup.begun is msgspec.UNSET else record.setup.begun
    played = tuple(Played(step.seat, step.action) for step in record.steps)
    return msgspec.structs.replace(record.setup, begun=(*so_far, Stretch(played, anew)))


def start(setup: Setup) -> State:
    return game_of(setup).deal(setup)[0]


def test_setups_of_whole_games_are_what_they_always_were():
    """Byte for byte: commitments that were shown, and saves that were made, stay good."""
    setup = Setup(game="europe", players=3, seed="x", first=1, options={})
    told = b'{"game":"europe","players":3,"seed":"x","first":1,"options":{},"board":null}'
    assert msgspec.json.encode(setup) == told
    assert commitment(setup) == "6b2a93c909241881f650a31568db45bc3a480c83def00c4b590ec711ac8ad0f0"
    assert msgspec.json.decode(told, type=Setup) == setup


@given(positions)
def test_with_the_cards_as_they_were_it_is_the_same_position(where):
    (name, players), seed, steps = where
    record = beginning(name, players, seed, steps)
    state, told, turn = record.state.game.begin(taken_up(record))
    assert state.plain() == record.state.plain()
    assert [step.seat for step in told] == [None, *(step.seat for step in record.steps)]
    assert turn == sum(s.view(None).phase == "turn" for s in positions_of(record))
    one, other = walk(record.state, 1), walk(state, 1)
    assert [s.state_hash() for s in one] == [s.state_hash() for s in other]


def positions_of(record: Record) -> list[State]:
    state = start(record.setup)
    found = [state.clone()]
    for step in record.steps:
        state.apply(step.action, step.seat)
        found.append(state.clone())
    return found


@given(positions, st.integers(0, 10**6))
def test_dealt_anew_the_seat_knows_exactly_what_it_knew(where, seed):
    (name, players), game_seed, steps = where
    record = beginning(name, players, game_seed, steps)
    seat = seed % players
    state = start(taken_up(record, Anew(seat, str(seed))))
    assert state.memory(seat) == record.state.memory(seat)
    assert state.legal_mask(seat) == record.state.legal_mask(seat)
    assert all_cards(state) == every_card(state)
    check_tickets(state)


@given(positions)
def test_what_the_seat_could_not_know_makes_no_difference_to_the_new_deal(where):
    """The hidden cards of the finished game are exchanged; the practice is the same."""
    (name, players), seed, steps = where
    record = beginning(name, players, seed, steps)
    twin = record.state.resample(0, Rng.from_seed(str(seed)))
    exchange_tracks(twin, 0, random.Random(seed))
    ours, theirs = (s.resample(0, Rng.from_seed("new")) for s in (record.state, twin))
    if record.state.memory(0) == twin.memory(0):
        assert ours.plain() == theirs.plain()
    told = record.state.game.begin(taken_up(record, Anew(0, "new"))).told
    assert all(event.seen_by(0) == event for step in told for event in step.events)


@every_game
def test_dealt_anew_with_another_seed_it_is_another_deal(name):
    record = beginning(name, 2, 3, 30)
    deals = {str(start(taken_up(record, Anew(0, str(n)))).plain()) for n in range(5)}
    assert len(deals) == 5


@every_table
def test_it_is_saved_and_verified_like_any_other(name, players):
    record = beginning(name, players, 5, 60)
    for anew in (None, Anew(players - 1, "secret")):
        setup = taken_up(record, anew)
        made = Record(game_of(setup), setup)
        while not made.state.over:
            legal = made.state.legal_actions()
            made.apply(legal[len(made.steps) * 7 % len(legal)])
        save = decode_save(encode_save(made.save()))
        assert save == made.save()
        assert save.totals is not None
        assert load_state(save, game_of).plain() == made.state.plain()
        assert commitment(setup) != commitment(record.setup)


@every_game
def test_a_game_taken_up_can_be_taken_up_again(name):
    record = beginning(name, 2, 7, 30)
    again = playing(taken_up(record, Anew(1, "first")), 8, 15)
    setup = taken_up(again, Anew(0, "second"))
    assert len(setup.begun) == 2
    state = start(setup)
    assert state.memory(0) == again.state.memory(0)
    last = playing(setup, 9, 10)
    assert load_state(last.save(), game_of).plain() == last.state.plain()


def test_no_more_is_told_of_what_came_before_than_the_seat_knew():
    record = beginning("usa", 2, 1, 40)
    setup = taken_up(record, Anew(0, "new"))
    events = game_of(setup).deal(setup)[1]
    blind = [e for e in events if isinstance(e, CardDrawn) and e.slot is None]
    assert {e.card is None for e in blind if e.seat == 1} == {True}
    assert {e.card is None for e in blind if e.seat == 0} == {False}


def refusal_of(setup: Setup) -> CarrozzaError:
    with pytest.raises(CarrozzaError) as caught:
        start(setup)
    return caught.value


def test_what_cannot_be_is_refused():
    record = beginning("usa", 2, 1, 20)
    good = taken_up(record)
    assert refusal_of(with_stretch(good, Stretch((), Anew(2, "")))).code == "beginning"
    assert refusal_of(with_stretch(good, Stretch((), Anew(-1, "")))).code == "beginning"
    impossible = Stretch((Played(1 - record.state.seat, DrawBlind()),))
    assert refusal_of(with_stretch(good, impossible)).code == "not_your_turn"
    deep = msgspec.structs.replace(good, begun=(Stretch(()),) * (MOST_STRETCHES + 1))
    assert isinstance(refusal_of(deep), BadOptions)


def with_stretch(setup: Setup, stretch: Stretch) -> Setup:
    return msgspec.structs.replace(setup, begun=(*setup.begun, stretch))


def test_a_game_cannot_begin_at_its_end():
    record = beginning("card_game", 2, 1, 10_000)
    rng = random.Random(1)
    while not record.state.over:
        seat = rng.choice(record.state.to_act)
        record.apply(rng.choice(record.state.legal_actions(seat)), seat)
    assert refusal_of(taken_up(record)).message == "The game is over before it begins."
    assert refusal_of(taken_up(record, Anew(0, ""))).code == "game_over"


def test_a_save_whose_beginning_was_changed_is_refused():
    record = playing(taken_up(beginning("europe", 2, 3, 30), Anew(0, "new")), 1, 10)
    save = record.save()
    begun = record.setup.begun
    for changed in (
        (Stretch(begun[0].played[:-1], begun[0].anew),),
        (Stretch(begun[0].played, Anew(0, "another")),),
        (Stretch(begun[0].played, Anew(1, "new")),),
        (Stretch(begun[0].played),),
    ):
        setup = msgspec.structs.replace(record.setup, begun=changed)
        with pytest.raises(BadSave):
            list(replay(msgspec.structs.replace(save, setup=setup), game_of))
