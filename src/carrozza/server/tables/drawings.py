"""How boards of people's own are drawn: simply at once, and well for who waits some seconds.

The good drawing is kept with the board; the simple one is made again when it is asked for.
"""

from typing import Literal

import msgspec
from sqlalchemy import select, update

from carrozza.server.art import custom_ground, custom_info, laid_out
from carrozza.server.context import Context
from carrozza.server.storage import schema
from carrozza.server.tables.table import Table

Quality = Literal["simple", "best"]
B = schema.boards.c


class Drawing(msgspec.Struct, frozen=True):
    board: str  # JSON
    layout: str  # JSON
    quality: Quality


async def info(context: Context, address: str, table: Table, quality: Quality | None) -> bytes:
    """The board with the place of everything. Without a wish, the best that there is already."""
    drawing = await _drawing(context, address, table, quality)
    setup = table.row.setup
    options = msgspec.json.encode(setup.options, order="deterministic")
    key = ("info", setup.game, options, table.row.board, drawing.quality)
    simple = drawing.quality == "simple"
    given = setup.game, setup.options, drawing.board, drawing.layout, simple
    return await context.short_jobs.do(address, key, custom_info, *given)


async def ground(context: Context, address: str, table: Table, theme: str, quality: Quality) -> str:
    """What lies under the tracks."""
    drawing = await _drawing(context, address, table, quality)
    key = ("ground", table.row.board, quality, theme)
    given = table.row.setup.game, drawing.board, drawing.layout, theme
    return await context.short_jobs.do(address, key, custom_ground, *given)


async def layout(context: Context, address: str, table: Table) -> str:
    """The best layout that there is already, as JSON."""
    return (await _drawing(context, address, table, None)).layout


async def _drawing(
    context: Context, address: str, table: Table, quality: Quality | None
) -> Drawing:
    game, hash_ = table.row.setup.game, table.row.board
    async with context.db.read() as connection:
        stored = await connection.execute(select(B.board, B.layout).where(B.hash == hash_))
        board, kept = stored.one()
    if kept is not None and quality != "simple":
        return Drawing(board, kept, "best")
    if quality != "best":
        key = ("simple layout", hash_)
        layout = await context.short_jobs.do(address, key, laid_out, game, board, 0.0)
        return Drawing(board, layout, "simple")
    seconds = context.settings.layout_seconds
    layout = await context.long_jobs.do(address, ("layout", hash_), laid_out, game, board, seconds)
    async with context.db.write() as connection:
        await connection.execute(update(schema.boards).where(B.hash == hash_).values(layout=layout))
    return Drawing(board, layout, "best")
