"""The bots understand tickets that lead to one of several countries."""

import numpy as np
from tests.support import deal

from carrozza.board.goals import Goal, Place, Ticket
from carrozza.board.state import BoardState
from carrozza.bots.planner.aims import prospect
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Planning
from carrozza.bots.registry import make_bot
from carrozza.bots.web import FAR
from carrozza.core.scores import TicketItem

NAME = "alpe_adria"
DEALS = 8


def played(seed: str, *bots: str) -> BoardState:
    state = deal(NAME, len(bots), seed)
    seats = [make_bot(bot, state.game, seed) for bot in bots]
    while not state.over:
        seat = state.to_act[0]
        action = seats[seat].decide(state.view(seat), state.legal_actions(seat), 1.0)
        state.apply(action, seat)
    return state


def ticket_points(state: BoardState, seat: int, several: bool) -> int:
    """What a seat scored for the tickets with several goals, or for the others."""
    tickets = state.game.board.tickets
    items = [i for i in state.score_sheet().seats[seat].items if isinstance(i, TicketItem)]
    return sum(i.points for i in items if (len(tickets[i.ticket].goals) > 1) == several)


def test_the_planner_beats_one_step_and_scores_with_every_kind_of_ticket():
    """The same deals from both seats. The bots decide alike on every machine, so the figures are
    always the same; the bounds are half of them and less."""
    lead = several = plain = 0
    for number in range(DEALS):
        for seat, bots in enumerate((("planner", "one-step"), ("one-step", "planner"))):
            state = played(f"country {number}", *bots)
            totals = state.score_sheet().totals
            lead += totals[seat] - totals[1 - seat]
            several += ticket_points(state, seat, several=True)
            plain += ticket_points(state, seat, several=False)
    games = 2 * DEALS
    assert lead > 30 * games  # 68
    assert several > 14 * games  # 28


def test_a_better_goal_is_an_aim_when_it_is_worth_its_way():
    """From A, in one place, to two countries: the near one for 4 points, the far one for 9."""
    ticket = Ticket(
        Place("A", (0,), False),
        [Goal(Place("Near", (1, 2), True), 4), Goal(Place("Far", (3, 4), True), 9)],
    )
    far = np.full((5, 5), FAR)
    far[0, 1], far[0, 2], far[0, 3], far[0, 4] = 3.0, 2.0, 12.0, FAR
    nothing = prospect(ticket, far)
    assert (nothing.now, nothing.done) == (-4, False)
    assert [aim.ends for aim in nothing.aims] == [(0, 2), (0, 1), (0, 3)]
    assert nothing.aims[0].gain == 8
    far[0, 2] = 0.0
    reached = prospect(ticket, far)
    assert (reached.now, reached.done, reached.aims) == (4, True, ())  # 5 more points cost 12
    far[0, 3] = 4.0
    assert [(aim.ends, aim.gain) for aim in prospect(ticket, far).aims] == [((0, 3), 5)]
    far[0, 4] = 0.0
    assert prospect(ticket, far) == (9, ())


def test_a_plan_shares_its_way_with_the_other_tickets():
    """Alone, the ticket from Wien leads all the way to Switzerland. Together with Bologna – Graz,
    which goes by Venezia, it leads there: to Italy."""
    state = deal(NAME, 2)
    board = state.game.board
    numbers = {board.ticket_name(t): t for t in state.game.ticket_ids}
    wien = numbers["Wien – Croatia 6, Germany 7, Italy 8, Switzerland 11"]
    bologna = numbers["Bologna – Graz (9)"]
    planning = Planning(Outlook(state.game, state.view(0)))

    def end(*tickets: int) -> str:
        return board.city_name(planning.best(tickets).aims[wien].ends[1])

    assert end(wien) == "Zürich"
    assert end(wien, bologna) == "Venezia"
