"""Reviews: verdicts by what a seat knew, with the same luck for all, and sums that add up."""

from functools import cache
from math import inf

import msgspec
import numpy as np
import pytest
from tests.support import deal

from carrozza.bots.registry import make_bot
from carrozza.core.actions import ClaimRoute, DrawBlind, DrawFaceUp, KeepTickets
from carrozza.core.errors import CarrozzaError
from carrozza.core.game import Setup, State
from carrozza.core.replay import Record, Save
from carrozza.core.rng import Rng
from carrozza.games.registry import find_game, game_of
from carrozza.review.judge import Judge, judgement_of
from carrozza.review.model import Review
from carrozza.review.review import review
from carrozza.review.verdicts import LEAST_LOSS, SURE, VERDICTS, verdict_of

FEW = 4


def played(name: str, bots: tuple[str, ...], seed: str, **more: object) -> Save:
    setup = Setup(game=name, players=len(bots), seed=seed, **more)  # type: ignore[arg-type]
    game = game_of(setup)
    record = Record(game, setup)
    players = [make_bot(bot, game, str(seat)) for seat, bot in enumerate(bots)]
    while not record.state.over:
        seat = record.state.to_act[0]
        legal = record.state.legal_actions(seat)
        record.apply(players[seat].decide(record.state.memory(seat), legal, inf), seat)
    return record.save()


@cache
def reviewed(name: str, bots: tuple[str, ...]) -> Review:
    return review(played(name, bots, "reviewed"), FEW)


CASES = [("usa", ("scholar", "greedy")), ("card_game", ("scholar", "greedy"))]
cases = pytest.mark.parametrize(("name", "bots"), CASES)


@cases
def test_luck_and_skill_add_up_to_the_result(name, bots):
    found = reviewed(name, bots)
    for account in found.accounts:
        parts = account.skill + account.gifts + account.luck
        assert parts == pytest.approx(account.result - account.fair, abs=1e-9)
        assert account.luck == pytest.approx(sum(account.luck_by.values()))
        assert sum(account.verdicts.values()) == sum(
            d.seat == account.seat for d in found.decisions
        )
    for position in found.positions:
        assert sum(position.chances) == pytest.approx(1)
        assert sum(position.luck) == pytest.approx(0, abs=1e-9)


@cases
def test_no_verdict_lies_within_the_error(name, bots):
    for d in reviewed(name, bots).decisions:
        assert d.verdict in VERDICTS
        assert d.played in d.alternatives
        assert d.best == max(d.alternatives, key=lambda a: a.chance)
        if d.verdict in LEAST_LOSS:
            assert d.played.loss - SURE * d.played.loss_error > LEAST_LOSS[d.verdict]


def test_what_cost_something_says_why_and_nothing_else_does():
    """No reason is given for both of two actions; those of hints are proved by their own tests."""
    found = reviewed(*CASES[0])
    lossy = [d for d in found.decisions if d.verdict in LEAST_LOSS]
    assert any(d.against for d in lossy)
    assert any(d.why for d in lossy)
    for d in found.decisions:
        assert d in lossy or (d.against, d.why) == ((), ())
        kinds = {reason.kind for reason in d.against}
        assert kinds <= {"serves_none", "spends"}
        if kinds:
            assert isinstance(d.played.action, ClaimRoute)


def test_the_same_save_gives_the_same_review_and_it_is_json():
    name, bots = CASES[0]
    first = reviewed(name, bots)
    assert first == review(played(name, bots, "reviewed"), FEW)
    assert msgspec.json.decode(msgspec.json.encode(first), type=Review) == first


@pytest.mark.parametrize("name", ["usa", "card_game"])
def test_what_is_hidden_plays_no_part(name):
    """Everything hidden is dealt anew: the seat gets the same judgement."""
    game = find_game(name)
    judge = Judge(game, FEW)
    bots = [make_bot("scholar", game, str(seat)) for seat in range(2)]
    state, rng, number = deal(name, 2, "hidden"), Rng.from_seed("hidden"), 0
    while not state.over:
        seat = state.to_act[0]
        legal = state.legal_actions(seat)
        action = bots[seat].decide(state.memory(seat), legal, inf)
        if number % 9 == 0 and len(legal) > 1:
            other = state.resample(seat, rng)
            known = judge.judge(state.memory(seat), legal, action, "same")
            theirs = other.legal_actions(seat)
            assert known == judge.judge(other.memory(seat), theirs, action, "same")
        state.apply(action, seat)
        number += 1


def openings(state: State, seat: int) -> list[KeepTickets]:
    """To keep all tickets but one: only how many are kept shows."""
    legal = [a for a in state.legal_actions(seat) if isinstance(a, KeepTickets)]
    return [a for a in legal if len(a.back) == 1]


def the_same_but_for_tickets(name: str, seed: str) -> tuple[Save, Save, int]:
    """A game, the same again in which seat 1 kept other tickets in the opening, and the step until
    which nobody else could notice."""
    setup = Setup(game=name, players=2, seed=seed)
    game = game_of(setup)
    first, second = Record(game, setup), Record(game, setup)
    bots = [make_bot("greedy", game, str(seat)) for seat in range(2)]
    same = 0
    while not first.state.over:
        seat = first.state.to_act[0]
        legal = first.state.legal_actions(seat)
        if seat == 1 and isinstance(legal[0], KeepTickets) and same < 2:
            action, other = openings(first.state, seat)[:2]
        else:
            action = other = bots[seat].decide(first.state.memory(seat), legal, inf)
        first.apply(action, seat)
        if same == len(second.save().steps) and other in second.state.legal_actions(seat):
            second.apply(other, seat)
            same += 1
    while not second.state.over:
        seat = second.state.to_act[0]
        second.apply(second.state.legal_actions(seat)[0], seat)
    return first.save(), second.save(), same


@pytest.mark.parametrize("name", ["usa", "card_game"])
def test_a_whole_game_in_which_others_held_other_tickets_gives_the_same_verdicts(name):
    """Two games to the end that look the same to seat 0: all it did is judged alike. Seat 1, who
    knows the difference, is not."""
    save, other, same = the_same_but_for_tickets(name, "other tickets")
    assert same > 0.8 * len(save.steps)
    first, second = (
        [d for d in review(each, FEW).decisions if d.step <= same] for each in (save, other)
    )
    ours, theirs = ([d for d in found if d.seat == 0] for found in (first, second))
    assert len(ours) > 20
    assert ours == theirs
    assert [d for d in first if d.seat == 1] != [d for d in second if d.seat == 1]


def test_all_compared_actions_have_the_same_samples_and_luck():
    """The same action twice comes to the same in every sample."""
    state = deal("usa", 2, "equal")
    for seat in (0, 1):
        state.apply(state.legal_actions(seat)[0], seat)
    judge = Judge(state.game, FEW)
    draw, seat = DrawBlind(), state.seat
    wins, leads = judge.compare(state.memory(seat), [draw] * 3, 6, 2, Rng.from_seed("x"))
    assert wins.shape == leads.shape == (6, 3)
    assert np.allclose(wins, wins[:, :1], atol=1e-5)
    assert np.ptp(wins[:, 0]) > 1e-3  # but samples differ


def test_equal_cards_in_other_places_are_no_mistake():
    deals = (deal("usa", 2, str(seed)) for seed in range(20))
    state = next(s for s in deals if len(set(s.view(None).market)) < 5)
    for seat in (0, 1):
        state.apply(state.legal_actions(seat)[0], seat)
    market = state.view(None).market
    first = next(s for s, card in enumerate(market) if market.count(card) > 1)
    second = market.index(market[first], first + 1)
    judge = Judge(state.game, FEW)
    actions = [DrawFaceUp(first), DrawFaceUp(second)]
    wins, _ = judge.compare(state.memory(state.seat), actions, 6, 2, Rng.from_seed("x"))
    assert np.allclose(wins[:, 0], wins[:, 1], atol=1e-5)


def test_what_was_played_is_the_best_of_equals():
    wins = np.full((5, 2), 0.5)
    found = judgement_of([DrawBlind(), DrawFaceUp(0)], wins, wins)
    assert (found.verdict, found.played.loss) == ("best", 0)


def test_verdicts_go_by_the_loss_beyond_the_error():
    assert verdict_of(0.0, 0.0) == "best"
    assert verdict_of(0.2, 0.0) == "blunder"
    assert verdict_of(0.2, 0.06) == "mistake"
    assert verdict_of(0.2, 0.08) == "inaccuracy"
    assert verdict_of(0.2, 0.1) == "fine"


def test_a_game_that_is_not_over_is_refused():
    setup = Setup(game="usa", players=2, seed="x")
    save = Record(game_of(setup), setup).save()
    with pytest.raises(CarrozzaError) as refused:
        review(save)
    assert refused.value.code == "not_over"


def test_the_weaker_player_is_found_to_blunder():
    strong, weak = reviewed(*CASES[0]).accounts
    assert weak.verdicts["blunder"] > strong.verdicts["blunder"]
    assert weak.lost > strong.lost
    assert weak.skill < strong.skill
