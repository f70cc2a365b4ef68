"""What the browser client is generated from, as JSON: all types of the server, and the look of
cards and seats. `make protocol` runs it."""

import json
import sys
from typing import Any

import msgspec

from carrozza.atlas.symbols import PATHS, PATTERNS
from carrozza.atlas.theme import THEMES
from carrozza.core.cards import CARDS
from carrozza.server.app import make_app
from carrozza.server.http.openapi import socket_schema
from carrozza.server.live.protocol import ClientMessage
from carrozza.server.settings import Settings
from carrozza.server.tables.table import COLOURS


def types() -> dict[str, Any]:
    """Every definition by name, with references of one form."""
    app = make_app(Settings(db="sqlite://"))
    components = app.openapi()["components"]["schemas"]
    socket = socket_schema()["$defs"]
    sent = {kind.__name__ for kind in ClientMessage.__subclasses__()}
    found = {**components, **socket}
    for name in {*socket, *_answers(components)} - sent:
        if "properties" in found[name]:  # what the server sends is always complete
            found[name]["required"] = list(found[name]["properties"])
    return {name: _plain(found[name]) for name in sorted(found)}


def _answers(components: dict[str, Any]) -> set[str]:
    """Our own types; those of request bodies have a title for each field."""
    return {
        name
        for name, schema in components.items()
        if not any("title" in p for p in schema.get("properties", {}).values())
    }


UNREAD = ("default", "minItems", "maxItems", "discriminator")


def _plain(schema: Any) -> Any:
    """Without what the generator does not read: references to elsewhere, newer tuples, ranges."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {}
    for key, value in schema.items():
        titled = key == "title" and isinstance(value, str)
        if key in UNREAD or titled or (key == "items" and value is False):
            continue
        if key == "$ref":
            name = value.rsplit("/", 1)[-1]
            made[key] = f"#/definitions/{name}"
        else:
            made["items" if key == "prefixItems" else key] = _plain(value)
    if "prefixItems" in schema:
        made["minItems"] = made["maxItems"] = len(schema["prefixItems"])
    return made


def look() -> dict[str, Any]:
    return {
        "cards": CARDS,
        "symbols": PATHS,
        "patterns": PATTERNS,
        "seatColours": COLOURS,
        "themes": {name: msgspec.to_builtins(theme) for name, theme in THEMES.items()},
    }


if __name__ == "__main__":
    json.dump({"types": types(), "look": look()}, sys.stdout)
