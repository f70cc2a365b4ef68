"""/me/alerts, /alerts: being told when it is my turn."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from carrozza.server.alerts import choices
from carrozza.server.errors import Refused
from carrozza.server.http.requests import AlertChoices, NewTarget, Switch
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import AtTable, InContext, Known, within
from carrozza.server.ids import is_id

router = APIRouter(tags=["alerts"])


async def the_target(target: str) -> str:
    """One that can be none is refused before it is looked up."""
    if not is_id(target):
        raise choices.no_target()
    return target


Target = Annotated[str, Depends(the_target)]

Token = Annotated[str, Query(max_length=200)]


@router.get("/me/alerts", responses=documented(choices.Alerts))
async def my_alerts(person: Known, context: InContext) -> Response:
    """Where alerts of my turns go, of which tables, and when not."""
    return Json(await choices.all_of(context, person.id))


@router.put("/me/alerts", responses=documented(choices.Alerts))
async def choose(person: Known, context: InContext, body: AlertChoices) -> Response:
    """Choose for all my tables."""
    await choices.choose(context, person.id, body.choices())
    return Json(await choices.all_of(context, person.id))


@router.post("/me/alerts/targets", status_code=201, responses=documented(choices.Alerts, 201))
async def add(request: Request, person: Known, context: InContext, body: NewTarget) -> Response:
    """Let alerts go to one more place. An e-mail address must be confirmed by a link sent to it."""
    await within(request, context.trials)
    await choices.add(
        context,
        person,
        body.kind,
        body.address(),
        body.label,
        zone=body.zone,
        language=body.language,
    )
    reply = Json(await choices.all_of(context, person.id))
    reply.status_code = 201
    return reply


@router.patch("/me/alerts/targets/{target}", responses=documented(choices.Alerts))
async def switch(target: Target, person: Known, context: InContext, body: Switch) -> Response:
    """Switch a target on or off."""
    await choices.switch(context, person.id, target, on=body.on)
    return Json(await choices.all_of(context, person.id))


@router.delete("/me/alerts/targets/{target}", responses=documented(choices.Alerts))
async def remove(target: Target, person: Known, context: InContext) -> Response:
    """Forget a target."""
    await choices.remove(context, person.id, target)
    return Json(await choices.all_of(context, person.id))


@router.post("/me/alerts/targets/{target}/test", status_code=204)
async def test(request: Request, target: Target, person: Known, context: InContext) -> None:
    """Send something there now."""
    await within(request, context.trials)
    await choices.test(context, person, target)


@router.get("/tables/{table}/alerts", responses=documented(choices.TableAlerts))
async def at_table(table: AtTable, person: Known, context: InContext) -> Response:
    """Whether I am told of my turns at this table."""
    pace = table.row.pace.kind
    return Json(await choices.at_table(context, person.id, table.id, pace))


@router.put("/tables/{table}/alerts", responses=documented(choices.TableAlerts))
async def choose_table(table: AtTable, person: Known, context: InContext, body: Switch) -> Response:
    """Choose for this table alone, at which I sit."""
    if not table.seats_of(person.id):
        raise Refused(403, "not_seated", "You are not seated at this table.")
    await choices.choose_table(context, person.id, table.id, on=body.on)
    pace = table.row.pace.kind
    return Json(await choices.at_table(context, person.id, table.id, pace))


@router.post("/alerts/stop", responses=documented(choices.Stopped))
async def stop(context: InContext, token: Token) -> Response:
    """What the link in an alert asks for; also what mail programs send (RFC 8058)."""
    return Json(await choices.follow_stop(context, token, on=False))


@router.post("/alerts/resume", responses=documented(choices.Stopped))
async def resume(context: InContext, token: Token) -> Response:
    """Take that back."""
    return Json(await choices.follow_stop(context, token, on=True))


@router.post("/alerts/confirm", responses=documented(choices.Stopped))
async def confirm(context: InContext, token: Token) -> Response:
    """This e-mail address is mine."""
    return Json(await choices.confirm(context, token))
