"""The first lessons: to do as the teachers do, and to foresee how their games end."""

import time
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from carrozza.core.game import Game
from carrozza.learn.layers import masked
from carrozza.learn.looking import looking
from carrozza.learn.ppo import Experience, side_loss, value_loss
from carrozza.learn.selfplay import leads
from carrozza.learn.settings import Settings
from carrozza.learn.teacher import Lessons

AT_ONCE = 65_536


def experience(game: Game, taught: Lessons, device: str, settings: Settings) -> Experience:
    """Lessons as rows, as if the teacher were the learner."""
    look = looking(game, device)
    n = len(taught.seats)
    rows = torch.zeros((n, look.sizes.row), dtype=torch.int8, device=device)
    marks = torch.zeros((n, look.sizes.actions), dtype=torch.int8, device=device)
    hidden = torch.zeros((n, look.sizes.hidden), dtype=torch.int8, device=device)
    for at in range(0, n, AT_ONCE):
        part = slice(at, min(at + AT_ONCE, n))
        states, seats = look.there(taught.states[part]), look.there(taught.seats[part])
        look.look(states, seats, rows[part], marks[part])
        look.hidden(states, seats, hidden[part])
    seats, players, choices, points, wins, done = (
        torch.as_tensor(x, device=device)
        for x in (
            taught.seats,
            taught.players,
            taught.choices,
            taught.points,
            taught.wins,
            taught.completed,
        )
    )
    every = torch.arange(n, device=device)
    order = torch.arange(points.shape[1], device=device)
    lead = leads(points, players)[every, seats] / settings.spread
    aims = torch.stack([wins[every, seats], lead.clamp(-3, 3)], dim=1)
    around = points.gather(1, (seats[:, None] + order) % players[:, None])
    known = marks[every, choices] > 0  # not what pays with Locomotives for nothing
    return Experience(
        rows, marks, hidden, choices, torch.zeros(n, device=device), aims, torch.zeros_like(aims),
        known, around * (order < players[:, None]), done[every, seats],
        torch.ones(n, dtype=torch.bool, device=device),
    )  # fmt: skip


def imitate(
    net: nn.Module, forward: nn.Module, seen: Experience, seconds: float, part: int = 8192,
    rate: float = 1e-3,
) -> dict[str, Any]:  # fmt: skip
    """Learn from lessons for so long; a tenth is kept apart to see how well it goes."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    good = seen.known.nonzero()[:, 0]
    split = len(good) // 10
    apart, rest = good[:split], good[split:]  # games are in order, so whole games are apart
    device_type = seen.rows.device.type
    began, epochs = time.monotonic(), 0
    while (spent := (time.monotonic() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * (1 - spent)
        order = rest[torch.randperm(len(rest), device=rest.device)]
        size = min(part, len(order))
        for at in range(0, len(order) - size + 1, size):
            i = order[at : at + size]
            with torch.autocast(device_type, torch.bfloat16, enabled=device_type == "cuda"):
                answer = forward(seen.rows[i])
            logits = masked(answer.logits, seen.marks[i])
            loss = functional.cross_entropy(logits, seen.choices[i], label_smoothing=0.0)
            loss = (
                loss + 0.5 * value_loss(answer, seen.values[i]) + 0.1 * side_loss(answer, seen, i)
            )
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
        epochs += 1
    return {"epochs": epochs, "decisions": len(rest), **agreement(net, seen, apart)}


@torch.no_grad()
def agreement(net: nn.Module, seen: Experience, apart: Tensor) -> dict[str, float]:
    """On decisions not learned from: how often the network does the same, and its losses."""
    same, value, count = 0.0, 0.0, 0
    device_type = seen.rows.device.type
    for at in range(0, len(apart), 8192):
        i = apart[at : at + 8192]
        with torch.autocast(device_type, torch.bfloat16, enabled=device_type == "cuda"):
            answer = net(seen.rows[i])
        logits = masked(answer.logits, seen.marks[i])
        same += float((logits.argmax(1) == seen.choices[i]).sum())
        value += float(value_loss(answer, seen.values[i])) * len(i)
        count += len(i)
    return {"agreement": same / max(count, 1), "value_loss": value / max(count, 1)}
