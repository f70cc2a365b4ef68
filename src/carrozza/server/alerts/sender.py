"""Takes a letter to a target of any kind."""

from collections.abc import Callable

import msgspec

from carrozza.server.alerts.letter import Letter
from carrozza.server.alerts.links import Links
from carrozza.server.alerts.mail import Mail
from carrozza.server.alerts.outside import Outside, Undelivered
from carrozza.server.alerts.push import Subscription, push_request, read_key
from carrozza.server.alerts.services import SERVICES, Service
from carrozza.server.settings import Settings


class Sender:
    def __init__(
        self, settings: Settings, key: str, links: Links, now: Callable[[], float]
    ) -> None:
        self._key = read_key(key)
        self._now = now
        self._contact = f"mailto:{settings.mail_from}" if settings.mail_from else links.url
        self.links = links
        self.outside = Outside(private=settings.alert_private, seconds=settings.alert_seconds)
        self.mail = (
            Mail(settings.smtp, settings.mail_from)
            if settings.smtp and settings.mail_from
            else None
        )

    async def send(self, kind: str, address: str, letter: Letter) -> None:
        """Deliver, or raise Undelivered."""
        if kind == "email":
            if self.mail is None:
                raise Undelivered("no_mail", again=False)
            await self.mail.send(msgspec.json.decode(address, type=str), letter, self._now())
            return
        if kind == "push":
            subscription = msgspec.json.decode(address, type=Subscription)
            request = push_request(subscription, letter, self._key, self._contact, self._now())
        else:
            request = SERVICES[kind](msgspec.json.decode(address, type=Service), letter)
        await self.outside.send(request)
