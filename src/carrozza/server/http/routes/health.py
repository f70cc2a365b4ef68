"""For operators: is the server healthy, and what is it doing?"""

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import exists, select
from starlette.responses import PlainTextResponse

from carrozza import __version__
from carrozza.server import metrics as figures
from carrozza.server.errors import Refused
from carrozza.server.http.responses import Json
from carrozza.server.http.routes.dependencies import InContext
from carrozza.server.storage import schema
from carrozza.server.storage.health import Trouble

TABLES = schema.metadata.sorted_tables  # a missing one is noticed before somebody needs it

router = APIRouter(tags=["running"])


@router.get("/healthz")
async def healthz(context: InContext) -> Response:
    """Whether the server responds, and can read and write its database."""
    problem: Trouble | Refused | None = None
    try:
        async with context.db.read() as connection:
            await connection.execute(select(*(exists(select(1).select_from(t)) for t in TABLES)))
    except Refused as error:
        problem = error
    problem = context.db.health.trouble or problem
    if problem is None:
        return Json({"ok": True, "version": __version__})
    said = {"code": problem.code, "message": problem.message}
    return Json({"ok": False, "version": __version__, **said}, status_code=503)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics() -> Response:
    """Figures for Prometheus, summed over all workers."""
    return Response(generate_latest(figures.registry()), media_type=CONTENT_TYPE_LATEST)
