"""Hints: what an expert would do, for a person whose turn it is at a table where all agree to that.

That one was given is stored before it is told, and everybody at the table hears of it.
"""

from hashlib import sha256

import msgspec
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from carrozza.review.hints.model import Hint
from carrozza.server import spans
from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many
from carrozza.server.live.protocol import Hinted
from carrozza.server.play.bot_pool import Question
from carrozza.server.play.game_log import Play
from carrozza.server.play.moves import game_of_table
from carrozza.server.storage import schema
from carrozza.server.tables.table import Table, encoded


async def ask(
    context: Context, address: str, table: Table, person: str, seat: int
) -> tuple[int, Hint]:
    """The hint for what a seat is asked now, and since which version: what others do meanwhile
    changes nothing. Asked again, it is the same."""
    async with table.lock:
        await context.tables.refresh(table)  # another worker may have heard what forbids it
        context.hub.send_game(table)
        play, version = _check(table, person, seat)
        known = await _known(context, table, version, seat)
        if known is not None:
            return version, known
        question = _question(context, table, play, seat)
        move = len(play.actions)
    if not context.hints.take(person):
        raise too_many()
    with spans.step("think", kind="hint"):
        found = await context.bots.advise(question, address, (table.id, version, seat))
    async with table.lock:
        _, now = _check(table, person, seat)
        if now != version:
            raise Refused(409, "stale", "The game has moved on. Look again and choose.")
        given = Hinted(seat=seat, version=version, move=move)
        return version, await _give(context, table, given, found)


def _check(table: Table, person: str, seat: int) -> tuple[Play, int]:
    """The game, and since when it asks this, if this person may have a hint for the seat now."""
    if seat not in table.seats_of(person):
        raise Refused(403, "not_yours", "This is not your seat.")
    play = game_of_table(table)
    if table.row.phase != "playing" or play.over:
        raise Refused(409, "over", "The game is over.")
    if table.hints == "off":
        raise Refused(403, "no_hints", "There are no hints at this table.")
    if table.hints == "unagreed":
        raise Refused(403, "hints_unagreed", "Not everybody at this table has agreed to hints.")
    asked = play.asked_since(seat)
    if asked is None:
        raise Refused(409, "not_your_turn", "It is not your turn.")
    if len(play.state.legal_actions(seat)) < 2:
        raise Refused(409, "no_choice", "There is only one thing you can do.")
    return play, asked


def _question(context: Context, table: Table, play: Play, seat: int) -> Question:
    """All the expert is told: what a bot in this seat would be, and nothing of the seed or of how
    the game began."""
    return Question(
        setup=msgspec.structs.replace(play.setup, seed="", begun=msgspec.UNSET),
        bot="",
        seed=sha256(f"hint/{table.id}/{play.asked_since(seat)}/{seat}".encode()).hexdigest(),
        view=play.state.memory(seat),
        legal=list(play.state.legal_actions(seat)),
        seconds=context.settings.bot_seconds,
    )


async def _known(context: Context, table: Table, version: int, seat: int) -> Hint | None:
    h = schema.hints.c
    query = select(h.hint).where(h.table == table.id, h.version == version, h.seat == seat)
    async with context.db.read() as connection:
        text = (await connection.execute(query)).scalar()
    return None if text is None else msgspec.json.decode(text, type=Hint)


async def _give(context: Context, table: Table, given: Hinted, hint: Hint) -> Hint:
    """Store it and say so, unless another worker has. Call with the table's lock held."""
    insert = sqlite.insert if context.db.sqlite else postgresql.insert
    what = {"table": table.id, **msgspec.structs.asdict(given)}
    async with context.db.write() as connection:
        stored = await connection.execute(
            insert(schema.hints)
            .values(**what, hint=encoded(hint), at=context.now())
            .on_conflict_do_nothing()
            .returning(schema.hints.c.version)
        )
        first = stored.first() is not None
        if first:
            await context.bus.tell(connection, "edited", table.id)
    if not first:
        return await _known(context, table, given.version, given.seat) or hint
    table.hinted = [*table.hinted, given]
    context.hub.send_table(table)
    return hint
