"""Pages of other sites must not act for the people who visit them."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from carrozza.server.settings import Settings


def is_ours(request: HTTPConnection, settings: Settings) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = request.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # such as a bracket without its partner
        return False
