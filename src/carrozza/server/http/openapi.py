"""The schemas that clients generate their types from: of the socket's messages and of requests."""

from inspect import cleandoc
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from carrozza import __version__
from carrozza.games.booklet import Booklet
from carrozza.games.registry import find_game, game_names
from carrozza.review.puzzle import Answer
from carrozza.server import art
from carrozza.server.alerts import choices
from carrozza.server.http import responses
from carrozza.server.http.responses import COMPONENT
from carrozza.server.live import protocol
from carrozza.server.order import audit, overview, reports, troubles
from carrozza.server.people import (
    blocks,
    circle,
    holidays,
    identities,
    leaderboards,
    passkeys,
    profiles,
    recovery,
    sessions,
)
from carrozza.server.tables import invitations
from carrozza.server.tables.replay_files import Replay

ANSWERS: list[Any] = [
    choices.Alerts,
    choices.Stopped,
    choices.TableAlerts,
    blocks.Blocked,
    circle.Circle,
    circle.Opponent,
    holidays.Holidays,
    invitations.Invitation,
    leaderboards.Leaderboard,
    profiles.Profile,
    profiles.RatingPoint,
    profiles.Shown,
    responses.Call,
    responses.Catalogue,
    responses.GivenHint,
    responses.Me,
    responses.MyTable,
    responses.Page,
    responses.PlannedTurn,
    responses.Problem,
    responses.Proof,
    responses.PuzzleInfo,
    responses.PuzzlePosition,
    responses.Result,
    responses.ReviewState,
    responses.Stats,
    responses.Ways,
    Answer,
    art.BoardInfo,
    art.CardsInfo,
    protocol.TableInfo,
    identities.Arrival,
    identities.Departure,
    identities.Link,
    passkeys.Ceremony,
    passkeys.Passkey,
    recovery.Confirmed,
    recovery.Recovery,
    recovery.ResetInfo,
    sessions.Session,
    Booklet,
    Replay,
    audit.AuditLine,
    overview.Figures,
    overview.PersonFound,
    overview.TableFound,
    reports.Reported,
    troubles.Trouble,
]


def _view_types() -> list[Any]:
    found = {find_game(name).view_type for name in game_names()}
    return sorted(found, key=lambda kind: kind.__name__)


def _components(kinds: list[Any], template: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Schemas, and all definitions they refer to, `View` being one of the views."""
    views = _view_types()
    schemas, definitions = msgspec.json.schema_components([*kinds, *views], ref_template=template)
    for definition in definitions.values():  # newer Pythons take the indentation away themselves
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"])
    names = [template.format(name=view.__name__) for view in views]
    definitions["View"] = {"anyOf": [{"$ref": name} for name in names]}
    return schemas[: len(kinds)], definitions


def socket_schema() -> dict[str, Any]:
    """A JSON Schema: `client` is what may be sent, `server` what is received."""
    kinds = [protocol.FromClient, protocol.FromServer]
    (client, server), definitions = _components(kinds, "#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Carrozza: the messages of a table's socket",
        "protocol": protocol.PROTOCOL,
        "$defs": {**definitions, "FromClient": client, "FromServer": server},
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}],
    }


def describe(app: FastAPI) -> None:
    """Let the app's OpenAPI document hold our own types too."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title="Carrozza",
                version=__version__,
                description="Railway games. Live play runs over one WebSocket per table.",
                routes=app.routes,
            )
            _, definitions = _components(ANSWERS, COMPONENT)
            for definition in definitions.values():
                _rebase(definition)
            document.setdefault("components", {}).setdefault("schemas", {}).update(definitions)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _rebase(schema: Any) -> None:
    """References written in the types themselves point into this document."""
    if isinstance(schema, dict):
        if schema.get("$ref") == "#/$defs/View":
            schema["$ref"] = COMPONENT.format(name="View")
        for value in schema.values():
            _rebase(value)
    elif isinstance(schema, list):
        for value in schema:
            _rebase(value)
