"""What the browser client is generated from, as JSON: all types of the server, the look of cards
and seats, and the pieces on a board. `make protocol` runs it."""

import json
import sys
from typing import Any
from xml.etree.ElementTree import Element

from carrozza.atlas.pieces import (
    SHADOW,
    UNIT,
    WAGON,
    define_badge,
    define_cities,
    define_spaces,
    define_stations,
    define_trains,
)
from carrozza.atlas.svg import serialise
from carrozza.atlas.symbols import PATHS, PATTERNS
from carrozza.atlas.theme import LIVERIES, THEMES
from carrozza.bots.characters import CHARACTERS
from carrozza.core.cards import CARDS
from carrozza.server.app import make_app
from carrozza.server.http.openapi import socket_schema
from carrozza.server.live.protocol import ClientMessage
from carrozza.server.settings import Settings


def types() -> dict[str, Any]:
    """Every definition by name, with references of one form."""
    app = make_app(Settings(db="sqlite://"))
    components = app.openapi()["components"]["schemas"]
    socket = socket_schema()["$defs"]
    sent = {kind.__name__ for kind in ClientMessage.__subclasses__()}
    found = {**components, **socket}
    for name in {*socket, *_answers(components)} - sent:
        if "properties" in found[name]:  # what the server sends is always complete
            found[name]["required"] = _sent(found[name])
    return {name: _plain(found[name]) for name in sorted(found)}


def _sent(schema: Any) -> list[str]:
    """What is always there: all but what has neither a value nor a default."""
    required = schema.get("required", [])
    return [name for name, p in schema["properties"].items() if name in required or "default" in p]


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
        "characters": CHARACTERS,
        "patterns": {colour: PATTERNS[pattern] for colour, pattern in LIVERIES},
        "wagon": WAGON,
        "shadow": [part / UNIT for part in SHADOW],  # in lengths of a space
        "palettes": {name: theme.colours() for name, theme in THEMES.items()},
    }


def pieces() -> str:
    """The definitions of all pieces, in colours of the style sheet; `{space}` and the like are how
    large the board draws them."""

    def paint(name: str) -> str:
        return f"var(--{name})"

    defs = Element("defs")
    define_spaces(defs, paint, "scale({space})")
    define_trains(defs, paint, "scale({space})")
    define_cities(defs, paint, "scale({city})")
    define_stations(defs, paint, "scale({city})")
    define_badge(defs, paint, "scale({badge})")
    return serialise(defs)


if __name__ == "__main__":
    json.dump({"types": types(), "look": look(), "pieces": pieces()}, sys.stdout)
