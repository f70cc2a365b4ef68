"""Alerts by e-mail, over the operator's SMTP server."""

import re
import smtplib
import ssl
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from urllib.parse import unquote, urlsplit

from carrozza.core.errors import BadOptions
from carrozza.server.alerts.letter import Letter
from carrozza.server.alerts.outside import Undelivered
from carrozza.server.alerts.threads import Threads
from carrozza.server.alerts.words import words_in

LONGEST = 254
AT_ONCE = 4  # connections to the server
SECONDS = 20.0
PORTS = {"smtp": 587, "smtps": 465}
_LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_CODE = r"(?!.*=\?)"  # in a header such words are read as something else: RFC 2047
_ADDRESS = re.compile(rf"{_CODE}{_LOCAL}@{_LABEL}(?:\.{_LABEL})+")


class _Policy(EmailPolicy):
    """A long address of a page in a header would be put into code, which mail programs do not read
    there."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name == "List-Unsubscribe":
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


POLICY = _Policy()


def is_address(text: str) -> bool:
    """Plain addresses alone: what is exotic is most often an attempt at something."""
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None


class Mail:
    """smtp://USER:PASSWORD@HOST:PORT, with STARTTLS where the server offers it; with a password it
    must. smtps:// is encrypted from the start."""

    def __init__(self, server: str, sender: str) -> None:
        parts = urlsplit(server)
        self._tls = parts.scheme == "smtps"
        self._host = parts.hostname or ""
        self._port = parts.port or PORTS[parts.scheme]
        self._user = unquote(parts.username or "")
        self._password = unquote(parts.password or "")
        self._sender = sender
        self._threads = Threads("smtp", AT_ONCE)

    async def send(self, to: str, letter: Letter, now: float) -> None:
        if not is_address(to):  # stored by an earlier version
            raise Undelivered("no_such_address", again=False)
        message = self.message(to, letter, now)
        try:
            await self._threads.call(self._hand_over, message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            again = all(code < 500 for code in codes)
            raise Undelivered("no_such_address", again=again) from None
        except smtplib.SMTPResponseException as error:
            raise Undelivered("mail_refused", again=error.smtp_code < 500) from None
        except (smtplib.SMTPException, OSError):
            raise Undelivered("mail_unreachable", again=True) from None

    def message(self, to: str, letter: Letter, now: float) -> EmailMessage:
        words = words_in(letter.language)
        message = EmailMessage(POLICY)
        message["Subject"] = letter.title
        message["From"] = Address("Carrozza", addr_spec=self._sender)
        message["To"] = to
        message["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
        # The same when it is sent again: mailboxes show it once.
        message["Message-ID"] = f"<{letter.id}@{self._sender.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        lines = [letter.body, f"{words.look} {letter.link}" if letter.stop else letter.link]
        if letter.stop is not None:
            lines.append(f"{words.stop} {letter.stop}")
        if letter.one_click is not None:
            message["List-Unsubscribe"] = f"<{letter.one_click}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content("\n\n".join(line for line in lines if line) + "\n")
        return message

    def _hand_over(self, message: EmailMessage) -> None:
        secure = ssl.create_default_context()
        smtp: smtplib.SMTP
        if self._tls:
            smtp = smtplib.SMTP_SSL(self._host, self._port, timeout=SECONDS, context=secure)
        else:
            smtp = smtplib.SMTP(self._host, self._port, timeout=SECONDS)
        with smtp:
            smtp.ehlo()
            if not self._tls and smtp.has_extn("starttls"):
                smtp.starttls(context=secure)
                smtp.ehlo()
            elif not self._tls and self._password:
                raise smtplib.SMTPNotSupportedError("a password is not sent in the clear")
            if self._user:
                smtp.login(self._user, self._password)
            smtp.send_message(message)


def check_mail(server: str | None, sender: str | None) -> None:
    if server is None:
        return
    right = "write smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465"
    try:
        parts = urlsplit(server)
        fine = parts.scheme in PORTS and parts.hostname and (parts.port or 1)
    except ValueError:
        fine = None
    if not fine:  # what was given stays unsaid: there may be a password in it
        raise BadOptions("smtp", f"That is not the address of a mail server: {right}.")
    if sender is None or not is_address(sender):
        raise BadOptions("mail_from", "Say from which address mail comes, with --mail-from.")
