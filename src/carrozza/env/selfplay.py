"""One game between bots, as decisions to learn from."""

from typing import Any, cast

import msgspec
import numpy as np
import numpy.typing as npt

from carrozza.bots.bot import Bot
from carrozza.bots.seated import decision, seat_bots
from carrozza.core.actions import AnyAction
from carrozza.core.game import Setup, State
from carrozza.core.scores import ScoreSheet
from carrozza.env.layout import Vector
from carrozza.env.masks import packed
from carrozza.env.observe import observer_of
from carrozza.env.rewards import Rewards
from carrozza.games.registry import game_of


class Order(msgspec.Struct, frozen=True):
    """A game to be played. Nothing but this decides how it goes."""

    setup: Setup  # with the seed of the whole run
    number: int  # counted from 1
    bots: tuple[str, ...]  # by seat
    seconds: float = 1.0  # the time a bot is told it may take


class Decision(msgspec.Struct):
    """What a seat did, and what it brought."""

    seat: int
    mask: bytes  # of the legal actions, packed
    action: int
    did: AnyAction  # the same
    reward: float = 0.0  # points until the seat's next decision, or the end


class Game(msgspec.Struct, frozen=True):
    order: Order
    seed: str  # of this game
    decisions: list[Decision]
    observations: Vector  # a row for each decision
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    shares: tuple[float, ...]  # of the victory


def seed_of(order: Order) -> str:
    """Never one of the arena's: what is learned from these games is tested there."""
    return f"{order.setup.seed}/export/{order.number}"


def play_game(order: Order) -> Game:
    setup = msgspec.structs.replace(order.setup, seed=seed_of(order))
    game = game_of(setup)
    state = game.deal(setup)[0]
    observe = observer_of(game, setup.players).observe
    bots = seat_bots(order.bots, game, setup.seed)
    paid = Rewards("steps", setup.players)
    last: dict[int, Decision] = {}
    decisions: list[Decision] = []
    rows: list[npt.NDArray[Any]] = []
    while not state.over:
        seat = state.seat
        rows.append(observe(state, seat))
        decisions.append(_decide(state, seat, bots[seat], order.seconds))
        last[seat] = decisions[-1]
        for other, gained in enumerate(paid.after_step(state)):
            if gained:
                last[other].reward += gained
    sheet = state.score_sheet()
    return Game(
        order,
        setup.seed,
        decisions,
        np.stack(rows),
        sheet.totals,
        ranks(sheet),
        tuple([(seat in sheet.winners) / len(sheet.winners) for seat in range(setup.players)]),
    )


def _decide(state: State, seat: int, bot: Bot, seconds: float) -> Decision:
    space = state.space
    legal = packed(state.legal_mask(seat), len(space))
    action, _ = decision(bot, state, seat, seconds)
    state.apply(action, seat)
    return Decision(seat, legal, space.index[action], cast(AnyAction, action))


def ranks(sheet: ScoreSheet) -> tuple[int, ...]:
    """The place of each seat: the winners first, then the others by points; shared ones alike."""
    standing = [(seat.seat in sheet.winners, seat.total) for seat in sheet.seats]
    worth = [(True, 0) if won else (False, total) for won, total in standing]
    return tuple([1 + sum(other > mine for other in worth) for mine in worth])
