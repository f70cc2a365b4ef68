"""What becomes of planned moves with each move that is stored, in the same transaction."""

from collections.abc import Sequence

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.play.game_log import Draft
from carrozza.server.storage import schema
from carrozza.server.storage.journal import Also
from carrozza.server.tables.planned import Planned
from carrozza.server.tables.table import Table

P = schema.planned.c


class Changed(Exception):
    """A plan that was to be carried out has been changed or withdrawn: nothing was stored."""


def planned_after(table: Table, draft: Draft, carried: Planned | None) -> dict[int, Planned]:
    """What all seats have planned once this draft is stored: who acts otherwise has no plan any
    more, and neither has anybody once the game is over."""
    if draft.state.over or draft.entry.kind == "close":
        return {}
    others = {seat: plan for seat, plan in table.planned.items() if seat != draft.entry.seat}
    return others | ({draft.entry.seat: carried} if carried is not None else {})


def keeping(table: Table, draft: Draft, carried: Planned | None) -> Also:
    """The same in the database, whatever this worker has heard of."""
    mine = (P.table == table.id, P.seat == draft.entry.seat)

    async def store(connection: AsyncConnection) -> None:
        if carried is not None:
            done = await connection.execute(
                update(schema.planned)
                .where(*mine, P.id == carried.id)
                .values(chosen=carried.chosen, used=carried.used)
            )
            if done.rowcount != 1:
                raise Changed
        if draft.state.over:
            await connection.execute(delete(schema.planned).where(P.table == table.id))
        elif carried is None:
            await connection.execute(delete(schema.planned).where(*mine))

    return store


def all_of(also: Sequence[Also]) -> Also | None:
    async def store(connection: AsyncConnection) -> None:
        for one in also:
            await one(connection)

    return store if also else None
