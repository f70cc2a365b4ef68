"""Alerts: where they go, what people chose, and the outbox"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("seats", sa.Column("worker", sa.Text(), nullable=True))
    op.create_table(
        "alert_choices",
        _account(),
        sa.Column("turns", sa.Text(), nullable=False),
        sa.Column("remind", sa.Integer(), nullable=False),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_to", sa.Integer()),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        _key_of_account("alert_choices"),
        sa.PrimaryKeyConstraint("account", name="pk_alert_choices"),
    )
    op.create_table(
        "alert_tables",
        _account(),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        _key_of_account("alert_tables"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_alert_tables_table", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", "table", name="pk_alert_tables"),
    )
    op.create_table(
        "alert_targets",
        sa.Column("id", sa.Text(), nullable=False),
        _account(),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("trouble", sa.Text()),
        _key_of_account("alert_targets"),
        sa.PrimaryKeyConstraint("id", name="pk_alert_targets"),
    )
    op.create_index("ix_alert_targets_account", "alert_targets", ["account"])
    op.create_table(
        "alerts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("deadline", sa.Float()),
        sa.Column("claim", sa.Text()),
        sa.Column("claimed_until", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_alerts"),
    )
    op.create_index("ix_alerts_due", "alerts", ["due"])
    op.create_index("ix_alerts_table_seat", "alerts", ["table", "seat"])
    op.create_index("ix_alerts_claim", "alerts", ["claim"])


def _account() -> sa.Column[str]:
    return sa.Column("account", sa.Text(), nullable=False)


def _key_of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["account"], ["accounts.id"], name=f"fk_{table}_account", ondelete="CASCADE"
    )


def downgrade() -> None:
    for table in ("alerts", "alert_targets", "alert_tables", "alert_choices"):
        op.drop_table(table)
    op.drop_column("seats", "worker")
