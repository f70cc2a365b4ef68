"""Finished games: how they went, open to all, and the proof that they were fair."""

from carrozza.core.game import Setup
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.tables.replay_files import Actions, replay_file, save_file
from carrozza.server.tables.table import Table


def check_finished(table: Table) -> None:
    if table.row.phase != "finished":
        raise Refused(409, "not_finished", "The game is not over yet.")


async def save(context: Context, address: str, table: Table) -> bytes:
    """The game as a file that `carrozza verify` proves."""
    return await context.short_jobs.do(address, ("save", table.id), save_file, *_game(table))


async def replay(
    context: Context, address: str, table: Table, seat: int | None, *, zipped: bool
) -> bytes:
    """Every position with the events before it: as one seat saw it, or open."""
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Refused(404, "unknown_seat", "There is no such seat.")
    key = ("replay", table.id, seat, zipped)
    return await context.short_jobs.do(address, key, replay_file, *_game(table), seat, zipped)


def _game(table: Table) -> tuple[Setup, str, Actions]:
    assert table.play is not None
    assert table.row.commitment is not None
    return table.row.setup, table.row.commitment, list(table.play.actions)
