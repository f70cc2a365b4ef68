"""What people choose: where alerts go, of which tables, and when not."""

from typing import Any, Literal

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.alerts import services
from carrozza.server.alerts.letter import Letter, trial_letter
from carrozza.server.alerts.mail import is_address
from carrozza.server.alerts.merge import MOST_TARGETS, place_of
from carrozza.server.alerts.outside import Undelivered
from carrozza.server.alerts.push import Subscription, is_sound
from carrozza.server.alerts.quiet import is_zone
from carrozza.server.alerts.services import Service
from carrozza.server.alerts.words import words_in
from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many
from carrozza.server.ids import new_id
from carrozza.server.people import tries
from carrozza.server.people.one_by_one import lock_person
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema

C, S, G = (t.c for t in (schema.alert_choices, schema.alert_tables, schema.alert_targets))

Turns = Literal["all", "days", "none"]


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    turns: Turns = "all"  # of which tables, where nothing else was chosen
    remind: int = 3  # hours before a clock runs out; 0: never
    quiet_from: int | None = None  # minutes since midnight
    quiet_to: int | None = None
    zone: str = "UTC"
    language: str = "en"


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """Where alerts go. Its address may hold secrets and is never told again."""

    id: str
    kind: str
    label: str
    active: bool
    confirmed: bool
    trouble: str | None  # the code of why the last alert did not arrive
    created: float


class Alerts(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about my alerts, and what this server can do."""

    choices: Choices
    targets: list[Target]
    mail: bool
    push_key: str


class TableAlerts(msgspec.Struct, frozen=True, kw_only=True):
    """Whether I am told when it is my turn here."""

    on: bool
    targets: int  # that alerts go to


class Stopped(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    kind: str
    table: str | None  # None: everything that goes there


async def all_of(context: Context, person: str) -> Alerts:
    query = select(schema.alert_targets).where(G.account == person).order_by(G.created, G.id)
    async with context.db.read() as connection:
        choices = await _choices(connection, person)
        rows = (await connection.execute(query)).mappings().all()
    return Alerts(
        choices=choices or Choices(),
        targets=[Target(**{name: row[name] for name in Target.__struct_fields__}) for row in rows],
        mail=context.sender.mail is not None,
        push_key=context.push_key,
    )


async def _choices(connection: AsyncConnection, person: str) -> Choices | None:
    wanted = [C[name] for name in Choices.__struct_fields__]
    row = (await connection.execute(select(*wanted).where(C.account == person))).mappings().first()
    return Choices(**row) if row else None


async def choose(context: Context, person: str, choices: Choices) -> None:
    if not is_zone(choices.zone):
        raise Refused(422, "unknown_zone", "This time zone is not known.")
    async with context.db.write() as connection:
        await _store(context, connection, person, choices)


async def _store(
    context: Context, connection: AsyncConnection, person: str, choices: Choices
) -> None:
    values = msgspec.structs.asdict(choices)
    kind = sqlite.insert if context.db.sqlite else postgresql.insert
    await connection.execute(
        kind(schema.alert_choices)
        .values(account=person, **values)
        .on_conflict_do_update(index_elements=[C.account], set_=values)
    )


async def add(
    context: Context,
    person: Person,
    kind: str,
    address: str | Subscription | Service,
    label: str,
    *,
    zone: str,
    language: str,
) -> None:
    """A new target. An e-mail address must be confirmed, lest somebody else's be given."""
    if isinstance(address, Service):
        context.sender.outside.check(services.base_url(kind, address))
        address = services.checked(kind, address)
        label = context.sender.outside.check(services.base_url(kind, address)).hostname or kind
    elif isinstance(address, Subscription):
        context.sender.outside.check(address.endpoint)
        if not is_sound(address):
            raise Refused(422, "bad_target", "The browser's subscription cannot be used.")
    else:
        await _check_mail(context, person, address)
        label = address
    target = new_id()
    stored = msgspec.json.encode(address).decode()
    async with context.db.write() as connection:
        await lock_person(connection, person.id)
        mine = (
            (await connection.execute(select(schema.alert_targets).where(G.account == person.id)))
            .mappings()
            .all()
        )
        place = place_of(kind, stored)
        old = next(
            (row["id"] for row in mine if place_of(row["kind"], row["address"]) == place), None
        )
        if old is None and len(mine) >= MOST_TARGETS:
            raise Refused(409, "too_many_targets", f"You can have {MOST_TARGETS} targets at most.")
        if await _choices(connection, person.id) is None:
            first = Choices(zone=zone if is_zone(zone) else "UTC", language=language)
            await _store(context, connection, person.id, first)
        if old is not None:
            target = old
            await connection.execute(
                update(schema.alert_targets)
                .where(G.id == old)
                .values(active=True, failures=0, trouble=None, address=stored)
            )
        else:
            await connection.execute(
                insert(schema.alert_targets).values(
                    id=target, account=person.id, kind=kind, address=stored, label=label,
                    active=True, confirmed=kind != "email", created=context.now(), failures=0,
                )
            )  # fmt: skip
    if isinstance(address, str):
        await _ask_to_confirm(context, target, address, language)


async def _check_mail(context: Context, person: Person, address: str) -> None:
    if context.sender.mail is None:
        raise Refused(409, "no_mail", "This server sends no mail.")
    if not is_address(address):
        raise Refused(422, "bad_target", "This is not an e-mail address.")
    if not context.trials.take(person.id):
        raise too_many()
    await tries.count_mail(context, address)


async def _ask_to_confirm(context: Context, target: str, address: str, language: str) -> None:
    words = words_in(language)
    letter = Letter(
        id=new_id(),
        topic="confirm",
        title=words.confirm,
        body=f"{words.confirm_text}\n{context.sender.links.confirm(target)}\n\n{words.not_you}",
        link="",
        language=language,
    )
    await _deliver(context, "email", msgspec.json.encode(address).decode(), letter)


async def test(context: Context, person: Person, target: str) -> None:
    """Send something now."""
    if not context.trials.take(person.id):
        raise too_many()
    mine = select(G.kind, G.address, G.confirmed).where(G.id == target, G.account == person.id)
    async with context.db.read() as connection:
        row = (await connection.execute(mine)).first()
        choices = await _choices(connection, person.id) or Choices()
    if row is None:
        raise no_target()
    if not row.confirmed:
        raise Refused(409, "not_confirmed", "Open the link in the mail we sent you first.")
    letter = trial_letter(
        id=new_id(), link=context.sender.links.account(), language=choices.language
    )
    await _deliver(context, row.kind, row.address, letter)


async def _deliver(context: Context, kind: str, address: str, letter: Letter) -> None:
    try:
        await context.sender.send(kind, address, letter)
    except Undelivered as error:
        raise Refused(409, "undelivered", f"It did not arrive there ({error.code}).") from None


async def switch(context: Context, person: str, target: str, *, on: bool) -> None:
    change = update(schema.alert_targets).where(G.id == target, G.account == person)
    async with context.db.write() as connection:
        done = await connection.execute(change.values(active=on, failures=0, trouble=None))
    if done.rowcount != 1:
        raise no_target()


async def remove(context: Context, person: str, target: str) -> None:
    gone = delete(schema.alert_targets).where(G.id == target, G.account == person)
    async with context.db.write() as connection:
        done = await connection.execute(gone)
    if done.rowcount != 1:
        raise no_target()


async def at_table(context: Context, person: str, table: str, pace: str) -> TableAlerts:
    mine = (S.account == person) & (S.table == table)
    usable = func.count().filter(G.active, G.confirmed)
    async with context.db.read() as connection:
        chosen = (await connection.execute(select(S.active).where(mine))).scalar()
        choices = await _choices(connection, person) or Choices()
        count = (await connection.execute(select(usable).where(G.account == person))).scalar_one()
    usual = choices.turns == "all" or choices.turns == pace
    return TableAlerts(on=usual if chosen is None else bool(chosen), targets=count)


async def choose_table(context: Context, person: str, table: str, *, on: bool) -> None:
    async with context.db.write() as connection:
        await _choose_table(context, connection, person, table, on)


async def _choose_table(
    context: Context, connection: AsyncConnection, person: str, table: str, on: bool
) -> None:
    kind = sqlite.insert if context.db.sqlite else postgresql.insert
    await connection.execute(
        kind(schema.alert_tables)
        .values(account=person, table=table, active=on)
        .on_conflict_do_update(index_elements=[S.account, S.table], set_={"active": on})
    )


async def follow_stop(context: Context, token: str, *, on: bool) -> Stopped:
    """What a signed link asks for; `on` takes it back."""
    said = context.sender.links.read_stop(token)
    async with context.db.write() as connection:
        row = await _target(connection, said.target if said else None)
        if said is None or row is None or not await _is_there(connection, said.table):
            raise _no_link()
        if said.table is None:
            await connection.execute(
                update(schema.alert_targets).where(G.id == said.target).values(active=on)
            )
        else:
            await _choose_table(context, connection, row.account, said.table, on)
    return Stopped(label=row.label, kind=row.kind, table=said.table)


async def _is_there(connection: AsyncConnection, table: str | None) -> bool:
    """A table that was made after the backup that was restored is not."""
    if table is None:
        return True
    wanted = select(schema.tables.c.id).where(schema.tables.c.id == table)
    return (await connection.execute(wanted)).first() is not None


async def confirm(context: Context, token: str) -> Stopped:
    target = context.sender.links.read_confirm(token)
    async with context.db.write() as connection:
        row = await _target(connection, target)
        if row is None:
            raise _no_link()
        await connection.execute(
            update(schema.alert_targets).where(G.id == target).values(confirmed=True, active=True)
        )
    return Stopped(label=row.label, kind=row.kind, table=None)


async def _target(connection: AsyncConnection, target: str | None) -> Any:
    wanted = select(G.account, G.label, G.kind).where(G.id == (target or ""))
    return (await connection.execute(wanted)).first()


def no_target() -> Refused:
    return Refused(404, "unknown_target", "There is no such target.")


def _no_link() -> Refused:
    return Refused(404, "unknown_link", "This link no longer holds.")
