"""Planned moves: a person leaves a list for the next turn, and the first that is legal is done.

There is no rule here: what might be done is asked of the engine, of a position made from what the
seat knows alone, and an action is tried if it is among the legal ones when the turn comes.
"""

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import delete, insert, update

from carrozza.core.actions import DrawFaceUp
from carrozza.core.game import State
from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many
from carrozza.server.http.responses import PlannedTurn
from carrozza.server.ids import new_id
from carrozza.server.play.game_log import Play
from carrozza.server.play.kept import Changed
from carrozza.server.play.moves import TRIES, game_of_table, store
from carrozza.server.play.schedule import bots_hold_back, seat_that_planned
from carrozza.server.storage import schema
from carrozza.server.tables.planned import DAYS, MOST, Planned, PlannedMove
from carrozza.server.tables.table import Table, encoded

P, T = schema.planned.c, schema.tables.c
NONE = Planned(account="", id="", moves=[])


async def look(context: Context, table: Table, person: str, seat: int) -> PlannedTurn:
    async with table.lock:
        await context.tables.refresh(table)  # it may have been left at another worker
        context.hub.send_game(table)
        return _ahead(table, _check(table, person, seat), seat)


async def leave(
    context: Context, table: Table, person: str, seat: int, moves: Sequence[PlannedMove]
) -> PlannedTurn:
    """Put this list in the place of what the seat had planned; an empty one withdraws it."""
    if not context.plans.take(person):
        raise too_many()
    async with table.lock:
        for _ in range(TRIES):
            await context.tables.refresh(table)
            context.hub.send_game(table)
            play = _check(table, person, seat)
            if moves:
                _check_moves(table, play, seat, moves)
            planned = Planned(account=person, id=new_id(), moves=list(moves)) if moves else None
            if await _write(context, table, play.version, seat, planned):
                return _ahead(table, play, seat)
    raise Refused(503, "busy", "The table is very busy. Try again.")


def _check(table: Table, person: str, seat: int) -> Play:
    if seat not in table.seats_of(person):
        raise Refused(403, "not_yours", "This is not your seat.")
    play = game_of_table(table)
    if table.row.phase != "playing" or play.over:
        raise Refused(409, "over", "The game is over.")
    if table.row.pace.kind != DAYS:
        raise Refused(409, "not_days", "Moves can be planned only where there are days for each.")
    return play


def _check_moves(table: Table, play: Play, seat: int, moves: Iterable[PlannedMove]) -> None:
    """What was planned before may have become impossible since; what is new must be possible."""
    if play.state.is_to_act(seat):
        raise Refused(409, "your_turn", "It is your turn now: make your move.")
    known = table.planned.get(seat, NONE).moves
    ahead = play.state.turn_ahead(seat)
    market = ahead.view(seat).market  # type: ignore[attr-defined]  # all games have one
    for move in moves:
        if move in known:
            continue
        if problem := ahead.why_not(move.action, seat):
            raise problem
        if isinstance(move.action, DrawFaceUp) and market[move.action.slot] != move.card:
            raise Refused(409, "other_card", "That card does not lie there now.")


def _ahead(table: Table, play: Play, seat: int) -> PlannedTurn:
    planned = table.planned.get(seat, NONE)
    ahead = None if play.state.is_to_act(seat) else play.state.turn_ahead(seat)
    return PlannedTurn(
        moves=planned.moves,
        most=MOST,
        chosen=planned.chosen,
        used=planned.used,
        version=play.version,
        view=ahead and ahead.view(seat),
        legal=list(ahead.legal_actions(seat)) if ahead is not None else [],  # type: ignore[arg-type]
    )


async def _write(
    context: Context, table: Table, version: int, seat: int, planned: Planned | None
) -> bool:
    """Store it, unless the game has moved on: then the seat may be to act. A worker that stores the
    next move without having heard of this looks at the table again at once (`edited`)."""
    async with context.db.write() as connection:
        edited = await connection.execute(
            update(schema.tables)
            .where(T.id == table.id, T.version == version)
            .values(edited=T.edited + 1)
            .returning(T.edited)
        )
        now = edited.scalar()
        if now is None:
            return False
        await connection.execute(delete(schema.planned).where(P.table == table.id, P.seat == seat))
        if planned is not None:
            await connection.execute(
                insert(schema.planned).values(
                    table=table.id,
                    seat=seat,
                    account=planned.account,
                    id=planned.id,
                    moves=encoded(planned.moves),
                    chosen=None,
                    used=False,
                    at=context.now(),
                )
            )
        await context.bus.tell(connection, "planned", table.id)
    if now == table.row.edited + 1:
        table.row.edited = now
    table.planned.pop(seat, None)
    if planned is not None:
        table.planned[seat] = planned
    return True


def planned_turn(table: Table) -> int | None:
    """The seat whose turn it is, if its person has left what to do in it."""
    play = game_of_table(table)
    return seat_that_planned(table, list(play.state.to_act), table.planned)


async def carry_out(context: Context, table: Table, seat: int) -> None:
    """Do the next action that a seat has planned for the turn that has come, or find that there is
    none. It is an action like any other of this person."""
    async with table.lock:
        if planned_turn(table) != seat or bots_hold_back(table, context.now(), context.settings):
            return  # something else was done meanwhile
        play, planned = game_of_table(table), table.planned[seat]
        chosen = _possible(play.state, seat, planned) if planned.chosen is None else planned.chosen
        if chosen is None:
            await _use_up(context, table, seat, planned)
            return
        move = planned.moves[chosen]
        action = move.action if planned.chosen is None else move.then
        assert action is not None
        draft = play.draft(seat, action, by="person", at=context.now())
        more = planned.chosen is None and move.then in draft.state.legal_actions(seat)
        left = msgspec.structs.replace(planned, chosen=chosen, used=not more)
        try:
            if await store(context, table, draft, left):
                return
        except Changed:
            pass
        await context.tables.refresh(table)
        context.hub.send_game(table)


def _possible(state: State, seat: int, planned: Planned) -> int | None:
    """The first of the planned moves that is legal."""
    legal = state.legal_actions(seat)
    market = state.view(seat).market  # type: ignore[attr-defined]
    for number, move in enumerate(planned.moves):
        action = move.action
        other_card = isinstance(action, DrawFaceUp) and market[action.slot] != move.card
        if action in legal and not other_card:
            return number
    return None


async def _use_up(context: Context, table: Table, seat: int, planned: Planned) -> None:
    """Nothing of it is possible: the turn is the person's own. Call with the table's lock held."""
    async with context.db.write() as connection:
        await connection.execute(
            update(schema.planned)
            .where(P.table == table.id, P.seat == seat, P.id == planned.id)
            .values(used=True)
        )
        await context.bus.tell(connection, "planned", table.id)
    table.planned[seat] = msgspec.structs.replace(planned, used=True)
