"""/games: what can be played, and the boards to play it on."""

from functools import lru_cache

import msgspec
from fastapi import APIRouter, Request, Response

from carrozza import __version__
from carrozza.bots.registry import LEVELS
from carrozza.games.registry import BOARD_GAMES, find_game, folder_of, game_names
from carrozza.games.words import words_in
from carrozza.server.addresses import is_this_machine, network_address, url
from carrozza.server.http import responses
from carrozza.server.http.openapi import socket_schema
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import InContext
from carrozza.server.live.protocol import PROTOCOL
from carrozza.server.people.names import NAME_LENGTH
from carrozza.server.settings import Settings
from carrozza.server.tables.table import COLOURS

router = APIRouter(tags=["games"])


@lru_cache(maxsize=4)  # a laptop moves from one network to another
def _catalogue(names: tuple[str, ...], network: str | None) -> bytes:
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
        for name in names
    ]
    return msgspec.json.encode(
        responses.Catalogue(
            games=games,
            levels=list(LEVELS),
            colours=list(COLOURS),
            name_length=NAME_LENGTH,
            version=__version__,
            protocol=PROTOCOL,
            network=network,
        )
    )


@router.get("/games", responses=documented(responses.Catalogue))
async def catalogue(request: Request, context: InContext) -> Response:
    """The games with their options, and the levels of bots."""
    here = request.client is not None and is_this_machine(request.client.host)
    return Json(_catalogue(game_names(), _network(context.settings) if here else None))


def _network(settings: Settings) -> str | None:
    """Behind an HTTPS proxy others come by its address, which we do not know."""
    address = None if settings.https else network_address(settings.host)
    return url(address, settings.port) if address else None


@router.get("/socket.schema.json")
async def schema() -> Response:
    """The JSON Schema of every message on a table's socket (/api/v1/tables/{table}/socket)."""
    return Json(socket_schema())
