from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture
def sqlite_db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'carrozza.db'}"


@pytest.fixture
def postgres_db(postgres: Cluster) -> str:
    """An empty database on PostgreSQL."""
    return postgres.new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest) -> str:
    """Both kinds of databases, one after the other."""
    address: str = request.getfixturevalue(f"{request.param}_db")
    return address
