"""One provider: where to send people, and who they are when they come back.

Authlib makes the requests and checks what a token claims, joserfc its signature. Here lies what
they cannot know: which algorithms count, that every answer comes from this issuer, and what is
taken for a name of somebody.
"""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
import msgspec
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

from carrozza.server.errors import Refused
from carrozza.server.oidc.config import Provider, is_safe
from carrozza.server.oidc.way import Way

# With public keys: with the others, who knows a public key or the client's secret could sign.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
CLOCKS_DIFFER = 60  # seconds
KEPT_SECONDS = 600.0  # for which we remember what a provider says of itself
LONGEST_SUBJECT = 255
LONGEST_NAME = 100

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Metadata(msgspec.Struct, frozen=True, kw_only=True):
    """What a provider says of itself."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    id_token_signing_alg_values_supported: tuple[str, ...] = ("RS256",)
    authorization_response_iss_parameter_supported: bool = False


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """Who somebody is, for good; and what they are called there, which means nothing."""

    issuer: str
    subject: str
    called: str


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """Of one sign-in; only the browser and its provider are to know them."""

    state: str
    nonce: str
    verifier: str


class Client:
    def __init__(
        self, provider: Provider, url: str, seconds: float, now: Callable[[], float]
    ) -> None:
        self.provider = provider
        self._redirect = f"{url.rstrip('/')}/account/oidc/{provider.key}"
        self._seconds = seconds
        self._now = now
        self._tls = ssl.create_default_context()
        self._kept: tuple[float, Metadata] | None = None

    async def address(self, secrets: Secrets) -> str:
        """Where the browser is to go."""
        metadata = await self._in_time(self._metadata)
        async with self._session(metadata) as session:
            address: str = session.create_authorization_url(
                metadata.authorization_endpoint,
                state=secrets.state,
                nonce=secrets.nonce,
                code_verifier=secrets.verifier,
            )[0]
        return address

    async def identity(self, code: str, issuer: str, secrets: Secrets) -> Identity:
        """Who has come back with this code. `issuer`: by whom, as the browser says (RFC 9207)."""
        metadata = await self._in_time(self._metadata)
        silent = not issuer and not metadata.authorization_response_iss_parameter_supported
        if issuer != self.provider.issuer and not silent:
            raise bad_sign_in("another issuer has answered")
        token, keys = await self._in_time(lambda: self._exchange(metadata, code, secrets))
        try:
            claims = self._claims(metadata, token, keys, secrets.nonce)
        except Exception as error:  # whatever was sent, it says nothing about anybody
            raise bad_sign_in(type(error).__name__) from None
        return Identity(
            issuer=self.provider.issuer, subject=_subject(claims), called=_called(claims)
        )

    async def _metadata(self) -> Metadata:
        if self._kept is not None and self._kept[0] > self._now() - KEPT_SECONDS:
            return self._kept[1]
        issuer = self.provider.issuer
        async with self._session() as session:
            said = await _get(session, f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        metadata = msgspec.convert(said, Metadata)
        ends = (metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri)
        if metadata.issuer != issuer or not all(is_safe(urlsplit(end)) for end in ends):
            raise ValueError("another issuer, or an address that is not safe")
        self._kept = (self._now(), metadata)
        return metadata

    async def _exchange(
        self, metadata: Metadata, code: str, secrets: Secrets
    ) -> tuple[dict[str, Any], Any]:
        """What the code stands for, and the keys by which that can be checked."""
        async with self._session(metadata) as session:
            token = await session.fetch_token(
                metadata.token_endpoint,
                grant_type="authorization_code",
                code=code,
                code_verifier=secrets.verifier,
                redirect_uri=self._redirect,
            )
            return token, await _get(session, metadata.jwks_uri)

    def _claims(
        self, metadata: Metadata, token: dict[str, Any], keys: Any, nonce: str
    ) -> dict[str, Any]:
        announced = metadata.id_token_signing_alg_values_supported
        read = jwt.decode(
            token["id_token"],
            KeySet.import_key_set(keys),
            algorithms=[name for name in ALGORITHMS if name in announced],
        )
        client = self.provider.client_id
        claims = CodeIDToken(
            read.claims,
            read.header,
            options={
                "iss": {"essential": True, "value": self.provider.issuer},
                "aud": {"essential": True, "value": client},
                "nonce": {"essential": True, "value": nonce},
            },
            params={
                "client_id": client,
                "nonce": nonce,
                "access_token": token.get("access_token"),
            },
        )
        claims.validate(now=int(self._now()), leeway=CLOCKS_DIFFER)
        return dict(claims)

    def _session(self, metadata: Metadata | None = None) -> Any:
        methods = metadata.token_endpoint_auth_methods_supported if metadata else ()
        basic = "client_secret_basic" in methods or "client_secret_post" not in methods
        method = "client_secret_basic" if basic else "client_secret_post"
        return AsyncOAuth2Client(
            client_id=self.provider.client_id,
            client_secret=self.provider.secret,
            token_endpoint_auth_method=method if self.provider.secret else "none",
            scope="openid profile",
            redirect_uri=self._redirect,
            code_challenge_method="S256",
            transport=Way(self.provider.issuer, self._tls),
            timeout=self._seconds,
            follow_redirects=False,
            trust_env=False,
        )

    async def _in_time(self, ask: Callable[[], Awaitable[T]]) -> T:
        try:
            async with asyncio.timeout(self._seconds):
                return await ask()
        except (TimeoutError, OSError, httpx2.HTTPError) as error:
            raise self._down(error) from None
        except Exception as error:  # it answers, but not what it should
            raise bad_sign_in(type(error).__name__) from None

    def _down(self, error: Exception) -> Refused:
        logger.warning("a provider of sign-ins does not answer: %s", type(error).__name__)
        problem = f"“{self.provider.name}” does not answer. Try again later"
        return Refused(503, "provider_down", f"{problem}, or come in by another way.")


async def _get(session: Any, url: str) -> Any:
    reply = await session.get(url, auth=None, headers={"accept": "application/json"})
    reply.raise_for_status()
    return msgspec.json.decode(reply.content)


def _subject(claims: dict[str, Any]) -> str:
    subject = claims.get("sub")
    fits = isinstance(subject, str) and 0 < len(subject) <= LONGEST_SUBJECT
    if (
        not isinstance(subject, str)
        or not fits
        or not (subject.isascii() and subject.isprintable())
    ):
        raise bad_sign_in("a strange subject")
    return subject


def _called(claims: dict[str, Any]) -> str:
    for claim in ("preferred_username", "nickname", "name"):
        name = claims.get(claim)
        if isinstance(name, str) and 0 < len(name) <= LONGEST_NAME:
            return name
    return ""


def bad_sign_in(why: str) -> Refused:
    logger.info("a sign-in elsewhere was refused: %s", why)
    return Refused(403, "bad_sign_in", "Signing in there did not work. Try again.")
