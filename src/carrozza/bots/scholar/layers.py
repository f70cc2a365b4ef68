"""What the networks of all games have in common, computed with NumPy."""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

Array = npt.NDArray[Any]
Weights = dict[str, Array]
Shapes = dict[str, tuple[int, ...]]
P = ParamSpec("P")
R = TypeVar("R")
CUT = 8.0  # what is further from usual is cut off


class Answer(NamedTuple):
    logits: Array  # of compact actions
    wins: Array  # the share of the win that is expected
    leads: Array  # in fifties of points


@cache
def _libraries() -> Any:
    """What multiplies matrices in this process."""
    return ThreadpoolController().select(user_api="blas")


def in_one_thread(compute: Callable[P, R]) -> Callable[P, R]:
    """These matrices are small: more threads would mostly wait for each other, and on a busy
    machine cost several times the work."""

    @wraps(compute)
    def alone(*args: P.args, **kwargs: P.kwargs) -> R:
        with _libraries().limit(limits=1):
            return compute(*args, **kwargs)

    return alone


class Layers:
    """The weights and what is done with them; `shapes` are those of the parts of a row."""

    sizes: Any

    def __init__(self, weights: Weights, shapes: Shapes) -> None:
        self.w = {name: array.astype(np.float32) for name, array in weights.items()}
        self.shapes = shapes

    def answer(self, rows: Array) -> Answer:
        raise NotImplementedError

    def parts(self, rows: Array) -> dict[str, Array]:
        """The parts of rows, not yet scaled."""
        found, at = {}, 0
        for name, shape in self.shapes.items():
            size = int(np.prod(shape))
            found[name] = rows[:, at : at + size].reshape(len(rows), *shape)
            at += size
        return found

    def scaled(self, parts: dict[str, Array]) -> dict[str, Array]:
        found = {}
        for name, part in parts.items():
            middle, unit = self.w[f"mean_{name}"], self.w[f"scale_{name}"]
            found[name] = ((part.astype(np.float32) - middle) * unit).clip(-CUT, CUT)
        return found

    def think(self, name: str, tokens: Array, told: list[Array]) -> tuple[Array, Array]:
        """The context is made of what it is `told`; all tokens hear of it, and it of them."""
        context = self.blocks("early", self.linear("enter", np.concatenate(told, axis=1)))
        tokens = self.linear(f"{name}_next", tokens) + self.told(f"{name}_told", context)
        tokens = relu(tokens)
        seen = np.concatenate([tokens.mean(1), tokens.max(1)], axis=1)
        context = self.blocks("late", context + self.linear("gather", seen))
        return tokens, relu(self.norm("norm", context))

    def answer_of(self, logits: list[Array], context: Array) -> Answer:
        values = self.linear("value", context)
        return Answer(np.concatenate(logits, axis=1), sigmoid(values[:, 0]), values[:, 1])

    def linear(self, name: str, x: Array) -> Array:
        return x @ self.w[f"{name}.weight"].T + self.w[f"{name}.bias"]

    def told(self, name: str, context: Array) -> Array:
        """What the context says to each of the tokens."""
        return (context @ self.w[f"{name}.weight"].T)[:, None]

    def norm(self, name: str, x: Array) -> Array:
        middle = x - x.mean(1, keepdims=True)
        spread = np.sqrt((middle * middle).mean(1, keepdims=True) + 1e-5)
        return middle / spread * self.w[f"{name}.weight"] + self.w[f"{name}.bias"]

    def blocks(self, name: str, x: Array) -> Array:
        i = 0
        while f"{name}.{i}.inner.weight" in self.w:
            inner = relu(self.linear(f"{name}.{i}.inner", self.norm(f"{name}.{i}.norm", x)))
            x = x + self.linear(f"{name}.{i}.outer", inner)
            i += 1
        return x


def relu(x: Array) -> Array:
    return np.maximum(x, 0)


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))
