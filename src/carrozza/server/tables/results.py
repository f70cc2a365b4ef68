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
        if table.row.rated:
            await _rate(connection, context, table, [place for _, place in scored])
        metrics.FINISHED.labels(game=table.row.setup.game).inc()

    return store


def shown(mu: float, sigma: float) -> float:
    """A rating as people see it: a cautious estimate of strength, in tenths. Who is shown the same
    has the same place on a leaderboard."""
    return round(mu - 3 * sigma, 1)


def has_left(table: Table, seat: int) -> bool:
    """Whether a bot plays for this person now, or has done so for most of the game."""
    assert table.play is not None
    place = table.seats[seat]
    moves = [step.by for step in table.play.steps if step.seat == seat and step.kind == "act"]
    return place.account is None or place.away or moves.count("bot") * 2 > len(moves)


async def _rate(
    connection: AsyncConnection, context: Context, table: Table, by_points: list[int]
) -> None:
    """Who left comes after all who stayed, whatever the bot made of it; without them, no result."""
    game, players = table.row.setup.game, table.row.setup.players
    left = [has_left(table, seat) for seat in range(players)]
    if all(left):
        return
    ranks = [
        float(players + 1 if gone else place) for gone, place in zip(left, by_points, strict=True)
    ]
    a, r = schema.accounts.c, schema.ratings.c
    here = await connection.execute(  # nobody goes, or is rated elsewhere, before this is stored
        select(a.id)
        .where(a.id.in_([seat.account for seat in table.seats]))
        .order_by(a.id)
        .with_for_update(key_share=True)
    )
    holders = set(here.scalars())
    found = await connection.execute(
        select(schema.ratings).where(r.account.in_(holders), r.game == game, r.players == players)
    )
    known = {row["account"]: row for row in found.mappings()}
    people = [seat.account for seat in table.seats]
    before = [
        [MODEL.rating(mu=known[p]["mu"], sigma=known[p]["sigma"]) if p in known else MODEL.rating()]
        for p in people
    ]
    after = MODEL.rate(before, ranks=ranks)
    insert = sqlite.insert if context.db.sqlite else postgresql.insert
    for person, (rating,) in zip(people, after, strict=True):
        if person not in holders:
            continue  # has deleted the account; for the others it is a game all the same
        games = known[person]["games"] + 1 if person in known else 1
        key = {"account": person, "game": game, "players": players}
        now = {"mu": rating.mu, "sigma": rating.sigma, "games": games}
        values = now | {"shown": shown(rating.mu, rating.sigma), "last": context.now()}
        await connection.execute(
            insert(schema.ratings)
            .values(**key, **values)
            .on_conflict_do_update(index_elements=list(key), set_=values)
        )
        await connection.execute(
            insert(schema.rating_points).values(**key, **now, at=context.now(), table=table.id)
        )
