"""The pages people see: what `web/` builds, as plain files; serving them needs no Node."""

import mimetypes
import re
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse
from starlette.staticfiles import StaticFiles

SITE = Path(__file__).parents[1] / "site"
FOR_EVER = "public, max-age=31536000, immutable"
# Paths that the page itself reads; everywhere else it says that there is nothing.
PAGES = (
    "/",
    "/t/{table}",
    "/replay/{table}",  # routes/preview.py adds something where a game is over
    "/review/{table}",  # likewise
    "/rules",
    "/rules/{game}",
    "/help",  # as it was called before
    "/help/{game}",
    "/learn",
    "/new",
    "/account",
    "/operator",
    "/people/{person}",
    "/friends",
    "/leaderboards",
    "/account/forgot",
    "/account/reset",
    "/account/confirm",
    "/account/oidc/{provider}",
    "/alerts/stop",
    "/alerts/confirm",
)
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-cache",
}
# Of the files at the root. The file system is not asked about anything else a visitor writes.
FILE_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,60}")
NOT_BUILT = "The pages are not built: run `make web`. The API answers all the same.\n"
mimetypes.add_type("font/woff2", ".woff2")  # not every machine's list has it


def is_built(folder: Path = SITE) -> bool:
    return (folder / "index.html").is_file()


class _Assets(StaticFiles):
    """Files whose names hold a fingerprint of what is in them."""

    async def check_config(self) -> None:
        """Where the pages are not built there is nothing, which is no error."""

    def file_response(self, *args, **kwargs) -> Response:  # type: ignore[no-untyped-def]
        reply = super().file_response(*args, **kwargs)
        reply.headers["cache-control"] = FOR_EVER
        return reply


def nothing_here(request: Request, folder: Path = SITE) -> Response | None:
    """The page that says so, if it is a person in a browser who asks for it."""
    asks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not asks or request.url.path.startswith("/api/") or not is_built(folder):
        return None
    return FileResponse(folder / "index.html", status_code=404, headers=HEADERS)


def add_site(app: FastAPI, folder: Path = SITE) -> None:
    async def page(request: Request) -> Response:
        if not is_built(folder):
            return PlainTextResponse(NOT_BUILT, status_code=503)
        secret = request.url.path.startswith("/account/")  # who comes there may hold a secret link
        headers = HEADERS | {"referrer-policy": "no-referrer"} if secret else HEADERS
        return FileResponse(folder / "index.html", headers=headers)

    async def file(request: Request) -> Response:
        """The few files at the root: manifest, icons, the service worker."""
        name = request.path_params["name"]
        if not FILE_NAME.fullmatch(name) or not (folder / name).is_file():
            raise HTTPException(404)
        return FileResponse(folder / name, headers=HEADERS)

    for pattern in PAGES:
        app.add_route(pattern, page, methods=["GET"], include_in_schema=False)
    app.mount("/assets", _Assets(directory=folder / "assets", check_dir=False), name="assets")
    app.add_route("/{name}", file, methods=["GET"], include_in_schema=False)
