"""Reviews of finished games, and who waits for them"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("worker", sa.Text(), nullable=True),
        sa.Column("claimed_until", sa.Float(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("of", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("review", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_reviews_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", name=op.f("pk_reviews")),
    )
    op.create_index(op.f("ix_reviews_state_asked"), "reviews", ["state", "asked"])
    op.create_table(
        "review_wishes",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_review_wishes_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table"], ["reviews.table"], name=op.f("fk_review_wishes_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "account", name=op.f("pk_review_wishes")),
    )
    op.create_index(op.f("ix_review_wishes_account"), "review_wishes", ["account"])


def downgrade() -> None:
    op.drop_table("review_wishes")
    op.drop_table("reviews")
