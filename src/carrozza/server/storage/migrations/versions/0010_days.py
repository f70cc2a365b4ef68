"""Games over days: moves planned for the next turn, and holidays"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "planned",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("chosen", sa.Integer()),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_planned_table", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_planned_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_planned"),
    )
    op.create_index("ix_planned_account", "planned", ["account"])
    op.create_table(
        "holidays",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("first", sa.Float(), nullable=False),
        sa.Column("last", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_holidays_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_holidays"),
    )
    op.create_index("ix_holidays_account", "holidays", ["account"])


def downgrade() -> None:
    op.drop_table("holidays")
    op.drop_table("planned")
