"""From a checkpoint to the file that the bots load, and from there to a network again."""

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import nn

from carrozza.core.errors import BadOptions

LEFT_OUT = ("route_facts", "ticket_facts", "triples", "slots")  # they come with the game


def publish(checkpoint: Path, target: Path) -> None:
    """The weights alone, in half precision."""
    found = torch.load(checkpoint, map_location="cpu", weights_only=True)["net"]
    weights = {
        name: x.to(torch.float16).contiguous() for name, x in found.items() if name not in LEFT_OUT
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    save_file(weights, target)


def take_up(file: Path, net: nn.Module) -> None:
    """Begin with published weights, without what an optimiser had noted."""
    weights = {name: x.float() for name, x in load_file(file).items()}
    wanted = {name: x.shape for name, x in net.state_dict().items() if name not in LEFT_OUT}
    if {name: x.shape for name, x in weights.items()} != wanted:
        raise BadOptions("weights", f"“{file}” has the weights of another network.")
    net.load_state_dict(weights, strict=False)
