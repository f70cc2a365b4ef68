"""Many games side by side at tables of all sizes, one decision in each at a time."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from carrozza.core.game import Game
from carrozza.lane.batch import Batch
from carrozza.lane.board.state import PLAYERS
from carrozza.learn.looking import looking


class Games:
    """`tables` says how many games there are for each number of players. The tensors have a row
    for each game, by tables; seats beyond the players of a table are zeros."""

    def __init__(self, game: Game, tables: dict[int, int], device: str, seed: int) -> None:
        self.device = device
        self._looking = looking(game, device)
        sizes = self._looking.sizes
        self.first_keep, self.keeps = self._looking.kind.first_keep, self._looking.kind.keeps
        self.n = n = sum(tables.values())
        self.batches: list[tuple[slice, Batch]] = []
        at = 0
        for players, count in tables.items():
            batch = Batch(
                game, players, count, device="cuda" if device == "cuda" else "cpu",
                seed=seed + players, masks=False,
            )  # fmt: skip
            self.batches.append((slice(at, at + count), batch))
            at += count
        self._join_states()
        self.rows = torch.zeros((n, sizes.row), dtype=torch.int8, device=device)
        self.marks = torch.zeros((n, sizes.actions), dtype=torch.int8, device=device)
        self.hidden = torch.zeros((n, self._looking.sizes.hidden), dtype=torch.int8, device=device)
        self.seats = torch.zeros(n, dtype=torch.int64, device=device)
        self.ended = torch.zeros(n, dtype=torch.bool, device=device)
        self.points = torch.zeros((n, PLAYERS), device=device)
        self.wins = torch.zeros((n, PLAYERS), device=device)
        self.completed = torch.zeros((n, PLAYERS), dtype=torch.int64, device=device)
        self._ids = torch.zeros(n, dtype=torch.int64, device=device)
        counts = [torch.full((count,), players) for players, count in tables.items()]
        self.players = torch.cat(counts).to(device)

    def _join_states(self) -> None:
        """The positions of all tables lie side by side, so that one look takes in all of them."""
        first = self.batches[0][1]
        self._states = self._looking.zeros(self.n, first.states.dtype)
        self._seats = self._looking.zeros(self.n, first.seats.dtype)
        for part, batch in self.batches:
            batch.states, batch.seats = self._states[part], self._seats[part]
            batch.reset(int(batch.seed))

    def look(self) -> None:
        """What each seat to act sees and may do, and what it does not see."""
        self._looking.look(self._states, self._seats, self.rows, self.marks)
        self._looking.hidden(self._states, self._seats, self.hidden)
        self.seats.copy_(self._tensor(self._seats))

    def act(self, choices: Tensor) -> None:
        """A compact action in each game; the games that end begin anew."""
        self._looking.ids(self._states, self._seats, choices, self._ids)
        for part, batch in self.batches:
            ids = self._ids[part]
            batch.step(ids if self.device == "cuda" else ids.numpy())
            n = batch.players
            self.ended[part] = self._tensor(batch.ended)
            self.points[part, :n] = self._tensor(batch.points)
            self.wins[part, :n] = self._tensor(batch.wins)
            self.completed[part, :n] = self._tensor(batch.completed)

    def _tensor(self, array: Any) -> Tensor:
        if self.device != "cuda":
            kind = np.int64 if array.dtype == np.uint64 else array.dtype
            return torch.from_numpy(array.view(kind))
        return torch.as_tensor(array, device="cuda")


def leads(points: Tensor, players: Tensor) -> Tensor:
    """Each seat's points less the best of the others'."""
    seats = torch.arange(points.shape[1], device=points.device)
    there = seats[None] < players[:, None]
    shown = points.masked_fill(~there, -1e6)
    top = shown.topk(2, dim=1).values
    best_other = torch.where(shown == top[:, :1], top[:, 1:], top[:, :1])
    return (points - best_other) * there
