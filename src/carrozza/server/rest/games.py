"""/games: what can be played, and the boards to play it on."""

from functools import cache

import msgspec
from fastapi import APIRouter, Response

from carrozza import __version__
from carrozza.bots.registry import LEVELS
from carrozza.games.registry import BOARD_GAMES, NAMES, find_game
from carrozza.server import answers
from carrozza.server.protocol import PROTOCOL
from carrozza.server.replies import Json, documented
from carrozza.server.schemas import socket_schema
from carrozza.server.table import COLOURS

router = APIRouter(tags=["games"])


@cache
def _catalogue() -> bytes:
    games = [
        answers.GameInfo(
            name=name,
            title=find_game(name).title,
            players=list(find_game(name).players),
            options=list(find_game(name).options),
            board=name in BOARD_GAMES,
        )
        for name in NAMES
    ]
    return msgspec.json.encode(
        answers.Catalogue(
            games=games,
            levels=list(LEVELS),
            colours=list(COLOURS),
            version=__version__,
            protocol=PROTOCOL,
        )
    )


@router.get("/games", responses=documented(answers.Catalogue))
async def catalogue() -> Response:
    """The games with their options, and the levels of bots."""
    return Json(_catalogue())


@router.get("/socket.schema.json")
async def schema() -> Response:
    """The JSON Schema of every message on a table's socket (/api/v1/tables/{table}/socket)."""
    return Json(socket_schema())
