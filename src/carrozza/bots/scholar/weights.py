"""The weights of the learned players: a file for each game, beside this one."""

from functools import cache
from pathlib import Path

from safetensors.numpy import load_file

from carrozza.bots.scholar.layers import Weights
from carrozza.core.game import Game

FOLDER = Path(__file__).parent / "weights"


def has_weights(game: Game) -> bool:
    return _file(game.name).is_file()


@cache
def weights_for(name: str) -> Weights:
    return load_file(_file(name))


def _file(name: str) -> Path:
    return FOLDER / f"{name}.safetensors"
