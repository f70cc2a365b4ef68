"""A run's state in one file, small enough to be carried about: weights, and the optimiser's memory
in half precision."""

from pathlib import Path
from typing import Any

import torch
from torch import nn


def save(
    file: Path, net: nn.Module, optimiser: torch.optim.Optimizer, notes: dict[str, Any]
) -> None:
    memory = optimiser.state_dict()
    small = {
        key: {
            name: x.to(torch.bfloat16).cpu() if torch.is_tensor(x) and x.numel() > 1 else x
            for name, x in entry.items()
        }
        for key, entry in memory["state"].items()
    }
    waiting = file.with_suffix(".new")
    torch.save(
        {
            "net": {name: x.cpu() for name, x in net.state_dict().items()},
            "memory": small,
            "notes": notes,
        },
        waiting,
    )
    waiting.replace(file)


def load(file: Path, net: nn.Module, optimiser: torch.optim.Optimizer | None) -> dict[str, Any]:
    """What the run had noted down."""
    found = torch.load(file, map_location="cpu", weights_only=True)
    net.load_state_dict(found["net"])
    if optimiser is not None and found["memory"]:
        state = optimiser.state_dict()
        state["state"] = {
            key: {
                name: x.float() if torch.is_tensor(x) and x.dtype == torch.bfloat16 else x
                for name, x in entry.items()
            }
            for key, entry in found["memory"].items()
        }
        optimiser.load_state_dict(state)
    notes: dict[str, Any] = found["notes"]
    return notes
