"""The providers that an operator names, in a TOML file. Their secrets lie elsewhere."""

import os
import re
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import msgspec

from carrozza.core.errors import BadOptions
from carrozza.server.addresses import is_this_machine

KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
LONGEST_NAME = 40


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As it stands in the file."""

    name: str
    issuer: str
    client_id: str
    secret_file: str | None = None
    secret_env: str | None = None


class Provider(msgspec.Struct, frozen=True, kw_only=True):
    key: str  # in addresses
    name: str  # on its button
    issuer: str
    client_id: str
    secret: str | None


class Elsewhere(msgspec.Struct, frozen=True, kw_only=True):
    """A provider, as people are told of it."""

    id: str
    name: str


def read_providers(file: str | None, url: str | None) -> list[Provider]:
    """What the file says; `url` is where people reach this server, and come back to."""
    if file is None:
        return []
    if url is None or not is_safe(urlsplit(url)):
        raise _bad("Say where people reach this server, with --url https://games.example.")
    try:
        found = msgspec.toml.decode(Path(file).read_bytes(), type=dict[str, Entry])
    except OSError as error:
        raise _bad(f"{file} cannot be read: {error.strerror}.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise _bad(f"{file}: {error}.") from None
    providers = [_provider(Path(file).parent, key, entry) for key, entry in found.items()]
    if len({provider.issuer for provider in providers}) < len(providers):
        raise _bad("Two providers have the same issuer.")
    return providers


def is_safe(parts: SplitResult) -> bool:
    """Whether nobody on the way can read along."""
    host = parts.hostname or ""
    this_machine = host == "localhost" or is_this_machine(host)
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and this_machine))


def _provider(folder: Path, key: str, entry: Entry) -> Provider:
    if not KEY.fullmatch(key):
        raise _bad(f"“{key}” must be made of small letters, digits and hyphens.")
    if not (entry.name.strip() and entry.name.isprintable() and len(entry.name) <= LONGEST_NAME):
        raise _bad(f"{key}: the name must have 1 to {LONGEST_NAME} visible characters.")
    if not _is_issuer(entry.issuer):
        raise _bad(f"{key}: the issuer must be an address such as https://login.example.")
    if not entry.client_id:
        raise _bad(f"{key}: the client_id is missing.")
    return Provider(
        key=key,
        name=entry.name.strip(),
        issuer=entry.issuer,
        client_id=entry.client_id,
        secret=_secret(folder, key, entry),
    )


def _is_issuer(issuer: str) -> bool:
    try:
        parts = urlsplit(issuer)
        plain = parts.port is None or parts.port > 0
    except ValueError:
        return False
    bare = not parts.query and not parts.fragment and parts.username is None
    return plain and bare and is_safe(parts) and issuer.isprintable()


def _secret(folder: Path, key: str, entry: Entry) -> str | None:
    if entry.secret_file is not None and entry.secret_env is not None:
        raise _bad(f"{key}: give secret_file or secret_env, not both.")
    if entry.secret_file is not None:
        try:
            secret = (folder / entry.secret_file).read_text("utf-8").strip()
        except (OSError, ValueError):
            raise _bad(f"{key}: the secret_file cannot be read.") from None
    elif entry.secret_env is not None:
        secret = os.environ.get(entry.secret_env, "").strip()
    else:
        return None  # a public client: PKCE alone
    if not secret:
        raise _bad(f"{key}: the secret is empty.")
    return secret


def _bad(problem: str) -> BadOptions:
    return BadOptions("oidc", problem)
