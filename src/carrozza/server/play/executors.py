"""Work that takes long, done beside the event loop and little of it at once.

Each kind has threads of its own. What takes longer still has processes (see jobs.py).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from carrozza.core.game import Setup
from carrozza.games.registry import game_of
from carrozza.server.play.game_log import Entry, Play

T = TypeVar("T")

_setups = ThreadPoolExecutor(1, "setups")
_boards = ThreadPoolExecutor(1, "boards")
_games = ThreadPoolExecutor(1, "games")
_art = ThreadPoolExecutor(1, "art")
_passwords = ThreadPoolExecutor(2, "passwords")  # each takes 64 MiB while it is at work


async def prepare_board(setup: Setup) -> None:
    """Build what a game on somebody's own board needs; it is kept for a while."""
    if setup.board is not None:
        await with_setup(game_of, setup)


async def with_setup(work: Callable[[Setup], T], setup: Setup) -> T:
    """Look at a game to be played. Those on boards of people's own hold up nobody else."""
    pool = _setups if setup.board is None else _boards
    return await asyncio.get_running_loop().run_in_executor(pool, work, setup)


async def with_password(work: Callable[..., T], *given: str) -> T:
    """Hash or check a password."""
    return await asyncio.get_running_loop().run_in_executor(_passwords, work, *given)


async def replayed(setup: Setup, log: list[Entry]) -> Play:
    """A game as its log tells it, which takes as long as that is."""
    return await asyncio.get_running_loop().run_in_executor(_games, _replayed, setup, log)


async def drawn(work: Callable[..., T], *given: object) -> T:
    """A small picture, or what is on a file."""
    return await asyncio.get_running_loop().run_in_executor(_art, work, *given)


def _replayed(setup: Setup, log: list[Entry]) -> Play:
    play = Play(setup)
    for entry in log:
        play.read(entry)
    return play
