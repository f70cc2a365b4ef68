"""Tables may play a finished game on to practise"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("practice", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "practice")
