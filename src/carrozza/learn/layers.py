"""What the networks of all games have in common: rows in parts, blocks, and what they answer."""

from math import prod
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from carrozza.bots.scholar.layers import Shapes

relu = functional.relu


class Answer(NamedTuple):
    logits: Tensor  # of compact actions
    values: Tensor  # share of the win, lead
    scores: Tensor  # final points of each seat, in hundreds
    completed: Tensor  # logits: each ticket at the end
    held: Tensor  # logits: each ticket by each other seat
    hands: Tensor  # cards of each kind of each other seat


class Block(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.inner = nn.Linear(size, size)
        self.outer = nn.Linear(size, size)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.outer(relu(self.inner(self.norm(x))))


class PartNet(nn.Module):
    """A network that reads rows of parts; `shapes` are those of the parts, in their order. The
    things of a part have the same numbers, each with its own middle and unit."""

    # what `think` takes; each network makes its own
    enter: nn.Linear
    early: nn.ModuleList
    gather: nn.Linear
    late: nn.ModuleList
    norm: nn.LayerNorm

    def __init__(self, shapes: Shapes) -> None:
        super().__init__()
        self.shapes = shapes
        for name, shape in shapes.items():
            self.register_buffer(f"mean_{name}", torch.zeros(shape[-1]))
            self.register_buffer(f"scale_{name}", torch.ones(shape[-1]))

    def parts(self, rows: Tensor) -> dict[str, Tensor]:
        """The parts of rows, not yet scaled."""
        found, at = {}, 0
        for name, shape in self.shapes.items():
            size = prod(shape)
            found[name] = rows[:, at : at + size].reshape(len(rows), *shape)
            at += size
        return found

    @torch.no_grad()
    def learn_scales(self, rows: Tensor) -> None:
        """What is usual in these rows becomes the middle and the unit of each number."""
        for name, part in self.parts(rows).items():
            if part.numel():
                flat = part.reshape(-1, part.shape[-1]).float()
                getattr(self, f"mean_{name}").copy_(flat.mean(0))
                getattr(self, f"scale_{name}").copy_(1 / flat.std(0).clamp(min=0.1))

    def scaled(self, parts: dict[str, Tensor]) -> dict[str, Tensor]:
        return {
            name: ((part.float() - getattr(self, f"mean_{name}")) * getattr(self, f"scale_{name}"))
            .clamp(-8, 8)
            .to(torch.bfloat16 if torch.is_autocast_enabled() else torch.float32)
            for name, part in parts.items()
        }

    def think(self, name: str, tokens: Tensor, told: list[Tensor]) -> tuple[Tensor, Tensor]:
        """The context is made of what it is `told`; all tokens hear of it, and it of them."""
        context = self.enter(torch.cat(told, dim=1))
        for block in self.early:
            context = block(context)
        after, hear = getattr(self, f"{name}_next"), getattr(self, f"{name}_told")
        tokens = relu(after(tokens) + hear(context)[:, None])
        context = context + self.gather(torch.cat([tokens.mean(1), tokens.amax(1)], dim=1))
        for block in self.late:
            context = block(context)
        return tokens, relu(self.norm(context))


def masked(logits: Tensor, marks: Tensor) -> Tensor:
    return logits.masked_fill(marks == 0, -1e9)
