"""The services that take alerts over HTTPS, each by its documented interface, and any other that
takes plain JSON."""

import re
from collections.abc import Callable, Mapping
from urllib.parse import quote, urlsplit

import msgspec

from carrozza.server.alerts.letter import Letter
from carrozza.server.alerts.outside import Outgoing
from carrozza.server.errors import Refused

TELEGRAM = "https://api.telegram.org"
_TOKEN = re.compile(r"\d{5,20}:[A-Za-z0-9_-]{20,100}")
_CHAT = re.compile(r"-?\d{1,20}|@[A-Za-z0-9_]{3,60}")
_ROOM = re.compile(r"[!#][!-~]{1,250}")
_BEARER = re.compile(r"[A-Za-z0-9._~+/=-]{1,500}")


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """Where a service is, and what it must be told to take something."""

    url: str = ""
    token: str = ""
    room: str = ""  # or chat


def _json(url: str, body: Mapping[str, object], method: str = "POST", **headers: str) -> Outgoing:
    given = {"content-type": "application/json"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return Outgoing(url=url, body=msgspec.json.encode(body), headers=given, method=method)


def _text(letter: Letter) -> str:
    return "\n".join(line for line in (letter.title, letter.body, letter.link) if line)


def discord(service: Service, letter: Letter) -> Outgoing:
    # A player may be called @everyone.
    return _json(service.url, {"content": _text(letter), "allowed_mentions": {"parse": []}})


def slack(service: Service, letter: Letter) -> Outgoing:
    text = _text(letter).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _json(service.url, {"text": text})


def telegram(service: Service, letter: Letter) -> Outgoing:
    url = f"{service.url or TELEGRAM}/bot{service.token}/sendMessage"
    return _json(url, {"chat_id": service.room, "text": _text(letter)})


def matrix(service: Service, letter: Letter) -> Outgoing:
    """The last part of the address makes a message that is sent twice one."""
    room, once = quote(service.room, safe=""), quote(letter.id, safe="")
    base = service.url.rstrip("/")
    return _json(
        f"{base}/_matrix/client/v3/rooms/{room}/send/m.room.message/{once}",
        {"msgtype": "m.text", "body": _text(letter), "m.mentions": {}},
        "PUT",
        authorization=f"Bearer {service.token}",
    )


def ntfy(service: Service, letter: Letter) -> Outgoing:
    parts = urlsplit(service.url)
    topic = parts.path.strip("/")
    said = {
        "topic": topic,
        "title": letter.title,
        "message": letter.body or letter.title,
        "click": letter.link,
        "priority": 4 if letter.urgent else 3,
    }
    return _json(f"{parts.scheme}://{parts.netloc}/", said)


def webhook(service: Service, letter: Letter) -> Outgoing:
    said = {
        "id": letter.id,
        "topic": letter.topic,
        "title": letter.title,
        "body": letter.body,
        "link": letter.link,
        "urgent": letter.urgent,
    }
    return _json(service.url, said, idempotency_key=letter.id)


SERVICES: dict[str, Callable[[Service, Letter], Outgoing]] = {
    "discord": discord,
    "slack": slack,
    "telegram": telegram,
    "matrix": matrix,
    "ntfy": ntfy,
    "webhook": webhook,
}


def checked(kind: str, service: Service) -> Service:
    """As it is kept; refused when it cannot work."""
    if kind == "telegram":
        if not _TOKEN.fullmatch(service.token) or not _CHAT.fullmatch(service.room):
            raise _bad("Telegram needs the token of a bot and the number of a chat.")
        return Service(url=service.url, token=service.token, room=service.room)
    if kind == "matrix":
        if not _BEARER.fullmatch(service.token) or not _ROOM.fullmatch(service.room):
            raise _bad("Matrix needs an access token and a room, such as !abc:example.org.")
        return Service(url=service.url, token=service.token, room=service.room)
    if kind == "ntfy" and not re.fullmatch(r"/[A-Za-z0-9_-]{1,64}/?", urlsplit(service.url).path):
        raise _bad("Give the address of a topic, such as https://ntfy.sh/my-topic.")
    return Service(url=service.url)


def base_url(kind: str, service: Service) -> str:
    return service.url or (TELEGRAM if kind == "telegram" else "")


def _bad(problem: str) -> Refused:
    return Refused(422, "bad_target", problem)
