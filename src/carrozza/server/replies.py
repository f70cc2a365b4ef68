"""Answers as JSON from our own types, and their schemas for the documentation."""

from typing import Any

import msgspec
from starlette.responses import Response

from carrozza.server.answers import Problem
from carrozza.server.errors import Refused

COMPONENT = "#/components/schemas/{name}"


class Json(Response):
    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def refusal(error: Refused) -> Json:
    return Json(Problem(code=error.code, message=error.message), status_code=error.status)


def documented(
    kind: Any, status: int = 200, about: str = "Done"
) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a path that answers with this type."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=COMPONENT)
    return {status: {"description": about, "content": {"application/json": {"schema": schema}}}}


def documented_as(media: str, about: str) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a path that answers with a file of this kind."""
    return {200: {"description": about, "content": {media: {"schema": {"type": "string"}}}}}


# What any request may be refused with: see Guard, and what app.py makes of errors.
ALWAYS = {
    400: "Not a request that can be read",
    403: "Not allowed, or from another site",
    408: "Too slow",
    413: "Too big",
    422: "Malformed",
    429: "Too often",
    503: "Nothing can be stored or read just now",
}
SOMETIMES = {401: "No session", 404: "Unknown", 409: "Not now"}


def refusals(*sometimes: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of paths that may refuse, all of them with a Problem."""
    found: dict[int | str, dict[str, Any]] = {}
    for status, about in (ALWAYS | {s: SOMETIMES[s] for s in sometimes}).items():
        found |= documented(Problem, status, about)
    return found
