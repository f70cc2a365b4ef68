"""What sums a game up is true: games whose story is known, and stories checked against the game."""

from collections.abc import Callable

import msgspec
import pytest
from tests.review.test_review import CASES, played, reviewed
from tests.small_boards import board

from carrozza.core.actions import Action, ClaimRoute, DrawBlind, KeepTickets
from carrozza.core.events import RouteClaimed
from carrozza.core.game import Setup, State
from carrozza.core.replay import Record, Save, load_state, replay
from carrozza.core.scores import TicketItem
from carrozza.games.registry import game_of
from carrozza.review.accounts import accounts_of
from carrozza.review.hints.model import HintReason
from carrozza.review.model import Alternative, Decision, Position, Review, Sentence
from carrozza.review.summary import LUCK, MOST, sum_up
from carrozza.review.tickets import TicketTeller
from carrozza.review.verdicts import LEAST_LOSS

# Two stars joined by a bridge, which nearly every ticket needs.
BRIDGE = 2
OWN = 0  # is for the first seat
ROUTES = [
    ("A", "C", 1, "grey"), ("B", "C", 1, "grey"), ("C", "D", 1, "grey"), ("D", "E", 1, "grey"),
    ("D", "F", 1, "grey"),
]  # fmt: skip
TICKETS = [(a, b, 2 + i) for i, (a, b) in enumerate((a, b) for a in "AB" for b in "DEF")]
TICKETS += [("A", "B", 1), ("E", "F", 1)]
STARS = board("ABCDEF", ROUTES, TICKETS)

Choose = Callable[[State, int], Action]


def game_where(choose: Choose, name: str = "usa") -> Save:
    few = [{**ticket, "long": ticket["points"] == 1} for ticket in STARS["tickets"]]
    tickets = few if name == "europe" else STARS["tickets"]
    setup = Setup(game=name, players=2, seed="bridge", board={**STARS, "tickets": tickets})
    game = game_of(setup)
    record = Record(game, setup)
    while not record.state.over:
        seat = record.state.to_act[0]
        record.apply(choose(record.state, seat), seat)
    return record.save()


def the_second_takes_the_bridge(state: State, seat: int) -> Action:
    legal = state.legal_actions(seat)
    if isinstance(legal[0], KeepTickets):
        return max(legal, key=lambda action: len(action.keep))  # type: ignore[attr-defined]
    own = [a for a in legal if isinstance(a, ClaimRoute) and (a.route == OWN) == (seat == 0)]
    if own and min(state.view(None).hand_sizes) > 5:
        return min(own, key=lambda action: action.route != BRIDGE)
    draws = [a for a in legal if isinstance(a, DrawBlind)]
    return (draws or [a for a in legal if not isinstance(a, ClaimRoute)] or legal)[0]


def plainly_reviewed(save: Save) -> Review:
    """A review without judgements: nobody made a mistake, and there was no luck."""
    teller, turn, positions = TicketTeller(), 0, []
    zero = (0.0, 0.0)
    for number, (step, state, events) in enumerate(replay(save, game_of)):
        seat = step.seat if step else None
        if seat is not None:
            teller.step(number, turn, seat, state, events)
        positions.append(
            Position(step=number, turn=turn, seat=seat, chances=(0.5, 0.5), decided=zero,
                     luck=zero, shown=zero, chance="")
        )  # fmt: skip
        turn += not state.over and state.view(None).phase == "turn"
        teller.remember(state)
    assert save.totals is not None
    assert save.winners is not None
    return Review(
        version=0, game=save.setup.game, players=2, samples=1, totals=save.totals,
        winners=save.winners, decisions=(), positions=tuple(positions), turning_points=(),
        accounts=accounts_of(2, save.winners, (), positions), tickets=teller.stories(), summary=(),
    )  # fmt: skip


def with_blunder(review: Review, save: Save, step: int, better: Action) -> Review:
    """The same, but this step was a blunder."""
    made = save.steps[step - 1]
    played, best = (
        Alternative(action=action, chance=chance, chance_error=0.01, lead=0.0, lead_error=1.0,
                    loss=0.8 - chance, loss_error=0.01)
        for action, chance in ((made.action, 0.5), (better, 0.8))
    )  # fmt: skip
    decision = Decision(
        step=step, turn=review.positions[step].turn, seat=made.seat, verdict="blunder",
        played=played, best=best, alternatives=(best, played), samples=1, against=(), why=(),
    )  # fmt: skip
    return msgspec.structs.replace(review, decisions=(decision,))


def of(kind: str, seat: int, summary: tuple[Sentence, ...]) -> Sentence:
    (found,) = [s for s in summary if (s.kind, s.seat) == (kind, seat)]
    return found


def bridge_step(save: Save) -> int:
    return next(
        number
        for number, (_, _, events) in enumerate(replay(save, game_of))
        if any(isinstance(e, RouteClaimed) and e.route == BRIDGE for e in events)
    )


def test_a_ticket_that_another_seat_cut_off():
    save = game_where(the_second_takes_the_bridge)
    review = plainly_reviewed(save)
    step = bridge_step(save)
    own, theirs = (
        max((s.ticket for s in review.tickets if s.seat == seat), key=lambda t: TICKETS[t][2])
        for seat in (0, 1)
    )
    summary = sum_up(save, review)
    assert of("lost_ticket", 0, summary) == Sentence(
        seat=0, kind="lost_ticket", step=step, turn=review.positions[step].turn, by=1,
        route=BRIDGE, ticket=own, theirs=theirs, points=2 * TICKETS[own][2],
    )  # fmt: skip
    kept = [s.ticket for s in review.tickets if s.seat == 0]
    assert of("open_tickets", 0, summary).points == 2 * sum(TICKETS[t][2] for t in kept)


def test_a_ticket_that_only_a_station_could_still_help():
    """With stations a ticket that is cut off is not lost at once; trains alone no longer help."""
    save = game_where(the_second_takes_the_bridge, "europe")
    step = bridge_step(save)
    setbacks = [
        setback
        for story in plainly_reviewed(save).tickets
        for setback in story.setbacks
        if story.seat == 0 and setback.step == step
    ]
    assert setbacks
    assert {setback.trains for setback in setbacks} == {None}


def test_where_the_points_came_from_and_a_habit(monkeypatch):
    save = game_where(the_second_takes_the_bridge)
    review = plainly_reviewed(save)
    steps = [n for n, step in enumerate(save.steps, 1) if step.seat == 0][2:6]
    none = (HintReason(kind="serves_none", route=OWN),)

    def with_mistakes(aimless: int) -> tuple[Sentence, ...]:
        made = [with_blunder(review, save, step, DrawBlind()).decisions[0] for step in steps]
        made[:aimless] = [msgspec.structs.replace(d, against=none) for d in made[:aimless]]
        return sum_up(save, msgspec.structs.replace(review, decisions=tuple(made)))

    habit = of("aimless", 0, with_mistakes(3))
    assert (habit.count, habit.of, habit.chance) == (3, 4, pytest.approx(0.9))
    assert not any(s.kind == "aimless" for s in with_mistakes(2))
    monkeypatch.setattr("carrozza.review.summary.MOST", 9)
    behind = of("behind_tickets", 0, sum_up(save, review))
    sheet = load_state(save, game_of).score_sheet()
    theirs, own = (
        sum(item.points for item in sheet.seats[seat].items if isinstance(item, TicketItem))
        for seat in (1, 0)
    )
    whole = sheet.totals[1] - sheet.totals[0]
    assert (behind.by, behind.points, behind.of) == (1, min(theirs - own, whole), whole)
    monkeypatch.setattr("carrozza.review.summary.FAR_BEHIND", whole)
    assert not any(s.kind.startswith("behind") for s in sum_up(save, review)), "it was close"


def test_a_missed_route_that_another_seat_needed():
    """Seat 0 draws a card when it could take the bridge; then the other one takes it."""
    save = game_where(the_second_takes_the_bridge)
    step = bridge_step(save)
    before = max(n for n in range(1, step) if save.steps[n - 1].seat == 0)
    better = ClaimRoute(BRIDGE, ())
    found = sum_up(save, with_blunder(plainly_reviewed(save), save, before, better))
    lost = of("lost_ticket", 0, sum_up(save, plainly_reviewed(save)))
    said = next(s for s in found if s.seat == 0 and s.kind == "blunder")
    assert (said.route, said.by, said.chance) == (BRIDGE, 1, pytest.approx(0.3))
    assert (said.ticket, said.theirs, said.points) == (lost.ticket, lost.theirs, lost.points)
    assert not any(s.kind == "lost_ticket" and s.ticket == lost.ticket for s in found)


def test_a_route_that_the_seat_took_itself_later_is_blamed_on_nobody():
    save = game_where(the_second_takes_the_bridge)
    first = next(n for n, step in enumerate(save.steps, 1) if n > 2 and step.seat == 0)
    found = sum_up(save, with_blunder(plainly_reviewed(save), save, first, ClaimRoute(OWN, ())))
    said = of("blunder", 0, found)
    assert (said.route, said.by, said.theirs) == (OWN, None, None)


def test_the_luck_of_one_turn_and_of_all():
    save = game_where(the_second_takes_the_bridge)
    review = plainly_reviewed(save)
    turns = sorted({p.turn for p in review.positions if p.turn})

    def lucky(parts: dict[int, float]) -> tuple[Sentence, ...]:
        firsts = {turn: next(p.step for p in review.positions if p.turn == turn) for turn in parts}
        luck = {firsts[turn]: part for turn, part in parts.items()}
        positions = [
            msgspec.structs.replace(p, luck=(luck[p.step], -luck[p.step]), chance="cards")
            if p.step in luck
            else p
            for p in review.positions
        ]
        accounts = accounts_of(2, review.winners, (), positions)
        changed = msgspec.structs.replace(review, positions=tuple(positions), accounts=accounts)
        return sum_up(save, changed)

    one = lucky({turns[5]: 0.4})
    assert of("lucky_turn", 0, one).turn == of("unlucky_turn", 1, one).turn == turns[5]
    assert of("unlucky_turn", 1, one).chance == pytest.approx(-0.4)
    many = lucky(dict.fromkeys(turns[:5], 0.06))
    assert of("lucky", 0, many).chance == pytest.approx(0.3)
    none = lucky({turns[0]: LUCK / 2})
    assert not any("luck" in s.kind for s in none)


@pytest.mark.parametrize(("name", "bots"), CASES)
def test_every_sentence_is_true_of_the_game(name, bots):
    save, review = played(name, bots, "reviewed"), reviewed(name, bots)
    claims = {
        number: (event.seat, event.route)
        for number, (_, _, events) in enumerate(replay(save, game_of))
        for event in events
        if isinstance(event, RouteClaimed)
    }
    sheet = load_state(save, game_of).score_sheet()
    failed = {
        (score.seat, item.ticket): -2 * item.points
        for score in sheet.seats
        for item in score.items
        if getattr(item, "completed", None) is False
    }
    for seat in range(review.players):
        assert 0 < sum(s.seat == seat for s in review.summary) <= MOST
    assert [s.seat for s in review.summary] == sorted(s.seat for s in review.summary)
    for s in review.summary:
        if s.step is not None:
            assert s.turn == review.positions[s.step].turn
        if s.kind in ("lost_ticket", "blocked_ticket"):
            assert s.step is not None
            assert claims[s.step] == (s.by, s.route)
        if s.ticket is not None and s.points is not None:
            assert failed[s.seat, s.ticket] == s.points
        if s.kind.startswith("behind_"):
            assert review.winners == (s.by,)
            assert s.of == review.totals[s.by] - review.totals[s.seat]
            assert 0 < s.points <= s.of
        if s.kind == "aimless":
            cost = [d for d in review.decisions if d.seat == s.seat and d.verdict in LEAST_LOSS]
            aimless = [d for d in cost if any(r.kind == "serves_none" for r in d.against)]
            assert (s.count, s.of) == (len(aimless), len(cost))
        if s.kind in ("blunder", "mistake"):
            own = [d for d in review.decisions if d.seat == s.seat]
            assert s.chance == max(
                d.played.loss for d in own if d.verdict in ("blunder", "mistake")
            )
