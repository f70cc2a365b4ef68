"""Work that takes long, done beside the event loop and little of it at once.

Whoever asks for much of it waits behind others who ask for the same, and those who play do not.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from carrozza.core.game import Setup
from carrozza.games.registry import game_of
from carrozza.server.play.game_log import Entry, Play

T = TypeVar("T")

_boards = ThreadPoolExecutor(1, "boards")
_games = ThreadPoolExecutor(1, "games")
_passwords = ThreadPoolExecutor(2, "passwords")  # each takes 64 MiB while it is at work


async def prepare_board(setup: Setup) -> None:
    """Build what a game on somebody's own board needs; it is kept for a while."""
    if setup.board is not None:
        await asyncio.get_running_loop().run_in_executor(_boards, game_of, setup)


async def with_password(work: Callable[..., T], *given: str) -> T:
    """Hash or check a password."""
    return await asyncio.get_running_loop().run_in_executor(_passwords, work, *given)


async def replayed(setup: Setup, log: list[Entry]) -> Play:
    """A game as its log tells it, which takes as long as that is."""
    return await with_game(_replayed, setup, log)


async def with_game(work: Callable[..., T], *given: object) -> T:
    """Go through a whole game."""
    return await asyncio.get_running_loop().run_in_executor(_games, work, *given)


def _replayed(setup: Setup, log: list[Entry]) -> Play:
    play = Play(setup)
    for entry in log:
        play.read(entry)
    return play
