"""Targets that people name are hostile: none leads into a private network, or holds us up."""

import asyncio
import ssl
import threading
from ipaddress import ip_address
from pathlib import Path

import pytest
from tests.server.receivers import Browser, hooks, ok
from tests.server.support import serving
from tests.server.test_alerts import QUICK

from carrozza.server.alerts.letter import Letter
from carrozza.server.alerts.outside import (
    HEAD_BYTES,
    Outgoing,
    Outside,
    Undelivered,
    is_public,
    resolve,
)
from carrozza.server.alerts.post import AT_ONCE
from carrozza.server.alerts.services import SERVICES, Service, checked
from carrozza.server.errors import Refused

pytestmark = pytest.mark.anyio

PRIVATE = [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "192.88.99.1",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "3fff::1",
    "fc00::1",
    "fdff::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "4000::1",
    "2001:10::1",
    "2001:20::1",
    "5f00::1",
]
PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "100.128.0.1",
    "172.32.0.1",
    "193.0.0.1",
    "2606:4700::1111",
    "2a00:1450:4001::1",
]

BAD = [
    "http://example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "//example.org/",
    "https:///x",
    "https://user@example.org/",
    "https://user:pass@example.org/",
    "https://example.org:22/",
    "https://example.org:8080/",
    "https://example.org:0/",
    "https://example.org:99999/",
    "https://exa\\mple.org/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://10.1.2.3:8443/",
    "https://[fe80::1%25lo]/",
    "https://169.254.169.254/latest/meta-data",
    "https://ex_ample.org/",
    "https://-example.org/",
    "https://éxample.org/",
    "https://[zz]/",
    "javascript:1",
    "https://%31%32%37.0.0.1/",
    "https://。/",
]

LETTER = Letter(
    id="x.1.0.t", topic="x", title="Your turn", body="With <b> & @everyone.",
    link="https://games.example/t/x", language="en",
)  # fmt: skip


def outside(*, private: bool = False, seconds: float = 20.0, **more: object) -> Outside:
    return Outside(private=private, seconds=seconds, **more)  # type: ignore[arg-type]


async def fails(way: Outside, url: str) -> str:
    with pytest.raises(Undelivered) as failed:
        await way.send(Outgoing(url=url, body=b"{}", headers={}))
    return failed.value.code


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url", [*BAD, "https://example.org/" + "x" * 1000, "https://a b/", "https://a\t.b/", ""]
)
def test_what_is_no_target(url: str) -> None:
    with pytest.raises(Refused) as refused:
        outside().check(url)
    assert refused.value.code in ("bad_target", "private_target")


@pytest.mark.parametrize(
    "url", ["https://example.org/x?y=z", "https://[2606:4700::1111]/", "https://example.org:8443/"]
)
def test_what_may_be_one(url: str) -> None:
    outside().check(url)


@pytest.mark.parametrize(
    "host", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1", "localhost", "localhost."]
)
async def test_other_ways_to_write_this_machine(host: str) -> None:
    """They pass as names, and are found out when they are looked up."""
    code = await fails(outside(), f"https://{host}/")
    assert code in ("private_target", "unreachable"), "some systems do not know such numbers"
    assert not any(is_public(ip_address(name)) for name in _found(host))


def _found(host: str) -> list[str]:
    try:
        return resolve(host, 443)
    except OSError:
        return []


async def test_a_name_with_one_private_address_is_refused() -> None:
    way = outside(resolve=lambda *_: ["8.8.8.8", "10.0.0.1"])
    assert await fails(way, "https://example.org/") == "private_target"


async def test_a_name_is_asked_for_once_and_connected_to_what_was_said() -> None:
    """A server of names that answers differently the second time is not asked a second time."""
    async with hooks() as there, hooks() as inner:
        port = int(there.url.rpartition(":")[2])
        asked = []

        def rebinding(host: str, _: int) -> list[str]:
            asked.append(host)
            return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.2"]

        way = outside(private=True, resolve=rebinding)
        url = f"http://changing.example:{port}/"
        await way.send(Outgoing(url=url, body=b"{}", headers={}))
        assert asked == ["changing.example"]
        assert there.taken[0].headers["host"] == f"changing.example:{port}"
        assert not inner.taken


async def test_a_redirect_is_not_followed() -> None:
    async with hooks() as there, hooks() as inner:
        there.answer = lambda _: ok("307 Go", f"Location: {inner.url}/")
        assert await fails(outside(private=True), there.url) == "redirect"
        assert not inner.taken


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"HTTP/1.1 200 OK\r\nx: " + b"a" * 4 * HEAD_BYTES, "no_answer"),
        (b"SSH-2.0-OpenSSH\r\n\r\n", "no_answer"),
        (b"HTTP/1.1 103 Hint\r\n\r\n" * 50, "no_answer"),
        (b"HTTP/1.1 200", "unreachable"),
        (b"", "unreachable"),
        (ok("404 Gone"), "gone"),
        (ok("400 No"), "refused"),
        (ok("429 Slow", "Retry-After: 99999999999"), "busy"),
    ],
)
async def test_strange_answers(answer: bytes, code: str) -> None:
    async with hooks() as there:
        there.answer = lambda _: answer
        assert await fails(outside(private=True), there.url) == code


async def test_hints_come_before_an_answer() -> None:
    async with hooks() as there:
        there.answer = lambda _: b"HTTP/1.1 103 Hint\r\nlink: x\r\n\r\n" + ok("204 Fine")
        await outside(private=True).send(Outgoing(url=there.url, body=b"", headers={}))


async def test_names_that_are_slow_to_look_up_hold_up_no_others() -> None:
    """Whoever has a domain can see to it that it takes its time. As many are asked for as alerts
    are sent at once, and then given up while they are still looked up."""
    found = threading.Event()

    def slow(host: str, _: int) -> list[str]:
        if host.startswith("slow"):
            found.wait()
        return ["127.0.0.1"]

    async with hooks() as there:
        way = outside(private=True, resolve=slow)
        port = there.url.rpartition(":")[2]
        asked = [
            asyncio.create_task(
                way.send(Outgoing(url=f"http://slow{n}.example:{port}/", body=b"", headers={}))
            )
            for n in range(2 * AT_ONCE)
        ]
        try:
            await asyncio.sleep(0)
            for one in asked[AT_ONCE:]:
                one.cancel()
            await way.send(Outgoing(url=f"http://quick.example:{port}/", body=b"", headers={}))
            assert len(there.taken) == 1
        finally:
            found.set()
        await asyncio.gather(*asked, return_exceptions=True)


async def test_who_never_answers_is_not_waited_for() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.read()
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    way = outside(private=True, seconds=0.2)
    assert await fails(way, f"http://127.0.0.1:{port}/") == "too_slow"
    server.close()
    await server.wait_closed()


async def test_a_certificate_that_nobody_vouches_for(tmp_path: Path) -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0, ssl=_own_tls(tmp_path))
    port = server.sockets[0].getsockname()[1]
    assert await fails(outside(private=True), f"https://localhost:{port}/") == "tls"
    server.close()
    await server.wait_closed()


def _own_tls(folder: Path) -> ssl.SSLContext:
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "tls.pem"
    pem.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context


async def test_a_server_refuses_them_by_itself(sqlite_db: str) -> None:
    async with serving(sqlite_db, **QUICK | {"alert_private": False}) as host:
        anna = host.person()
        await anna.post("/session")
        for url in BAD:
            await anna.post("/me/alerts/targets", {"kind": "webhook", "url": url}, status=422)
        push = {"kind": "push", **Browser("https://127.0.0.1/").subscription()}
        await anna.post("/me/alerts/targets", push, status=422)
        for wrong in ({"p256dh": "AAAA"}, {"auth": ""}, {"p256dh": "B" * 87}, {"auth": "é"}):
            push = {"kind": "push", **Browser("https://push.example/").subscription(), **wrong}
            await anna.post("/me/alerts/targets", push, status=422)
        mail = {"kind": "email", "email": "anna@example.org"}
        await anna.post("/me/alerts/targets", mail, status=409)  # no server for mail
        for n in range(12):
            body = {"kind": "webhook", "url": f"https://example.org/{n}"}
            await anna.post("/me/alerts/targets", body)
        body = {"kind": "webhook", "url": "https://example.org/12"}
        await anna.post("/me/alerts/targets", body, status=409)
        told = await anna.http.get("/me/alerts")
        assert "example.org/" not in told.text, "an address may be a secret"
        body = {"kind": "telegram", "token": "1\r\nX: y", "room": "1"}
        await anna.post("/me/alerts/targets", body, status=422)


def test_each_service_is_asked_as_it_documents() -> None:
    there = Service(
        url="https://chat.example", token="123456:ABCdefGHIjklMNOpqrSTUvwx", room="!a:b"
    )
    made = {kind: ask(there, LETTER) for kind, ask in SERVICES.items()}
    assert made["matrix"].method == "PUT"
    assert made["matrix"].url.endswith("/rooms/%21a%3Ab/send/m.room.message/x.1.0.t")
    assert made["matrix"].headers["authorization"] == f"Bearer {there.token}"
    assert made["telegram"].url == f"https://chat.example/bot{there.token}/sendMessage"
    assert b"&lt;b&gt; &amp; @everyone" in made["slack"].body
    assert made["webhook"].headers["idempotency-key"] == LETTER.id
    ntfy = SERVICES["ntfy"](Service(url="https://ntfy.sh/mine"), LETTER)
    assert ntfy.url == "https://ntfy.sh/"
    assert b'"topic":"mine"' in ntfy.body


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("telegram", {"token": "no", "room": "1"}),
        ("telegram", {"token": "123456:ABCdefGHIjklMNOpqrSTUvwx/../x", "room": "1"}),
        ("matrix", {"url": "https://a.example", "token": "a b", "room": "!a:b"}),
        ("matrix", {"url": "https://a.example", "token": "ab", "room": "a"}),
        ("ntfy", {"url": "https://ntfy.sh/a/b"}),
        ("ntfy", {"url": "https://ntfy.sh"}),
    ],
)
def test_what_a_service_cannot_take(kind: str, given: dict[str, str]) -> None:
    with pytest.raises(Refused):
        checked(kind, Service(**given))
