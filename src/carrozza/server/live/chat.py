"""Talk at a table, by those who sit at it."""

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many, unknown_person
from carrozza.server.ids import is_id
from carrozza.server.live.protocol import ChatLine
from carrozza.server.order import sanctions
from carrozza.server.people.blocks import unheard_by
from carrozza.server.people.names import guest_number
from carrozza.server.storage import schema
from carrozza.server.tables.table import Table

SHOWN = 100  # lines that a newcomer gets


async def say(context: Context, table: Table, person: str, text: str) -> None:
    seats = table.seats_of(person)
    if not seats:
        raise Refused(403, "not_seated", "Only players at this table can chat.")
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not text:
        raise Refused(422, "no_text", "The message is empty.")
    name, at = table.seats[seats[0]].name, context.now()
    async with context.db.write() as connection:
        await sanctions.check(connection, person, "mute", at)
        if not await context.chats.take(person, connection):
            raise too_many()
        stored = await connection.execute(
            insert(schema.chat)
            .values(table=table.id, account=person, name=name, text=text, at=at)
            .returning(schema.chat.c.id)
        )
        number = stored.scalar_one()
        await context.bus.tell(connection, "said", f"{table.id} {number}")
    line = _line(number, person, name, text, at)
    context.hub.send_line(table.id, line)


async def lines(context: Context, table: str, *, only: int | None = None) -> list[ChatLine]:
    """The last lines said at a table, or a single one."""
    c = schema.chat.c
    query = select(c.id, c.account, c.name, c.text, c.at).where(c.table == table)
    query = query.where(c.id == only) if only is not None else query
    async with context.db.read() as connection:
        rows = (await connection.execute(query.order_by(c.id.desc()).limit(SHOWN))).all()
    return [_line(*row) for row in reversed(rows)]


def _line(number: int, person: str | None, name: str, text: str, at: float) -> ChatLine:
    guest = guest_number(name)
    return ChatLine(id=number, person=person, name=name, guest_number=guest, text=text, at=at)


async def muted_by(context: Context, person: str) -> set[str]:
    """Whom this person does not hear, be it that they are blocked altogether."""
    async with context.db.read() as connection:
        return await unheard_by(connection, person)


async def mute(context: Context, person: str, other: str, *, on: bool) -> None:
    """Hear nothing more of another person, at any table."""
    if not is_id(other):
        raise unknown_person()
    m = schema.mutes.c
    async with context.db.write() as connection:
        await connection.execute(delete(schema.mutes).where(m.account == person, m.muted == other))
        if on:
            try:
                await connection.execute(insert(schema.mutes).values(account=person, muted=other))
            except IntegrityError:
                raise unknown_person() from None
        await context.bus.tell(connection, "muted", person)
    await follow_mutes(context, person)


async def follow_mutes(context: Context, person: str) -> None:
    muted = await muted_by(context, person)
    for client in context.hub.everyone():
        if client.person == person:
            client.muted = muted
