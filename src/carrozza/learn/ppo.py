"""Proximal policy optimisation: play a while, then make what went better than expected likelier.

Nothing is rewarded but the result: the share of the win, and at first the lead. Every seat of a
game is a player of its own; between two of its decisions the others have theirs.

Whoever never takes a ticket too many never learns what one is worth. So now and then tickets are
drawn, or kept, by chance. What is learned of such a choice is whether it was better than expected;
choices before it are not blamed for it.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from carrozza.lane.board.state import PLAYERS
from carrozza.lane.compact import DRAW_TICKETS
from carrozza.learn.layers import Answer, masked
from carrozza.learn.league import pick
from carrozza.learn.selfplay import Games, leads
from carrozza.learn.settings import Settings


class Experience(NamedTuple):
    """Decisions, by step and game."""

    rows: Tensor
    marks: Tensor
    hidden: Tensor
    choices: Tensor
    chances: Tensor  # logarithms of the chances with which they were chosen
    values: Tensor  # share of the win and lead, as expected
    gains: Tensor  # by which these were exceeded later
    known: Tensor  # whether that is known, and the decision was the learner's
    finals: Tensor  # points of each seat from the one to act on, at the end of the game
    done: Tensor  # tickets completed then by the one who acted, as bits
    ended: Tensor  # whether the end is known


class Player:
    """Plays with a network, partly against an earlier self, and notes down what happens."""

    def __init__(self, games: Games, settings: Settings) -> None:
        self.games, self.settings = games, settings
        self.keeps = slice(games.first_keep, games.first_keep + games.keeps)
        n = torch.arange(games.n, device=games.rows.device)
        self.league = torch.zeros(games.n, dtype=torch.bool, device=games.rows.device)
        for part, _ in games.batches:
            first = part.stop - int(settings.league * (part.stop - part.start))
            self.league[first : part.stop] = True
        self.league_rows = self.league.nonzero()[:, 0]
        self.own_seat = n % games.players

    @torch.no_grad()
    def play(self, net: nn.Module, other: nn.Module) -> Experience:
        games, steps = self.games, self.settings.steps
        n, device = games.n, games.rows.device

        def empty(like: Tensor) -> Tensor:
            return torch.empty((steps, *like.shape), dtype=like.dtype, device=device)

        rows, marks, hidden = empty(games.rows), empty(games.marks), empty(games.hidden)
        choices, seats, ended = empty(games.seats), empty(games.seats), empty(games.ended)
        chances, values = empty(games.points[:, 0]), empty(games.points[:, :2])
        points, wins, done = empty(games.points), empty(games.wins), empty(games.completed)
        learner, astray = empty(games.ended), empty(games.ended)
        for t in range(steps):
            games.look()
            rows[t], marks[t], hidden[t] = games.rows, games.marks, games.hidden
            seats[t] = games.seats
            with torch.autocast(games.device, torch.bfloat16, enabled=games.device == "cuda"):
                answer: Answer = net(games.rows)
                theirs: Answer = other(games.rows[self.league_rows])
            logits = masked(answer.logits, games.marks)
            chosen = pick(logits)
            astray[t] = self.stray(games.marks, chosen)
            foreign = pick(masked(theirs.logits, games.marks[self.league_rows]))
            learner[t] = ~self.league | (games.seats == self.own_seat)
            mine = learner[t][self.league_rows]
            chosen[self.league_rows] = torch.where(mine, chosen[self.league_rows], foreign)
            chances[t] = functional.log_softmax(logits, 1).gather(1, chosen[:, None])[:, 0]
            values[t, :, 0] = torch.sigmoid(answer.values[:, 0])
            values[t, :, 1] = answer.values[:, 1]
            choices[t] = chosen
            games.act(chosen)
            ended[t], points[t], wins[t] = games.ended, games.points, games.wins
            done[t] = games.completed
        gains, known, finals, done_by, end_known = look_back(
            values, seats, ended, points, wins, done, astray, games.players, self.settings
        )
        return Experience(
            *(
                x.reshape(steps * n, *x.shape[2:])
                for x in (
                    rows,
                    marks,
                    hidden,
                    choices,
                    chances,
                    values,
                    gains,
                    known & learner,
                    finals,
                    done_by,
                    end_known,
                )
            )
        )

    def stray(self, marks: Tensor, chosen: Tensor) -> Tensor:
        """Draw tickets, or keep some, by chance: changes `chosen`, and says in which games."""
        luck = torch.rand(len(marks), device=marks.device)
        keeping = marks[:, self.keeps].any(1)
        drawing = (marks[:, DRAW_TICKETS] > 0) & (luck < self.settings.stray_draws)
        keep = self.keeps.start + pick(
            masked(torch.zeros_like(marks[:, self.keeps]).float(), marks[:, self.keeps])
        )
        keeping &= luck < self.settings.stray_keeps
        chosen.copy_(torch.where(keeping, keep, torch.where(drawing, DRAW_TICKETS, chosen)))
        return keeping | drawing


def look_back(
    values: Tensor, seats: Tensor, ended: Tensor, points: Tensor, wins: Tensor, done: Tensor,
    astray: Tensor, players: Tensor, settings: Settings,
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:  # fmt: skip
    """From the last step to the first: what each decision was followed by, for its own seat."""
    steps, n = seats.shape
    device = values.device
    every = torch.arange(n, device=device)
    order = torch.arange(PLAYERS, device=device)
    ahead = torch.zeros((n, PLAYERS, 2), device=device)
    later = torch.zeros((n, PLAYERS, 2), device=device)
    known = torch.zeros((n, PLAYERS), dtype=torch.bool, device=device)
    final = torch.zeros((n, PLAYERS), device=device)
    final_done = torch.zeros((n, PLAYERS), dtype=torch.int64, device=device)
    over = torch.zeros(n, dtype=torch.bool, device=device)
    gains, is_known = torch.zeros_like(values), torch.zeros_like(ended)
    finals, end_known = torch.zeros_like(points), torch.zeros_like(ended)
    done_by = torch.zeros_like(seats)
    for t in range(steps - 1, -1, -1):
        end = ended[t]
        result = torch.stack([wins[t], leads(points[t], players) / settings.spread], dim=2).clamp(
            -3, 3
        )
        ahead = torch.where(end[:, None, None], result, ahead)
        later = later.masked_fill(end[:, None, None], 0)
        known = known | end[:, None]
        final = torch.where(end[:, None], points[t], final)
        final_done = torch.where(end[:, None], done[t], final_done)
        over = over | end
        seat = seats[t]
        gain = ahead[every, seat] - values[t] + settings.lambda_ * later[every, seat]
        gains[t], is_known[t] = gain, known[every, seat]
        around = final.gather(1, (seat[:, None] + order) % players[:, None])
        finals[t] = around * (order < players[:, None])
        done_by[t] = final_done[every, seat]
        end_known[t] = over
        ahead[every, seat] = values[t]
        later[every, seat] = gain * (is_known[t] & ~astray[t])[:, None]
        known[every, seat] = True
    return gains, is_known, finals, done_by, end_known


def update(
    net: nn.Module,
    forward: nn.Module,
    optimiser: torch.optim.Optimizer,
    seen: Experience,
    settings: Settings,
    progress: float,
) -> dict[str, float]:
    """Learn from experience; `progress` is the part of the run that is over. Returns means."""
    shaping = _between(settings.shaping, settings.last_shaping, progress)
    entropy_weight = _between(settings.entropy, settings.last_entropy, progress)
    for group in optimiser.param_groups:
        group["lr"] = _between(settings.rate, settings.last_rate, progress)
    gain = seen.gains[:, 0] + shaping * seen.gains[:, 1]
    good = gain[seen.known]
    gain = (gain - good.mean()) / (good.std() + 1e-6)
    aims = seen.values + seen.gains
    sums: dict[str, Tensor] = {}
    count = 0
    device_type = seen.rows.device.type
    for _ in range(settings.epochs):
        order = seen.known.nonzero()[:, 0]
        order = order[torch.randperm(len(order), device=order.device)]
        part = min(settings.part, len(order))
        for at in range(0, len(order) - part + 1, part):
            i = order[at : at + part]
            with torch.autocast(device_type, torch.bfloat16, enabled=device_type == "cuda"):
                answer: Answer = forward(seen.rows[i])
            chances = functional.log_softmax(masked(answer.logits, seen.marks[i]), 1)
            new = chances.gather(1, seen.choices[i][:, None])[:, 0]
            ratio = torch.exp(new - seen.chances[i])
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            policy = -torch.minimum(ratio * gain[i], clipped * gain[i]).mean()
            entropy = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
            value = value_loss(answer, aims[i])
            side = side_loss(answer, seen, i)
            loss = policy - entropy_weight * entropy + value + 0.1 * side
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            count += 1
            far = ((ratio - 1).abs() > settings.clip).float().mean()
            for name, x in (
                ("policy", policy), ("entropy", entropy), ("value", value), ("side", side),
                ("clipped", far),
            ):  # fmt: skip
                sums[name] = sums.get(name, torch.zeros((), device=x.device)) + x.detach()
    return {name: float(x) / max(count, 1) for name, x in sums.items()}


def value_loss(answer: Answer, aims: Tensor) -> Tensor:
    share = aims[:, 0].clamp(0, 1)
    win = functional.binary_cross_entropy_with_logits(answer.values[:, 0], share)
    return win + 0.5 * functional.mse_loss(answer.values[:, 1], aims[:, 1])


def side_loss(answer: Answer, seen: Experience, i: Tensor) -> Tensor:
    """What helps to see: what others hold; and where the end is known, scores and tickets."""
    hidden = seen.hidden[i].float()
    at = answer.hands.shape[1] * answer.hands.shape[2]
    hands = functional.mse_loss(answer.hands, hidden[:, :at].view_as(answer.hands))
    held = functional.binary_cross_entropy_with_logits(
        answer.held, hidden[:, at:].view_as(answer.held)
    )
    sure = seen.ended[i].float()
    weight = sure / sure.sum().clamp(min=1)
    scores = ((answer.scores - seen.finals[i] / 100).square().mean(1) * weight).sum()
    bits = torch.arange(answer.completed.shape[1], device=hidden.device)
    done = (seen.done[i][:, None] >> bits & 1).float()
    completed = functional.binary_cross_entropy_with_logits(
        answer.completed, done, reduction="none"
    )
    return hands + 3 * held + scores + 3 * (completed.mean(1) * weight).sum()


def _between(first: float, last: float, progress: float) -> float:
    return first + (last - first) * min(max(progress, 0.0), 1.0)
