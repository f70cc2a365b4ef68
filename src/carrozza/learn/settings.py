"""The numbers of a training run."""

from typing import NamedTuple


class Settings(NamedTuple):
    games: int = 32_768  # side by side
    steps: int = 64  # decisions in each game between two updates
    part: int = 16_384  # decisions of one step of the optimiser
    epochs: int = 1
    rate: float = 3e-4
    last_rate: float = 3e-5
    clip: float = 0.2
    lambda_: float = 0.97
    entropy: float = 0.01
    last_entropy: float = 0.001
    shaping: float = 0.5  # how much the lead counts beside the win at first
    last_shaping: float = 0.1
    league: float = 0.2  # of the games against earlier selves
    stray_keeps: float = 0.1  # of the choices of tickets are made by chance
    stray_draws: float = 0.004  # of the turns: tickets are drawn, whatever the network thinks
    snapshot_seconds: float = 25.0
    look_seconds: float = 100.0  # between two matches against the first self
    spread: float = 50.0  # points of lead that count as one win

    def tables(self, players: range) -> dict[int, int]:
        """Half of the games are for two; the others are shared out."""
        more = [n for n in players if n > 2]
        each = self.games // 2 // len(more) // 32 * 32
        return {2: self.games - each * len(more), **dict.fromkeys(more, each)}
