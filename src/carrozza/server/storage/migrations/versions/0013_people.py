"""People: profiles with the history of ratings, leaderboards, friends, invitations, blocks

Of a rating that is there already, the history begins with the point where it is now.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

TABLES = ("rating_points", "invitations", "friends", "blocks")


def upgrade() -> None:
    op.add_column(
        "accounts", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("accounts", sa.Column("here", sa.Float()))
    for column in ("shown", "last"):
        op.add_column(
            "ratings", sa.Column(column, sa.Float(), nullable=False, server_default=sa.text("0"))
        )
    op.create_table(
        "rating_points",
        *_rating_columns(),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("table", sa.Text()),
        _account("rating_points", "account"),
        sa.PrimaryKeyConstraint(
            "account", "game", "players", "games", name=op.f("pk_rating_points")
        ),
    )
    _fill()
    op.create_table(
        "blocks",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("blocked", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        _account("blocks", "account"),
        _account("blocks", "blocked"),
        sa.PrimaryKeyConstraint("account", "blocked", name=op.f("pk_blocks")),
    )
    op.create_table(
        "friends",
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("second", sa.Text(), nullable=False),
        sa.Column("asker", sa.Text(), nullable=False),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.Column("accepted", sa.Float()),
        sa.Column("declined", sa.Float()),
        _account("friends", "first"),
        _account("friends", "second"),
        sa.PrimaryKeyConstraint("first", "second", name=op.f("pk_friends")),
    )
    op.create_table(
        "invitations",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("inviter", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("declined", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_invitations_table"), ondelete="CASCADE"
        ),
        _account("invitations", "account"),
        _account("invitations", "inviter"),
        sa.PrimaryKeyConstraint("table", "account", name=op.f("pk_invitations")),
    )
    for table, columns in (
        ("accounts", ["hidden"]),
        ("ratings", ["game", "players", "shown", "account", "games", "last"]),
        ("blocks", ["blocked"]),
        ("friends", ["second"]),
        ("invitations", ["account"]),
        ("invitations", ["inviter"]),
    ):
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)


def _rating_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
    ]


def _account(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], ["accounts.id"], name=op.f(f"fk_{table}_{column}"), ondelete="CASCADE"
    )


def _fill() -> None:
    """A rating last changed when the last rated game of this kind ended."""
    names = ("account", "game", "players", "games", "mu", "sigma", "shown", "last")
    ratings = sa.table("ratings", *map(sa.column, names))
    points = sa.table("rating_points", *map(sa.column, (*names[:6], "at")))
    tables = sa.table(
        "tables", *map(sa.column, ("id", "game", "players", "rated", "phase", "ended"))
    )
    seats = sa.table("seats", *map(sa.column, ("table", "account")))
    r, t = ratings.c, tables.c
    connection = op.get_bind()
    ended = (
        sa.select(
            seats.c.account, t.game, t.players, sa.func.max(t.ended, type_=sa.Float).label("last")
        )
        .join_from(tables, seats, seats.c.table == t.id)
        .where(t.rated.is_(sa.true()), t.phase == "finished")
        .group_by(seats.c.account, t.game, t.players)
        .subquery()
    )
    same = (
        (ended.c.account == r.account) & (ended.c.game == r.game) & (ended.c.players == r.players)
    )
    query = sa.select(*[r[name] for name in names[:6]], ended.c.last).outerjoin(ended, same)
    for row in connection.execute(query).mappings().all():
        last = row["last"] or 0.0
        connection.execute(
            sa.update(ratings)
            .where(r.account == row["account"], r.game == row["game"], r.players == row["players"])
            .values(shown=round(row["mu"] - 3 * row["sigma"], 1), last=last)
        )
        point = {name: row[name] for name in names[:6]}
        connection.execute(sa.insert(points).values(**point, at=last))


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
    op.drop_index(op.f("ix_ratings_game_players_shown_account_games_last"), "ratings")
    op.drop_index(op.f("ix_accounts_hidden"), "accounts")
    for column in ("last", "shown"):
        op.drop_column("ratings", column)
    for column in ("here", "hidden"):
        op.drop_column("accounts", column)
