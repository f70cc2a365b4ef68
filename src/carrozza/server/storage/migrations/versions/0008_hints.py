"""Hints, where the host allows them and everybody agrees"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    for table in ("tables", "seats"):
        op.add_column(
            table, sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.create_table(
        "hints",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_hints_table_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "version", "seat", name=op.f("pk_hints")),
    )


def downgrade() -> None:
    op.drop_table("hints")
    op.drop_column("seats", "hints")
    op.drop_column("tables", "hints")
