"""Everything stored about a person, as a file: read by a process of its own (see jobs.py)."""

from typing import Any

import msgspec
from sqlalchemy import Connection, select

from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine

WANTED = {
    "sessions": (schema.sessions, ("created", "expires", "seen", "browser", "system")),
    "recoveries": (schema.recoveries, ("address", "confirmed", "language", "created")),
    "resets": (schema.resets, ("expires",)),
    "passkeys": (schema.passkeys, ("name", "credential", "domain", "created", "used")),
    "challenges": (schema.challenges, ("expires",)),
    "identities": (schema.identities, ("issuer", "subject", "created", "used")),
    "departures": (schema.departures, ("provider", "expires")),
    "seats": (schema.seats, ("table", "seat", "name", "colour", "score", "place")),
    "chat": (schema.chat, ("table", "text", "at")),
    "ratings": (schema.ratings, ("game", "players", "mu", "sigma", "games", "last")),
    "rating_points": (
        schema.rating_points,
        ("game", "players", "games", "mu", "sigma", "at", "table"),
    ),
    "mutes": (schema.mutes, ("muted",)),
    "blocks": (schema.blocks, ("blocked", "at")),
    "invitations": (schema.invitations, ("table", "inviter", "at", "declined")),
    "reviews": (schema.review_wishes, ("table",)),  # that this person waits for
    "planned": (schema.planned, ("table", "seat", "moves", "at")),
    "holidays": (schema.holidays, ("first", "last")),
    "reports": (schema.report_voices, ("reason", "text", "at")),  # that this person made
    "sanctions": (schema.sanctions, ("kind", "reason", "since", "until")),
    "alert_choices": (
        schema.alert_choices,
        ("turns", "remind", "quiet_from", "quiet_to", "zone", "language"),
    ),
    "alert_tables": (schema.alert_tables, ("table", "active")),
    "alert_targets": (
        schema.alert_targets,
        ("kind", "address", "label", "active", "confirmed", "created", "trouble"),
    ),
}


def export_file(address: str, person: str) -> bytes:
    account = schema.accounts.c
    engine = plain_engine(address, snapshot=True)
    with engine.connect() as connection:
        about = select(
            *(account[column] for column in ("id", "name", "created", "hidden", "here"))
        ).where(account.id == person)
        everything: dict[str, Any] = {"account": dict(connection.execute(about).mappings().one())}
        for name, (table, columns) in WANTED.items():
            query = select(*(table.c[column] for column in columns))
            rows = connection.execute(query.where(table.c.account == person))
            everything[name] = [dict(row) for row in rows.mappings()]
        everything["friends"] = _friends(connection, person)
        everything["kept_seats"] = _kept_seats(connection, person)
    engine.dispose()
    return msgspec.json.encode(everything)


def _kept_seats(connection: Connection, person: str) -> list[dict[str, Any]]:
    """For whom, at tables of this person."""
    n = schema.invitations.c
    rows = connection.execute(select(n.table, n.account, n.at).where(n.inviter == person))
    return [dict(row) for row in rows.mappings()]


def _friends(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Friends and questions, as this person may know them: not who has said no, and nothing that
    was asked by those who are blocked."""
    f, b = schema.friends.c, schema.blocks.c
    unseen = select(b.blocked).where(b.account == person)
    rows = connection.execute(
        select(f.first, f.second, f.asker, f.asked, f.accepted).where(
            (f.first == person) | (f.second == person),
            (f.asker == person) | f.accepted.is_not(None) | f.asker.not_in(unseen),
        )
    )
    return [
        {
            "person": row.second if row.first == person else row.first,
            "asked_by_me": row.asker == person,
            "asked": row.asked,
            "accepted": row.accepted,
        }
        for row in rows
    ]
