"""Earlier selves to play against, so that nothing learned is forgotten."""

import copy
import random

import torch
from torch import Tensor, nn

from carrozza.learn.layers import masked
from carrozza.learn.selfplay import Games

KEPT = 12  # earlier selves at most; the first one always stays


class League:
    def __init__(self, net: nn.Module) -> None:
        self.selves: list[nn.Module] = []
        self.add(net)
        self.rng = random.Random(0)

    def add(self, net: nn.Module) -> None:
        self.selves.append(frozen(net))
        if len(self.selves) > KEPT:
            del self.selves[1 + self.rng.randrange(KEPT // 2)]

    def some(self) -> nn.Module:
        return self.rng.choice(self.selves)


def frozen(net: nn.Module) -> nn.Module:
    return copy.deepcopy(net).eval().requires_grad_(False)


def pick(logits: Tensor) -> Tensor:
    """An action each, by chance, as likely as the logits say."""
    noise = torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)
    return (logits - torch.log(-torch.log(noise))).argmax(1)


@torch.no_grad()
def share_of_wins(net: nn.Module, other: nn.Module, games: Games, most: int = 900) -> float:
    """How much of the wins a network gets in one game at each table, where it has one seat and
    another network all others. Both take what they think best."""
    seat_of_net = torch.arange(games.n, device=games.rows.device) % games.players
    over = torch.zeros(games.n, dtype=torch.bool, device=games.rows.device)
    share = torch.zeros(games.n, device=games.rows.device)
    for _ in range(most):
        games.look()
        with torch.autocast(games.device, torch.bfloat16, enabled=games.device == "cuda"):
            ours = masked(net(games.rows).logits, games.marks).argmax(1)
            theirs = masked(other(games.rows).logits, games.marks).argmax(1)
        games.act(torch.where(games.seats == seat_of_net, ours, theirs))
        now = games.ended & ~over
        won = games.wins.gather(1, seat_of_net[:, None])[:, 0]
        share = torch.where(now, won, share)
        over |= games.ended
        if bool(over.all()):
            break
    return float(share[over].mean())
