"""Links in mails and alerts: to stop them, to confirm an address, to set a new password."""

import msgspec
from itsdangerous import BadSignature, Signer

ALL = "all"  # in place of a table


class Stop(msgspec.Struct, frozen=True):
    """Of a target: alerts of one table, or with None everything."""

    target: str
    table: str | None


class Links:
    def __init__(self, secret: str, url: str) -> None:
        self._stop = Signer(secret, salt="alerts/stop")
        self._confirm = Signer(secret, salt="alerts/confirm")
        self._recovery = Signer(secret, salt="recovery/confirm")
        self.url = url.rstrip("/")

    def table(self, table: str) -> str:
        return f"{self.url}/t/{table}"

    def account(self) -> str:
        return f"{self.url}/account"

    def stop_token(self, target: str, table: str | None) -> str:
        return self._stop.sign(f"{target}_{table or ALL}").decode()

    def stop(self, target: str, table: str | None) -> str:
        """A page: mail programs open links by themselves, so opening it alone changes nothing. The
        token comes after a #, which no server sees, nor its log."""
        return f"{self.url}/alerts/stop#{self.stop_token(target, table)}"

    def one_click(self, target: str) -> str:
        """For mail programs, which send something to it (RFC 8058)."""
        return f"{self.url}/api/v1/alerts/stop?token={self.stop_token(target, None)}"

    def confirm(self, target: str) -> str:
        return f"{self.url}/alerts/confirm#{self._confirm.sign(target).decode()}"

    def recovery(self, name: str) -> str:
        return f"{self.url}/account/confirm#{self._recovery.sign(name).decode()}"

    def reset(self, token: str) -> str:
        return reset_link(self.url, token)

    def read_stop(self, token: str) -> Stop | None:
        said = _read(self._stop, token)
        if said is None:
            return None
        target, _, table = said.partition("_")
        return Stop(target, None if table == ALL else table)

    def read_confirm(self, token: str) -> str | None:
        return _read(self._confirm, token)

    def read_recovery(self, token: str) -> str | None:
        return _read(self._recovery, token)


def reset_link(url: str, token: str) -> str:
    """A page that sets a new password. What comes after a # is in no log, and told to no site."""
    return f"{url.rstrip('/')}/account/reset#{token}"


def _read(signer: Signer, token: str) -> str | None:
    try:
        return signer.unsign(token).decode()
    except (BadSignature, UnicodeError):
        return None
