"""Tables before the game: sitting down, setting bots, starting."""

import secrets
from collections.abc import Callable, Sequence

from sqlalchemy import Executable, Update, update

from carrozza.core.game import Beginning, Setup
from carrozza.core.replay import commitment
from carrozza.server.alerts.outbox import Turn, Turns, note_turns, turns_of
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.people.blocks import has_blocked
from carrozza.server.people.kept_seats import lapse_at
from carrozza.server.people.names import chosen_name
from carrozza.server.people.naming import check_free
from carrozza.server.people.sessions import Person
from carrozza.server.play.executors import with_setup
from carrozza.server.play.moves import set_away
from carrozza.server.storage import schema
from carrozza.server.tables.clocks import fresh, started
from carrozza.server.tables.plans import begin, check_rated, seeded
from carrozza.server.tables.seating import (
    bot_name,
    check_open,
    distinct,
    exchange_colours,
    free_colour,
    free_seat,
    level_of,
    seat_at,
    set_seat,
)
from carrozza.server.tables.table import Table, encoded, stored_setup

TRIES = 20


async def join(
    context: Context,
    person: Person,
    table: Table,
    seat: int | None,
    name: str | None,
    colour: str | None = None,
    *,
    hints: bool = False,
) -> None:
    """Sit down, in this colour unless another person has it; `hints`: and agree to hints.

    Who already sits here may take more seats, for others at the same device.
    """
    async with context.db.read() as connection:
        unwanted = await has_blocked(connection, str(table.row.host), person.id)
    shown = person.name
    if name is not None and not table.row.rated:  # there everybody plays under their own
        shown = await _seat_name(context, person, name)

    def plan(table: Table) -> list[Update]:
        check_open(table)
        if table.row.rated:
            check_rated(person)
            if table.seats_of(person.id):
                raise Refused(409, "seated", "At a rated table everyone has only one seat.")
        _check_kept(table, person, unwanted=unwanted)
        wanted = free_seat(table, seat)
        mine = distinct(table, wanted, shown)
        sit = set_seat(wanted, account=person.id, name=mine, seen=context.now(), hints=hints)
        return [sit, *exchange_colours(table, wanted, colour)]

    await edit(context, table, plan)


def _check_kept(table: Table, person: Person, *, unwanted: bool) -> None:
    """Seats that are free may be kept for others. Whom the host has blocked is told the same, as
    if they were."""
    kept = table.kept - {person.id}
    free = sum(seat.free for seat in table.seats)
    if person.id == table.row.host or (person.id in table.kept and not unwanted):
        return
    if free and (unwanted or len(kept) >= free):
        raise Refused(409, "seat_kept", "The seats that are still free are kept for others.")


async def edit_seat(
    context: Context,
    person: Person,
    table: Table,
    seat: int,
    *,
    colour: str | None = None,
    name: str | None = None,
    bot: str | None = None,
    free: bool = False,
    hints: bool | None = None,
) -> None:
    """Change one's own seat; the host may also put bots and empty seats. Whether there are hints,
    each agrees for oneself."""
    shown = await _seat_name(context, person, name) if name is not None else None

    def plan(table: Table) -> list[Update]:
        check_open(table)
        place = seat_at(table, seat)
        hosting = table.row.host == person.id
        if not hosting and place.account != person.id:
            raise Refused(403, "not_yours", "This is not your seat.")
        values: dict[str, object] = {}
        if colour is not None:
            values["colour"] = free_colour(table, place, colour)
        if shown is not None and place.account == person.id:
            if table.row.rated and shown != person.name:
                raise Refused(409, "rated", "At rated tables people play under their own names.")
            values["name"] = distinct(table, place, shown)
        if hints is not None:
            if place.account != person.id:
                raise Refused(403, "not_yours", "This is not your seat.")
            values["hints"] = hints
        if bot is not None or free:
            if not hosting:
                raise Refused(403, "not_host", "Only the host can do that.")
            level = level_of(table, bot)
            name = bot_name(table, place, level)
            values |= {"bot": level, "account": None, "name": name, "seen": 0.0, "hints": False}
        return [set_seat(place, **values)] if values else []

    await edit(context, table, plan)


async def leave(context: Context, person: Person, table: Table) -> None:
    """Leave the table; in a game under way, a bot plays on."""
    seats = table.seats_of(person.id)
    if not seats:
        raise Refused(409, "not_seated", "You are not seated at this table.")
    if table.row.phase == "playing":
        async with table.lock:
            for seat in seats:
                await set_away(context, table, seat, True)
        return

    def plan(table: Table) -> list[Executable]:
        check_open(table)
        mine = [table.seats[seat] for seat in table.seats_of(person.id)]
        free = {"account": None, "name": "", "seen": 0.0, "hints": False}
        changes: list[Executable] = [set_seat(place, **free) for place in mine]
        if table.row.host == person.id:
            others = [s.account for s in table.seats if s.account not in (None, person.id)]
            t = schema.tables
            values = {"host": others[0]} if others else {"phase": "closed", "ended": context.now()}
            changes.append(update(t).where(t.c.id == table.id).values(values))
            changes.append(lapse_at(table.id))
        return changes

    await edit(context, table, plan)


async def start(context: Context, person: Person, table: Table) -> None:
    """Commit to a seed and deal."""

    def plan(table: Table) -> list[Update]:
        check_open(table)
        if table.row.host != person.id:
            raise Refused(403, "not_host", "Only the host can do that.")
        if any(seat.free for seat in table.seats):
            raise Refused(
                409, "free_seats", "There are still free seats. Invite someone or add bots."
            )
        deal, begun[:] = _deal(context, table, setup, beginning)
        return [deal]

    begun: list[Turn] = []
    setup = seeded(table.row.setup, secrets.token_hex(32))
    beginning = await with_setup(begin, setup)
    await edit(context, table, plan, begun)
    context.wake(table.id, 0.0)


async def edit(
    context: Context,
    table: Table,
    plan: Callable[[Table], Sequence[Executable]],
    begun: Sequence[Turn] = (),
) -> None:
    """Change a table, judged anew should another worker change it first. `begun`: turns that begin
    by what the plan makes."""
    t = schema.tables.c
    async with table.lock:
        for attempt in range(TRIES):
            try:
                changes = plan(table)
            except Refused:
                if attempt > 0:
                    raise
                await context.tables.refresh(
                    table
                )  # it may be allowed by what we have not heard of
                continue
            async with context.db.write() as connection:
                mine = await connection.execute(
                    update(schema.tables)
                    .where(t.id == table.id, t.edited == table.row.edited)
                    .values(edited=t.edited + 1, moved=context.now())
                )
                if mine.rowcount == 1:
                    for change in changes:
                        await connection.execute(change)
                    turns = Turns(list(begun), [])
                    await note_turns(connection, [turns], context.settings.alert_delay)
                    await context.bus.tell(connection, "edited", table.id)
            await context.tables.refresh(table)
            if mine.rowcount == 1:
                context.hub.send_table(table)
                return
    raise Refused(503, "busy", "The table is very busy. Try again.")


def _deal(
    context: Context, table: Table, setup: Setup, beginning: Beginning
) -> tuple[Update, list[Turn]]:
    """The start of the game as a change of the table's row, and the turns that begin with it."""
    now = context.now()
    row, state, version = table.row, beginning.state, len(beginning.told) - 1
    clocks = [fresh(row.pace) for _ in table.seats]
    for seat in state.to_act:
        clocks[seat] = started(
            clocks[seat],
            row.pace,
            now,
            others=table.others(seat),
            still=table.seats[seat].holidays,
        )
    deal = (
        update(schema.tables)
        .where(schema.tables.c.id == table.id)
        .values(
            phase="playing",
            setup=stored_setup(setup),
            commitment=commitment(setup),
            started=now,
            version=version,
            to_act=state.pending,
            clocks=encoded(clocks),
            wake=now,
        )
    )
    return deal, turns_of(table, state.to_act, clocks, version, now)


async def _seat_name(context: Context, person: Person, name: str) -> str:
    """A name for this table alone; one's own is always good."""
    if name == person.name:
        return name
    name = chosen_name(name)
    await check_free(context, person, name)
    return name
