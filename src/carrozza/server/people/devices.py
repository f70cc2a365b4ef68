"""What a browser says it is, as words a person knows. Nothing else of it is kept."""

import msgspec

# The first that fits: many browsers also name those they are made of or want to be taken for.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


class Device(msgspec.Struct, frozen=True, kw_only=True):
    browser: str | None = None
    system: str | None = None


def device_of(agent: str) -> Device:
    """From a User-Agent, which may say anything."""
    return Device(browser=_first(BROWSERS, agent), system=_first(SYSTEMS, agent))


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str | None:
    return next((name for sign, name in known if sign in agent), None)
