"""What is stored when a game ends: scores, places and, at rated tables, ratings."""

from openskill.models import PlackettLuce
from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.core.scores import ScoreSheet
from carrozza.server import metrics
from carrozza.server.context import Context
from carrozza.server.play.game_log import Draft
from carrozza.server.storage import schema
from carrozza.server.storage.journal import Also
from carrozza.server.tables.table import Table

MODEL = PlackettLuce()


def places(sheet: ScoreSheet) -> list[int]:
    """1 for the winners, then by points; equal points share a place."""
    ranks = [(seat.seat in sheet.winners, seat.total) for seat in sheet.seats]
    return [1 + sum(other > mine for other in ranks) for mine in ranks]


def finishing(context: Context, table: Table, draft: Draft) -> Also:
    """Stores the result, in the transaction of the last move."""
    sheet = draft.state.score_sheet()
    scored = list(zip(sheet.totals, places(sheet), strict=True))

    async def store(connection: AsyncConnection) -> None:
        for seat, (score, place) in enumerate(scored):
            await connection.execute(
                update(schema.seats)
                .where(schema.seats.c.table == table.id, schema.seats.c.seat == seat)
                .values(score=score, place=place)
            )
        people = [seat.account for seat in table.seats]
        if table.row.rated and None not in people:
            await _rate(connection, context, table, people, [place for _, place in scored])
        metrics.FINISHED.labels(game=table.row.setup.game).inc()

    return store


async def _rate(
    connection: AsyncConnection,
    context: Context,
    table: Table,
    people: list[str | None],
    ranks: list[int],
) -> None:
    game, players = table.row.setup.game, table.row.setup.players
    found = await connection.execute(
        select(schema.ratings).where(
            schema.ratings.c.account.in_(people),
            schema.ratings.c.game == game,
            schema.ratings.c.players == players,
        )
    )
    known = {row["account"]: row for row in found.mappings()}
    before = [
        [MODEL.rating(mu=known[p]["mu"], sigma=known[p]["sigma"]) if p in known else MODEL.rating()]
        for p in people
    ]
    after = MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    insert = sqlite.insert if context.db.sqlite else postgresql.insert
    for person, (rating,) in zip(people, after, strict=True):
        games = known[person]["games"] + 1 if person in known else 1
        values = {"mu": rating.mu, "sigma": rating.sigma, "games": games}
        await connection.execute(
            insert(schema.ratings)
            .values(account=person, game=game, players=players, **values)
            .on_conflict_do_update(index_elements=["account", "game", "players"], set_=values)
        )
