"""Finding a bot by its name or by the level that people choose."""

from carrozza.bots.baselines.hungry import Hungry
from carrozza.bots.baselines.long_route import LongRoute
from carrozza.bots.baselines.one_step import OneStep
from carrozza.bots.baselines.route_focus import RouteFocus
from carrozza.bots.bot import Bot
from carrozza.bots.conductor.conductor import Conductor
from carrozza.bots.greedy import Greedy
from carrozza.bots.planner.planner import Planner
from carrozza.bots.porter import Porter
from carrozza.bots.random_bot import RandomBot
from carrozza.bots.search.search import Search
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "greedy": Greedy,
    "one-step": OneStep,
    "route-focus": RouteFocus,
    "hungry": Hungry,
    "long-route": LongRoute,
    "planner": Planner,
    "porter": Porter,
    "conductor": Conductor,
    "search": Search,
}
# What people are offered, weakest first; each level is played by the first of its bots that knows
# the game.
LEVELS: dict[str, tuple[str, ...]] = {
    "easy": ("greedy",),
    "medium": ("one-step", "porter"),
    "hard": ("planner", "conductor"),
    "expert": ("search",),
}

STAND_IN = "medium"  # plays for people who are away


def bots_for(game: Game) -> list[str]:
    """The names of the bots that know a game."""
    return [name for name, kind in BOTS.items() if kind.plays(game)]


def make_bot(name: str, game: Game, seed: str) -> Bot:
    """The bot of this name or level, ready to play one seat of a game."""
    return kind_of(name, game)(game, seed)


def kind_of(name: str, game: Game) -> type[Bot]:
    names = LEVELS.get(name, (name,))
    kinds = [BOTS[n] for n in names if n in BOTS]
    if not kinds:
        known = ", ".join([*LEVELS, *BOTS])
        raise BadOptions("unknown_bot", f"There is no bot “{name}”. Choose from: {known}.")
    for kind in kinds:
        if kind.plays(game):
            return kind
    known = ", ".join([*LEVELS, *bots_for(game)])
    raise BadOptions(
        "bot_game", f"The bot “{name}” does not play {game.title}. Choose from: {known}."
    )
