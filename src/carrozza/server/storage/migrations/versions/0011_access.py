"""Sessions say where they are used; ways back into an account"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("seen", sa.Float(), nullable=False, server_default="0"))
    op.execute("update sessions set seen = created")  # noted anew when they are next used
    op.add_column("sessions", sa.Column("browser", sa.Text()))
    op.add_column("sessions", sa.Column("system", sa.Text()))
    _table(
        "recoveries",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
    )
    _table(
        "resets",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
    )
    _table(
        "passkeys",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("domain", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float()),
        sa.UniqueConstraint("credential", name="uq_passkeys_credential"),
    )
    _table(
        "challenges",
        sa.Column("challenge", sa.Text(), nullable=False),
        sa.Column("account", sa.Text()),
        sa.Column("session", sa.Text()),
        sa.Column("expires", sa.Float(), nullable=False),
    )


def _table(name: str, *columns: sa.Column[Any] | sa.UniqueConstraint) -> None:
    """One that belongs to accounts; its first column is its key."""
    op.create_table(
        name,
        *columns,
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=f"fk_{name}_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(str(columns[0].name), name=f"pk_{name}"),
    )
    op.create_index(f"ix_{name}_account", name, ["account"])


def downgrade() -> None:
    for table in ("challenges", "passkeys", "resets", "recoveries"):
        op.drop_table(table)
    for column in ("seen", "browser", "system"):
        op.drop_column("sessions", column)
