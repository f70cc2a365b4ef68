"""Boards are stored once, apart from the tables played on them"""

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

tables = sa.table("tables", *map(sa.column, ("id", "setup", "board")))
boards = sa.table("boards", *map(sa.column, ("hash", "name", "board")))


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_boards")),
    )
    op.add_column("tables", sa.Column("board", sa.Text(), nullable=True))
    connection = op.get_bind()
    kept = set[str]()
    for table in connection.execute(sa.select(tables.c.id)).scalars().all():
        setup = _setup(connection, table)
        board = setup.get("board")
        if board is None:
            continue
        text = _encoded(board)
        mine = hashlib.sha256(text.encode()).hexdigest()
        if mine not in kept:
            kept.add(mine)
            row = {"hash": mine, "name": str(board.get("name", "")), "board": text}
            connection.execute(sa.insert(boards).values(**row))
        _store(connection, table, setup | {"board": None}, mine)


def downgrade() -> None:
    connection = op.get_bind()
    found = connection.execute(sa.select(tables.c.id, tables.c.board)).all()
    for table, mine in found:
        if mine is not None:
            text = connection.execute(sa.select(boards.c.board).where(boards.c.hash == mine))
            board = json.loads(text.scalar_one())
            _store(connection, table, _setup(connection, table) | {"board": board}, None)
    op.drop_column("tables", "board")
    op.drop_table("boards")


def _setup(connection: sa.Connection, table: str) -> dict[str, Any]:
    found = connection.execute(sa.select(tables.c.setup).where(tables.c.id == table))
    setup: dict[str, Any] = json.loads(found.scalar_one())
    return setup


def _store(connection: sa.Connection, table: str, setup: object, board: str | None) -> None:
    connection.execute(
        sa.update(tables).where(tables.c.id == table).values(setup=_encoded(setup), board=board)
    )


def _encoded(value: object) -> str:
    """As the server writes it: the same board has the same text, and so the same hash."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
