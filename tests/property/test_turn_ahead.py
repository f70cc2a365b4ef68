"""What a seat might do if it were its turn now: exact, and known from its own view."""

import msgspec
from tests.support import deal, every_game, walk

from carrozza.core.actions import ClaimRoute, PlayToYard
from carrozza.core.rng import Rng


@every_game
def test_the_beginning_of_a_turn_is_foreseen(name: str) -> None:
    """A board game gives a seat that is to act the same choices; in the card game a turn begins by
    itself with cards that leave the yard, so it is looked at while the one before is ending."""
    seen = 0
    before = None
    for state in walk(deal(name, 2), 3):
        if state.over:
            break
        view = state.view(None)
        if view.phase == "turn" and len(state.to_act) == 1:
            seat = state.seat
            if name != "card_game":
                assert state.turn_ahead(seat).legal_actions() == state.legal_actions()
                seen += 1
            elif before is not None and before.view(None).phase == "second_card":
                foreseen = before.turn_ahead(seat).legal_actions()
                plays = [a for a in foreseen if isinstance(a, PlayToYard)]
                assert plays == [a for a in state.legal_actions() if isinstance(a, PlayToYard)]
                seen += bool(plays)
        before = state.clone()
    assert seen > 10


@every_game
def test_any_seat_can_look_ahead_at_any_time(name: str) -> None:
    claims = 0
    for state in walk(deal(name, 3), 5):
        if state.over:
            break
        kept = state.plain()
        for seat in range(3):
            ahead = state.turn_ahead(seat)
            assert ahead.to_act == (seat,)
            view = ahead.view(seat)
            assert view.phase == "turn"
            assert view.hand == state.view(seat).hand  # type: ignore[attr-defined]
            claims += any(isinstance(a, ClaimRoute | PlayToYard) for a in ahead.legal_actions())
        assert state.plain() == kept
    assert claims > 30


@every_game
def test_nothing_hidden_is_in_it(name: str) -> None:
    other_worlds = 0
    for number, state in enumerate(walk(deal(name, 3), 7)):
        if state.over:
            break
        for seat in range(3):
            other = state.resample(seat, Rng.from_seed(f"{number} {seat}"))
            other_worlds += other.plain()[2:] != state.plain()[2:]
            told, again = state.turn_ahead(seat), other.turn_ahead(seat)
            assert list(told.legal_actions()) == list(again.legal_actions())
            assert msgspec.json.encode(told.view(seat)) == msgspec.json.encode(again.view(seat))
    assert other_worlds > 30
