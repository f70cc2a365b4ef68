"""Other people's bots, named by where they are: `module:Class`. The server knows none of them."""

import os
import sys
from importlib import import_module

from carrozza.bots.bot import Bot
from carrozza.core.errors import BadOptions


def is_own(name: str) -> bool:
    return ":" in name


def own_bot(name: str) -> type[Bot]:
    """The class, looked for beside the installed modules in the folder one is in."""
    module_name, _, class_name = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = import_module(module_name)
    except Exception as error:  # whatever the file does when it is read
        problem = f"The bot “{name}” cannot be loaded: {error!r}."
        raise BadOptions("own_bot", problem) from error
    kind = getattr(module, class_name, None)
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        problem = (
            f"“{module_name}” has no class “{class_name}” that derives from carrozza.bots.bot.Bot."
        )
        raise BadOptions("own_bot", problem)
    return kind
