"""/games: what can be played, and the boards to play it on."""

from functools import cache

import msgspec
from fastapi import APIRouter, Response

from carrozza import __version__
from carrozza.bots.registry import LEVELS
from carrozza.games.registry import BOARD_GAMES, find_game, folder_of, game_names
from carrozza.games.words import words_in
from carrozza.server.http import responses
from carrozza.server.http.openapi import socket_schema
from carrozza.server.http.responses import Json, documented
from carrozza.server.live.protocol import PROTOCOL
from carrozza.server.people.names import NAME_LENGTH
from carrozza.server.tables.table import COLOURS

router = APIRouter(tags=["games"])


@cache
def _catalogue() -> bytes:
    games = [
        responses.GameInfo(
            name=name,
            title=find_game(name).title,
            players=list(find_game(name).players),
            options=list(find_game(name).options),
            board=name in BOARD_GAMES,
            sections=list(find_game(name).sections),
            words=words_in(folder_of(name)),
        )
        for name in game_names()
    ]
    return msgspec.json.encode(
        responses.Catalogue(
            games=games,
            levels=list(LEVELS),
            colours=list(COLOURS),
            name_length=NAME_LENGTH,
            version=__version__,
            protocol=PROTOCOL,
        )
    )


@router.get("/games", responses=documented(responses.Catalogue))
async def catalogue() -> Response:
    """The games with their options, and the levels of bots."""
    return Json(_catalogue())


@router.get("/socket.schema.json")
async def schema() -> Response:
    """The JSON Schema of every message on a table's socket (/api/v1/tables/{table}/socket)."""
    return Json(socket_schema())
