"""One block: a line-up plays the same deal with all cyclic seatings.

Nothing of it depends on anything but the setup, the number of the block and the line-up, so it can
be played by any process on any machine.
"""

import msgspec

from carrozza.arena.lineups import Lineup, seatings
from carrozza.bots.seated import decision, seat_bots
from carrozza.core.game import Setup
from carrozza.core.rng import Rng
from carrozza.core.scores import SeatScore, TicketItem
from carrozza.games.registry import game_of


class Task(msgspec.Struct, frozen=True):
    """A block to be played."""

    setup: Setup  # with the seed of the whole run
    block: int  # counted from 1
    lineup: Lineup
    seconds: float  # the time a bot is told to take, always the same


class Seat(msgspec.Struct, frozen=True):
    """How one seat fared in one game."""

    bot: str
    score: int
    completed: tuple[int, ...]  # tickets
    failed: tuple[int, ...]
    decisions: int


class Timing(msgspec.Struct, frozen=True):
    """The time one seat thought in one game: all that differs from run to run."""

    seconds: float
    longest: float


class Played(msgspec.Struct, frozen=True):
    """One game."""

    seats: tuple[Seat, ...]
    winners: tuple[int, ...]
    timing: tuple[Timing, ...]


class Block(msgspec.Struct, frozen=True):
    """What came of a block."""

    block: int
    lineup: Lineup
    games: tuple[Played, ...]

    def untimed(self) -> "Block":
        """Without the times: the same on every machine."""
        replace = msgspec.structs.replace
        return replace(self, games=tuple([replace(game, timing=()) for game in self.games]))


def deal_of(task: Task) -> Setup:
    """The deal of a block, which all line-ups and all seatings share."""
    return msgspec.structs.replace(task.setup, seed=f"{task.setup.seed}/{task.block}")


def play_block(task: Task) -> Block:
    deal = deal_of(task)
    # Who sits behind whom matters from four seats on, and turning alone does not change it.
    order = Rng.from_seed(f"{deal.seed}/order").shuffled(sorted(task.lineup))
    games = [_play(deal, seating, task.seconds) for seating in seatings(order)]
    return Block(task.block, task.lineup, tuple(games))


def _play(deal: Setup, seating: Lineup, seconds: float) -> Played:
    game = game_of(deal)
    state = game.deal(deal)[0]
    bots = seat_bots(seating, game, deal.seed)
    thought: list[list[float]] = [[] for _ in seating]
    while not state.over:
        seat = state.to_act[0]
        action, took = decision(bots[seat], state, seat, seconds)
        state.apply(action, seat)
        thought[seat].append(took)
    sheet = state.score_sheet()
    return Played(
        tuple([_seat(*row) for row in zip(seating, sheet.seats, map(len, thought), strict=True)]),
        sheet.winners,
        tuple([_timing(times) for times in thought]),
    )


def _seat(bot: str, score: SeatScore, decisions: int) -> Seat:
    tickets = [item for item in score.items if isinstance(item, TicketItem)]
    completed = tuple([item.ticket for item in tickets if item.completed])
    failed = tuple([item.ticket for item in tickets if not item.completed])
    return Seat(bot, score.total, completed, failed, decisions)


def _timing(times: list[float]) -> Timing:
    return Timing(round(sum(times), 6), round(max(times, default=0.0), 6))
