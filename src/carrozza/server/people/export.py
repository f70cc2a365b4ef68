"""Everything stored about a person, as a file: read by a process of its own (see jobs.py)."""

from typing import Any

import msgspec
from sqlalchemy import select

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
    "ratings": (schema.ratings, ("game", "players", "mu", "sigma", "games")),
    "mutes": (schema.mutes, ("muted",)),
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
        about = select(account.id, account.name, account.created).where(account.id == person)
        everything: dict[str, Any] = {"account": dict(connection.execute(about).mappings().one())}
        for name, (table, columns) in WANTED.items():
            query = select(*(table.c[column] for column in columns))
            rows = connection.execute(query.where(table.c.account == person))
            everything[name] = [dict(row) for row in rows.mappings()]
    engine.dispose()
    return msgspec.json.encode(everything)
