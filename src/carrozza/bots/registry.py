"""Finding a bot by its name or by the level that people choose."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module

from carrozza.bots.bot import Bot
from carrozza.core.errors import BadOptions
from carrozza.core.extras import MissingExtra, needing
from carrozza.core.game import Game


class Bots(MutableMapping[str, type[Bot]]):
    """Bots by name. Each is imported when it is first asked for: some need packages that not
    everybody has, and they take a while to load."""

    def __init__(self, places: dict[str, str]) -> None:
        self._kinds: dict[str, type[Bot] | str] = dict(places)

    def __getitem__(self, name: str) -> type[Bot]:
        kind = self._kinds[name]
        if isinstance(kind, str):
            module, _, own = kind.partition(":")
            with needing("bots"):
                kind = self._kinds[name] = getattr(import_module(f"carrozza.bots.{module}"), own)
        assert not isinstance(kind, str)
        return kind

    def __setitem__(self, name: str, kind: type[Bot]) -> None:
        self._kinds[name] = kind

    def __delitem__(self, name: str) -> None:
        del self._kinds[name]

    def __contains__(self, name: object) -> bool:
        return name in self._kinds

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)


BOTS = Bots(
    {
        "random": "random_bot:RandomBot",
        "greedy": "greedy:Greedy",
        "one-step": "baselines.one_step:OneStep",
        "route-focus": "baselines.route_focus:RouteFocus",
        "hungry": "baselines.hungry:Hungry",
        "long-route": "baselines.long_route:LongRoute",
        "planner": "planner.planner:Planner",
        "porter": "porter:Porter",
        "conductor": "conductor.conductor:Conductor",
        "playouts": "search.search:Playouts",
        "search": "search.search:Search",
        "scholar": "scholar.scholar:Scholar",
    }
)
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
    """The names of the bots that know a game, as far as they are installed."""
    return [name for name in BOTS if _plays(name, game)]


def _plays(name: str, game: Game) -> bool:
    try:
        return BOTS[name].plays(game)
    except MissingExtra:
        return False


def make_bot(name: str, game: Game, seed: str) -> Bot:
    """The bot of this name or level, ready to play one seat of a game."""
    return kind_of(name, game)(game, seed)


def kind_of(name: str, game: Game) -> type[Bot]:
    names = LEVELS.get(name, (name,))
    if not any(n in BOTS for n in names):
        known = ", ".join([*LEVELS, *BOTS])
        raise BadOptions("unknown_bot", f"There is no bot “{name}”. Choose from: {known}.")
    missing: MissingExtra | None = None
    for n in names:
        try:
            if BOTS[n].plays(game):
                return BOTS[n]
        except MissingExtra as error:
            missing = error
    if missing is not None:
        raise missing
    known = ", ".join([*LEVELS, *bots_for(game)])
    raise BadOptions(
        "bot_game", f"The bot “{name}” does not play {game.title}. Choose from: {known}."
    )
