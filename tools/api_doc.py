"""The server's interfaces as Markdown pages, made from its own schemas when the site is built."""

from collections import defaultdict
from typing import Any

from carrozza.server.app import make_app
from carrozza.server.http.openapi import socket_schema
from carrozza.server.live.protocol import ClientMessage, ServerMessage
from carrozza.server.settings import Settings

Schema = dict[str, Any]

SUBJECTS = {  # by the first word of a path after the prefix
    "People and sessions": ("me", "session", "recovery", "people"),
    "Leaderboards": ("leaderboards",),
    "Tables": ("tables", "play-now"),
    "Puzzles": ("puzzles",),
    "Alerts": ("alerts",),
    "Games, boards and rules": ("games", "rules", "socket.schema.json"),
    "Drawings": ("art",),
    "For operators": ("healthz", "metrics", "operator"),
}
PREFIX = "/api/v1/"
METHODS = ("get", "post", "put", "patch", "delete")


def http_api() -> str:
    document = make_app(Settings(db="sqlite://")).openapi()
    subjects: dict[str, list[str]] = defaultdict(list)
    for path, operations in document["paths"].items():
        for method in METHODS:
            if method in operations:
                subjects[_subject(path)].append(_operation(method, path, operations[method]))
    parts = [
        "# HTTP requests",
        "Made from the server's own `/api/v1/openapi.json`, as of version "
        f"{document['info']['version']}. [Write a client](client.md) explains how to use it. Every "
        "request can also be refused with a [Problem](#type-Problem) and the status 400, 403, 408, "
        "413, 422, 429 or 503.",
    ]
    for subject in SUBJECTS:
        parts += [f"## {subject}", *subjects.pop(subject)]
    assert not subjects, f"no place for {sorted(subjects)}"
    parts += ["## Types", *_types(document["components"]["schemas"])]
    return "\n\n".join(parts) + "\n"


def socket_api() -> str:
    schema = socket_schema()
    kinds = schema["$defs"]
    sent = [kind.__name__ for kind in ClientMessage.__subclasses__()]
    received = [kind.__name__ for kind in ServerMessage.__subclasses__()]
    rest = [name for name in kinds if name not in {*sent, *received, "FromClient", "FromServer"}]
    parts = [
        "# Socket messages",
        "Made from the server's own `/api/v1/socket.schema.json`, protocol "
        f"{schema['protocol']}. Every message is a JSON object with its `type`; the socket of a "
        "table is `/api/v1/tables/{table}/socket`. [Write a client](client.md) explains how a "
        "conversation goes.",
    ]
    for heading, names in (("You send", sent), ("You receive", received), ("Types", sorted(rest))):
        parts += [f"## {heading}", *(_type(name, kinds[name]) for name in names)]
    return "\n\n".join(parts) + "\n"


def _subject(path: str) -> str:
    word = path.removeprefix(PREFIX).lstrip("/").split("/")[0]
    return next((name for name, words in SUBJECTS.items() if word in words), word)


def _operation(method: str, path: str, operation: Schema) -> str:
    label = f"{method.upper()} {path.replace(PREFIX, '/')}"
    parts = [
        f'### <span class="method">{method.upper()}</span> `{path}` '
        f"{{ #{method}-{_slug(path)} data-toc-label='{label}' }}",
        operation.get("description", ""),
    ]
    parameters = [p for p in operation.get("parameters", ()) if p["in"] in ("path", "query")]
    if parameters:
        rows = [
            f"| `{p['name']}` | {p['in']} | {shown(p['schema'])} | {p.get('description', '')} |"
            for p in parameters
        ]
        parts.append("\n".join(["| parameter | in | | |", "|---|---|---|---|", *rows]))
    if "requestBody" in operation:
        parts.append(f"**Body:** {_content(operation['requestBody'])}")
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            parts.append(f"**Answer {status}:** {_content(answer)}")
    return "\n\n".join(part for part in parts if part)


def _content(holder: Schema) -> str:
    content = holder.get("content")
    if not content:
        return "nothing"
    media, about = next(iter(content.items()))
    return shown(about.get("schema", {})) if media == "application/json" else f"`{media}`"


def _types(schemas: Schema) -> list[str]:
    fastapi = {"HTTPValidationError", "ValidationError"}  # our server answers with a Problem
    return [_type(name, schemas[name]) for name in sorted(schemas) if name not in fastapi]


def _type(name: str, schema: Schema) -> str:
    parts = [f"### {name} {{ #type-{name} }}", schema.get("description", "")]
    if "properties" in schema:
        required = set(schema.get("required", ()))
        rows = [
            f"| `{field}` | {shown(about)} | {_note(about, field in required)} |"
            for field, about in schema["properties"].items()
        ]
        if rows:
            parts.append("\n".join(["| field | type | |", "|---|---|---|", *rows]))
    else:
        parts.append(shown(schema))
    return "\n\n".join(part for part in parts if part)


def _note(schema: Schema, required: bool) -> str:
    about = schema.get("description", "")
    return about if required else f"{about} *Optional.*".strip()


def shown(schema: Schema) -> str:
    """A schema in words, with links to the types it names."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#type-{name})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(shown(part) for part in schema[key])
    if "const" in schema or "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(shown(part) for part in schema['prefixItems'])}]"
        case "array":
            return f"list of {shown(schema.get('items', {}))}"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"object of {shown(schema['additionalProperties'])}"
        case "integer" | "number" | "string" as kind:
            return f"{kind}{_range(schema)}"
        case None:
            return "anything"
        case kind:
            return str(kind)


def _range(schema: Schema) -> str:
    low = schema.get("minimum", schema.get("minLength"))
    high = schema.get("maximum", schema.get("maxLength"))
    unit = " characters" if "maxLength" in schema else ""
    if low is None and high is None:
        return ""
    if high is None:
        return f", at least {low:.0f}{unit}"
    if low is None:
        return f", at most {high:.0f}{unit}"
    return f", {low:.0f} to {high:.0f}{unit}"


def _slug(path: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in path.removeprefix(PREFIX)).strip("-")
