"""/tables: the lobby, seats, and what is left of a finished game."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response

from carrozza.server.errors import Refused
from carrozza.server.http import responses
from carrozza.server.http.guard import address_of
from carrozza.server.http.requests import (
    AskHint,
    EditSeat,
    Join,
    LeavePlanned,
    NewReport,
    NewTable,
    PlayNow,
    Practise,
)
from carrozza.server.http.responses import Json, documented, documented_as
from carrozza.server.http.routes.boards import ThemeName
from carrozza.server.http.routes.dependencies import (
    Anybody,
    Asker,
    AtTable,
    FinishedTable,
    InContext,
    Known,
    unless_gone,
    within,
)
from carrozza.server.http.routes.people import Offset, with_cookies
from carrozza.server.live.protocol import TableInfo
from carrozza.server.order import reports
from carrozza.server.people import tries
from carrozza.server.people.naming import check_may_rename
from carrozza.server.play import hints, planning
from carrozza.server.tables import history, lobby, making, pictures, replays, reviews
from carrozza.server.tables import practice as practices
from carrozza.server.tables import rematch as rematches
from carrozza.server.tables.planned import PlannedMove
from carrozza.server.tables.replay_files import Replay
from carrozza.server.tables.table import Table

router = APIRouter(tags=["tables"])

FOR_EVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
SeatPath = Annotated[int, Path(ge=0, le=4)]


def _info(context: InContext, table: Table) -> Response:
    return Json(table.info(context.now()))


@router.post("/tables", status_code=201, responses=documented(TableInfo, 201))
async def create(
    request: Request, body: NewTable, person: Anybody, context: InContext, response: Response
) -> Response:
    """Create a table and sit down at it. Its id is the link to send."""
    await within(
        request, context.new_tables, *([context.new_boards] if body.board is not None else [])
    )
    table = await making.create(context, person, body.plan(), address_of(request))
    reply = with_cookies(_info(context, table), response)
    reply.status_code = 201
    return reply


@router.post("/play-now", status_code=201, responses=documented(TableInfo, 201))
async def play_now(
    request: Request, body: PlayNow, person: Anybody, context: InContext, response: Response
) -> Response:
    """Start a game against bots right away."""
    await within(request, context.new_tables)
    table = await making.create(context, person, body.plan())
    await lobby.start(context, person, table)
    reply = with_cookies(_info(context, table), response)
    reply.status_code = 201
    return reply


@router.get("/tables", responses=documented(responses.Page))
async def public_tables(context: InContext, offset: Offset = 0) -> Response:
    """The lobby: public tables to join or to watch."""
    return Json(await history.public_tables(context, offset))


@router.get("/tables/finished", responses=documented(responses.Page))
async def finished_tables(context: InContext, offset: Offset = 0) -> Response:
    """Finished public games, the latest first."""
    return Json(await history.finished_tables(context, offset))


@router.get("/tables/{table}", responses=documented(TableInfo))
async def show(table: AtTable, context: InContext) -> Response:
    """A table, for anyone who has its link."""
    return _info(context, table)


@router.post("/tables/{table}/join", responses=documented(TableInfo))
async def join(
    table: AtTable, body: Join, person: Anybody, context: InContext, response: Response
) -> Response:
    """Sit down. Call it again to seat a second person on the same device."""
    if body.name not in (None, person.name):
        check_may_rename(person)
    await lobby.join(context, person, table, body.seat, body.name, body.colour)
    return with_cookies(_info(context, table), response)


@router.post("/tables/{table}/leave", responses=documented(TableInfo))
async def leave(table: AtTable, person: Known, context: InContext) -> Response:
    """Leave the table; in a game under way, a bot plays on."""
    await lobby.leave(context, person, table)
    return _info(context, table)


@router.patch("/tables/{table}/seats/{seat}", responses=documented(TableInfo))
async def edit_seat(
    table: AtTable, seat: SeatPath, body: EditSeat, person: Known, context: InContext
) -> Response:
    """Change my colour or name; as the host, seat a bot or empty a seat."""
    if body.name not in (None, person.name):
        check_may_rename(person)
    await lobby.edit_seat(context, person, table, seat, **body.model_dump())
    return _info(context, table)


@router.post("/tables/{table}/start", responses=documented(TableInfo))
async def start(table: AtTable, person: Known, context: InContext) -> Response:
    """Start the game. The answer holds the commitment to the deal."""
    await lobby.start(context, person, table)
    return _info(context, table)


@router.post("/tables/{table}/hint", responses=documented(responses.GivenHint))
async def hint(
    table: AtTable, body: AskHint, person: Known, address: Asker, context: InContext
) -> Response:
    """What an expert would do in my turn, where the host allows it and everyone agrees. All at the
    table hear that I asked."""
    version, given = await hints.ask(context, address, table, person.id, body.seat)
    return Json(responses.GivenHint(version=version, hint=given))


@router.get("/tables/{table}/seats/{seat}/planned", responses=documented(responses.PlannedTurn))
async def planned(table: AtTable, seat: SeatPath, person: Known, context: InContext) -> Response:
    """What I have planned for this seat's next turn, and what I might plan. Nobody else sees it."""
    return Json(await planning.look(context, table, person.id, seat))


@router.put("/tables/{table}/seats/{seat}/planned", responses=documented(responses.PlannedTurn))
async def plan(
    table: AtTable, seat: SeatPath, body: LeavePlanned, person: Known, context: InContext
) -> Response:
    """Leave moves for this seat's next turn, at a table with days for each: the first that is then
    legal is done. They replace what I had planned; with none, nothing is."""
    try:
        moves = msgspec.convert(body.moves, list[PlannedMove])
    except msgspec.ValidationError:
        raise Refused(422, "not_an_action", "That is not a move of this game.") from None
    return Json(await planning.leave(context, table, person.id, seat, moves))


@router.post("/tables/{table}/reports", status_code=204)
async def report(
    request: Request, table: AtTable, body: NewReport, person: Known, context: InContext
) -> None:
    """Report a line of chat, or the name of who sits in a seat. What is done about it, and who else
    has reported it, is told to nobody."""
    await tries.count_report(context, address_of(request), person.id)
    await reports.report(
        context,
        person.id,
        table,
        line=body.line,
        seat=body.seat,
        why=body.reason,
        words=body.text,
    )


@router.post("/tables/{table}/rematch", responses=documented(TableInfo))
async def rematch(request: Request, table: AtTable, person: Known, context: InContext) -> Response:
    """Play again: a new table like this one."""
    await within(request, context.new_tables)
    return _info(context, await rematches.rematch(context, person, table))


@router.post("/tables/{table}/practice", status_code=201, responses=documented(TableInfo, 201))
async def practise(
    request: Request,
    table: FinishedTable,
    body: Practise,
    person: Anybody,
    context: InContext,
    response: Response,
) -> Response:
    """Play a finished game on from one of its positions, against bots."""
    await within(request, context.new_tables)
    begun = await practices.practise(context, person, table, **body.model_dump())
    reply = with_cookies(_info(context, begun), response)
    reply.status_code = 201
    return reply


@router.get("/tables/{table}/result", responses=documented(responses.Result))
async def result(table: FinishedTable, context: InContext) -> Response:
    """The score sheet of a finished game."""
    assert table.row.sheet is not None
    assert table.play is not None
    moves = len(table.play.actions)
    return Json(
        responses.Result(table=table.info(context.now()), sheet=table.row.sheet, moves=moves)
    )


@router.get("/tables/{table}/replay", responses=documented(Replay))
async def replay(
    request: Request,
    table: FinishedTable,
    address: Asker,
    context: InContext,
    seat: Annotated[int | None, Query(ge=0, le=4)] = None,
) -> Response:
    """A finished game, position by position: with all cards open, or as one seat saw it."""
    await within(request, context.replays)
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    made = replays.replay(context, address, table, seat, zipped=zipped)
    reply = Json(await unless_gone(request, made))
    reply.headers["cache-control"] = FOR_EVER
    reply.headers["vary"] = "Accept-Encoding"
    if zipped:
        reply.headers["content-encoding"] = "gzip"
    return reply


@router.post("/tables/{table}/review", responses=documented(responses.ReviewState))
async def ask_for_review(
    request: Request,
    table: FinishedTable,
    person: Anybody,
    context: InContext,
    response: Response,
) -> Response:
    """Ask for the review of a finished game: it is made once, whoever asks."""
    await reviews.ask(context, address_of(request), person.id, table)
    return with_cookies(await _review(request, context, table), response)


@router.get("/tables/{table}/review", responses=documented(responses.ReviewState))
async def review(request: Request, table: FinishedTable, context: InContext) -> Response:
    """The review of a finished game if there is one, or how far it is."""
    return await _review(request, context, table)


@router.delete("/tables/{table}/review", status_code=204)
async def give_up_review(table: FinishedTable, person: Known, context: InContext) -> None:
    """I do not wait for it any more; when nobody does, it is ended."""
    await reviews.give_up(context, person.id, table)


async def _review(request: Request, context: InContext, table: Table) -> Response:
    state, stored = await reviews.look(context, table)
    if stored is not None:  # it is long; how far one is may be asked more often
        await within(request, context.replays)
    reply = Json(await reviews.answer(state, stored))
    reply.headers["cache-control"] = "no-cache"
    return reply


@router.get("/tables/{table}/save")
async def save(
    request: Request, table: FinishedTable, address: Asker, context: InContext
) -> Response:
    """A finished game as a file that `carrozza verify` can check."""
    await within(request, context.replays)
    reply = Json(await unless_gone(request, replays.save(context, address, table)))
    reply.headers["content-disposition"] = f'attachment; filename="carrozza-{table.id}.json"'
    return reply


@router.get("/tables/{table}/picture.png", responses=documented_as("image/png", "A picture"))
async def picture(
    request: Request,
    table: FinishedTable,
    address: Asker,
    context: InContext,
    theme: ThemeName = "light",
    chances: bool = True,
) -> Response:
    """The final score of a finished game with its board, 1200 × 630 pixels. If the game has been
    reviewed, a graph shows how the chances went."""
    await within(request, context.replays)
    made = await unless_gone(request, pictures.picture(context, address, table, theme, chances))
    return _shared(made, "image/png")


@router.get("/tables/{table}/film.webp", responses=documented_as("image/webp", "A film"))
async def film(
    request: Request,
    table: FinishedTable,
    address: Asker,
    context: InContext,
    theme: ThemeName = "light",
) -> Response:
    """A finished game on a board from its first route to its last, as an animated picture."""
    await within(request, context.replays)
    made = await unless_gone(request, pictures.film(context, address, table, theme))
    return _shared(made, "image/webp")


def _shared(made: bytes, media: str) -> Response:
    """Names in it may change, so it is not kept for ever."""
    return Response(made, media_type=media, headers={"cache-control": A_DAY})


@router.get("/tables/{table}/proof", responses=documented(responses.Proof))
async def proof(table: FinishedTable) -> Response:
    """Proof that the cards were fixed before the first one was dealt."""
    assert table.row.commitment is not None
    setup = msgspec.json.encode(table.row.setup, order="deterministic").decode()
    seed = table.row.setup.seed
    return Json(responses.Proof(commitment=table.row.commitment, seed=seed, setup=setup))
