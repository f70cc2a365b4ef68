"""Traces: alerts and reviews know in which one they were asked for"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    for table in ("alerts", "reviews"):
        op.add_column(table, sa.Column("trace", sa.Text()))


def downgrade() -> None:
    for table in ("alerts", "reviews"):
        op.drop_column(table, "trace")
