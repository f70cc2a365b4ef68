"""Answers as JSON from our own types, and their schemas for the documentation."""

from typing import Any

import msgspec
from starlette.responses import Response

COMPONENT = "#/components/schemas/{name}"


class Json(Response):
    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def documented(
    kind: Any, status: int = 200, about: str = "Done"
) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a path that answers with this type."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=COMPONENT)
    return {status: {"description": about, "content": {"application/json": {"schema": schema}}}}
