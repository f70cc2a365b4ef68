"""Finding a bot by its name or by the level that people choose."""

from carrozza.bots.bot import Bot
from carrozza.bots.random_bot import RandomBot
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
}
# What people are offered, weakest first; each level is played by one of the bots above.
LEVELS: dict[str, str] = {
    "easy": "random",
}


STAND_IN = "easy"  # plays for people who are away


def make_bot(name: str, game: Game, seed: str) -> Bot:
    """The bot of this name or level, ready to play one seat of a game."""
    kind = BOTS.get(LEVELS.get(name, name))
    if kind is None:
        known = ", ".join([*LEVELS, *BOTS])
        raise BadOptions("unknown_bot", f"There is no bot “{name}”. There are: {known}.")
    return kind(game, seed)
