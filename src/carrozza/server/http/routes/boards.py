"""/games/…/board and /art: boards and cards to draw, and the rules to read.

An address with ?v=VERSION never changes what it answers and is kept for ever; without it, an hour.
"""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response

from carrozza import __version__
from carrozza.games.booklet import Booklet, booklet
from carrozza.games.rules import LANGUAGES, rules_text
from carrozza.server import art
from carrozza.server.art import BoardInfo, CardsInfo
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.http.responses import Json, documented, documented_as
from carrozza.server.http.routes.dependencies import Asker, AtTable, InContext, unless_gone
from carrozza.server.play.executors import drawn
from carrozza.server.tables import drawings

router = APIRouter(tags=["boards"])

FOR_EVER = "public, max-age=31536000, immutable"
SOME_TIME = "public, max-age=3600"

# A drawing opened by itself is a page: it may hold styles, and do nothing.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
DRAWING = documented_as("image/svg+xml", "A drawing")
TEXT = documented_as("text/markdown", "A text")

ThemeName = Literal["light", "dark"]
Drawing = Annotated[
    drawings.Quality, Query(description="How it is drawn: at once, or as well as can be.")
]
InLanguage = Annotated[
    str, Query(max_length=8, description="Of the title and the countries; cities never change.")
]
V = Annotated[
    str,
    Query(max_length=40, description="The version asked for; the answer may be cached for ever."),
]


def _kept(reply: Response, v: str) -> Response:
    reply.headers["cache-control"] = FOR_EVER if v == __version__ else SOME_TIME
    return reply


def _svg(text: str, v: str) -> Response:
    reply = Response(text, media_type="image/svg+xml")
    reply.headers["content-security-policy"] = DRAWING_POLICY
    return _kept(reply, v)


@cache
def _made(maker: Callable[..., Any], *arguments: Any) -> Any:
    return maker(*arguments)


def _own_board(name: str) -> bytes:
    return msgspec.json.encode(art.board_info(art.drawable(name)))


async def _once(maker: Callable[..., Any], *arguments: Any) -> Any:
    """Made by a thread the first time."""
    return await drawn(_made, maker, *arguments)


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise Refused(404, "unknown_language", "Nothing is written in this language.")


async def _own_drawing(
    context: Context, game: str, theme: str, part: str, language: str = "en"
) -> str:
    """As it was drawn when the page was built, or else by a process, once."""
    _check_language(language)
    key, given = (theme, game, part, language), (game, theme, part, language)
    if key not in _drawings:
        kept = await drawn(art.drawn_already, *given)
        if kept is None:
            kept = await context.short_jobs.do("", key, art.own_drawing, *given)
        _drawings[key] = kept
    return _drawings[key]


_drawings: dict[tuple[str, str, str, str], str] = {}


@router.get("/games/{game}/board", responses=documented(BoardInfo))
async def game_board(game: str, v: V = "") -> Response:
    """The board of a game: cities, routes with the place of each space, tickets, bonus cards."""
    return _kept(Json(await _once(_own_board, game)), v)


@router.get("/games/{game}/cards", responses=documented(CardsInfo))
async def game_cards(game: str, v: V = "") -> Response:
    """Of a game without a board: the tickets with the cards they need, and the big cities."""
    return _kept(Json(art.cards_info(game)), v)


@router.get("/tables/{table}/board", responses=documented(BoardInfo))
async def table_board(
    request: Request,
    table: AtTable,
    address: Asker,
    context: InContext,
    drawing: Drawing | None = None,
) -> Response:
    """The board a table plays on, which may be a custom one. It is drawn simply at first; who asks
    for the best drawing waits for it for some seconds, once."""
    if table.row.board is None:
        return Json(await _once(_own_board, table.row.game))
    made = drawings.info(context, address, table, drawing)
    return Json(await unless_gone(request, made))


@router.get("/tables/{table}/ground-{theme}.svg", response_class=Response, responses=DRAWING)
async def table_ground(
    request: Request,
    table: AtTable,
    address: Asker,
    context: InContext,
    theme: ThemeName,
    drawing: Drawing = "simple",
) -> Response:
    """The ground under the tracks of a table's board, in the same drawing."""
    if table.row.board is None:
        return _svg(await _own_drawing(context, table.row.game, theme, "ground"), "")
    made = drawings.ground(context, address, table, theme, drawing)
    return _svg(await unless_gone(request, made), "")


@router.get("/art/{theme}/{game}/ground.svg", response_class=Response, responses=DRAWING)
async def ground(
    theme: ThemeName, game: str, context: InContext, language: InLanguage = "en", v: V = ""
) -> Response:
    """Land, sea and names under the tracks of a game's board."""
    return _svg(await _own_drawing(context, game, theme, "ground", language), v)


@router.get("/art/{theme}/{game}/board.svg", response_class=Response, responses=DRAWING)
async def whole_board(
    theme: ThemeName, game: str, context: InContext, language: InLanguage = "en", v: V = ""
) -> Response:
    """A game's board before the first train is laid."""
    return _svg(await _own_drawing(context, game, theme, "board", language), v)


@router.get("/art/{theme}/cards/{kind}.svg", response_class=Response, responses=DRAWING)
async def train_card(theme: ThemeName, kind: str, v: V = "") -> Response:
    """A train card, or the back of one."""
    return _svg(art.train_card(kind, theme), v)


@router.get("/art/{theme}/{game}/tickets/{number}.svg", response_class=Response, responses=DRAWING)
async def ticket(theme: ThemeName, game: str, number: int, v: V = "") -> Response:
    """A ticket with its two cities on a small map."""
    return _svg(await _once(art.ticket, game, number, theme), v)


@router.get("/art/{theme}/{game}/cities/{number}.svg", response_class=Response, responses=DRAWING)
async def big_city(theme: ThemeName, game: str, number: int, v: V = "") -> Response:
    """A big-city bonus card of a game without a board."""
    return _svg(art.big_city(game, number, theme), v)


@router.get("/art/{theme}/{game}/scenes/{name}.svg", response_class=Response, responses=DRAWING)
async def scene(
    theme: ThemeName, game: str, name: str, language: InLanguage = "en", v: V = ""
) -> Response:
    """A picture of a game's rules."""
    _check_language(language)
    return _svg(await _once(art.scene, game, name, theme, language), v)


@router.get("/games/{game}/rules/{language}", responses=documented(Booklet))
async def game_rules(game: str, language: str, v: V = "") -> Response:
    """The rules of one game to be read: sections of text, lists, tables and pictures."""
    art.check_known(game)
    _check_language(language)
    return _kept(Json(await _once(_booklet, game, language)), v)


def _booklet(game: str, language: str) -> bytes:
    return msgspec.json.encode(booklet(game, language))


@router.get("/rules/{language}", response_class=Response, responses=TEXT)
async def rules(language: str, v: V = "") -> Response:
    """The rules as we play them, as Markdown."""
    _check_language(language)
    return _kept(Response(rules_text(language), media_type="text/markdown; charset=utf-8"), v)
