"""Making a table."""

from sqlalchemy import func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.core.game import Setup
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.ids import new_id
from carrozza.server.people.sessions import Person
from carrozza.server.play.executors import with_setup
from carrozza.server.storage import schema
from carrozza.server.tables.plans import (
    Plan,
    check_bots,
    check_no_hints,
    check_pace,
    check_rated,
    check_setup,
)
from carrozza.server.tables.seating import bot_names, colours_with
from carrozza.server.tables.table import Table, encoded, stored_board, stored_setup


async def create(context: Context, person: Person, plan: Plan, address: str = "") -> Table:
    """A new table, at which this person has the first seat that is not a bot's."""
    await _check_open_tables(context, person, address)
    setup = Setup(
        game=plan.game, players=plan.players, seed="", options=plan.options, board=plan.board
    )
    if plan.taken_up is not None:
        setup = plan.taken_up.setup
    await with_setup(check_setup, setup)
    check_pace(plan.pace)
    check_bots(plan)
    if plan.rated:
        check_rated(person)
        check_no_hints(plan)
    table = new_id()
    levels = [*plan.bots, *[None] * (plan.players - len(plan.bots))]
    mine = levels.index(None) if None in levels else None
    names = bot_names(table, levels, plan.names)
    colours = plan.colours or colours_with(plan.colour, mine)
    async with context.db.write() as connection:
        await _insert_table(context, connection, table, person, setup, plan)
        for seat, level in enumerate(levels):
            here = seat == mine
            await connection.execute(
                insert(schema.seats).values(
                    table=table,
                    seat=seat,
                    account=person.id if here else None,
                    bot=level,
                    name=person.name if here else names[seat],
                    colour=colours[seat],
                    away=False,
                    seen=context.now() if here else 0.0,
                    hints=here and plan.hints and plan.agrees,
                )
            )
    if address:
        context.made_from[address].add(table)
    return await context.tables.get(table)


async def _check_open_tables(context: Context, person: Person, address: str) -> None:
    """Nobody lays a table for everybody and begins none."""
    settings, t = context.settings, schema.tables.c
    made = context.made_from[address]
    async with context.db.read() as connection:
        mine = select(func.count()).where(t.phase == "open", t.host == person.id)
        hosted = (await connection.execute(mine)).scalar_one()
        still = select(t.id).where(t.phase == "open", t.id.in_(made))
        made.intersection_update((await connection.execute(still)).scalars())
    if (
        hosted >= settings.open_tables_per_person * settings.limits
        or len(made) >= settings.open_tables_per_address * settings.limits
    ):
        raise Refused(
            429, "too_many_tables", "Too many of your tables have not started. Start or leave some."
        )


async def _insert_table(
    context: Context,
    connection: AsyncConnection,
    table: str,
    person: Person,
    setup: Setup,
    plan: Plan,
) -> None:
    board = stored_board(setup.board) if setup.board is not None else None
    if board is not None:
        kind = sqlite.insert if context.db.sqlite else postgresql.insert
        await connection.execute(kind(schema.boards).values(**board).on_conflict_do_nothing())
    await connection.execute(
        insert(schema.tables).values(
            id=table,
            host=person.id,
            game=setup.game,
            players=setup.players,
            setup=stored_setup(setup),
            board=board and board["hash"],
            phase="open",
            public=plan.public,
            spectators=plan.spectators,
            rated=plan.rated,
            hints=plan.hints,
            pace=encoded(plan.pace),
            created=context.now(),
            moved=context.now(),
            version=0,
            to_act=0,
            clocks="[]",
            claimed_until=0.0,
            edited=0,
            practice=encoded(plan.taken_up.practice) if plan.taken_up is not None else None,
        )
    )
