import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy
from tests.server.postgres import cluster

from carrozza.server.storage.database import plain_engine


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with cluster() as made:
        yield made.address


@pytest.fixture
def sqlite_db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'carrozza.db'}"


@pytest.fixture
def postgres_db(postgres: str) -> str:
    """An empty database on PostgreSQL."""
    name = f"t{os.urandom(6).hex()}"
    engine = plain_engine(postgres)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sqlalchemy.text(f"create database {name}"))
    engine.dispose()
    return postgres.rsplit("/", 1)[0] + f"/{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest) -> str:
    """Both kinds of databases, one after the other."""
    address: str = request.getfixturevalue(f"{request.param}_db")
    return address
