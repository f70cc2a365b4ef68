"""The drawing of a board is kept with it"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("boards", sa.Column("layout", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("boards", "layout")
