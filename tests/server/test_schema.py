"""The database's schema and the documented schemas of the API."""

import json
import random
from typing import Any

import jsonschema
import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from tests.server.support import play_out, serving

from carrozza.core.errors import BadOptions
from carrozza.games.registry import NAMES
from carrozza.server.http.openapi import socket_schema
from carrozza.server.storage import schema
from carrozza.server.storage.database import migrate, plain_engine


def test_migrations_lead_to_the_schema(db: str) -> None:
    migrate(db)
    migrate(db)
    engine = plain_engine(db)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
    engine.dispose()


def test_a_database_of_a_newer_version_is_left_alone(db: str) -> None:
    migrate(db)
    engine = plain_engine(db)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("update alembic_version set version_num = '9999'"))
    engine.dispose()
    with pytest.raises(BadOptions, match="newer version") as refused:
        migrate(db)
    assert refused.value.code == "db"


def part(name: str) -> Any:
    whole = socket_schema()
    validator = jsonschema.validators.validator_for(whole)
    validator.check_schema(whole)
    return validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


@pytest.mark.anyio
@pytest.mark.parametrize("name", NAMES)
async def test_every_message_is_as_documented(sqlite_db: str, name: str) -> None:
    async with serving(sqlite_db) as host:
        anna, watcher = host.person(), host.person()
        table = (await anna.post("/play-now", {"game": name, "players": 3}))["id"]
        async with anna.socket(table) as socket, watcher.socket(table) as watching:
            await socket.send(type="say", text="hello")
            await socket.send(type="ping", id="p")
            await socket.send(type="nonsense")
            await play_out(socket, random.Random(1))
            await play_out(watching, random.Random(1))
            heard = socket.heard[:: max(1, len(socket.heard) // 60)] + watching.heard[-5:]
    server = part("FromServer")
    kinds = set()
    for text in [*heard, *socket.heard[:8]]:
        message = json.loads(text)
        kinds.add(message["type"])
        server.validate(message)
    assert kinds >= {"welcome", "update", "said", "pong", "refusal", "ack"}
