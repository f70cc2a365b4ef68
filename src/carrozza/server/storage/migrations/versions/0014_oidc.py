"""Signing in at a provider of OpenID Connect"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

TABLES = ("newcomers", "departures", "identities")


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float()),
        _of_account("identities"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_identities")),
        sa.UniqueConstraint("issuer", "subject", name=op.f("uq_identities_issuer_subject")),
        sa.UniqueConstraint("account", "issuer", name=op.f("uq_identities_account_issuer")),
    )
    op.create_table(
        "departures",
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("account", sa.Text()),
        sa.Column("session", sa.Text()),
        sa.Column("expires", sa.Float(), nullable=False),
        _of_account("departures"),
        sa.PrimaryKeyConstraint("state", name=op.f("pk_departures")),
    )
    op.create_index(op.f("ix_departures_account"), "departures", ["account"])
    op.create_table(
        "newcomers",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_newcomers")),
    )


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["account"], ["accounts.id"], name=op.f(f"fk_{table}_account_accounts"), ondelete="CASCADE"
    )
