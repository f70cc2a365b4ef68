"""Pages of other sites that may use this server, cookies included: those of --origin, no others."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from carrozza.core.errors import BadOptions


class Cors:
    """Starlette's, but others do not even learn that there are such sites."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self._app = app
        self._origins = origins
        self._cors = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"),
            allow_headers=("content-type",),
            allow_credentials=True,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        friend = scope["type"] == "http" and Headers(scope=scope).get("origin") in self._origins
        await (self._cors if friend else self._app)(scope, receive, send)


def check_origins(origins: tuple[str, ...]) -> None:
    """Refuse what no browser would ever call itself, and `*`."""
    for origin in origins:
        try:
            url = urlsplit(origin)
            plain = url.scheme in ("http", "https") and bool(url.hostname) and "*" not in origin
            plain = plain and origin == f"{url.scheme}://{url.netloc}".lower() and "@" not in origin
        except ValueError:
            plain = False
        if not plain:
            problem = f"“{origin}” is not the address of a site, such as https://games.example."
            raise BadOptions("origin", problem)
