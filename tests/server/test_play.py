"""A game folded from its log: undo, stale choices, resends, resuming. No server needed."""

import random

import msgspec
import pytest
from tests.support import every_table, step

from carrozza.core.actions import ClaimRoute, DrawBlind
from carrozza.core.errors import OutOfTurn
from carrozza.core.game import Setup
from carrozza.server.errors import Refused
from carrozza.server.play.game_log import Draft, Entry, Play


def setup(name: str, players: int) -> Setup:
    return Setup(game=name, players=players, seed="log")


def do(play: Play, seat: int, action: object, client: str | None = None) -> Draft:
    draft = play.draft(seat, action, by="person", at=0.0, client=client)  # type: ignore[arg-type]
    play.take(draft)
    return draft


def undo(play: Play, seat: int) -> Draft:
    draft = play.draft_undo(seat, at=0.0, client=f"undo {play.version}")
    play.take(draft)
    return draft


def through_opening(play: Play) -> None:
    for seat in play.state.to_act:
        do(play, seat, play.state.legal_actions(seat)[0])


def claimable(play: Play) -> ClaimRoute:
    """Draw until the seat to act can claim a route without chance."""
    while True:
        for action in play.state.legal_actions():
            if isinstance(action, ClaimRoute):
                draft = play.draft(play.state.seat, action, by="person", at=0.0)
                if all(event.quiet for event in draft.events):
                    return action
        do(play, play.state.seat, DrawBlind())


@every_table
def test_a_log_with_undos_reads_back_to_the_same_game(name: str, players: int) -> None:
    rng = random.Random(7)
    play = Play(setup(name, players))
    entries: list[Entry] = []
    undone = 0
    while not play.over:
        seat = rng.choice(play.state.to_act)
        action = rng.choice(play.state.legal_actions(seat))
        before = play.state.state_hash()
        entries.append(do(play, seat, action, str(play.version)).entry)
        if play.may_undo(seat) and rng.random() < 0.5:
            entries.append(undo(play, seat).entry)
            assert play.state.state_hash() == before
            undone += 1
    assert undone > 3
    stored = [msgspec.json.decode(msgspec.json.encode(e), type=Entry) for e in entries]
    again = Play(setup(name, players))
    for entry in stored:
        again.read(entry)
    assert again.state.state_hash() == play.state.state_hash()
    assert (again.version, again.actions, again.clients) == (
        play.version,
        play.actions,
        play.clients,
    )


@every_table
def test_undo_gives_nobody_anything(name: str, players: int) -> None:
    """Whatever may be undone has told nobody a card, a ticket or the outcome of chance."""
    rng = random.Random(3)
    play = Play(setup(name, players))
    seen = 0
    while not play.over:
        before = play.state.clone()
        seat, action, _ = step(before.clone(), rng)
        draft = do(play, seat, action)
        if play.may_undo(seat):
            seen += 1
            after = draft.state
            assert (after.deck, after.rng.used) == (before.deck, before.rng.used)
            assert after.market == before.market
            assert set(after.ticket_deck) >= set(before.ticket_deck)
    assert seen > 10


def test_undo_ends_with_the_next_action() -> None:
    play = Play(setup("usa", 2))
    through_opening(play)
    action = claimable(play)
    seat = play.state.seat
    do(play, seat, action)
    assert play.may_undo(seat)
    assert not play.may_undo(1 - seat)
    assert not play.may_undo(None)
    do(play, 1 - seat, DrawBlind())
    with pytest.raises(Refused, match="no longer"):
        undo(play, seat)


def test_what_a_bot_did_is_not_undone() -> None:
    play = Play(setup("usa", 2))
    through_opening(play)
    action = claimable(play)
    seat = play.state.seat
    play.take(play.draft(seat, action, by="bot", at=0.0))
    assert not play.may_undo(seat)


def test_drawing_is_not_undone() -> None:
    play = Play(setup("usa", 2))
    through_opening(play)
    seat = play.state.seat
    do(play, seat, DrawBlind())
    with pytest.raises(Refused, match="no longer"):
        undo(play, seat)


def test_a_choice_on_an_old_question_is_stale() -> None:
    play = Play(setup("usa", 2))
    through_opening(play)
    seat, version = play.state.seat, play.version
    play.check_fresh(seat, version)
    with pytest.raises(Refused, match="moved on"):
        play.check_fresh(seat, version - 1)
    with pytest.raises(Refused, match="moved on"):
        play.check_fresh(seat, version + 1)
    with pytest.raises(OutOfTurn):
        play.check_fresh(1 - seat, version)
    do(play, seat, DrawBlind())
    with pytest.raises(Refused, match="moved on"):
        play.check_fresh(seat, version)


def test_the_opening_may_be_answered_in_any_order() -> None:
    """What others answered meanwhile makes one's own answer no staler."""
    play = Play(setup("europe", 3))
    for seat in (2, 0, 1):
        play.check_fresh(seat, 0)
        do(play, seat, play.state.legal_actions(seat)[0])


def test_after_an_undo_everything_is_asked_anew() -> None:
    play = Play(setup("usa", 2))
    through_opening(play)
    action = claimable(play)
    seat, version = play.state.seat, play.version
    do(play, seat, action)
    undo(play, seat)
    with pytest.raises(Refused, match="moved on"):
        play.check_fresh(seat, version)
    play.check_fresh(seat, play.version)


def test_a_client_gets_what_it_has_missed() -> None:
    rng = random.Random(1)
    play = Play(setup("europe", 2))
    told = [play.update(0, None, [])]
    for _ in range(80):
        seat, action, _ = step(play.state.clone(), rng)
        do(play, seat, action)
        told.append(play.update(0, play.version - 1, []))
    one_by_one = [step for update in told for step in update.steps]
    late = play.update(0, play.version - 30, [])
    assert late.since == play.version - 30
    assert late.steps == one_by_one[-30:]
    assert late.view == told[-1].view
    assert play.update(0, play.version, []).steps == []
    whole = play.update(0, -1, [])
    assert whole.since == -1
    assert [step.version for step in whole.steps] == list(range(81))
    assert whole.steps[1:] == one_by_one


def test_who_knows_a_version_that_is_none_gets_everything_anew() -> None:
    update = Play(setup("europe", 2)).update(0, 1, [])
    assert update.since is None
    assert update.steps == []


def test_a_failed_draft_changes_nothing() -> None:
    play = Play(setup("usa", 2))
    before = play.state.state_hash()
    play.draft(0, play.state.legal_actions(0)[0], by="person", at=0.0)
    assert (play.state.state_hash(), play.version) == (before, 0)


@pytest.mark.parametrize("change", [{"hash": "0"}, {"version": 9}, {"seat": 1}, {"kind": "undo"}])
def test_a_damaged_log_is_refused(change: dict[str, object]) -> None:
    play = Play(setup("usa", 2))
    entry = play.draft(0, play.state.legal_actions(0)[0], by="person", at=0.0).entry
    with pytest.raises(Refused, match="damaged"):
        play.read(msgspec.structs.replace(entry, **change))
