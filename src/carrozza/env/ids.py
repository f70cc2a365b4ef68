"""The names of the environments. Each carries a version.

The version is raised when the same seed and actions would no longer give the same observations,
masks and rewards; the old one is then refused, so that nobody compares what cannot be compared.
"""

from carrozza.core.errors import BadOptions
from carrozza.games.registry import game_names

VERSION = 0

IDS = {f"carrozza/{name}-v{VERSION}": name for name in game_names()}


def id_of(name: str) -> str:
    return f"carrozza/{name}-v{VERSION}"


def game_name(environment: str) -> str:
    """The game of an environment."""
    try:
        return IDS[environment]
    except KeyError:
        known = ", ".join(IDS)
        problem = f"There is no environment “{environment}”. Choose from: {known}."
        raise BadOptions("unknown_environment", problem) from None
