"""/me/holidays: when I am away, and my clocks at tables of days stand still."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from carrozza.server.http.requests import NewHoliday
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import InContext, Known
from carrozza.server.people import holidays
from carrozza.server.people.holidays import Holidays

router = APIRouter(tags=["people"])


@router.get("/me/holidays", responses=documented(Holidays))
async def mine(person: Known, context: InContext) -> Response:
    """My holidays, under way and to come. Everybody at my tables of days sees them."""
    return Json(await holidays.mine(context, person.id))


@router.post("/me/holidays", responses=documented(Holidays))
async def add(body: NewHoliday, person: Known, context: InContext) -> Response:
    """I am away from then to then: meanwhile my clocks at tables of days stand still."""
    return Json(await holidays.add(context, person.id, body.first, body.last))


@router.delete("/me/holidays/{holiday}", responses=documented(Holidays))
async def end(
    holiday: Annotated[str, Path(max_length=40)], person: Known, context: InContext
) -> Response:
    """I am back, or do not go. My clocks run again; they have a minute at least."""
    return Json(await holidays.end(context, person.id, holiday))
