"""The pages of a replay and of a review, with what a link to them shows before it is opened: who
won, and a picture."""

from html import escape

from fastapi import APIRouter, Request, Response
from starlette.responses import HTMLResponse, PlainTextResponse

from carrozza.games.registry import game_of
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.http.routes.dependencies import InContext
from carrozza.server.http.site import HEADERS, NOT_BUILT, SITE, is_built
from carrozza.server.tables.pictures import player_name
from carrozza.server.tables.table import Table

router = APIRouter()

END_OF_HEAD = "</head>"


@router.get("/replay/{table}", include_in_schema=False)
async def replay_page(request: Request, table: str, context: InContext) -> Response:
    return await _page(request, table, "replay", context)


@router.get("/review/{table}", include_in_schema=False)
async def review_page(request: Request, table: str, context: InContext) -> Response:
    return await _page(request, table, "review", context)


async def _page(request: Request, table: str, name: str, context: Context) -> Response:
    if not is_built():
        return PlainTextResponse(NOT_BUILT, status_code=503)
    page = (SITE / "index.html").read_text(encoding="utf-8")
    tags = await _preview(context, table, name, str(request.base_url).rstrip("/"))
    return HTMLResponse(page.replace(END_OF_HEAD, tags + END_OF_HEAD, 1), headers=HEADERS)


async def _preview(context: Context, wanted: str, name: str, base: str) -> str:
    """Tags for those who make previews, if there is such a game and it is over."""
    try:
        table = await context.tables.get(wanted)
    except Refused:
        return ""
    return _tags(table, name, base) if table.row.phase == "finished" else ""


def _tags(table: Table, name: str, base: str) -> str:
    assert table.row.sheet is not None
    ranks = sorted(zip(table.seats, table.row.sheet.totals, strict=True), key=lambda one: -one[1])
    score = ", ".join(f"{player_name(seat)} {points}" for seat, points in ranks)
    image = f"{base}/api/v1/tables/{table.id}/picture.png"
    told = {
        "og:type": "website",
        "og:site_name": "Carrozza",
        "og:title": f"{game_of(table.row.setup).title}: {score}",
        "og:url": f"{base}/{name}/{table.id}",
        "og:image": image,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    return "".join(
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items()
    )
