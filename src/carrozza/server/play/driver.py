"""Keeps tables going: bots that are to move, what people planned, clocks that run out.

What is due stands in the database (`wake`), so it survives a crash. The worker that stores a move
after which a bot is to act has claimed that bot; only when the claim runs out may another worker
take it over.
"""

import asyncio
import contextlib
import logging
from zlib import crc32

from sqlalchemy import select, tuple_, update

from carrozza.server import metrics, spans
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.garbage import Garbage
from carrozza.server.order.effects import let_banned_go
from carrozza.server.play.moves import game_of_table, move_bot, set_away
from carrozza.server.play.planning import carry_out, planned_turn
from carrozza.server.play.schedule import bots_hold_back, next_look
from carrozza.server.storage import schema
from carrozza.server.storage.cleanup import tidy
from carrozza.server.tables.table import Table

AT_ONCE = 200  # tables taken up in one sweep
STOP_SECONDS = 5.0  # for what is under way when the server stops
TIDY_SECONDS = 3600.0  # between two times of housekeeping
SKEW_SECONDS = 5.0  # by which the clocks of workers may differ; a later claim is no claim
HEARTBEAT = 20.0  # seconds between two signs that people are still connected
BEATS = 20  # parts of it; at each, some of the tables have their turn
SEEN_AT_ONCE = 300  # people, in one transaction

logger = logging.getLogger(__name__)


class Driver:
    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._context: Context | None = None
        self._stopped = asyncio.Event()

    def start(self, context: Context) -> None:
        self._context = context
        self._sweeper = asyncio.create_task(self._sweep_for_ever(context))

    async def stop(self) -> None:
        """Begin nothing new, and wait for what is being stored."""
        self._context = None
        self._stopped.set()
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._tasks.values(), *([self._sweeper] if self._sweeper else [])]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=STOP_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def busy(self, table: str) -> bool:
        return table in self._tasks or table in self._timers

    def wake(self, table: str, delay: float) -> None:
        """Attend to a table after a delay, in place of any earlier plan."""
        if table in self._timers:
            self._timers.pop(table).cancel()
        loop = asyncio.get_running_loop()
        self._timers[table] = loop.call_later(max(0.0, delay), self._begin, table)

    def _begin(self, table: str) -> None:
        self._timers.pop(table, None)
        if table in self._tasks:
            self._again.add(table)
        elif self._context is not None:
            self._tasks[table] = asyncio.create_task(self._attend(self._context, table))
            self._tasks[table].add_done_callback(lambda _: self._end(table))

    def _end(self, table: str) -> None:
        del self._tasks[table]
        if table in self._again:  # what it did last has woken it once more
            self._again.remove(table)
            self._begin(table)

    async def _attend(self, context: Context, name: str) -> None:
        spans.apart()
        try:
            table = await context.tables.get(name)
            while await _take_up(context, table):
                pass
        except Refused as error:
            if context.db.health.trouble is None:  # that has been said, and holds for all tables
                logger.warning("table %s cannot go on now: %s", name, error.code)
        except Exception:
            logger.exception("table %s could not go on", name)

    async def _sweep_for_ever(self, context: Context) -> None:
        garbage = Garbage()
        beats, beat = 0, 0.0
        rounds = tidied = 0.0
        passed = asyncio.get_running_loop().time  # clocks may be set
        while not self._stopped.is_set():
            try:
                await self._sweep(context)
                metrics.TABLES.set(len(context.tables))
                if passed() >= beat:
                    beat = passed() + HEARTBEAT / BEATS
                    beats += 1
                    await _heartbeat(context, beats)
                if passed() >= rounds:
                    rounds = passed() + HEARTBEAT
                    garbage.collect_if_grown()
                    context.hub.let_expired_go()
                    await let_banned_go(context)  # by the command line: SQLite tells nobody
                    context.tables.forget_idle(context.now() - context.settings.idle_seconds)
                if passed() >= tidied:
                    tidied = passed() + TIDY_SECONDS
                    await tidy(context)
                await context.db.look_again()
                await context.troubles.write(context.db, context.bus.worker)
            except Refused as error:
                if context.db.health.trouble is None:
                    logger.warning("the sweep was refused: %s", error.code)
            except Exception:
                logger.exception("the sweep failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), context.settings.sweep_seconds)

    async def _sweep(self, context: Context) -> None:
        """Find tables where something is due that no worker is busy with."""
        now = context.now()
        t = schema.tables.c
        async with context.db.read() as connection:
            due = await connection.execute(
                select(t.id)
                .where(
                    ((t.wake <= now) & (t.claimed_until <= now))
                    | (t.claimed_until > now + context.settings.longest_claim + SKEW_SECONDS)
                )
                .limit(AT_ONCE)
            )
            names = due.scalars().all()
        for name in names:
            if not self.busy(name):
                self._begin(name)


async def _take_up(context: Context, table: Table) -> bool:
    """Do one thing that is due at a table. True: it may be that another is due at once."""
    if not await _claim(context, table):
        return False
    _, bots = _waiting(table)
    early = bots_hold_back(table, context.now(), context.settings)
    planned = None if bots else planned_turn(table)
    if (bots or planned is not None) and early:  # something else was done meanwhile
        context.wake(table.id, early)
        return False
    if bots:
        return not await move_bot(context, table, bots[0])  # storing it has planned the next one
    if planned is not None:
        await carry_out(context, table, planned)
        return True
    async with table.lock:
        waiting, bots = _waiting(table)
        if bots or planned_turn(table) is not None:  # somebody has moved since
            return True
        late = [seat for seat in waiting if _is_late(context, table, seat)]
        for seat in late:
            await set_away(context, table, seat, True)
        if not late:
            await _plan(context, table, waiting)
    return bool(late)


def _waiting(table: Table) -> tuple[list[int], list[int]]:
    """The seats that are to act, and those of them that bots play."""
    play = game_of_table(table)
    waiting = [] if play.over else list(play.state.to_act)
    return waiting, [seat for seat in waiting if table.seats[seat].by_bot]


async def _claim(context: Context, table: Table) -> bool:
    """Make sure that no other worker moves the bots of this table meanwhile."""
    now, settings = context.now(), context.settings
    async with table.lock:
        latest = now + settings.longest_claim + SKEW_SECONDS
        if table.claimed and now < table.row.claimed_until <= latest:
            return True
        until = now + settings.bot_seconds + settings.bot_patience
        t = schema.tables.c
        async with context.db.write() as connection:
            claim = await connection.execute(
                update(schema.tables)
                .where(t.id == table.id, (t.claimed_until <= now) | (t.claimed_until > latest))
                .values(claimed_until=until)
            )
        if claim.rowcount != 1:
            table.claimed = False
            return False
        await context.tables.refresh(table)
        table.claimed, table.row.claimed_until = True, until
        context.hub.send_game(table)
        if table.row.phase != "playing":  # an administrator has changed it
            await _plan(context, table, [])
            context.hub.send_table(table)
            return False
        return True


def _is_late(context: Context, table: Table, seat: int) -> bool:
    now = context.now()
    clock = table.row.clocks[seat]
    if clock.deadline is not None and clock.deadline <= now:
        return True
    gone = now - max(table.seats[seat].seen, clock.since or 0.0)
    return (
        table.row.pace.kind != "days"
        and table.others(seat)
        and gone >= context.settings.away_seconds
    )


async def _plan(context: Context, table: Table, waiting: list[int]) -> None:
    """Nothing is due: say when to look again, and give the claim back."""
    now = context.now()
    wake = next_look(table, waiting, table.row.clocks, now, context.settings)
    async with context.db.write() as connection:
        await connection.execute(
            update(schema.tables)
            .where(
                schema.tables.c.id == table.id,
                schema.tables.c.version == table.row.version,
                schema.tables.c.edited == table.row.edited,
            )
            .values(wake=wake, claimed_until=0.0)
        )
    table.row.wake, table.row.claimed_until, table.claimed = wake, 0.0, False


async def _heartbeat(context: Context, beat: int) -> None:
    """Write down who is connected here, a part of the tables at each beat: all of a thousand at
    once would hold up the moves that are to be stored."""
    here = [
        (table, person)
        for table in context.hub.tables()
        if crc32(table.encode()) % BEATS == beat % BEATS
        for person in {c.person for c in context.hub.at(table) if c.person and not c.watching}
    ]
    for start in range(0, len(here), SEEN_AT_ONCE):
        await _write_seen(context, here[start : start + SEEN_AT_ONCE])


async def _write_seen(context: Context, here: list[tuple[str, str]]) -> None:
    s = schema.seats.c
    async with context.db.write() as connection:
        await connection.execute(
            update(schema.seats)
            .where(tuple_(s.table, s.account).in_(here))
            .values(seen=context.now(), worker=context.bus.worker)
        )
        found = await connection.execute(
            select(s.table, s.seat, s.seen).where(s.table.in_({table for table, _ in here}))
        )
    for name, seat, seen in found:
        table = context.tables.loaded(name)
        if table is not None:
            _note_seen(context, table, seat, seen)


def _note_seen(context: Context, table: Table, seat: int, seen: float) -> None:
    place = table.seats[seat]
    was = place.online(context.now() - HEARTBEAT)
    place.seen = seen
    if place.online(context.now()) != was:
        context.hub.send_table(table)
