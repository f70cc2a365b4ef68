"""The tables of the database. The log is the game; the rest can say no more than it does.

Times are seconds since 1970. Whoever changes something here adds a migration; a test compares.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

server = Table(
    "server",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),  # the name folded; None for a guest
    Column("password", Text),  # argon2id
    Column("created", Float, nullable=False),
    Column("skeleton", Text),  # the same for all names that look like this one
    Column("owned", Text),  # the skeleton that belongs to this account; None for a guest
    Index(None, "skeleton"),
    Index(None, "owned", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),  # hashed
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Index(None, "account"),
)

tries = Table(  # of passwords: how many there were, for a name or from an address
    "tries",
    metadata,
    Column("key", Text, primary_key=True),  # which one it is, hashed
    Column("count", Integer, nullable=False),
    Column("since", Float, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
)

boards = Table(  # each once, however many tables are played on it
    "boards",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("board", Text, nullable=False),  # JSON
    Column("layout", Text),  # JSON: the good drawing, once somebody has waited for it
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("setup", Text, nullable=False),  # a core Setup as JSON, without its board
    Column("phase", Text, nullable=False),  # open, playing, finished or closed
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("pace", Text, nullable=False),  # a Pace as JSON
    Column("commitment", Text),
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    Column("moved", Float, nullable=False),  # when something last happened here
    Column("version", Integer, nullable=False),  # of the log
    Column("to_act", Integer, nullable=False),  # bit mask of seats
    Column("clocks", Text, nullable=False),  # a list of Clock as JSON
    Column("wake", Float),  # when a bot is to move, or a clock runs out
    Column("claimed_until", Float, nullable=False),  # a worker is busy with that until then
    Column("sheet", Text),  # the final score sheet as JSON
    Column("rematch", Text),  # the table that follows this one
    Column("edited", Integer, nullable=False),  # counts the changes of seats and settings
    Column("board", Text),  # the hash of a custom board
    Index(None, "wake"),
    Index(None, "phase", "public", "created"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("bot", Text),  # its level
    Column("name", Text, nullable=False),  # empty while the seat is free
    Column("colour", Text, nullable=False),
    Column("away", Boolean, nullable=False),  # a bot plays until the person returns
    Column("seen", Float, nullable=False),  # when the person was last known to be connected
    Column("score", Integer),
    Column("place", Integer),
    Index(None, "account"),
)

log = Table(
    "log",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),  # act, undo or close
    Column("action", Text),  # JSON
    Column("client", Text),  # the id the client gave it
    Column("by", Text, nullable=False),  # person or bot
    Column("at", Float, nullable=False),
    Column("hash", Text, nullable=False),  # of the state after it
    UniqueConstraint("table", "seat", "client"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("account", Text, ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index(None, "table", "id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)
