"""Doing things at a table under way: act, undo, confirm, leave, return.

Each is stored before it is told.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable
from hashlib import sha256

import msgspec
from sqlalchemy import update

from carrozza.bots.registry import STAND_IN
from carrozza.core.actions import Action
from carrozza.core.errors import CarrozzaError
from carrozza.server import metrics, spans
from carrozza.server.alerts.outbox import turns_after
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.play.bot_pool import Question
from carrozza.server.play.game_log import Draft, Play
from carrozza.server.play.kept import all_of, keeping, planned_after
from carrozza.server.play.schedule import bots_hold_back, change_after, take_change
from carrozza.server.play.tempo import FIRST, FURTHER, calmest, pause
from carrozza.server.storage import schema
from carrozza.server.tables.planned import DAYS, Planned
from carrozza.server.tables.results import finishing
from carrozza.server.tables.table import Table

TRIES = 20  # against other workers that move first


async def act(
    context: Context, table: Table, seat: int, action: Action, version: int, client: str
) -> int:
    """A person's action; returns the version it was stored as, now or when it first came."""

    def draft(play: Play) -> Draft:
        play.check_fresh(seat, version)
        return play.draft(seat, action, by="person", at=context.now(), client=client)

    def done(play: Play) -> int | None:
        return play.done_as(seat, client, "act", action, version)

    return await _do(context, table, seat, version, done, draft)


async def undo(context: Context, table: Table, seat: int, version: int, client: str) -> int:
    def draft(play: Play) -> Draft:
        if version != play.version:
            raise Refused(409, "stale", "The game has moved on. Look again and choose.")
        return play.draft_undo(seat, at=context.now(), client=client)

    def done(play: Play) -> int | None:
        return play.done_as(seat, client, "undo", None, version)

    return await _do(context, table, seat, version, done, draft)


async def confirm(context: Context, table: Table, seat: int, version: int) -> None:
    """The person will not undo this: bots that hold back need not any longer."""
    async with table.lock:
        play = game_of_table(table)
        if version != play.version or not play.may_undo(seat) or not table.claimed:
            return  # too late, or another worker holds the bots back, for seconds at most
        usual = random.uniform(*context.settings.bot_pace) * FIRST
        wake = min(table.row.wake or 0.0, max(context.now(), table.row.moved + usual))
        t = schema.tables.c
        async with context.db.write() as connection:
            await connection.execute(
                update(schema.tables)
                .where(t.id == table.id, t.version == version)
                .values(wake=wake)
            )
        table.row.wake = wake
        context.wake(table.id, wake - context.now())


async def _do(
    context: Context,
    table: Table,
    seat: int,
    version: int,
    done: Callable[[Play], int | None],
    draft: Callable[[Play], Draft],
) -> int:
    async with table.lock:
        await catch_up(context, table, version)
        for _ in range(TRIES):
            play = game_of_table(table)
            if (stored := done(play)) is not None:
                return stored
            with spans.step("draft"):
                drafted = draft(play)
            if table.seats[seat].away:
                await set_away(context, table, seat, False)
            if await store(context, table, drafted):
                return drafted.entry.version
            await context.tables.refresh(table)
            context.hub.send_game(table)
    raise Refused(503, "busy", "The table is very busy. Try again.")


async def catch_up(context: Context, table: Table, version: int | None) -> None:
    """Read what a client has seen at another worker and we have not. Call with the lock held."""
    ours = table.play.version if table.play is not None else -1
    if version is not None and version > ours:
        await context.tables.refresh(table)
        context.hub.send_game(table)


def why(table: Table, seat: int, action: Action) -> CarrozzaError | None:
    play = game_of_table(table)
    return play.state.why_not(action, seat)


async def move_bot(context: Context, table: Table, seat: int) -> bool:
    """Let the seat's bot decide and do it. False: meanwhile something else has happened."""
    with spans.trace("turn of a bot", table=table.id, bot=table.seats[seat].bot or STAND_IN):
        return await _move_bot(context, table, seat)


async def _move_bot(context: Context, table: Table, seat: int) -> bool:
    question, version = _question(context, table, seat), game_of_table(table).version
    with metrics.BOT_SECONDS.labels(bot=question.bot).time(), spans.step("think"):
        action = await context.bots.decide(question, table.row.host or table.id)
    with spans.step("seem to think"):
        await _wait_until_due(context, table)
    async with table.lock:
        play = game_of_table(table)
        if not table.seats[seat].by_bot or play.version != version:
            return False
        if bots_hold_back(
            table, context.now(), context.settings
        ):  # undone and done otherwise: think again
            return False
        with spans.step("draft"):
            draft = play.draft(seat, action, by="bot", at=context.now())
        if await store(context, table, draft):
            return True
        await context.tables.refresh(table)
        context.hub.send_game(table)
        return False


async def _wait_until_due(context: Context, table: Table) -> None:
    """Who has thought quickly seems to think a little longer."""
    left = table.due - context.now()
    if 0 < left <= context.settings.longest_wait:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(table.hurried.wait(), left)


def waiting_bots(table: Table) -> list[int]:
    """The seats that are to act and that bots play."""
    play = game_of_table(table)
    return [] if play.over else [s for s in play.state.to_act if table.seats[s].by_bot]


def hurry_bot(context: Context, table: Table) -> None:
    """Let the bot that seems to think act now, if it is this worker that moves it."""
    if table.claimed:
        table.due = table.row.wake = context.now()
        table.hurried.set()
        context.wake(table.id, 0.0)


def _pause_before(context: Context, table: Table, draft: Draft) -> float:
    """Seconds for which the bot that is next seems to think."""
    bots = [seat for seat in draft.state.to_act if table.seats[seat].by_bot]
    for client in context.hub.at(table.id):
        if client.skipped not in bots[:1]:
            client.skipped = None
    if not bots or context.hub.all_skip(table.id, bots[0]):
        return 0.0
    speed = calmest(client.speed for client in context.hub.players(table.id))
    several = len(bots) > 1  # all at once, as for the first tickets
    goes_on = several or draft.entry.seat == bots[0]
    return pause(random.uniform(*context.settings.bot_pace), speed, goes_on=goes_on)


def _question(context: Context, table: Table, seat: int) -> Question:
    play = game_of_table(table)
    setup = play.setup
    return Question(
        setup=msgspec.structs.replace(setup, seed="", begun=msgspec.UNSET),
        bot=table.seats[seat].bot or STAND_IN,
        seed=sha256(f"{setup.seed}/{seat}/{play.version}".encode()).hexdigest(),
        view=play.state.memory(seat),
        legal=list(play.state.legal_actions(seat)),
        seconds=_thinking(context, play, seat),
    )


def _thinking(context: Context, play: Play, seat: int) -> float:
    """Seconds of computing: all of a turn together must fit into the time of one."""
    goes_on = play.steps[-1].seat == seat
    return context.settings.bot_seconds * (FURTHER / FIRST if goes_on else 1.0)


async def set_away(context: Context, table: Table, seat: int, away: bool) -> None:
    """Hand a seat to a bot or back to its person. Call with the table's lock held."""
    place = table.seats[seat]
    if place.account is None or place.away == away:
        return
    async with context.db.write() as connection:
        await connection.execute(
            update(schema.seats)
            .where(schema.seats.c.table == table.id, schema.seats.c.seat == seat)
            .values(away=away)
        )
        wake = {"wake": context.now(), "claimed_until": 0.0} if away else {}
        t = schema.tables.c
        edited = await connection.execute(
            update(schema.tables)
            .where(t.id == table.id)
            .values(edited=t.edited + 1, **wake)
            .returning(t.edited)
        )
        if edited.scalar_one() == table.row.edited + 1:  # else there is more to hear of
            table.row.edited += 1
        await context.bus.tell(connection, "edited", table.id)
    place.away = away
    if away:
        table.row.wake, table.row.claimed_until, table.claimed = context.now(), 0.0, False
        context.wake(table.id, 0.0)
    context.hub.send_table(table)


async def store(
    context: Context, table: Table, draft: Draft, carried: Planned | None = None
) -> bool:
    """Store a draft with the clocks that follow from it, then tell everybody. `carried`: it does
    what its seat had planned, of which this will be left.

    False: another worker has stored this version. Call with the table's lock held.
    """
    wait = _pause_before(context, table, draft)
    planned = planned_after(table, draft, carried)
    change = change_after(table, draft, context.settings, wait, planned)
    play = game_of_table(table)
    held = play.opens_undo(draft)  # then they begin to think after it
    also = [finishing(context, table, draft)] if change.phase == "finished" else []
    if table.row.pace.kind == DAYS:
        also.append(keeping(table, draft, carried))
    waiting = [seat for seat in range(len(table.seats)) if change.to_act >> seat & 1]
    turns = turns_after(table, play.state, waiting, change.clocks, change.version, change.moved)
    begun = context.now()
    with spans.step("store", table=table.id, version=change.version) as span:
        stored = await context.journal.append(table.id, draft.entry, change, turns, all_of(also))
        span.note(stored=stored)
    if not stored:
        return False
    metrics.MOVES.labels(by=draft.entry.by).inc()
    metrics.STORING.observe(max(0.0, context.now() - begun))
    with spans.step("take"):
        play.take(draft)
        take_change(table, change)
        table.planned = planned
        table.due = 0.0 if held else draft.entry.at + wait
        table.hurried.clear()
        context.hub.send_game(table)
        if change.phase != "playing":
            context.hub.send_table(table)
    if change.phase == "playing" and table.claimed and change.wake is not None:
        context.wake(table.id, change.wake - context.now())
    return True


def game_of_table(table: Table) -> Play:
    if table.play is None:
        raise Refused(409, "not_started", "The game has not started yet.")
    return table.play
