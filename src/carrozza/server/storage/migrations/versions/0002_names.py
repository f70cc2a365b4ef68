"""Names that look alike are one name

Accounts keep their names. Where those of two look alike, the elder owns the look; the other one's
is set apart by its id.
"""

import sqlalchemy as sa
from alembic import op

from carrozza.server.people.skeletons import skeleton

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("skeleton", sa.Text(), nullable=True))
    op.add_column("accounts", sa.Column("owned", sa.Text(), nullable=True))
    _fill()
    op.create_index(op.f("ix_accounts_skeleton"), "accounts", ["skeleton"], unique=False)
    op.create_index(op.f("ix_accounts_owned"), "accounts", ["owned"], unique=True)


def _fill() -> None:
    names = ("id", "name", "login", "created", "skeleton", "owned")
    accounts = sa.table("accounts", *map(sa.column, names))
    a = accounts.c
    connection = op.get_bind()
    owned = set[str]()
    query = sa.select(a.id, a.name, a.login).order_by(a.created, a.id)
    for account, name, login in connection.execute(query).all():
        shape = skeleton(name)
        mine = f"{shape} {account}" if shape in owned else shape
        if login is not None:
            owned.add(mine)
        connection.execute(
            sa.update(accounts)
            .where(a.id == account)
            .values(skeleton=shape, owned=mine if login is not None else None)
        )


def downgrade() -> None:
    op.drop_index(op.f("ix_accounts_owned"), "accounts")
    op.drop_index(op.f("ix_accounts_skeleton"), "accounts")
    op.drop_column("accounts", "owned")
    op.drop_column("accounts", "skeleton")
