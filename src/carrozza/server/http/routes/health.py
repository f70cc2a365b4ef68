"""For operators: is the server healthy, and what is it doing?"""

import os

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, multiprocess
from prometheus_client import REGISTRY as ONE_PROCESS
from sqlalchemy import text
from starlette.responses import PlainTextResponse

from carrozza import __version__
from carrozza.server.http.responses import Json
from carrozza.server.http.routes.dependencies import InContext

router = APIRouter(tags=["running"])


@router.get("/healthz")
async def healthz(context: InContext) -> Response:
    """Whether the server responds and can read its database."""
    async with context.db.read() as connection:
        await connection.execute(text("select 1"))
    return Json({"ok": True, "version": __version__})


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics() -> Response:
    """Figures for Prometheus, summed over all workers."""
    registry = ONE_PROCESS
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
