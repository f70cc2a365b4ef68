"""Carrozza: an open table for railway games.

>>> import carrozza
>>> state = carrozza.start("usa", players=2, seed="hello")
>>> state.to_act
(0, 1)
"""

from carrozza.games.registry import find_game, game_of, start

__all__ = ["__version__", "find_game", "game_of", "start"]
__version__ = "0.1.0"
