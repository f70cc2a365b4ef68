"""The boards' guide: whole intentions to compare, played out by quick followers of plans."""

from collections.abc import Sequence

from carrozza.board.game import BoardGame
from carrozza.board.state import BoardState
from carrozza.board.turn import START, TICKET_CHOICE
from carrozza.board.view import BoardView
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.plan import Planning
from carrozza.bots.planner.planner import Planner
from carrozza.bots.search.boards.choices import choices
from carrozza.bots.search.boards.follower import Follower
from carrozza.bots.search.boards.ground import Ground, ground_of
from carrozza.bots.search.boards.intent import Hunt, answer_id, follower_of, fresh_follower
from carrozza.bots.search.boards.suspects import Suspects
from carrozza.bots.search.guide import Candidate, Deal, Guide, Policy
from carrozza.core.actions import Action
from carrozza.core.game import Game, State, View
from carrozza.core.rng import Rng


class BoardGuide(Guide):
    spread = 40.0
    caution = 3.0  # games are long and the planner is good: most differences are luck
    margin = 0.05  # and quick players are not the planner

    def __init__(self, game: Game) -> None:
        assert isinstance(game, BoardGame)
        self.game = game
        self.ground = ground_of(game)
        self.planner = Planner(game, "")
        self.suspects: Suspects | None = None  # of the view that was sampled last

    def candidates(self, view: View, legal: Sequence[Action]) -> list[Candidate]:
        assert isinstance(view, BoardView)
        found = choices(self.ground, Outlook(self.game, view), legal)
        if view.phase in ("start", "ticket_choice"):
            return found
        first = self.planner.decide(view, legal, 0.0)
        same = [one for one in found if one.action == first] or [Candidate(first)]
        return same + [one for one in found if one.action != first]

    def sample(self, view: View, rng: Rng) -> Deal:
        assert isinstance(view, BoardView)
        if self.suspects is None or self.suspects.view is not view:
            self.suspects = Suspects(self.ground, view)
        return BoardDeal(self.ground, self.suspects.sample(rng), view.seat)


class BoardDeal(Deal):
    def __init__(self, ground: Ground, state: BoardState, me: int | None) -> None:
        self.ground = ground
        self.state = state
        self.answers: dict[int, int] = {}
        self.followers: list[Follower | None] = []
        for seat in range(state.setup.players):
            if seat == me:
                self.followers.append(None)
            elif state.phase == START and state.pending >> seat & 1:
                answer, follower = opening_answer(ground, state, seat)
                self.answers[seat] = answer
                self.followers.append(follower)
            else:
                look = Outlook(ground.game, state.view(seat))
                self.followers.append(fresh_follower(ground, look))

    def policy(self, seat: int, candidate: Candidate) -> Policy:
        own = candidate.intent
        players = [f.copy() if f is not None else None for f in self.followers]
        players[seat] = own.copy() if isinstance(own, Follower) else None
        hunt = own if isinstance(own, Hunt) else None
        ground, answers = self.ground, self.answers

        def decide(state: State) -> int:
            assert isinstance(state, BoardState)
            at = state.seat
            if state.phase == START:
                return answers[at]
            if state.phase == TICKET_CHOICE:
                if hunt is None or players[at] is not None:
                    return refuse_offer(ground, state.offers[at])
                least = ground.game.spec.keep_drawn
                answer, players[at] = hunt.answer(state.offers[at], least)
                return answer
            follower = players[at]
            if follower is None:
                look = Outlook(ground.game, state.view(at))
                follower = players[at] = fresh_follower(ground, look)
            return follower.decide(state, state.legal_mask())

        return decide


def refuse_offer(ground: Ground, offer: list[int]) -> int:
    """Tickets drawn because nothing else was left to do: keeps the smallest, as few as it may."""
    points = ground.board.tickets
    order = sorted(range(len(offer)), key=lambda slot: points[offer[slot]].points)
    return answer_id(ground, sorted(order[: ground.game.spec.keep_drawn]), len(offer))


def opening_answer(ground: Ground, state: BoardState, seat: int) -> tuple[int, Follower]:
    """The opening choice of another seat: the tickets that a plan for all of them would complete,
    and at least as many as one must, the cheapest."""
    look = Outlook(ground.game, state.view(seat))
    planning = Planning(look)
    offer = state.offers[seat]
    points = [look.board.tickets[t].points for t in offer]
    wanted = set(planning.best(offer).tickets)
    keep = [slot for slot, t in enumerate(offer) if t in wanted]
    for slot in sorted(range(len(offer)), key=lambda slot: points[slot]):
        if len(keep) < ground.game.spec.keep_at_start and slot not in keep:
            keep.append(slot)
    answer = answer_id(ground, sorted(keep), len(offer))
    plan = planning.best([offer[slot] for slot in keep])
    return answer, follower_of(ground, planning, plan)
