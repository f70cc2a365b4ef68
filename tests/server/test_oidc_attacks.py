"""What attackers try with signing in elsewhere: forged tokens, other people's answers, strange
providers. Whatever it is, nobody is signed in by it, and what is honest still works."""

import asyncio
import base64
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey
from starlette.responses import JSONResponse, RedirectResponse, Response
from tests.server.providers import Forger, arrive, club, forger, go, offering, settle
from tests.server.support import Host, Person
from tests.server.test_admin import admin
from tests.server.test_people import PASSWORD, account, rows
from tests.server.test_secrets import logs

from carrozza.core.errors import BadOptions
from carrozza.server.oidc.config import read_providers
from carrozza.server.oidc.way import MOST_BYTES, Astray, Way
from carrozza.server.storage import schema
from carrozza.server.storage.database import plain_engine

pytestmark = pytest.mark.anyio
__all__ = ["logs"]

Claims = dict[str, Any]
HOUR = 3600


async def holder(host: Host, provider: Forger, name: str = "Anna", subject: str = "anna") -> Person:
    """Somebody with an account linked to the provider."""
    person = host.person()
    await account(person, name)
    brought = provider.sign_in(await go(person, "evil", link=True, password=PASSWORD), subject)
    assert (await arrive(person, "evil", brought))["done"] == "linked"
    return person


async def refused(person: Person, provider: Forger, code: str = "bad_sign_in") -> None:
    """Nobody comes in by what the provider says now."""
    brought = provider.sign_in(await go(person, "evil"))
    said = await arrive(person, "evil", brought, 403)
    assert said["code"] == code
    assert "carrozza" not in person.http.cookies


def part(data: Claims) -> str:
    return base64.urlsafe_b64encode(json.dumps(data).encode()).rstrip(b"=").decode()


CLAIMS: dict[str, Callable[[Claims], Claims]] = {
    "another issuer": lambda c: {**c, "iss": "https://accounts.example"},
    "an issuer and more": lambda c: {**c, "iss": c["iss"] + "/"},
    "no issuer": lambda c: {k: v for k, v in c.items() if k != "iss"},
    "another audience": lambda c: {**c, "aud": "another"},
    "no audience": lambda c: {k: v for k, v in c.items() if k != "aud"},
    "an empty audience": lambda c: {**c, "aud": []},
    "several audiences": lambda c: {**c, "aud": [c["aud"], "another"]},
    "for somebody else": lambda c: {**c, "aud": [c["aud"], "another"], "azp": "another"},
    "another party": lambda c: {**c, "azp": "another"},
    "expired": lambda c: {**c, "exp": c["iat"] - HOUR, "iat": c["iat"] - 2 * HOUR},
    "never expires": lambda c: {k: v for k, v in c.items() if k != "exp"},
    "an endless time": lambda c: {**c, "exp": float("inf")},
    "no number": lambda c: {**c, "exp": "tomorrow"},
    "from tomorrow": lambda c: {**c, "iat": c["iat"] + 24 * HOUR},
    "not yet": lambda c: {**c, "nbf": c["iat"] + HOUR},
    "another nonce": lambda c: {**c, "nonce": "x" * 64},
    "no nonce": lambda c: {k: v for k, v in c.items() if k != "nonce"},
    "an empty nonce": lambda c: {**c, "nonce": ""},
    "a list of nonces": lambda c: {**c, "nonce": [c["nonce"]]},
    "nobody": lambda c: {k: v for k, v in c.items() if k != "sub"},
    "an empty subject": lambda c: {**c, "sub": ""},
    "a long subject": lambda c: {**c, "sub": "a" * 256},
    "a strange subject": lambda c: {**c, "sub": "anna\x00"},
    "a number": lambda c: {**c, "sub": 7},
    "somebody's e-mail address alone": lambda c: {
        **{k: v for k, v in c.items() if k != "sub"},
        "email": "anna@example.org",
        "email_verified": True,
    },
}


@pytest.mark.parametrize("what", CLAIMS)
async def test_forged_claims(sqlite_db: str, tmp_path: Path, what: str) -> None:
    async with forger() as evil, offering(sqlite_db, tmp_path, evil=evil) as host:
        await holder(host, evil)
        evil.change = CLAIMS[what]
        await refused(host.person(), evil)
        evil.change = lambda claims: {**claims, "aud": [claims["aud"]], "azp": claims["aud"]}
        brought = evil.sign_in(await go(anna := host.person(), "evil"))
        assert (await arrive(anna, "evil", brought))["done"] == "in"


def unsigned(_evil: Forger, claims: Claims) -> str:
    return f"{part({'alg': 'none'})}.{part(claims)}."


def with_our_secret(evil: Forger, claims: Claims) -> str:
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(evil.secret), ["HS256"])


def with_the_public_key(evil: Forger, claims: Claims) -> str:
    """As a secret, which everybody knows."""
    import hmac

    head = f"{part({'alg': 'HS256', 'kid': 'one'})}.{part(claims)}"
    seal = hmac.digest(evil.key.as_pem(private=False), head.encode(), "sha256")
    return f"{head}.{base64.urlsafe_b64encode(seal).rstrip(b'=').decode()}"


def with_a_published_secret(evil: Forger, claims: Claims) -> str:
    """The provider lists it among its keys, so that everybody can sign with it."""
    secret = OctKey.import_key("a" * 32, {"kid": "two"})
    keys = {"keys": [secret.as_dict(private=True)]}
    evil.answer = lambda path: JSONResponse(keys) if path == "jwks" else None
    return jwt.encode({"alg": "HS256", "kid": "two"}, claims, secret, ["HS256"])


def with_another_key(_evil: Forger, claims: Claims) -> str:
    other = RSAKey.generate_key(2048, private=True)
    return jwt.encode({"alg": "RS256", "kid": "one"}, claims, other)


def with_a_key_of_its_own(_evil: Forger, claims: Claims) -> str:
    """That lies in its head."""
    other = RSAKey.generate_key(2048, private=True)
    head = {"alg": "RS256", "jwk": other.as_dict(private=False)}
    return jwt.encode(head, claims, other)


def cut(evil: Forger, claims: Claims) -> str:
    return evil.signed(claims).rpartition(".")[0] + "."


def changed(evil: Forger, claims: Claims) -> str:
    head, _, seal = evil.signed({**claims, "sub": "bruno"}).split(".")
    return f"{head}.{part(claims)}.{seal}"


FORGERIES = {
    made.__name__: made
    for made in (
        *(unsigned, with_our_secret, with_the_public_key, with_a_published_secret),
        *(with_another_key, with_a_key_of_its_own, cut, changed),
    )
} | {"no token": lambda *_: "", "nonsense": lambda *_: "a.b.c", "a list": lambda *_: []}


@pytest.mark.parametrize("what", FORGERIES)
async def test_forged_signatures(sqlite_db: str, tmp_path: Path, what: str) -> None:
    """The provider even announces HS256 and none."""
    async with forger() as evil, offering(sqlite_db, tmp_path, evil=evil) as host:
        await holder(host, evil)
        evil.sign = lambda claims: FORGERIES[what](evil, claims)
        await refused(host.person(), evil)


METADATA: dict[str, Callable[[Forger], Claims]] = {
    "another issuer": lambda _: {"issuer": "https://accounts.example"},
    "a script": lambda _: {"authorization_endpoint": "javascript:alert(1)//x"},
    "in the open": lambda _: {"authorization_endpoint": "http://login.example/"},
    "data": lambda _: {"authorization_endpoint": "data:text/html,x"},
    "a token in the open": lambda _: {"token_endpoint": "http://login.example/"},
    "keys in a file": lambda _: {"jwks_uri": "file:///etc/passwd"},
    "no keys": lambda _: {"jwks_uri": None},
    "a number": lambda _: {"token_endpoint": 7},
}


@pytest.mark.parametrize("what", METADATA)
async def test_a_provider_that_says_strange_things_of_itself(
    sqlite_db: str, tmp_path: Path, what: str
) -> None:
    async with forger() as evil, offering(sqlite_db, tmp_path, evil=evil) as host:
        evil.metadata = METADATA[what](evil)
        assert (await go(host.person(), "evil", 403))["code"] == "bad_sign_in"
        assert rows(sqlite_db, schema.departures) == []
        evil.metadata = {}
        await holder(host, evil)


ANSWERS: dict[str, Callable[[], Response]] = {
    "too big": lambda: JSONResponse({"x": "a" * MOST_BYTES}),
    "compressed": lambda: Response(b"\x1f\x8b", headers={"content-encoding": "gzip"}),
    "a redirect": lambda: RedirectResponse("/elsewhere"),
    "an error": lambda: Response("no", 500),
}


@pytest.mark.parametrize("what", ANSWERS)
@pytest.mark.parametrize("where", ["configuration", "token", "jwks"])
async def test_strange_answers(sqlite_db: str, tmp_path: Path, what: str, where: str) -> None:
    async with forger() as evil, offering(sqlite_db, tmp_path, evil=evil) as host:
        anna = host.person()
        evil.answer = lambda path: ANSWERS[what]() if path == where else None
        if where == "configuration":
            said = await go(anna, "evil", 503)
        else:
            said = await arrive(anna, "evil", evil.sign_in(await go(anna, "evil")), 503)
        assert said["code"] == "provider_down"
        assert evil.asked[-1] == where, "nobody follows"


@pytest.mark.parametrize("sent", [b"{", b"[]", b"null", b"\xff", b'{"keys": 7}', b"[" * 100_000])
async def test_answers_that_are_nonsense(sqlite_db: str, tmp_path: Path, sent: bytes) -> None:
    async with forger() as evil, offering(sqlite_db, tmp_path, evil=evil) as host:
        for where in ("token", "jwks", "configuration"):
            anna = host.person()
            evil.answer = lambda _: None
            url = await go(anna, "evil")
            evil.answer = lambda path, where=where: Response(sent) if path == where else None
            host.context.providers["evil"]._kept = None
            said = await arrive(anna, "evil", evil.sign_in(url), 403)
            assert said["code"] == "bad_sign_in"


async def test_a_provider_that_never_ends(sqlite_db: str, tmp_path: Path) -> None:
    async def slowly(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")
        try:
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.05)
        except ConnectionError:
            writer.close()

    server = await asyncio.start_server(slowly, "127.0.0.1", 0)
    evil = Forger()
    evil.issuer = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with offering(sqlite_db, tmp_path, evil=evil, oidc_seconds=0.5) as host:
        begun = time.monotonic()
        assert (await go(host.person(), "evil", 503))["code"] == "provider_down"
        assert time.monotonic() - begun < 60  # it would have taken an hour
    server.close()


@pytest.mark.parametrize(
    ("url", "addresses"),
    [
        ("https://keys.example/jwks", ["10.0.0.1"]),
        ("https://keys.example/jwks", ["127.0.0.1"]),
        ("https://keys.example/jwks", ["8.8.8.8", "192.168.1.1"]),
        ("https://keys.example/jwks", ["169.254.169.254"]),
        ("https://keys.example/jwks", ["::1"]),
        ("https://keys.example/jwks", ["::ffff:10.0.0.1"]),
        ("https://login.example:444/jwks", ["10.0.0.1"]),
        ("https://10.0.0.1/jwks", ["10.0.0.1"]),
    ],
)
async def test_no_way_into_our_own_network(url: str, addresses: list[str]) -> None:
    """The issuer itself may lie there; what it names besides may not."""
    import ssl

    asked = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append((host, port))
        return addresses

    way = Way("https://login.example", ssl.create_default_context(), resolve)
    async with httpx2.AsyncClient(transport=way, timeout=2) as http:
        with pytest.raises(Astray, match="private"):
            await http.get(url)
    assert len(asked) == 1


async def test_the_code_of_another_browser(db: str, tmp_path: Path) -> None:
    """Login CSRF: nobody is made to sign in, or to link their account, as somebody else."""
    async with forger() as evil, offering(db, tmp_path, evil=evil) as host:
        eve, anna = host.person(), host.person()
        await account(anna, "Anna")
        for going in ({}, {"link": True, "password": PASSWORD}):
            await go(anna, "evil", **going)  # she has a cookie of her own
            brought = evil.sign_in(await go(eve, "evil"), "eve")
            assert (await arrive(anna, "evil", brought, 403))["code"] == "stale_sign_in"
            assert (await arrive(eve, "evil", brought, 403))["code"] == "stale_sign_in", "used"
        stranger = host.person()
        brought = evil.sign_in(await go(eve, "evil"), "eve")
        assert (await arrive(stranger, "evil", brought, 403))["code"] == "stale_sign_in"
        assert (await anna.get("/me"))["name"] == "Anna"
        assert rows(db, schema.identities) == []


async def test_a_link_of_another_session(db: str, tmp_path: Path) -> None:
    """Who went to link an account must still be signed in to it when they come back."""
    async with forger() as evil, offering(db, tmp_path, evil=evil) as host:
        anna = host.person()
        await account(anna, "Anna")
        url = await go(anna, "evil", link=True, password=PASSWORD)
        await anna.post("/session/sign-out")
        assert (await arrive(anna, "evil", evil.sign_in(url), 403))["code"] == "stale_sign_in"
        await anna.post("/session/sign-in", {"name": "Anna", "password": PASSWORD})
        url = await go(anna, "evil", link=True, password=PASSWORD)
        bruno = host.person()
        await account(bruno, "Bruno")
        stolen = anna.http.cookies["carrozza_oidc"]
        bruno.http.cookies.set("carrozza_oidc", stolen, path="/api/v1/session/oidc")
        assert (await arrive(bruno, "evil", evil.sign_in(url), 403))["code"] == "stale_sign_in"
        assert rows(db, schema.identities) == []


async def test_signed_out_while_the_provider_thinks(db: str, tmp_path: Path) -> None:
    async with forger() as evil, offering(db, tmp_path, evil=evil) as host:
        anna = host.person()
        await account(anna, "Anna")
        url = await go(anna, "evil", link=True, password=PASSWORD)

        def meanwhile(path: str) -> None:
            if path == "jwks":
                engine = plain_engine(db)
                with engine.begin() as connection:
                    connection.execute(schema.sessions.delete())
                engine.dispose()

        evil.answer = meanwhile
        assert (await arrive(anna, "evil", evil.sign_in(url), 403))["code"] == "stale_sign_in"
        assert rows(db, schema.identities) == []


async def test_states_and_tokens(db: str, tmp_path: Path) -> None:
    async with forger() as evil, offering(db, tmp_path, evil=evil) as host:
        anna = await holder(host, evil)
        eve = host.person()
        brought = evil.sign_in(await go(eve, "evil"), "eve")
        for state in ("", "x", "x" * 200, "%00", brought["state"][:-1], brought["state"] + "x"):
            said = await arrive(eve, "evil", {**brought, "state": state}, 403)
            assert said["code"] == "stale_sign_in"
        await arrive(eve, "evil", {**brought, "state": "x" * 201}, 422)
        for code in ("", "x", "code 0"):
            brought = evil.sign_in(await go(eve, "evil"), "eve")
            said = await arrive(eve, "evil", {**brought, "code": code}, 403)
            assert said["code"] in ("bad_sign_in", "sign_in_refused")
        # A code that was somebody else's: PKCE binds it to the browser that went for it.
        stolen = evil.sign_in(await go(anna, "evil"), "anna")
        mine = evil.sign_in(await go(eve, "evil"), "eve")
        said = await arrive(eve, "evil", {**mine, "code": stolen["code"]}, 403)
        assert said["code"] == "bad_sign_in"
        # Of who chooses a name, the token belongs to the browser, and to the provider.
        arrival = await arrive(eve, "evil", evil.sign_in(await go(eve, "evil"), "eve"))
        said = await settle(host.person(), "evil", arrival, "Eve", 403)
        assert said["code"] == "stale_sign_in"
        assert (await settle(eve, "other", arrival, "Eve", 404))["code"] == "unknown_provider"
        said = await settle(eve, "evil", {"token": "x"}, "Eve", 403)
        assert said["code"] == "stale_sign_in"
        await settle(eve, "evil", arrival, "Eve")
        assert (await eve.get("/me"))["name"] == "Eve"


async def test_two_providers_are_not_mixed_up(db: str, tmp_path: Path) -> None:
    """What the evil one says about Anna is nothing to the club, even under the same subject."""
    async with (
        club() as honest,
        forger() as evil,
        offering(db, tmp_path, club=honest, evil=evil) as host,
    ):
        anna, eve = host.person(), host.person()
        brought = await honest.sign_in(await go(anna, "club"), "anna")
        await settle(anna, "club", await arrive(anna, "club", brought), "Anna")
        assert (await arrive(eve, "evil", evil.sign_in(await go(eve, "evil"))))["done"] == "name"
        # The evil one claims to be the other, in the token and in the address.
        evil.change = lambda claims: {**claims, "iss": honest.issuer, "aud": honest.client}
        await refused(eve, evil)
        evil.change = lambda claims: claims
        brought = evil.sign_in(await go(eve, "evil"))
        said = await arrive(eve, "evil", {**brought, "iss": honest.issuer}, 403)
        assert said["code"] == "bad_sign_in"
        # A state of the one brought to the other: the code goes to nobody.
        asked = len(evil.asked)
        brought = await honest.sign_in(await go(eve, "club"), "anna")
        assert (await arrive(eve, "evil", brought, 403))["code"] == "stale_sign_in"
        assert evil.asked[asked:] == []
        assert (await arrive(eve, "club", brought, 403))["code"] == "stale_sign_in"
        evil.metadata = {"authorization_response_iss_parameter_supported": True}
        host.context.providers["evil"]._kept = None
        await refused(eve, evil)  # who says that it names itself must
        brought = {**evil.sign_in(await go(eve, "evil")), "iss": evil.issuer}
        assert (await arrive(eve, "evil", brought))["done"] == "name"


async def test_a_ban_holds(db: str, tmp_path: Path) -> None:
    async with forger() as evil, offering(db, tmp_path, evil=evil) as host:
        anna, phone = await holder(host, evil), host.person()
        brought = evil.sign_in(await go(phone, "evil"))
        linking = await go(anna, "evil", link=True, password=PASSWORD)
        await admin("ban", "Anna", "--reason", "Cheating", "--db", db)
        said = await arrive(phone, "evil", brought, 403)
        assert (said["code"], said["sanction"]["reason"]) == ("banned", "Cheating")
        assert "carrozza" not in phone.http.cookies
        await arrive(anna, "evil", evil.sign_in(linking), 403)
        guest = host.person()
        await guest.post("/session")
        me = (await guest.get("/me"))["id"]
        brought = evil.sign_in(await go(guest, "evil"), "new")
        arrival = await arrive(guest, "evil", brought)
        await admin("ban", me, "--reason", "Spam", "--db", db)
        assert (await settle(guest, "evil", arrival, "Carla", 403))["code"] == "banned"
        await admin("unban", "Anna", "--reason", "Over", "--db", db)
        brought = evil.sign_in(await go(phone, "evil"))
        assert (await arrive(phone, "evil", brought))["done"] == "in"


async def test_a_muted_guest_gets_no_new_name(db: str, tmp_path: Path) -> None:
    async with forger() as evil, offering(db, tmp_path, evil=evil) as host:
        guest = host.person()
        await guest.post("/session")
        arrival = await arrive(guest, "evil", evil.sign_in(await go(guest, "evil"), "new"))
        await admin("mute", (await guest.get("/me"))["id"], "--reason", "Spam", "--db", db)
        assert (await settle(guest, "evil", arrival, "Carla", 403))["code"] == "muted"


async def test_a_page_of_another_site(sqlite_db: str, tmp_path: Path) -> None:
    async with forger() as evil, offering(sqlite_db, tmp_path, evil=evil) as host:
        anna = host.person()
        brought = evil.sign_in(await go(anna, "evil"))
        anna.http.headers["origin"] = "https://evil.example"
        for path in ("", "/arrival", "/account"):
            said = await anna.post(f"/session/oidc/evil{path}", brought, 403)
            assert said["code"] == "foreign_origin"
        anna.http.headers["origin"] = host.address
        assert (await arrive(anna, "evil", brought))["done"] == "name"


async def test_where_people_come_back_to_is_fixed(sqlite_db: str, tmp_path: Path) -> None:
    """Whatever a request calls this server, and whatever it asks for besides."""
    async with forger() as evil, offering(sqlite_db, tmp_path, evil=evil) as host:
        anna = host.person()
        ours = f"{host.address}/account/oidc/evil"
        for headers in ({"host": "evil.example"}, {"x-forwarded-host": "evil.example"}):
            reply = await anna.http.post("/session/oidc/evil", json={}, headers=headers)
            asked = parse_qs(urlsplit(reply.json()["url"]).query)
            assert asked["redirect_uri"] == [ours]
            ways = await anna.http.get("/session/ways", headers=headers)
            there = "host" in headers  # who came by another name would not find back
            assert bool(ways.json()["elsewhere"]) is not there
        for more in ({"redirect_uri": "https://evil.example"}, {"next": "//evil.example"}):
            await anna.post("/session/oidc/evil", more, 422)
        page = await anna.http.get(f"{ours}?code=x&state=y&next=//evil.example")
        assert page.status_code in (200, 503)  # it is built, or not: nobody is sent on
        assert "location" not in page.headers


async def test_begun_too_often(sqlite_db: str, tmp_path: Path) -> None:
    async with (
        forger() as evil,
        offering(sqlite_db, tmp_path, evil=evil, limits=1.0, logins_per_hour=5) as host,
    ):
        for _ in range(5):
            await go(host.person(), "evil")
        assert (await go(host.person(), "evil", 429))["code"] == "too_many"


async def test_no_secret_is_logged(sqlite_db: str, tmp_path: Path, logs: Any) -> None:
    async with forger() as evil, offering(sqlite_db, tmp_path, evil=evil) as host:
        anna = await holder(host, evil)
        brought = evil.sign_in(await go(anna, "evil"))
        cookie = anna.http.cookies["carrozza_oidc"]
        evil.change = CLAIMS["another nonce"]
        await arrive(anna, "evil", brought, 403)
        evil.answer = lambda _: Response("no", 500)
        await arrive(anna, "evil", evil.sign_in(await go(anna, "evil")), 503)
        written = logs.getvalue()
    assert "a sign-in elsewhere was refused" in written
    assert "does not answer" in written
    for secret in (brought["state"], brought["code"], cookie, evil.secret, "subject"):
        assert secret not in written


@pytest.mark.parametrize(
    ("lines", "url"),
    [
        ('[club]\nname="C"\nissuer="https://x.example"\nclient_id="c"', None),
        ('[club]\nname="C"\nissuer="https://x.example"\nclient_id="c"', "http://games.example"),
        ('[club]\nname="C"\nissuer="http://x.example"\nclient_id="c"', "https://g.example"),
        ('[club]\nname="C"\nissuer="https://x.example?a"\nclient_id="c"', "https://g.example"),
        ('[club]\nname="C"\nissuer="https://[x"\nclient_id="c"', "https://g.example"),
        ('[club]\nname=" "\nissuer="https://x.example"\nclient_id="c"', "https://g.example"),
        ('[club]\nname="C"\nissuer="https://x.example"\nclient_id=""', "https://g.example"),
        ('[Club]\nname="C"\nissuer="https://x.example"\nclient_id="c"', "https://g.example"),
        ('[club]\nname="C"\nissuer="https://x.example"', "https://g.example"),
        ('[club]\nname="C"\nissuer="https://x.example"\nclient_id="c"\nsecret="s"', "https://g.e"),
        (
            '[club]\nname="C"\nissuer="https://x.example"\nclient_id="c"\nsecret_file="none"',
            "https://g.example",
        ),
        (
            '[club]\nname="C"\nissuer="https://x.example"\nclient_id="c"\nsecret_env="NO_SUCH"',
            "https://g.example",
        ),
        (
            '[a]\nname="C"\nissuer="https://x.example"\nclient_id="c"\n'
            '[b]\nname="D"\nissuer="https://x.example"\nclient_id="d"',
            "https://g.example",
        ),
        ("nonsense", "https://g.example"),
        (None, "https://g.example"),
    ],
)
def test_options_that_do_not_fit(tmp_path: Path, lines: str | None, url: str | None) -> None:
    file = tmp_path / "providers.toml"
    if lines is not None:
        file.write_text(lines)
    with pytest.raises(BadOptions) as refusal:
        read_providers(str(file), url)
    assert refusal.value.code == "oidc"


def test_secrets_come_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "s").write_text("one\n")
    monkeypatch.setenv("SECRET_OF_B", "two")
    file = tmp_path / "providers.toml"
    made = {"a": 'secret_file="s"', "b": 'secret_env="SECRET_OF_B"', "c": ""}
    file.write_text(
        "\n".join(
            f'[{key}]\nname="N"\nissuer="https://{key}.example"\nclient_id="c"\n{secret}'
            for key, secret in made.items()
        )
    )
    found = read_providers(str(file), "https://games.example")
    assert [one.secret for one in found] == ["one", "two", None]
