"""What a seat is given for its play."""

from typing import Literal

from carrozza.board.game import BoardGame
from carrozza.board.state import BoardState
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game, State
from carrozza.env.board_observer import most_points
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.state import CardGameState

Reward = Literal["score", "win", "steps"]
KINDS = ("score", "win", "steps")


def check_reward(kind: str) -> None:
    if kind not in KINDS:
        raise BadOptions("reward", f"A reward must be one of: {', '.join(KINDS)}.")


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
    tickets = state.lookups.cards.tickets
    return [sum([tickets[t].points for t, _ in done]) for done in state.completed]


def score_bounds(game: Game) -> tuple[float, float]:
    """No final score is below or above these."""
    if isinstance(game, BoardGame):
        tickets = sum(game.board.tickets[t].points for t in game.ticket_ids)
        bonus = sum(card.points for card in game.board.bonus_cards) if game.spec.bonus_cards else 0
        stations = game.spec.stations * game.spec.station_points
        return -tickets, most_points(game) + tickets + bonus + stations + game.spec.longest_path
    assert isinstance(game, CardGame)
    tickets = sum(ticket.points for ticket in game.cards.tickets)
    return -tickets, tickets + sum(city.points for city in game.cards.big_cities)
