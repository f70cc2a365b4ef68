"""Alerts are written with the move that gives rise to them: one transaction, so none is lost.

A turn that ends takes its alerts with it, also in the same transaction. What is left to be sent
is found by post.py.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Float, Integer, Text, and_, bindparam, delete, insert, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import Insert
from sqlalchemy.types import TypeEngine

from carrozza.core.game import State
from carrozza.server import spans
from carrozza.server.storage import schema
from carrozza.server.tables.clocks import Clock
from carrozza.server.tables.table import Table

A, C, S, T = (
    table.c
    for table in (schema.alerts, schema.alert_choices, schema.alert_tables, schema.alert_targets)
)
CORRESPONDENCE = "days"


class Turn(msgspec.Struct, frozen=True):
    """A person is to act."""

    table: str
    pace: str
    version: int
    seat: int
    account: str
    at: float
    deadline: float | None
    trace: str | None  # the span in which it has begun


class Turns(msgspec.Struct, frozen=True):
    """What a move changes about who is to act."""

    begun: list[Turn]
    ended: list[tuple[str, int]]  # tables and seats of people


def turns_after(
    table: Table, before: State, to_act: Iterable[int], clocks: list[Clock], version: int, at: float
) -> Turns:
    asked, after = set(before.to_act), set(to_act)
    ended = [(table.id, seat) for seat in asked - after if table.seats[seat].account is not None]
    return Turns(turns_of(table, after - asked, clocks, version, at), ended)


def turns_of(
    table: Table, seats: Iterable[int], clocks: list[Clock], version: int, at: float
) -> list[Turn]:
    """The turns of those people among these seats who play themselves."""
    trace = spans.here().place
    return [
        Turn(
            table.id, table.row.pace.kind, version, seat, account, at, clocks[seat].deadline, trace
        )
        for seat in sorted(seats)
        if (account := table.seats[seat].account) is not None and not table.seats[seat].by_bot
    ]


async def note_turns(connection: AsyncConnection, changes: list[Turns], delay: float) -> None:
    """Withdraw the alerts of turns that are over, and write down those of turns that begin."""
    ended = [
        {"of_table": table, "of_seat": seat} for change in changes for table, seat in change.ended
    ]
    begun = [_given(turn, delay) for change in changes for turn in change.begun]
    if ended:
        await connection.execute(_WITHDRAW, ended)
    if begun:
        await connection.execute(_WRITE, begun)


def _given(turn: Turn, delay: float) -> dict[str, Any]:
    return {
        "of_table": turn.table,
        "of_pace": turn.pace,
        "of_seat": turn.seat,
        "of_person": turn.account,
        "stem": f"{turn.table}.{turn.version}.{turn.seat}.",
        "at": turn.at,
        "first": turn.at + delay,
        "until": turn.deadline,
        "trace": turn.trace,
    }


def _writing() -> Insert:
    """One alert for each of the person's targets, if they want to hear of this table."""
    kinds: dict[str, TypeEngine[Any]] = {
        **dict.fromkeys(("of_table", "of_pace", "of_person", "stem", "trace"), Text()),
        **dict.fromkeys(("at", "first", "until"), Float()),
        "of_seat": Integer(),
    }
    given = {name: bindparam(name, type_=kind) for name, kind in kinds.items()}
    chosen = and_(S.account == T.account, S.table == given["of_table"])
    usual = or_(C.turns == "all", and_(C.turns == CORRESPONDENCE, given["of_pace"] == C.turns))
    rows = (
        select(
            (given["stem"] + T.id).label("id"),
            T.id.label("target"),
            T.account,
            given["of_table"].label("table"),
            given["of_seat"].label("seat"),
            literal("turn").label("stage"),
            given["at"].label("made"),
            given["first"].label("due"),
            given["until"].label("deadline"),
            literal(0.0).label("claimed_until"),
            literal(0).label("tries"),
            given["trace"].label("trace"),
        )
        .join_from(schema.alert_targets, schema.alert_choices, C.account == T.account)
        .outerjoin(schema.alert_tables, chosen)
        .where(T.account == given["of_person"], T.active, T.confirmed)
        .where(or_(S.active, and_(S.active.is_(None), usual)))
    )
    return insert(schema.alerts).from_select(
        [column.name for column in rows.selected_columns], rows
    )


_WRITE = _writing()
_WITHDRAW = delete(schema.alerts).where(
    A.table == bindparam("of_table", type_=Text()), A.seat == bindparam("of_seat", type_=Integer())
)
