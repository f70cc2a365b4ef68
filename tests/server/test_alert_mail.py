"""E-mail addresses that people give are hostile too; and what is sent is read by programs."""

from email.generator import BytesGenerator
from io import BytesIO

import pytest
from tests.server.receivers import mailbox
from tests.server.support import serving
from tests.server.test_alerts import QUICK
from tests.server.test_people import rows

from carrozza.server.alerts.letter import Letter
from carrozza.server.alerts.mail import Mail
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

# In a header these are read as something else: another address, two of them, or half a letter.
IN_CODE = [
    "=?utf-8?q?=76ictim?=@example.org",
    "=?utf-8?q?victim=40example.com=2C?=@example.org",
    "=?us-ascii?b?dmljdGlt?=@example.org",
    "=?utf-8?q?=0d=0aBcc=3a_victim=40example.com?=@example.org",
    "=?utf-8?q?=FF?=@example.org",
    "a=?utf-8?q?=76?=@example.org",
]


@pytest.mark.parametrize("address", IN_CODE)
async def test_an_address_in_code_is_none(sqlite_db: str, address: str) -> None:
    async with mailbox() as box:
        mail = {"smtp": box.url, "mail_from": "club@carrozza.example"}
        async with serving(sqlite_db, **QUICK, **mail) as host:
            anna = host.person()
            await anna.post("/session")
            target = {"kind": "email", "email": address}
            refused = await anna.post("/me/alerts/targets", target, 422)
            assert refused["code"] == "bad_target"
        assert not box.taken
    assert not rows(sqlite_db, schema.alert_targets)


async def test_one_mailbox_gets_few_first_mails_however_it_is_spelled(db: str) -> None:
    async with mailbox() as box:
        mail = {"smtp": box.url, "mail_from": "club@carrozza.example", "limits": 1.0}
        async with serving(db, **QUICK, **mail) as host:
            for number, address in enumerate(("bob", "BOB", "bob+1", "bob+2", "Bob+x+y")):
                eve = host.person()
                await eve.post("/session")
                target = {"kind": "email", "email": f"{address}@example.org"}
                await eve.post("/me/alerts/targets", target, 201 if number < 3 else 429)
        assert len(box.to) == 3


def test_the_link_that_ends_all_mails_is_sent_as_it_is() -> None:
    """Mail programs look for the address itself; they do not read code there."""
    stop = f"https://games.example/api/v1/alerts/stop?token={'a' * 13}_all.{'b' * 27}"
    letter = Letter(
        id="x", topic="x", title="Din tur: Blåbærøya " * 4, body="", link="https://games.example/t/x",
        language="nb", one_click=stop,
    )  # fmt: skip
    written = BytesIO()
    message = Mail("smtp://example.org", "club@example.org").message("a@b.org", letter, 0.0)
    BytesGenerator(written).flatten(message, linesep="\r\n")
    lines = written.getvalue().split(b"\r\n")
    assert f"List-Unsubscribe: <{stop}>".encode() in lines
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
    assert all(len(line) <= 998 and line.isascii() for line in lines)
