"""Bots at a table of their own: what they do wrong is told with the seat, the seed and the line."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from traceback import extract_tb

from carrozza.bots.bot import Bot
from carrozza.bots.own import is_own, own_bot
from carrozza.bots.registry import kind_of
from carrozza.core.actions import Action
from carrozza.core.errors import BadOptions, CarrozzaError
from carrozza.core.game import Game, State


def seat_bots(names: Sequence[str], game: Game, seed: str) -> list[Bot]:
    """The bots of these names, levels, or files of one's own, ready to play. A seat's random
    numbers belong to the deal: whoever sits there gets the same."""
    return [seat_bot(name, game, f"{seed}/seat {seat}") for seat, name in enumerate(names)]


def seat_bot(name: str, game: Game, seed: str) -> Bot:
    bot = known_kind(name, game)(game, seed)
    bot.prepare()
    return bot


def known_kind(name: str, game: Game) -> type[Bot]:
    if not is_own(name):
        return kind_of(name, game)
    kind = own_bot(name)
    if not kind.plays(game):
        raise BadOptions("bot_game", f"The bot “{name}” does not play {game.title}.")
    return kind


def decision(bot: Bot, state: State, seat: int, seconds: float) -> tuple[Action, float]:
    """What a bot wants to do, which is legal, and how long it thought."""
    view, legal = state.memory(seat), state.legal_actions(seat)
    began = perf_counter()
    try:
        action = bot.decide(view, legal, seconds)
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}"
        raise _failed(bot, state, seat, f"{error!r} in {where}.") from error
    took = perf_counter() - began
    problem = state.why_not(action, seat)
    if problem is not None:
        raise _failed(bot, state, seat, f"{action!r} is not legal. {problem.message}")
    return action, took


def _failed(bot: Bot, state: State, seat: int, problem: str) -> CarrozzaError:
    who = f"{type(bot).__name__} failed at seat {seat} of {state.game.title}"
    return CarrozzaError("bot_failed", f"{who} with the seed “{state.setup.seed}”: {problem}")
