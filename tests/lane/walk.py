"""Games that the lane follows, played by all sorts of players."""

import random
from collections.abc import Iterator
from typing import Any

from carrozza.bots.seated import decision, seat_bot
from carrozza.core.game import Game, Setup
from carrozza.core.space import nth_bit
from carrozza.games.registry import find_game
from carrozza.lane.follow import Difference, Follower

SLOW = "hard"  # a game of such a bot takes as long as a hundred random ones


class Walker:
    """Plays games of one kind."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.follower = Follower(game)

    def play(self, players: int, seed: str, slow: float = 0.0) -> int:
        """A whole game. Each seat plays at random, with compact choices, or as a bot would, and
        changes its mind now and then; with a small chance `slow` strong bots are among them.
        The number of steps."""
        rng = random.Random(seed)
        setup = Setup(game=self.game.name, players=players, seed=seed)
        s, events = self.game.deal(setup)
        kinds = ["random", "compact", "greedy", SLOW if rng.random() < slow else "random"]
        bots = {
            kind: seat_bot(kind, self.game, seed) for kind in {"greedy", *kinds} & {"greedy", SLOW}
        }
        styles = [rng.choice(kinds) for _ in range(players)]
        steps = 0
        try:
            self.follower.deal(s, events)
            while not s.over:
                seat = rng.choice(s.to_act)
                compact = self.follower.compare_legal(s, seat)
                if rng.random() < 0.02:
                    styles[seat] = rng.choice(kinds)
                    self.follower.compare_score(s)
                style = styles[seat]
                if style in bots:
                    action = s.space.index[decision(bots[style], s, seat, 1.0)[0]]
                else:
                    few = style == "compact"
                    action = rng.choice(compact) if few else _any_of(s.legal_mask(seat), rng)
                self.follower.play(s, seat, action)
                steps += 1
            self.follower.compare_score(s)
        except Difference as error:
            where = f"{self.game.name}, {players} players, seed {seed}, step {steps}"
            raise Difference(f"{where}: {error}") from None
        return steps


def _any_of(mask: int, rng: random.Random) -> int:
    return nth_bit(mask, rng.randrange(mask.bit_count()))


def variants(name: str) -> Iterator[Game]:
    """A game with each of its options."""
    game = find_game(name)
    choices: list[dict[str, Any]] = [{}]
    for option in game.options:
        choices = [{**c, option.name: value} for c in choices for value in option.choices]
    for chosen in choices:
        yield find_game(name, chosen)
