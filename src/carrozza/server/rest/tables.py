"""/tables: the lobby, seats, and what is left of a finished game."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response

from carrozza.server import again, answers, history, lobby, replays
from carrozza.server.models import EditSeat, Join, NewTable, PlayNow
from carrozza.server.protocol import TableInfo
from carrozza.server.replies import Json, documented
from carrozza.server.rest.context import Anybody, AtTable, FinishedTable, InHouse, Known, within
from carrozza.server.rest.persons import Offset, _with_cookies
from carrozza.server.table import Table

router = APIRouter(tags=["tables"])

FOR_EVER = "public, max-age=31536000, immutable"
SeatPath = Annotated[int, Path(ge=0, le=4)]


def _info(house: InHouse, table: Table) -> Response:
    return Json(table.info(house.now()))


@router.post("/tables", status_code=201, responses=documented(TableInfo, 201))
async def create(
    request: Request, body: NewTable, person: Anybody, house: InHouse, response: Response
) -> Response:
    """Make a table and sit down at it. Its id is the link to send."""
    within(request, house.new_tables, *([house.new_boards] if body.board is not None else []))
    table = await lobby.create(house, person, body.plan())
    reply = _with_cookies(_info(house, table), response)
    reply.status_code = 201
    return reply


@router.post("/play-now", status_code=201, responses=documented(TableInfo, 201))
async def play_now(
    request: Request, body: PlayNow, person: Anybody, house: InHouse, response: Response
) -> Response:
    """Play against bots at once."""
    within(request, house.new_tables)
    table = await lobby.create(house, person, body.plan())
    await lobby.start(house, person, table)
    reply = _with_cookies(_info(house, table), response)
    reply.status_code = 201
    return reply


@router.get("/tables", responses=documented(answers.Page))
async def public_tables(house: InHouse) -> Response:
    """The lobby: public tables to join or to watch."""
    return Json(await history.public_tables(house))


@router.get("/tables/finished", responses=documented(answers.Page))
async def finished_tables(house: InHouse, offset: Offset = 0) -> Response:
    """Public games that were played to the end, the latest first."""
    return Json(await history.finished_tables(house, offset))


@router.get("/tables/{table}", responses=documented(TableInfo))
async def show(table: AtTable, house: InHouse) -> Response:
    """A table, for everybody who has its link."""
    return _info(house, table)


@router.post("/tables/{table}/join", responses=documented(TableInfo))
async def join(
    table: AtTable, body: Join, person: Anybody, house: InHouse, response: Response
) -> Response:
    """Sit down; again for a second person at the same device."""
    await lobby.join(house, person, table, body.seat, body.name)
    return _with_cookies(_info(house, table), response)


@router.post("/tables/{table}/leave", responses=documented(TableInfo))
async def leave(table: AtTable, person: Known, house: InHouse) -> Response:
    """Get up; from a game under way, let a bot play on."""
    await lobby.leave(house, person, table)
    return _info(house, table)


@router.patch("/tables/{table}/seats/{seat}", responses=documented(TableInfo))
async def edit_seat(
    table: AtTable, seat: SeatPath, body: EditSeat, person: Known, house: InHouse
) -> Response:
    """Change my colour or name; as the host, put a bot or empty a seat."""
    await lobby.edit_seat(house, person, table, seat, **body.model_dump())
    return _info(house, table)


@router.post("/tables/{table}/start", responses=documented(TableInfo))
async def start(table: AtTable, person: Known, house: InHouse) -> Response:
    """Deal. The answer holds the commitment to the cards."""
    await lobby.start(house, person, table)
    return _info(house, table)


@router.post("/tables/{table}/rematch", responses=documented(TableInfo))
async def rematch(request: Request, table: AtTable, person: Known, house: InHouse) -> Response:
    """Once more: a new table like this one."""
    within(request, house.new_tables)
    return _info(house, await again.rematch(house, person, table))


@router.get("/tables/{table}/result", responses=documented(answers.Result))
async def result(table: FinishedTable, house: InHouse) -> Response:
    """The score sheet of a finished game."""
    assert table.row.sheet is not None
    assert table.play is not None
    moves = len(table.play.actions)
    return Json(answers.Result(table=table.info(house.now()), sheet=table.row.sheet, moves=moves))


@router.get("/tables/{table}/replay", responses=documented(replays.Replay))
async def replay(
    request: Request,
    table: FinishedTable,
    house: InHouse,
    seat: Annotated[int | None, Query(ge=0, le=4)] = None,
) -> Response:
    """A finished game position by position: all seats open, or as one seat saw it."""
    within(request, house.replays)
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    reply = Json(await replays.replay(table, seat, zipped=zipped))
    reply.headers["cache-control"] = FOR_EVER
    reply.headers["vary"] = "Accept-Encoding"
    if zipped:
        reply.headers["content-encoding"] = "gzip"
    return reply


@router.get("/tables/{table}/save")
async def save(request: Request, table: FinishedTable, house: InHouse) -> Response:
    """A finished game as a file, which `carrozza verify` proves."""
    within(request, house.replays)
    reply = Json(await replays.save(table))
    reply.headers["content-disposition"] = f'attachment; filename="carrozza-{table.id}.json"'
    return reply


@router.get("/tables/{table}/proof", responses=documented(answers.Proof))
async def proof(table: FinishedTable) -> Response:
    """That the cards were fixed before the first was dealt."""
    assert table.row.commitment is not None
    setup = msgspec.json.encode(table.row.setup, order="deterministic").decode()
    seed = table.row.setup.seed
    return Json(answers.Proof(commitment=table.row.commitment, seed=seed, setup=setup))
