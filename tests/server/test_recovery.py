"""A forgotten password: a link by mail or from the operator sets a new one, once."""

import asyncio
import contextlib
import io
import logging
from collections.abc import AsyncIterator
from email.message import EmailMessage

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from tests.server.pair import at, two_doors
from tests.server.receivers import Mailbox, mailbox, until
from tests.server.support import Host, Person, serving
from tests.server.test_admin import admin
from tests.server.test_people import PASSWORD, account, rows
from tests.server.test_secrets import logs

from carrozza.server.http.site import is_built
from carrozza.server.people.resets import BY_MAIL, BY_OPERATOR
from carrozza.server.storage import schema

pytestmark = pytest.mark.anyio

NEW = "battery staple battery"
ADDRESS = "anna@example.org"
__all__ = ["logs"]


def mailing(box: Mailbox) -> dict[str, str]:
    there = {"smtp": box.url, "mail_from": "club@carrozza.example"}
    return {**there, "url": "https://games.example/"}


def link_in(mail: EmailMessage, page: str) -> str:
    """The token of the link to this page."""
    start = f"https://games.example/account/{page}#"
    (word,) = (w for w in mail.get_content().split() if w.startswith(start))
    return str(word.removeprefix(start))


async def with_address(box: Mailbox, person: Person, name: str, address: str = ADDRESS) -> None:
    await account(person, name)
    before = len(box.taken)
    wanted = {"address": address, "password": PASSWORD, "language": "it"}
    assert (await person.ask("PUT", "/me/recovery", wanted))["waiting"] == address
    mails = await box.wait_for(before + 1)
    await person.post("/recovery/confirm", {"token": link_in(mails[before], "confirm")})


@contextlib.asynccontextmanager
async def anna_at(db: str, **settings: object) -> AsyncIterator[tuple[Host, Mailbox, Person]]:
    async with mailbox() as box, serving(db, **mailing(box), **settings) as host:
        anna = host.person()
        await with_address(box, anna, "Anna")
        yield host, box, anna


async def asked(host: Host, box: Mailbox, who: str) -> str:
    """The token of the mail that comes of it."""
    before = len(box.taken)
    await host.person().post("/recovery/ask", {"who": who})
    return link_in((await box.wait_for(before + 1))[before], "reset")


async def all_sent(host: Host) -> None:
    """Whatever was asked for, and goes to anybody, has gone."""
    await until(lambda: not host.context.errands._tasks)


@pytest.mark.parametrize("who", ["Anna", " aNNa ", ADDRESS, ADDRESS.upper()])
async def test_a_link_sets_a_new_password_once(db: str, who: str) -> None:
    async with anna_at(db) as (host, box, anna):
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        other = await asked(host, box, who)
        token = await asked(host, box, who)
        mail = box.taken[-1]
        assert box.to[-1] == ADDRESS
        assert mail["Subject"] == "Una nuova password"
        assert "«Anna»" in mail.get_content()
        phone = host.person()
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            assert await phone.post("/recovery/look", {"token": token}) == {"name": "Anna"}
            await anna.get("/me")  # looking has changed nothing
            await phone.post("/recovery/use", {"token": token, "password": NEW})
            assert (await socket.wait_for("bye"))["code"] == "signed_out"
        await anna.get("/me", 401)
        assert (await phone.get("/me"))["name"] == "Anna"
        assert len(await phone.get("/me/sessions")) == 1
        for void in (token, other):
            again = {"token": void, "password": NEW}
            assert (await phone.post("/recovery/use", again, 404))["code"] == "unknown_link"
            await phone.post("/recovery/look", {"token": void}, 404)
        await anna.post("/session/sign-in", {"name": "Anna", "password": PASSWORD}, 403)
        await anna.post("/session/sign-in", {"name": "Anna", "password": NEW})
    stored = str(rows(db, schema.resets)) + str(rows(db, schema.accounts))
    assert token not in stored


async def test_a_link_works_at_another_worker_and_ends_sockets_there(db: str) -> None:
    async with mailbox() as box, serving(db, **mailing(box)) as host:
        anna = host.person()
        await with_address(box, anna, "Anna")
        token = await asked(host, box, "Anna")
    async with two_doors(db) as (first, second):
        anna = at(first, anna)
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        async with anna.socket(table) as socket:
            await socket.wait_for("welcome")
            await second.person().post("/recovery/use", {"token": token, "password": NEW})
            assert (await socket.wait_for("bye"))["code"] == "signed_out"


async def test_of_many_at_once_one_uses_a_link(db: str) -> None:
    async with anna_at(db) as (host, box, _):
        token = await asked(host, box, "Anna")
        thieves = [host.person() for _ in range(6)]
        replies = await asyncio.gather(
            *(t.http.post("/recovery/use", json={"token": token, "password": NEW}) for t in thieves)
        )
        assert sorted(reply.status_code for reply in replies) == [204, *[404] * 5]


async def test_the_new_password_follows_the_rules_and_a_bad_one_spends_nothing(db: str) -> None:
    async with anna_at(db) as (host, box, anna):
        token = await asked(host, box, "Anna")
        for bad, code in (("short", "bad_password"), ("password1", "weak_password")):
            refused = await anna.post("/recovery/use", {"token": token, "password": bad}, 422)
            assert refused["code"] == code
        await anna.post("/recovery/use", {"token": token, "password": NEW})


async def test_links_end(sqlite_db: str) -> None:
    now = 1e9
    async with mailbox() as box, serving(sqlite_db, lambda: now, **mailing(box)) as host:
        anna = host.person()
        await with_address(box, anna, "Anna")
        token = await asked(host, box, "Anna")
        now += BY_MAIL - 1
        await anna.post("/recovery/look", {"token": token})
        now += 1
        await anna.post("/recovery/look", {"token": token}, 404)
        await anna.post("/recovery/use", {"token": token, "password": NEW}, 404)


async def test_changing_the_password_voids_links(db: str) -> None:
    async with anna_at(db) as (host, box, anna):
        token = await asked(host, box, "Anna")
        await anna.post("/me/password", {"old": PASSWORD, "new": NEW})
        await anna.post("/recovery/look", {"token": token}, 404)
        token = await asked(host, box, "Anna")
        await anna.ask("DELETE", "/me/recovery")
        await anna.post("/recovery/look", {"token": token}, 404)
        assert (await anna.get("/me/recovery"))["address"] is None


class _Slow(Mailbox):
    """Takes a mail only when it may."""

    def __init__(self) -> None:
        super().__init__("")
        self.asked = 0
        self.may = asyncio.Event()
        self.may.set()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.asked += 1
        await self.may.wait()
        return await super().handle_DATA(server, session, envelope)


async def test_the_answer_is_the_same_for_nobody_and_waits_for_no_mail(db: str) -> None:
    """The mail server has taken a link and holds it back; the one who asked has long been answered,
    with the same bytes as for somebody who does not exist."""
    loop, box = asyncio.get_running_loop(), _Slow()
    server = await loop.create_server(lambda: SMTP(box, loop=loop), "127.0.0.1", 0)
    box.url = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with serving(db, **mailing(box)) as host:
        await with_address(box, host.person(), "Anna")
        box.may.clear()
        stranger = host.person()
        answers = set()
        for who in ("Anna", "Nobody", ADDRESS, "nobody@example.org", "%", "<>"):
            reply = await stranger.http.post("/recovery/ask", json={"who": who})
            kept = {name: value for name, value in reply.headers.items() if name != "date"}
            answers.add(f"{reply.status_code} {reply.content!r} {kept}")
        assert len(answers) == 1
        assert answers.pop().startswith("204 b''")
        await until(lambda: box.asked == 3)
        assert len(box.taken) == 1
        box.may.set()
        await box.wait_for(3)
    server.close()
    await server.wait_closed()


async def test_an_address_must_be_confirmed_and_is_for_its_owner_to_choose(db: str) -> None:
    async with mailbox() as box, serving(db, **mailing(box)) as host:
        anna, eve = host.person(), host.person()
        await anna.post("/session")
        wanted = {"address": ADDRESS, "password": PASSWORD}
        assert (await anna.ask("PUT", "/me/recovery", wanted, 409))["code"] == "no_account"
        await account(anna, "Anna")
        wrong = wanted | {"password": "not it at all"}
        assert (await anna.ask("PUT", "/me/recovery", wrong, 403))["code"] == "wrong_password"
        bad = wanted | {"address": "not one"}
        assert (await anna.ask("PUT", "/me/recovery", bad, 422))["code"] == "bad_target"
        await anna.ask("PUT", "/me/recovery", wanted)
        (mail,) = await box.wait_for(1)
        assert mail["Subject"] == "Confirm your address"
        await eve.post("/recovery/ask", {"who": "Anna"})
        await all_sent(host)
        for nonsense in ("x", link_in(mail, "confirm") + "x"):
            await eve.post("/recovery/confirm", {"token": nonsense}, 404)
        await eve.post("/recovery/confirm", {"token": link_in(mail, "confirm")})
        assert (await anna.get("/me/recovery"))["address"] == ADDRESS
        second = wanted | {"address": "new@example.org"}
        told = await anna.ask("PUT", "/me/recovery", second)
        assert (told["address"], told["waiting"]) == (ADDRESS, "new@example.org")
        token = await asked(host, box, "Anna")
        assert box.to[-1] == ADDRESS, "the old one, until the new one is confirmed"
        assert len(box.taken) == 3, "and nothing went out before"
        await anna.post("/recovery/confirm", {"token": link_in(box.taken[1], "confirm")})
        assert (await anna.get("/me/recovery"))["address"] == "new@example.org"
        await anna.post("/recovery/look", {"token": token}, 404)
        exported = await anna.get("/me/export")
        assert [one["address"] for one in exported["recoveries"]] == ["new@example.org"]
        assert exported["resets"] == []


async def test_an_address_of_alerts_sets_no_password(sqlite_db: str) -> None:
    """A guest's come along when they sign in, and adding one needs no password."""
    async with mailbox() as box, serving(sqlite_db, **mailing(box)) as host:
        anna = host.person()
        await account(anna, "Anna")
        await anna.post("/me/alerts/targets", {"kind": "email", "email": ADDRESS})
        (mail,) = await box.wait_for(1)
        word = next(w for w in mail.get_content().split() if "/alerts/confirm#" in w)
        await anna.post(f"/alerts/confirm?token={word.partition('#')[2]}")
        bruno = host.person()
        await with_address(box, bruno, "Bruno", "bruno@example.org")
        await anna.post("/recovery/ask", {"who": "Anna"})
        await anna.post("/recovery/ask", {"who": ADDRESS})
        await asked(host, box, "Bruno")
        await all_sent(host)
        assert len(box.taken) == 3


async def test_one_address_of_two_accounts_gets_a_link_for_each(sqlite_db: str) -> None:
    async with anna_at(sqlite_db) as (host, box, _):
        await with_address(box, host.person(), "Bruno")
        await host.person().post("/recovery/ask", {"who": ADDRESS})
        mails = (await box.wait_for(4))[2:]
        found = {
            (await host.person().post("/recovery/look", {"token": link_in(m, "reset")}))["name"]
            for m in mails
        }
        assert found == {"Anna", "Bruno"}


async def test_asked_too_often(db: str) -> None:
    now = 1e9
    few = {"limits": 1.0, "logins_per_hour": 1_000_000}
    async with mailbox() as box, serving(db, lambda: now, **mailing(box), **few) as host:
        anna = host.person()
        await with_address(box, anna, "Anna")
        for who in ("Anna", "Nobody"):
            for _ in range(5):
                await anna.post("/recovery/ask", {"who": who})
            assert (await anna.post("/recovery/ask", {"who": who.lower()}, 429))[
                "code"
            ] == "too_many"
        await box.wait_for(6)
        await anna.post("/recovery/ask", {"who": ADDRESS})
        await box.wait_for(7)
        now += 3601.0
        for _ in range(3):  # no more on this day, and nobody is told
            await anna.post("/recovery/ask", {"who": "Anna"})
        await all_sent(host)
        now += 86_400.0
        await anna.post("/recovery/ask", {"who": "Anna"})
        await box.wait_for(8)
        await all_sent(host)
        assert len(box.taken) == 8
    stored = str(rows(db, schema.tries)).lower()
    assert "anna" not in stored


async def test_one_address_of_the_net_asks_so_often(sqlite_db: str) -> None:
    async with (
        mailbox() as box,
        serving(sqlite_db, lambda: 1e9, **mailing(box), limits=1.0, logins_per_hour=4) as host,
    ):
        anna = host.person()
        for number in range(4):
            await anna.post("/recovery/ask", {"who": f"name {number}"})
        await anna.post("/recovery/ask", {"who": "another"}, 429)
        await anna.post("/recovery/use", {"token": "x", "password": NEW}, 429)
        await anna.post("/recovery/look", {"token": "x"}, 429)


async def test_without_a_mail_server_it_says_so(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        await account(anna, "Anna")
        assert not (await anna.get("/me/recovery"))["mail"]
        for who in ("Anna", "Nobody"):
            assert (await anna.post("/recovery/ask", {"who": who}, 409))["code"] == "no_mail"
        wanted = {"address": ADDRESS, "password": PASSWORD}
        assert (await anna.ask("PUT", "/me/recovery", wanted, 409))["code"] == "no_mail"


async def test_the_operator_makes_a_link(db: str) -> None:
    async with serving(db) as host:
        anna, guest = host.person(), host.person()
        await account(anna, "Anna")
        await guest.post("/session")
        printed = await admin("reset-link", "anna", "--db", db, "--url", "https://games.example/")
        start = "https://games.example/account/reset#"
        assert printed.startswith(start)
        token = printed.strip().removeprefix(start)
        other = (await admin("reset-link", "Anna", "--db", db)).strip()
        assert other.startswith("http://localhost:8150/account/reset#")
        assert token not in str(rows(db, schema.resets))
        (first, _) = sorted(row["expires"] for row in rows(db, schema.resets))  # type: ignore[type-var]
        (kept,) = [r["created"] for r in rows(db, schema.accounts) if r["name"] == "Anna"]
        assert 0 <= float(str(first)) - float(str(kept)) - BY_OPERATOR < 600
        await guest.post("/recovery/use", {"token": token, "password": NEW})
        await anna.get("/me", 401)
        assert (await guest.get("/me"))["name"] == "Anna"
        assert rows(db, schema.resets) == []
    with pytest.raises(AssertionError, match="unknown_person"):
        await admin("reset-link", "Nobody", "--db", db)


async def test_a_guest_has_no_password_to_reset(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        me = await host.person().post("/session")
        with pytest.raises(AssertionError, match="no_account"):
            await admin("reset-link", me["id"], "--db", sqlite_db)


async def test_no_link_is_in_a_log(sqlite_db: str, logs: io.StringIO) -> None:
    logging.getLogger("mail.log").setLevel("WARNING")  # the mail server's own
    async with anna_at(sqlite_db) as (host, box, anna):
        confirm = link_in(box.taken[0], "confirm")
        token = await asked(host, box, "Anna")
        await anna.post("/recovery/look", {"token": token})
        await anna.post("/recovery/use", {"token": token, "password": "short"}, 422)
        await anna.post("/recovery/use", {"token": token, "password": NEW})
        await anna.post("/recovery/use", {"token": token, "password": NEW}, 404)
        page = await anna.http.get(f"{host.address}/account/reset")
        if is_built():
            assert page.headers["referrer-policy"] == "no-referrer"
    written = logs.getvalue()
    assert "/recovery/use" in written
    for secret in (token, confirm, ADDRESS, NEW):
        assert secret not in written


async def test_deleting_the_account_forgets_it_all(db: str) -> None:
    async with anna_at(db) as (host, box, anna):
        token = await asked(host, box, "Anna")
        await anna.post("/me/delete", {"password": PASSWORD})
        assert rows(db, schema.recoveries) == rows(db, schema.resets) == []
        await host.person().post("/recovery/use", {"token": token, "password": NEW}, 404)
