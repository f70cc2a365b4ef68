"""/operator: keeping order. For everybody else there is nothing here."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.routing import APIRoute

from carrozza.server.errors import Refused, nothing_here
from carrozza.server.http.requests import Because, Judgement, Measure
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import InContext, the_context
from carrozza.server.ids import is_id
from carrozza.server.order import acts, audit, effects, overview, reports, troubles
from carrozza.server.order.audit import Operator
from carrozza.server.people.connected import refresh_tables
from carrozza.server.people.sessions import who
from carrozza.server.storage import admin


async def the_operator(request: Request) -> Operator:
    """Who is an operator now, whatever they were a moment ago."""
    try:
        person = await who(the_context(request), request)
    except Refused as error:
        if error.status != 403:
            raise
        person = None  # is banned
    if person is None or not person.operator:
        raise nothing_here()
    return Operator(person.id, person.name)


class _Closed(APIRoute):
    """Nobody else learns more, not even whether a request was well formed."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        open_to_all = super().get_route_handler()

        async def handle(request: Request) -> Response:
            request.state.operator = await the_operator(request)
            reply = await open_to_all(request)
            reply.headers["cache-control"] = "no-store"
            return reply

        return handle


router = APIRouter(prefix="/operator", tags=["operators"], route_class=_Closed)


def _known(request: Request) -> Operator:
    operator: Operator = request.state.operator
    return operator


Acting = Annotated[Operator, Depends(_known)]


@router.get("/reports", responses=documented(list[reports.Reported]))
async def waiting_reports(context: InContext) -> Response:
    """What has been reported and not judged."""
    async with context.db.read() as connection:
        return Json(await reports.waiting(connection))


@router.post("/reports/{report}/dismiss", status_code=204)
async def dismiss(report: str, by: Acting, context: InContext, body: Because) -> None:
    """Nothing is wrong with it."""
    async with context.db.write() as connection:
        await acts.dismiss(connection, by, report, body.reason, context.now())


@router.get("/people", responses=documented(list[overview.PersonFound]))
async def people(context: InContext, name: Annotated[str, Query(max_length=100)] = "") -> Response:
    """People by a part of their name; without one, those who are muted or banned."""
    async with context.db.read() as connection:
        return Json(await overview.people(connection, name, context.now()))


@router.post("/people/{person}/mute", status_code=204)
async def mute(person: str, by: Acting, context: InContext, body: Measure) -> None:
    """No chat and no new name, until the end."""
    now = context.now()
    async with context.db.write() as connection:
        await acts.sanction(
            connection, by, _id(person), "mute", body.reason, body.hours, now, body.report
        )


@router.post("/people/{person}/ban", status_code=204)
async def ban(person: str, by: Acting, context: InContext, body: Measure) -> None:
    """Nothing at all, until the end. Bots play on."""
    now = context.now()
    async with context.db.write() as connection:
        await acts.sanction(
            connection, by, _id(person), "ban", body.reason, body.hours, now, body.report
        )
        await context.bus.tell(connection, "banned", person)
    await effects.follow_ban(context, person)


@router.post("/people/{person}/unmute", status_code=204)
async def unmute(person: str, by: Acting, context: InContext, body: Because) -> None:
    """End a mute before its time."""
    async with context.db.write() as connection:
        await acts.lift(connection, by, _id(person), "mute", body.reason, context.now())


@router.post("/people/{person}/unban", status_code=204)
async def unban(person: str, by: Acting, context: InContext, body: Because) -> None:
    """End a ban before its time."""
    async with context.db.write() as connection:
        await acts.lift(connection, by, _id(person), "ban", body.reason, context.now())


@router.post("/people/{person}/rename", status_code=204)
async def rename(person: str, by: Acting, context: InContext, body: Judgement) -> None:
    """A neutral name in place of the one they have."""
    now = context.now()
    async with context.db.write() as connection:
        await acts.rename(connection, by, _id(person), body.reason, now, body.report)
        await context.bus.tell(connection, "renamed", person)
    await refresh_tables(context, person)


@router.get("/tables", responses=documented(list[overview.TableFound]))
async def tables(context: InContext) -> Response:
    """Tables that wait, and those under way: who is there, not what they hold."""
    async with context.db.read() as connection:
        return Json(await overview.tables(connection))


@router.post("/tables/{table}/close", status_code=204)
async def close(table: str, by: Acting, context: InContext, body: Because) -> None:
    """End a table."""
    found = await context.tables.get(table)
    async with found.lock:
        reason = acts.clean_reason(body.reason)
        async with context.db.write() as connection:
            await admin.close(connection, by, table, reason, context.now())
        await context.tables.refresh(found)
    context.hub.send_game(found)
    context.hub.send_table(found)


@router.get("/figures", responses=documented(overview.Figures))
async def figures(context: InContext) -> Response:
    """How much there is to do."""
    async with context.db.read() as connection:
        return Json(await overview.figures(connection))


@router.get("/errors", responses=documented(list[troubles.Trouble]))
async def errors(context: InContext) -> Response:
    """What went wrong lately, at all workers."""
    async with context.db.read() as connection:
        return Json(await troubles.latest(connection))


@router.get("/audit", responses=documented(list[audit.AuditLine]))
async def audit_log(
    context: InContext, before: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None
) -> Response:
    """What operators did, the latest first."""
    async with context.db.read() as connection:
        return Json(await audit.latest(connection, before))


def _id(person: str) -> str:
    """From the page, people are named by their ids."""
    if not is_id(person):
        raise Refused(404, "unknown_person", "There is no such person.")
    return person
