"""Practice: a finished game is played on from one of its positions, by one person against bots."""

import secrets
from typing import Literal

import msgspec

from carrozza.core.begun import MOST_STRETCHES, Anew, Played, Stretch
from carrozza.core.game import Setup
from carrozza.games.registry import game_of
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.live.protocol import Practice
from carrozza.server.people.sessions import Person
from carrozza.server.play.executors import with_setup
from carrozza.server.tables.lobby import start
from carrozza.server.tables.making import create
from carrozza.server.tables.plans import Plan, TakenUp
from carrozza.server.tables.table import Table

Deal = Literal["same", "new"]


async def practise(
    context: Context, person: Person, table: Table, *, step: int, seat: int, deal: Deal, bots: str
) -> Table:
    """A new table where this person sits at the seat and bots everywhere else."""
    _check(table, step, seat)
    setup = _taken_up(table, step, Anew(seat, secrets.token_hex(32)) if deal == "new" else None)
    practice = Practice(
        table=table.id, step=step, turn=await with_setup(_turn, setup), seat=seat, deal=deal
    )
    plan = Plan(
        game=setup.game,
        players=setup.players,
        options=setup.options,
        board=setup.board,
        hints=True,
        bots=[None if other.seat == seat else bots for other in table.seats],
        names=[other.name for other in table.seats],
        colours=[other.colour for other in table.seats],
        taken_up=TakenUp(setup=setup, practice=practice),
    )
    made = await create(context, person, plan)
    await start(context, person, made)
    return made


def _check(table: Table, step: int, seat: int) -> None:
    assert table.play is not None
    if seat >= len(table.seats):
        raise Refused(404, "unknown_seat", "There is no such seat.")
    if step >= len(table.play.actions):
        raise Refused(409, "no_such_move", "This game has no such move to go on from.")
    if len(_before(table.row.setup)) >= MOST_STRETCHES:
        problem = "This practice comes from another one, and so on too often. Begin at the game."
        raise Refused(409, "too_deep", problem)


def _taken_up(table: Table, step: int, anew: Anew | None) -> Setup:
    assert table.play is not None
    setup = table.row.setup
    played = tuple(Played(seat, action) for seat, action in table.play.actions[:step])  # type: ignore[arg-type]
    return msgspec.structs.replace(setup, begun=(*_before(setup), Stretch(played, anew)))


def _before(setup: Setup) -> tuple[Stretch, ...]:
    return () if setup.begun is msgspec.UNSET else setup.begun


def _turn(setup: Setup) -> int:
    return game_of(setup).begin(setup).turn
