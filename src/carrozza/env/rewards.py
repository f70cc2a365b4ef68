"""What a seat is given for its play."""

from typing import Literal

from carrozza.board.state import BoardState
from carrozza.core.errors import BadOptions
from carrozza.core.game import State
from carrozza.games.card_game.state import CardGameState

Reward = Literal["score", "win", "steps"]
KINDS = ("score", "win", "steps")


def check_reward(kind: str) -> None:
    if kind not in KINDS:
        raise BadOptions("reward", f"A reward is one of: {', '.join(KINDS)}.")


class Rewards:
    """The rewards of one game, step by step.

    score: the final score, at the end. win: 1 at the end, shared by the winners. steps: points as
    they are made known to all, and in the end the rest of the final score, so that both sum up to
    the same. What a seat could not know is in no reward before the end.
    """

    def __init__(self, kind: Reward, players: int) -> None:
        self.kind = kind
        self.nothing = [0.0] * players
        self.given = [0] * players

    def after_step(self, state: State) -> list[float]:
        """For each seat, what the last action brought."""
        if self.kind != "steps":
            return final_rewards(state, self.kind) if state.over else self.nothing
        now = list(state.score_sheet().totals) if state.over else public_points(state)
        if now == self.given:
            return self.nothing
        before, self.given = self.given, now
        return [float(a - b) for a, b in zip(now, before, strict=True)]


def final_rewards(state: State, kind: Reward) -> list[float]:
    sheet = state.score_sheet()
    if kind == "win":
        share = 1 / len(sheet.winners)
        return [share if seat in sheet.winners else 0.0 for seat in range(len(sheet.seats))]
    return [float(total) for total in sheet.totals]


def public_points(state: State) -> list[int]:
    """The points that everybody has seen so far."""
    if isinstance(state, BoardState):
        return state.points[:]
    assert isinstance(state, CardGameState)
    tickets = state.t.cards.tickets
    return [sum([tickets[t].points for t, _ in done]) for done in state.completed]
