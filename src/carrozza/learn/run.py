"""One training run: from a checkpoint or from the teachers' games, for so many minutes."""

import json
import time
from pathlib import Path
from typing import Any

import torch
from torch import nn

from carrozza.board.game import BoardGame
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game
from carrozza.games.card_game.game import CardGame
from carrozza.learn import checkpoint
from carrozza.learn.card_network import CardNet
from carrozza.learn.imitate import experience, imitate
from carrozza.learn.layers import PartNet
from carrozza.learn.league import League, frozen, share_of_wins
from carrozza.learn.network import BoardNet
from carrozza.learn.ppo import Player, update
from carrozza.learn.publish import take_up
from carrozza.learn.selfplay import Games
from carrozza.learn.settings import Settings
from carrozza.learn.teacher import Lessons

CHECKPOINT, CURVE, FIRST = "checkpoint.pt", "curve.jsonl", "first.pt"


def new_network(game: Game) -> PartNet:
    if isinstance(game, BoardGame):
        return BoardNet(game)
    if isinstance(game, CardGame):
        return CardNet(game)
    raise BadOptions("learn_game", f"{game.title} cannot be learned.")


class Run:
    def __init__(self, game: Game, folder: Path, device: str, settings: Settings) -> None:
        self.game, self.folder, self.device, self.settings = game, folder, device, settings
        folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(0)
        if device == "cuda":
            torch.set_float32_matmul_precision("high")
        self.net = new_network(game).to(device)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=settings.rate, weight_decay=1e-4, eps=1e-5
        )
        self.rival = frozen(self.net)  # takes the weights of the earlier self to play against
        self.forward: Any = self.net
        self.rival_forward: Any = self.rival
        self.notes: dict[str, Any] = {"decisions": 0, "seconds": 0.0, "updates": 0}

    def compile(self) -> None:
        self.forward = torch.compile(self.net, dynamic=False)
        self.rival_forward = torch.compile(self.rival, dynamic=False)

    def note(self, **figures: Any) -> None:
        line = {"seconds": round(self.notes["seconds"], 1), **figures}
        with (self.folder / CURVE).open("a") as file:
            file.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)

    def teach(self, taught: Lessons, seconds: float) -> None:
        """Imitate teachers; the network afterwards is the yardstick of the run."""
        seen = experience(self.game, taught, self.device, self.settings)
        some = torch.randperm(len(seen.rows), device=seen.rows.device)[:100_000]
        self.net.learn_scales(seen.rows[some])
        figures = imitate(self.net, self.forward, seen, seconds)
        self.note(stage="imitation", **figures)
        self.save(FIRST)
        self.save()

    def resume(self, file: Path) -> None:
        """From a checkpoint, or from published weights."""
        if file.suffix == ".safetensors":
            take_up(file, self.net)
        else:
            self.notes = checkpoint.load(file, self.net, self.optimiser)

    def save(self, name: str = CHECKPOINT) -> None:
        checkpoint.save(self.folder / name, self.net, self.optimiser, self.notes)

    def practise(self, minutes: float) -> None:
        """Self-play, from beginning to end of the settings' schedule."""
        settings = self.settings
        games = Games(
            self.game, settings.tables(self.game.players), self.device,
            seed=1000 + self.notes["updates"],
        )  # fmt: skip
        trial = {n: min(1024, settings.games) for n in self.game.players if n in (2, 4)}
        matches = {n: Games(self.game, {n: k}, self.device, seed=7) for n, k in trial.items()}
        player = Player(games, settings)
        league = League(self.net)
        first = frozen(self.net)
        if (self.folder / FIRST).exists():
            checkpoint.load(self.folder / FIRST, first, None)
            league.add(first)
        began = time.monotonic()
        before = self.notes["seconds"]
        next_look = next_snapshot = 0.0
        while (spent := time.monotonic() - began) < 60 * minutes:
            progress = spent / (60 * minutes)
            if spent >= next_look:
                self.look(first, matches)
                self.save()
                next_look = time.monotonic() - began + settings.look_seconds
            if spent >= next_snapshot:
                league.add(self.net)
                next_snapshot = spent + settings.snapshot_seconds
            start = time.monotonic()
            self.rival.load_state_dict(league.some().state_dict())
            seen = player.play(self.forward, self.rival_forward)
            played = time.monotonic() - start
            means = update(self.net, self.forward, self.optimiser, seen, settings, progress)
            took = time.monotonic() - start
            self.notes["decisions"] += len(seen.rows)
            self.notes["updates"] += 1
            self.notes["seconds"] = before + time.monotonic() - began
            if self.notes["updates"] % 20 == 1:
                self.note(
                    stage="practice",
                    rate=round(len(seen.rows) / took),
                    decisions=self.notes["decisions"],
                    play_part=round(played / took, 2),
                    **{name: round(mean, 4) for name, mean in means.items()},
                )
            del seen
        self.save()
        self.look(first, matches)

    def look(self, first: nn.Module, matches: dict[int, Games]) -> None:
        """Against the yardstick; 1 / players is even."""
        figures = {}
        for players, games in matches.items():
            for _, batch in games.batches:
                batch.reset(self.notes["updates"])
            figures[f"share_{players}"] = round(share_of_wins(self.net, first, games), 4)
        self.note(stage="match", decisions=self.notes["decisions"], **figures)
