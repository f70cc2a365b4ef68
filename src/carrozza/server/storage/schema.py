"""The tables of the database. The log is the game; the rest can say no more than it does.

Times are seconds since 1970. Whoever changes something here adds a migration; a test compares.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
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
    Column("hidden", Boolean, nullable=False, default=False),  # nobody is shown the profile
    Column("here", Float),  # when the page was last open; friends see whether that is now
    Index(None, "skeleton"),
    Index(None, "owned", unique=True),
    Index(None, "hidden"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),  # hashed
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("seen", Float, nullable=False),  # the day it was last used on
    Column("browser", Text),  # its name; None if it is none we know
    Column("system", Text),
    Index(None, "account"),
)

recoveries = Table(  # addresses to which a link for a new password may be sent
    "recoveries",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("address", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", Float, nullable=False),
    Index(None, "account"),
)

resets = Table(  # links that set a new password, once
    "resets",
    metadata,
    Column("token", Text, primary_key=True),  # hashed
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("expires", Float, nullable=False),
    Index(None, "account"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("credential", Text, nullable=False, unique=True),  # how its keeper calls it
    Column("public_key", LargeBinary, nullable=False),  # COSE
    Column("sign_count", BigInteger, nullable=False),  # as its keeper last said
    Column("domain", Text, nullable=False),  # for which it was made
    Column("name", Text, nullable=False),  # how the person calls it
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index(None, "account"),
)

challenges = Table(  # that passkeys are to answer
    "challenges",
    metadata,
    Column("challenge", Text, primary_key=True),  # hashed
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE")),  # that gets a key
    Column("session", Text),  # in which it was asked for
    Column("expires", Float, nullable=False),
    Index(None, "account"),
)

identities = Table(  # who somebody is at a provider of sign-ins: issuer and subject, nothing else
    "identities",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("issuer", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),  # when it was last signed in with
    UniqueConstraint("issuer", "subject"),
    UniqueConstraint("account", "issuer"),
)

departures = Table(  # of those who went to a provider to sign in, and are to come back once
    "departures",
    metadata,
    Column("state", Text, primary_key=True),  # hashed
    Column("browser", Text, nullable=False),  # what its cookie holds, hashed
    Column("provider", Text, nullable=False),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE")),  # that gets the link
    Column("session", Text),  # in which it was asked for
    Column("expires", Float, nullable=False),
    Index(None, "account"),
)

newcomers = Table(  # who have come from a provider and have no account yet: they choose a name
    "newcomers",
    metadata,
    Column("token", Text, primary_key=True),  # hashed
    Column("browser", Text, nullable=False),  # as above
    Column("issuer", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("expires", Float, nullable=False),
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

blocks = Table(  # whom somebody wants nothing to do with; the other one is not told
    "blocks",
    metadata,
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Float, nullable=False),
    Index(None, "blocked"),
)

friends = Table(  # two people, in the order of their ids, so that there is one row for both
    "friends",
    metadata,
    Column("first", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("second", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("asker", Text, nullable=False),  # which of the two
    Column("asked", Float, nullable=False),
    Column("accepted", Float),  # since when they are friends
    Column("declined", Float),  # which the asker is not told
    Index(None, "second"),
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
    Column("practice", Text),  # a Practice as JSON: from where a finished game is played on
    Column("hints", Boolean, nullable=False),  # whether the host allows them
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
    Column("hints", Boolean, nullable=False),  # whether the person agrees that there are any
    Column("worker", Text),  # to which worker the person was connected then
    Index(None, "account"),
)

invitations = Table(  # to tables that have not begun, where a seat is kept
    "invitations",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("inviter", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("at", Float, nullable=False),
    Column("declined", Boolean, nullable=False),  # the person does not want to play there
    Index(None, "account"),
    Index(None, "inviter"),
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

planned = Table(  # what people at tables of days leave to be done in their next turns
    "planned",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("id", Text, nullable=False),  # another one whenever it is changed
    Column("moves", Text, nullable=False),  # a list of PlannedMove as JSON, tried in this order
    Column("chosen", Integer),  # which of them was the first that was legal
    Column("used", Boolean, nullable=False),  # the turn has come, and no more of it will be done
    Column("at", Float, nullable=False),
    Index(None, "account"),
)

holidays = Table(  # in which clocks of days stand still
    "holidays",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("first", Float, nullable=False),  # when it begins
    Column("last", Float, nullable=False),  # and ends
    Index(None, "account"),
)

hints = Table(  # that were given: beside the log, which is the game
    "hints",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),  # of the log, when it was asked for
    Column("seat", Integer, primary_key=True),
    Column("move", Integer, nullable=False),  # so many actions had been done and not undone
    Column("hint", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False),
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
    Column("shown", Float, nullable=False),  # mu - 3 sigma in tenths, as people see it
    Column("last", Float, nullable=False),  # when it last changed
    Index(None, "game", "players", "shown", "account", "games", "last"),  # leaderboards
)

rating_points = Table(  # what a rating was after each game, written with it
    "rating_points",
    metadata,
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("games", Integer, primary_key=True),  # so many rated games so far
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("table", Text),  # where it was won or lost; None if that is not known
)

reviews = Table(  # of finished games: waiting to be made, being made, or made
    "reviews",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the review; an older one is made anew
    Column("state", Text, nullable=False),  # waiting, working, done, failed or impossible
    Column("asked", Float, nullable=False),  # the one asked for first is made first
    Column("tries", Integer, nullable=False),  # how often a worker has begun it
    Column("worker", Text),  # which one is at it
    Column("claimed_until", Float, nullable=False),  # and until when no other takes it over
    Column("done", Integer, nullable=False),  # so many steps of how many, 0 of 0 at first
    Column("of", Integer, nullable=False),
    Column("problem", Text),  # a Problem as JSON
    Column("review", LargeBinary),  # a Review as JSON, compressed with gzip
    Column("trace", Text),  # the span of the request, if traces are made
    Index(None, "state", "asked"),
)

review_wishes = Table(  # who waits for a review; when nobody does any more, it is given up
    "review_wishes",
    metadata,
    Column("table", Text, ForeignKey("reviews.table", ondelete="CASCADE"), primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Index(None, "account"),
)

alert_choices = Table(  # of those who want alerts
    "alert_choices",
    metadata,
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("turns", Text, nullable=False),  # at which tables: all, days or none
    Column("remind", Integer, nullable=False),  # hours before a clock runs out; 0: never
    Column("quiet_from", Integer),  # minutes since midnight
    Column("quiet_to", Integer),
    Column("zone", Text, nullable=False),  # as Europe/Rome
    Column("language", Text, nullable=False),
)

alert_tables = Table(  # where somebody has chosen otherwise
    "alert_tables",
    metadata,
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("active", Boolean, nullable=False),
)

alert_targets = Table(  # where alerts go
    "alert_targets",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),  # email, push or a service
    Column("address", Text, nullable=False),  # JSON; may hold secrets
    Column("label", Text, nullable=False),  # how the person knows it
    Column("active", Boolean, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Column("trouble", Text),  # the code of the last one
    Index(None, "account"),
)

# The outbox: alerts of turns that have begun, written with the move that began them. Without
# foreign keys, so that no move waits for somebody who changes their targets.
alerts = Table(
    "alerts",
    metadata,
    Column("id", Text, primary_key=True),  # the same however often it is sent
    Column("target", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("table", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("stage", Text, nullable=False),  # turn, then reminder
    Column("made", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("deadline", Float),
    Column("claim", Text),  # of the worker that is sending it
    Column("claimed_until", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("trace", Text),  # the span of the move, if traces are made
    Index(None, "due"),
    Index(None, "table", "seat"),
    Index(None, "claim"),
)

operators = Table(  # who keeps order; only the command line adds one
    "operators",
    metadata,
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("since", Float, nullable=False),
)

sanctions = Table(  # what operators have decided about people; past its end it is none
    "sanctions",
    metadata,
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),  # mute or ban
    Column("reason", Text, nullable=False),  # as the person reads it
    Column("since", Float, nullable=False),
    Column("until", Float),  # None: without end
)

reports = Table(  # of lines of chat and of names, each once however many people report it
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False, unique=True),  # the same for the same thing
    Column("kind", Text, nullable=False),  # line or name
    Column("account", Text, ForeignKey("accounts.id", ondelete="SET NULL")),  # who is reported
    Column("name", Text, nullable=False),  # what that person was called
    Column("table", Text, ForeignKey("tables.id", ondelete="SET NULL")),
    Column("text", Text, nullable=False),  # what is reported, as it was
    Column("around", Text, nullable=False),  # JSON: lines of chat before and after it
    Column("first", Float, nullable=False),
    Column("last", Float, nullable=False),
    Column("count", Integer, nullable=False),  # of those who have reported it
    Column("verdict", Text),  # mute, ban, rename or dismiss; None while it waits
    Column("judged", Float),
    Index(None, "account"),
    Index(None, "verdict", "last"),
)

report_voices = Table(  # who has reported it, and why
    "report_voices",
    metadata,
    Column("report", Text, ForeignKey("reports.id", ondelete="CASCADE"), primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index(None, "account"),
)

audit = Table(  # every act of an operator; nothing in the server changes or removes a row
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("operator", Text, ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("by", Text, nullable=False),  # the operator's name, or the command line
    Column("act", Text, nullable=False),
    Column("account", Text, ForeignKey("accounts.id", ondelete="SET NULL")),  # on whom
    Column("name", Text, nullable=False),  # what that person was called
    Column("table", Text),
    Column("reason", Text, nullable=False),
    Column("until", Float),
    Index(None, "operator"),
    Index(None, "account"),
)

troubles = Table(  # the last errors of all workers: what kind and at which table, no more
    "troubles",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("worker", Text, nullable=False),
    Column("level", Text, nullable=False),  # warning or error
    Column("source", Text, nullable=False),  # the part of the server
    Column("what", Text, nullable=False),  # the sentence, without what was put into it
    Column("code", Text),
    Column("table", Text),
)
