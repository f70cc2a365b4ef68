"""Providers of OpenID Connect in tests, on real ports of this machine: an honest one, which is a
program of its own, and one that says whatever it is told to."""

import asyncio
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx
import uvicorn
from authlib.common.encoding import to_unicode, urlsafe_b64encode
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from tests.server.support import PATIENCE, Host, Person, serving

CLIENT = "carrozza"
SECRET = "a secret of the club"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Club:
    """The honest one: oidc-provider-mock in a process of its own."""

    def __init__(self, issuer: str, process: asyncio.subprocess.Process) -> None:
        self.issuer = issuer
        self.client = self.secret = ""
        self._process = process

    async def stop(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def register(self, redirect: str) -> None:
        """From then on it knows this server, its secret, and where it may send people back to."""
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            reply = await http.post(
                f"{self.issuer}/oauth2/clients", json={"redirect_uris": [redirect]}
            )
        self.client, self.secret = reply.json()["client_id"], reply.json()["client_secret"]

    async def sign_in(self, url: str, subject: str) -> dict[str, str]:
        """Somebody signs in there: with what the browser is sent back."""
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            reply = await http.post(url, data={"sub": subject})
        assert reply.status_code == 302, reply.text
        return dict(parse_qsl(urlsplit(reply.headers["location"]).query))

    async def call(self, subject: str, **claims: str) -> None:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            await http.put(f"{self.issuer}/users/{subject}", json=claims)


@asynccontextmanager
async def club(*options: str) -> AsyncIterator[Club]:
    port = free_port()
    program = ("-m", "oidc_provider_mock", "--port", str(port), "--require-registration", "true")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *program, *options),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    made = Club(f"http://127.0.0.1:{port}", process)
    try:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as http:
            while True:
                assert process.returncode is None, "the provider did not start"
                try:
                    await http.get(f"{made.issuer}/jwks")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        yield made
    finally:
        await made.stop()


class Forger:
    """One that lies as it is told: `change` makes of honest claims others, `sign` the token."""

    def __init__(self) -> None:
        self.issuer = ""
        self.client, self.secret = CLIENT, SECRET
        self.key = RSAKey.generate_key(2048, {"kid": "one"}, private=True)
        self.metadata: dict[str, Any] = {}  # instead of what it would say of itself
        self.change: Callable[[dict[str, Any]], dict[str, Any]] = lambda claims: claims
        self.sign: Callable[[dict[str, Any]], str] = self.signed
        self.answer: Callable[[str], Response | None] = lambda _path: None
        self.asked: list[str] = []  # paths
        self.given: dict[str, dict[str, str]] = {}  # by code, what was asked for it

    def signed(self, claims: dict[str, Any], header: dict[str, Any] | None = None) -> str:
        return jwt.encode(header or {"alg": "RS256", "kid": "one"}, claims, self.key)

    def sign_in(self, url: str, subject: str = "anna") -> dict[str, str]:
        """With what the browser is sent back."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        code = f"code {len(self.given)}"
        self.given[code] = {**asked, "subject": subject}
        return {"code": code, "state": asked["state"]}

    async def configuration(self, _request: Request) -> Response:
        return self._answer("configuration") or JSONResponse(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/jwks",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
                **self.metadata,
            }
        )

    async def jwks(self, _request: Request) -> Response:
        keys = {"keys": [self.key.as_dict(private=False)]}
        return self._answer("jwks") or JSONResponse(keys)

    async def token(self, request: Request) -> Response:
        if (instead := self._answer("token")) is not None:
            return instead
        sent = {k: v[0] for k, v in parse_qs((await request.body()).decode()).items()}
        asked = self.given.get(sent["code"])
        digest = sha256(sent["code_verifier"].encode()).digest()
        proven = asked and asked["code_challenge"] == to_unicode(urlsafe_b64encode(digest))
        if not asked or not proven or asked["code_challenge_method"] != "S256":
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": asked["subject"],
            "aud": self.client,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
        }
        token = {"access_token": "x", "token_type": "Bearer", "expires_in": 300}
        return JSONResponse({**token, "id_token": self.sign(self.change(claims))})

    def _answer(self, path: str) -> Response | None:
        self.asked.append(path)
        return self.answer(path)


@asynccontextmanager
async def forger() -> AsyncIterator[Forger]:
    made, port = Forger(), free_port()
    made.issuer = f"http://127.0.0.1:{port}"
    app = Starlette(
        routes=[
            Route("/.well-known/openid-configuration", made.configuration),
            Route("/jwks", made.jwks),
            Route("/token", made.token, methods=["POST"]),
        ]
    )
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_config=None))
    task = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(PATIENCE):
            while not server.started:
                assert not task.done(), "the provider did not start"
                await asyncio.sleep(0.01)
        yield made
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def offering(db: str, folder: Path, *, port: int = 0, **options: Any) -> AsyncIterator[Host]:
    """A server at which one can sign in at the providers among the options, by their keys."""
    port = port or free_port()
    url = f"http://127.0.0.1:{port}"
    lines = []
    for key in [key for key, it in options.items() if isinstance(it, Club | Forger)]:
        provider = options.pop(key)
        if isinstance(provider, Club) and not provider.client:
            await provider.register(f"{url}/account/oidc/{key}")
        (folder / f"{key}.secret").write_text(f"{provider.secret}\n")
        lines += [
            f"[{key}]",
            f'name = "The {key}"',
            f'issuer = "{provider.issuer}"',
            f'client_id = "{provider.client}"',
            f'secret_file = "{key}.secret"',
        ]
    file = folder / "providers.toml"
    file.write_text("\n".join(lines))
    async with serving(db, port=port, url=url, oidc=str(file), **options) as host:
        yield host


async def go(person: Person, key: str, status: int | None = None, **body: Any) -> Any:
    """Where the browser is sent to; with a status, the refusal."""
    said = await person.post(f"/session/oidc/{key}", body, status)
    return said["url"] if status is None else said


async def arrive(
    person: Person, key: str, brought: dict[str, str], status: int | None = None
) -> Any:
    return await person.post(f"/session/oidc/{key}/arrival", brought, status)


async def settle(
    person: Person, key: str, arrival: dict[str, Any], name: str, status: int | None = None
) -> Any:
    body = {"token": arrival["token"], "name": name}
    return await person.post(f"/session/oidc/{key}/account", body, status)
