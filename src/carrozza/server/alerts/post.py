"""Delivers what is in the outbox: each worker takes what is due and nobody else is busy with.

A claim is renewed while an alert is being sent, and runs out soon when its worker dies; then
another sends it again, under the same id. What an alert waits for (that somebody leaves the table,
that quiet hours end) is a later `due`.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, case, delete, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server import metrics, spans
from carrozza.server.alerts.letter import Letter, Occasion, turn_letter
from carrozza.server.alerts.outside import Undelivered
from carrozza.server.alerts.quiet import Quiet, reminder_time
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.storage import schema
from carrozza.server.tables.table import ONLINE_SECONDS

AT_ONCE = 40  # alerts being sent
OF_ONE_PERSON = 3  # of these: whose server is slow must not keep others waiting
ALONE_SECONDS = 0.1  # for which an alert that is handed over has no other beside it
CLAIM_SECONDS = 5.0
RENEW_SECONDS = 1.5
LOOK_AGAIN_SECONDS = 10.0  # whether somebody is still at the table
AFTER = (5.0, 30.0, 120.0, 600.0, 1800.0, 7200.0, 21600.0)  # until the next try
MOST_FAILURES = 10  # alerts in a row, after which a target is switched off
COUNT_SECONDS = 10.0  # between two counts of what waits
STOP_SECONDS = 3.0

A, C, S, G, T = (
    table.c
    for table in (
        schema.alerts,
        schema.alert_choices,
        schema.alert_tables,
        schema.alert_targets,
        schema.tables,
    )
)

logger = logging.getLogger(__name__)


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the outbox with all that decides about it."""

    id: str
    target: str
    account: str
    table: str
    seat: int
    stage: str
    made: float
    due: float
    deadline: float | None
    tries: int
    trace: str | None  # of the move that has begun the turn
    # of the target and the person's choices, if they are still there
    kind: str | None
    address: str | None
    active: bool | None
    wanted: bool | None
    remind: int | None
    quiet_from: int | None
    quiet_to: int | None
    zone: str | None
    language: str | None
    # of the table
    game: str | None
    board: str | None
    phase: str | None
    to_act: int | None
    names: dict[int, str] = {}
    holder: str | None = None  # of the seat
    away: bool = False
    here: bool = False  # looks at the table

    @property
    def holds(self) -> bool:
        """Whether there is still something to tell, and somebody who wants to hear it."""
        return bool(
            self.active
            and self.wanted
            and self.phase == "playing"
            and (self.to_act or 0) >> self.seat & 1
            and self.holder == self.account
            and not self.away
        )

    @property
    def quiet(self) -> Quiet:
        return Quiet(self.quiet_from, self.quiet_to, self.zone or "UTC")


class Postman:
    def __init__(self) -> None:
        self._claim = secrets.token_hex(8)
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._of: Counter[str] = Counter()  # by person
        self._handing_over = asyncio.Lock()
        self._stopped = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, context: Context) -> None:
        self._tasks = [
            asyncio.create_task(self._for_ever(context, self._round, _pace(context))),
            asyncio.create_task(self._for_ever(context, self._renew, RENEW_SECONDS)),
            asyncio.create_task(self._for_ever(context, count, COUNT_SECONDS)),
        ]

    async def stop(self) -> None:
        """What is being sent may still arrive; the rest is given to whoever comes next."""
        self._stopped.set()
        tasks = [*self._tasks, *self._sending.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=STOP_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _for_ever(self, context: Context, work: Any, seconds: float) -> None:
        while not self._stopped.is_set():
            try:
                await work(context)
            except Refused as error:
                if context.db.health.trouble is None:
                    logger.warning("alerts have to wait: %s", error.code)
            except Exception:
                logger.exception("alerts have to wait")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), seconds)

    async def _round(self, context: Context) -> None:
        room = AT_ONCE - len(self._sending)
        if room <= 0:
            return
        now = context.now()
        free = (A.due <= now) & ((A.claimed_until <= now) | (A.claimed_until > now + 60.0))
        async with context.db.read() as connection:
            due = (await connection.execute(select(A.id).where(free).limit(1))).first()
        if due is None:
            return
        mine = select(A.id).where(A.id.in_(self._next(free, room)), free)
        claimed = (
            update(schema.alerts)
            .where(A.id.in_(mine.with_for_update(skip_locked=True).scalar_subquery()))
            .values(claim=self._claim, claimed_until=now + CLAIM_SECONDS)
            .returning(A.id)
        )
        async with context.db.write() as connection:
            names = (await connection.execute(claimed)).scalars().all()
        async with context.db.read() as connection:
            found = await read_alerts(
                context, connection, [n for n in names if n not in self._sending]
            )
        await self._sort(context, found)

    def _next(self, free: ColumnElement[bool], room: int) -> Select[Any]:
        """Everybody's first alerts come before the second of anybody, however many somebody has."""
        sent = case(dict(self._of), value=A.account, else_=0) if self._of else literal(0)
        number = func.row_number().over(partition_by=A.account, order_by=(A.due, A.id))
        waiting = select(A.id, A.due, (sent + number).label("place")).where(free).subquery()
        return (
            select(waiting.c.id)
            .where(waiting.c.place <= OF_ONE_PERSON)
            .order_by(waiting.c.place, waiting.c.due)
            .limit(room)
        )

    async def _sort(self, context: Context, found: list[Alert]) -> None:
        """Drop what nobody needs any more, put off what is too early, send the rest."""
        now = context.now()
        dropped, put_off = [], []
        for alert in found:
            if not alert.holds:
                dropped.append(alert.id)
            elif (later := _later(alert, context, now)) is not None:
                put_off.append((alert.id, later))
            elif self._of[alert.account] >= OF_ONE_PERSON:
                put_off.append((alert.id, now))
            else:
                self._send(context, alert)
        if not dropped and not put_off:
            return
        async with context.db.write() as connection:
            held = await self._hold(connection, [*dropped, *(name for name, _ in put_off)])
            await _drop(connection, held.intersection(dropped), self._claim)
            for name, due in put_off:
                if name in held:
                    await _put_off(connection, name, self._claim, due=due)

    async def _hold(self, connection: AsyncConnection, names: list[str]) -> set[str]:
        """Lock several rows at once, but for those that a move is taking away: it would wait for
        us while we wait for it."""
        mine = select(A.id).where(A.claim == self._claim, A.id.in_(names))
        found = await connection.execute(mine.with_for_update(skip_locked=True))
        return set(found.scalars())

    def _send(self, context: Context, alert: Alert) -> None:
        self._of[alert.account] += 1
        task = asyncio.create_task(self._deliver_in_turn(context, alert))
        self._sending[alert.id] = task

        def done(_: object) -> None:
            del self._sending[alert.id]
            self._of[alert.account] -= 1
            if not self._of[alert.account]:
                del self._of[alert.account]

        task.add_done_callback(done)

    async def _deliver_in_turn(self, context: Context, alert: Alert) -> None:
        """One after the other, so that no more than one has arrived and is not yet noted when the
        server dies. Nobody waits for a receiver that is slow."""
        await self._handing_over.acquire()
        alone = True

        def let_next_go() -> None:
            nonlocal alone
            if alone:
                alone = False
                self._handing_over.release()

        timer = asyncio.get_running_loop().call_later(ALONE_SECONDS, let_next_go)
        try:
            await self._deliver(context, alert)
        finally:
            timer.cancel()
            let_next_go()

    async def _deliver(self, context: Context, alert: Alert) -> None:
        assert alert.kind is not None
        assert alert.address is not None
        try:
            with _traced(alert) as span:
                trouble = await _sent(context, alert, alert.kind, alert.address)
                outcome = "sent" if trouble is None else "again" if trouble.again else "failed"
                span.note(outcome=outcome)
                metrics.ALERTS.labels(channel=alert.kind, outcome=outcome).inc()
                if trouble is None:
                    late = max(0.0, context.now() - alert.due)
                    metrics.ALERT_SECONDS.labels(channel=alert.kind).observe(late)
                await self._note(context, alert, trouble)
        except Refused as error:  # the claim runs out, and it is sent again
            if context.db.health.trouble is None:
                logger.warning("an alert's fate was not stored: %s", error.code)
        except Exception:
            logger.exception("an alert's fate was not stored")

    async def _note(self, context: Context, alert: Alert, trouble: Undelivered | None) -> None:
        """What became of it: gone from the outbox, or due once more."""
        now = context.now()
        async with context.db.write() as connection:
            if trouble is None:
                await _note_target(connection, alert, None)
                await self._go_on(connection, alert, now)
            elif trouble.again and alert.tries < len(AFTER):
                due = now + max(AFTER[alert.tries], trouble.wait or 0.0)
                await _put_off(connection, alert.id, self._claim, due=due, tries=alert.tries + 1)
            else:
                logger.info("an alert was given up", extra={"code": trouble.code})
                await _note_target(connection, alert, trouble)
                await self._go_on(connection, alert, now)

    async def _go_on(self, connection: AsyncConnection, alert: Alert, now: float) -> None:
        """After an alert of a turn comes a reminder, if it is wanted."""
        remind = None
        if alert.stage == "turn" and alert.deadline is not None:
            remind = reminder_time(alert.deadline, alert.remind or 0, alert.quiet, now)
        if remind is None:
            await _drop(connection, [alert.id], self._claim)
        else:
            await _put_off(connection, alert.id, self._claim, due=remind, tries=0, stage="reminder")

    async def _renew(self, context: Context) -> None:
        if not self._sending:
            return
        mine = select(A.id).where(A.claim == self._claim, A.id.in_(list(self._sending)))
        async with context.db.write() as connection:
            await connection.execute(
                update(schema.alerts)
                .where(A.id.in_(mine.with_for_update(skip_locked=True).scalar_subquery()))
                .values(claimed_until=context.now() + CLAIM_SECONDS)
            )


def _traced(alert: Alert) -> spans.Span:
    """The trace of the move goes on with its alert, but not with a reminder days later."""
    after = alert.trace if alert.stage == "turn" else None
    what = {"table": alert.table, "channel": alert.kind or "", "stage": alert.stage}
    return spans.trace("alert", after=after, tries=alert.tries, **what)


async def _sent(context: Context, alert: Alert, kind: str, address: str) -> Undelivered | None:
    """Hand it over; why that was not possible."""
    try:
        with spans.step("hand over"):
            await context.sender.send(kind, address, letter_of(context, alert))
    except Undelivered as error:
        return error
    except Exception:
        logger.exception("an alert could not be made")
        return Undelivered("error", again=False)
    return None


def _pace(context: Context) -> float:
    return context.settings.sweep_seconds


def _later(alert: Alert, context: Context, now: float) -> float | None:
    """When to look again, if this is not the moment."""
    waits = alert.stage == "turn" and now < alert.made + context.settings.alert_hold
    if alert.here and waits:
        return min(now + LOOK_AGAIN_SECONDS, alert.made + context.settings.alert_hold)
    return alert.quiet.ends(now)


def letter_of(context: Context, alert: Alert) -> Letter:
    """The letter of a turn. It is made of nothing but what is in the row and its table."""
    links = context.sender.links
    told = Occasion(
        stage=alert.stage,
        game=alert.game or "",
        board=alert.board,
        others=[name for seat, name in sorted(alert.names.items()) if seat != alert.seat],
        deadline=alert.deadline,
    )
    letter = turn_letter(
        told,
        id=alert.id if alert.stage == "turn" else f"{alert.id}.{alert.stage}",
        topic=alert.table,
        link=links.table(alert.table),
        language=alert.language or "en",
        zone=alert.zone or "UTC",
    )
    push = alert.kind == "push"  # its button sends the token itself
    stop = links.stop_token if push else links.stop
    return msgspec.structs.replace(
        letter,
        stop=stop(alert.target, alert.table),
        one_click=links.one_click(alert.target) if alert.kind == "email" else None,
    )


async def read_alerts(
    context: Context, connection: AsyncConnection, names: list[str]
) -> list[Alert]:
    found = await connection.execute(
        select(
            *(A[name] for name in ("id", "target", "account", "table", "seat", "stage", "made")),
            *(A[name] for name in ("due", "deadline", "tries", "trace")),
            G.kind,
            G.address,
            (G.active & G.confirmed).label("active"),
            func.coalesce(S.active, C.turns != "none").label("wanted"),
            *(C[name] for name in ("remind", "quiet_from", "quiet_to", "zone", "language")),
            *(T[name] for name in ("game", "phase", "to_act")),
            schema.boards.c.name.label("board"),
        )
        .select_from(schema.alerts)
        .outerjoin(schema.alert_targets, G.id == A.target)
        .outerjoin(schema.alert_choices, C.account == A.account)
        .outerjoin(schema.alert_tables, (S.account == A.account) & (S.table == A.table))
        .outerjoin(schema.tables, T.id == A.table)
        .outerjoin(schema.boards, schema.boards.c.hash == T.board)
        .where(A.id.in_(names))
        .order_by(A.due)
    )
    alerts = [Alert(**row) for row in found.mappings()]
    seats = await connection.execute(
        select(schema.seats).where(schema.seats.c.table.in_({alert.table for alert in alerts}))
    )
    at: dict[str, dict[int, Any]] = {}
    for seat in seats.mappings():
        at.setdefault(seat["table"], {})[seat["seat"]] = seat
    recent = context.now() - ONLINE_SECONDS
    living = set[str]()
    if any(seat["seen"] > recent for seats_here in at.values() for seat in seats_here.values()):
        living = await context.bus.living(connection)
    return [_seated(alert, at.get(alert.table, {}), recent, living) for alert in alerts]


def _seated(alert: Alert, seats: dict[int, Any], recent: float, living: set[str]) -> Alert:
    mine = seats.get(alert.seat)
    if mine is None:
        return alert
    return msgspec.structs.replace(
        alert,
        names={number: seat["name"] for number, seat in seats.items()},
        holder=mine["account"],
        away=mine["away"],
        here=mine["seen"] > recent and mine["worker"] in living,
    )


async def _drop(connection: AsyncConnection, names: Iterable[str], claim: str) -> None:
    gone = list(names)
    if gone:
        await connection.execute(delete(schema.alerts).where(A.id.in_(gone), A.claim == claim))


async def _put_off(connection: AsyncConnection, name: str, claim: str, **values: Any) -> None:
    await connection.execute(
        update(schema.alerts)
        .where(A.id == name, A.claim == claim)
        .values(claim=None, claimed_until=0.0, **values)
    )


async def _note_target(
    connection: AsyncConnection, alert: Alert, trouble: Undelivered | None
) -> None:
    """How a target fares; one that is gone, or never takes anything, gets nothing more."""
    target = schema.alert_targets
    if trouble is None:
        await connection.execute(
            update(target)
            .where(G.id == alert.target, (G.failures > 0) | G.trouble.is_not(None))
            .values(failures=0, trouble=None)
        )
    elif trouble.gone and alert.kind == "push":
        await connection.execute(delete(target).where(G.id == alert.target))
    else:
        over = literal(trouble.gone) | (G.failures + 1 >= MOST_FAILURES)
        await connection.execute(
            update(target)
            .where(G.id == alert.target)
            .values(
                failures=G.failures + 1,
                trouble=trouble.code,
                active=case((over, False), else_=G.active),
            )
        )


async def count(context: Context) -> None:
    """For the metrics."""
    now = context.now()
    waiting = select(func.count(), func.min(A.due)).where(A.due <= now)
    retried = select(func.count()).select_from(schema.alerts).where(A.tries > 0)
    async with context.db.read() as connection:
        number, oldest = (await connection.execute(waiting)).one()
        again = (await connection.execute(retried)).scalar_one()
    metrics.ALERTS_WAITING.set(number)
    metrics.ALERTS_RETRIED.set(again)
    metrics.ALERTS_OLDEST.set(max(0.0, now - oldest) if oldest is not None else 0.0)
