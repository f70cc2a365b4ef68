"""Finished games to share: a picture of the end, which links to the replay show, and a film."""

import msgspec

from carrozza.board.game import BoardGame
from carrozza.games.registry import game_of
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.tables import drawings, reviews
from carrozza.server.tables.picture_files import Sharing, film_file, picture_file
from carrozza.server.tables.table import Seat, Table


async def picture(context: Context, address: str, table: Table, theme: str, chances: bool) -> bytes:
    _, review = await reviews.look(context, table) if chances else (None, None)
    of = msgspec.structs.replace(await _sharing(context, address, table), review=review)
    key = ("picture", table.id, theme, review is not None)
    return await context.short_jobs.do(address, key, picture_file, of, theme)


async def film(context: Context, address: str, table: Table, theme: str) -> bytes:
    if not isinstance(game_of(table.row.setup), BoardGame):
        raise Refused(404, "no_board", "This game is played without a board.")
    of = await _sharing(context, address, table)
    return await context.long_jobs.do(address, ("film", table.id, theme), film_file, of, theme)


def player_name(seat: Seat) -> str:
    """In any language; bots have names as well."""
    return seat.name or f"Bot {seat.seat + 1}"


async def _sharing(context: Context, address: str, table: Table) -> Sharing:
    assert table.play is not None
    layout = None
    if table.row.board is not None:
        layout = await drawings.layout(context, address, table)
    return Sharing(
        table.row.setup,
        list(table.play.actions),
        [player_name(seat) for seat in table.seats],
        [seat.colour for seat in table.seats],
        layout,
    )
