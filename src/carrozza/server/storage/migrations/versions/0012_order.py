"""Keeping order: operators, reports, mutes and bans, the audit log, recent errors"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

TABLES = ("troubles", "audit", "report_voices", "reports", "sanctions", "operators")


def upgrade() -> None:
    op.create_table(
        "operators",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        _of_account("operators"),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_operators")),
    )
    op.create_table(
        "sanctions",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("until", sa.Float()),
        _of_account("sanctions"),
        sa.PrimaryKeyConstraint("account", "kind", name=op.f("pk_sanctions")),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("account", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("table", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("around", sa.Text(), nullable=False),
        sa.Column("first", sa.Float(), nullable=False),
        sa.Column("last", sa.Float(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.Text()),
        sa.Column("judged", sa.Float()),
        _of_account("reports", "SET NULL"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_reports_table_tables"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
        sa.UniqueConstraint("key", name=op.f("uq_reports_key")),
    )
    op.create_table(
        "report_voices",
        sa.Column("report", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["report"],
            ["reports.id"],
            name=op.f("fk_report_voices_report_reports"),
            ondelete="CASCADE",
        ),
        _of_account("report_voices"),
        sa.PrimaryKeyConstraint("report", "account", name=op.f("pk_report_voices")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("operator", sa.Text()),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("account", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("table", sa.Text()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("until", sa.Float()),
        sa.ForeignKeyConstraint(
            ["operator"],
            ["accounts.id"],
            name=op.f("fk_audit_operator_accounts"),
            ondelete="SET NULL",
        ),
        _of_account("audit", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_table(
        "troubles",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("worker", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("code", sa.Text()),
        sa.Column("table", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_troubles")),
    )
    for table, columns in (
        ("reports", ["account"]),
        ("reports", ["verdict", "last"]),
        ("report_voices", ["account"]),
        ("audit", ["operator"]),
        ("audit", ["account"]),
    ):
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)


def _of_account(table: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["account"], ["accounts.id"], name=op.f(f"fk_{table}_account_accounts"), ondelete=ondelete
    )
