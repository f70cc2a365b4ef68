"""What every registered game must do, at every number of players."""

import random

import msgspec
import pytest
from tests.support import deal, every_game, every_table, finished, position, step, walk

from carrozza.core import codec
from carrozza.core.actions import Action, DrawBlind
from carrozza.core.errors import GameOver, IllegalAction, MalformedAction, OutOfTurn
from carrozza.core.events import GameEnded, seen_by
from carrozza.core.game import Setup
from carrozza.core.scores import ScoreSheet
from carrozza.core.space import bits
from carrozza.games.registry import find_game, game_of


@every_table
def test_the_same_seed_deals_the_same_game(name, players):
    assert deal(name, players, "a").plain() == deal(name, players, "a").plain()
    assert deal(name, players, "a").state_hash() != deal(name, players, "b").state_hash()


@every_table
def test_the_same_actions_give_the_same_game(name, players):
    hashes = [[s.state_hash() for s in walk(deal(name, players), 7)] for _ in range(2)]
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0])) == len(hashes[0])


@every_table
def test_the_first_seat_can_be_fixed_without_changing_the_cards(name, players):
    free = deal(name, players)
    for first in range(players):
        fixed = deal(name, players, first=first)
        assert fixed.view(None).first == first
        if free.view(None).first == first:
            assert fixed.plain() == free.plain()


@every_table
def test_any_seat_can_be_drawn_to_start(name, players):
    firsts = {deal(name, players, str(seed)).view(None).first for seed in range(60)}
    assert firsts == set(range(players))


@every_game
def test_the_action_space_is_one_list_with_a_number_for_each(name):
    game = find_game(name)
    spaces = {id(deal(name, n).space) for n in game.players}
    assert len(spaces) == 1
    space = deal(name, game.players[0]).space
    assert [space.index[action] for action in space.actions] == list(range(len(space)))


@every_game
def test_every_action_survives_json_and_has_words(name):
    game = find_game(name)
    for action in deal(name, 2).space.actions:
        assert codec.decode_action(codec.encode_action(action)) == action
        assert game.describe(action)


@every_table
def test_legal_actions_are_a_sequence_in_the_order_of_their_numbers(name, players):
    for state in walk(deal(name, players), 1):
        for seat in state.to_act:
            legal = state.legal_actions(seat)
            ids = [state.space.index[action] for action in legal]
            assert ids == sorted(set(ids)) == legal.ids == bits(state.legal_mask(seat))
            assert len(legal) == len(ids) > 0
            assert [legal[i] for i in range(len(legal))] == list(legal)
            assert legal[-1] == list(legal)[-1]
            assert all(action in legal for action in legal)
            with pytest.raises(IndexError):
                legal[len(legal)]


@every_table
def test_the_mask_vector_marks_exactly_the_legal_actions(name, players):
    state = position(name, players, 3, 40)
    vector = state.space.vector(state.legal_mask())
    assert len(vector) == len(state.space)
    assert [i for i, bit in enumerate(vector) if bit] == state.legal_actions().ids


@every_table
def test_exactly_the_legal_actions_are_accepted(name, players):
    rng = random.Random(f"{name} {players}")
    for steps in (0, players, 25, 80):
        state = position(name, players, steps, steps)
        if state.over:
            continue
        seat = state.seat
        before, mask = state.plain(), state.legal_mask(seat)
        before = msgspec.json.encode(before)
        for i in rng.sample(range(len(state.space)), min(600, len(state.space))):
            action = state.space.actions[i]
            if mask >> i & 1:
                assert state.why_not(action, seat) is None
                state.clone().apply(action, seat)
            else:
                refused = state.why_not(action, seat)
                with pytest.raises(type(refused)) as caught:
                    state.apply(action, seat)
                assert isinstance(refused, IllegalAction | MalformedAction)
                assert caught.value.code == refused.code != ""
                assert caught.value.message.endswith(".")
            assert msgspec.json.encode(state.plain()) == before


@every_table
def test_wrong_seat_and_nonsense_are_refused_and_change_nothing(name, players):
    state = position(name, players, 5, 30)
    before = msgspec.json.encode(state.plain())
    action = state.legal_actions()[0]
    for seat in {*range(-1, players + 1)} - {*state.to_act}:
        with pytest.raises(OutOfTurn) as caught:
            state.apply(action, seat)
        assert caught.value.code == "not_your_turn"
    for nonsense in (None, 3, "DrawBlind", [], {}, object(), Action, Action()):
        with pytest.raises(MalformedAction):
            state.apply(nonsense)
    for number in (-1, len(state.space)):
        with pytest.raises(MalformedAction):
            state.apply_id(number)
    assert msgspec.json.encode(state.plain()) == before


@every_table
def test_after_the_end_everything_is_refused(name, players):
    state = finished(name, players)
    assert state.to_act == ()
    assert list(state.legal_actions()) == []
    before = msgspec.json.encode(state.plain())
    for seat in (None, 0):
        with pytest.raises(GameOver) as caught:
            state.apply(DrawBlind(), seat)
        assert caught.value.code == "game_over"
    assert msgspec.json.encode(state.plain()) == before


@every_table
def test_an_action_by_number_is_the_same_action(name, players):
    one = position(name, players, 2, 20)
    other = one.clone()
    i = one.legal_actions().ids[-1]
    assert one.apply_id(i) == other.apply(other.space.actions[i])
    assert one.plain() == other.plain()


@every_table
def test_the_opening_choice_does_not_depend_on_the_order_of_answers(name, players):
    start = deal(name, players)
    assert start.to_act == tuple(range(players))
    answers = [random.Random(seat).choice(start.legal_actions(seat)) for seat in range(players)]
    results = []
    for order in (range(players), reversed(range(players))):
        state = start.clone()
        for seat in order:
            state.apply(answers[seat], seat)
            assert seat not in state.to_act or state.view(None).phase != "start"
        results.append(state.plain())
    assert results[0] == results[1]


@every_table
def test_events_survive_json_and_have_words_for_everyone(name, players):
    setup = Setup(game=name, players=players, seed="events")
    state, events = game_of(setup).deal(setup)
    rng = random.Random(4)
    while True:
        assert codec.decode_events(codec.encode_events(events)) == events
        for seat in (*range(players), None):
            for full, seen in zip(events, seen_by(events, seat), strict=True):
                assert state.game.describe(seen)
                assert (seen == full) or (full.audience is not None and full.audience != seat)
        if state.over:
            break
        _, _, events = step(state, rng)
    assert isinstance(events[-1], GameEnded)


@every_table
def test_views_survive_json_and_never_hold_the_seed(name, players):
    seed = "a-secret-that-stays-on-the-server"
    for number, state in enumerate(walk(deal(name, players, seed), 2)):
        if number % 9 and not state.over:
            continue
        for seat in (*range(players), None):
            view = state.view(seat)
            data = codec.encode_view(view)
            assert codec.decode_view(data, state.game.view_type) == view
            assert seed.encode() not in data
            assert state.rng.key.hex().encode() not in data
            assert state.rng.key.hex().encode() not in repr(view).encode()


@every_table
def test_a_clone_is_independent(name, players):
    for steps in (0, 30, 60):
        state = position(name, players, 8, steps)
        before = msgspec.json.encode(state.plain())
        copy = state.clone()
        assert copy.plain() == state.plain()
        assert copy.view(0) == state.view(0)
        *_, end = walk(copy, 9)
        assert end.over
        assert msgspec.json.encode(state.plain()) == before


@every_table
def test_the_score_sheet_adds_up_and_names_the_winners(name, players):
    for seed in range(5):
        state = finished(name, players, seed)
        sheet = state.score_sheet()
        for seat, score in enumerate(sheet.seats):
            assert score.seat == seat
            assert score.total == sum(item.points for item in score.items)
        best = [seat for seat in range(players) if sheet.totals[seat] == max(sheet.totals)]
        assert set(sheet.winners) <= set(best)
        assert sheet.winners
        assert state.view(0).sheet == sheet
        assert msgspec.json.decode(msgspec.json.encode(sheet), type=ScoreSheet) == sheet
