"""Signing in by a passkey (WebAuthn): a key that never leaves the person's device or its keeper.

What a browser sends is checked by the library `webauthn`. Here lies what the library cannot know:
each challenge is ours and is used once, and a key belongs to one account and one address.
"""

import ipaddress
import logging
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from carrozza.server.addresses import PORTS, is_at
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.ids import is_id, new_id
from carrozza.server.people import accounts, entering, ways
from carrozza.server.people.devices import Device
from carrozza.server.people.sessions import Person
from carrozza.server.storage import schema

CHALLENGE_SECONDS = 300.0
MOST = 20  # of one account

K, H = schema.passkeys.c, schema.challenges.c

logger = logging.getLogger(__name__)


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    created: float
    used: float | None  # when it was last signed in with


class Ceremony(msgspec.Struct, frozen=True, kw_only=True):
    """What the browser is to be asked, in the JSON form of WebAuthn."""

    options: dict[str, Any]


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """The address that keys belong to, and the origin that pages there have."""

    domain: str
    origin: str


def place_of(context: Context, request: HTTPConnection) -> Place | None:
    """Where the request was sent, if passkeys can be used there. The address that the operator gave
    counts alone, if one was given: a Host is what its sender says it is. Without it a key is bound
    to the name it was made under, and works under no other."""
    host = request.headers.get("host", "").lower()
    scheme = "https" if context.settings.https else request.url.scheme
    if context.settings.url is not None:
        if not is_at(context.settings.url, host):
            return None
        scheme = urlsplit(context.settings.url.lower()).scheme
    try:
        domain = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return None
    if not domain or _is_number(domain):
        return None
    return Place(domain=domain, origin=f"{scheme}://{host.removesuffix(PORTS.get(scheme, ''))}")


def _is_number(domain: str) -> bool:
    """Browsers make no keys for addresses without a name."""
    try:
        ipaddress.ip_address(domain)
    except ValueError:
        return False
    return True


async def all_of(context: Context, person: Person) -> list[Passkey]:
    mine = select(K.id, K.name, K.created, K.used).where(K.account == person.id)
    async with context.db.read() as connection:
        rows = (await connection.execute(mine.order_by(K.created, K.id))).mappings().all()
    return [Passkey(**row) for row in rows]


async def begin_adding(
    context: Context, person: Person, password: str, place: Place | None
) -> Ceremony:
    if person.guest:
        raise Refused(409, "no_account", "You don't have an account yet.")
    place = _somewhere(place)
    # Or whoever finds an open browser would have a key to the account.
    await accounts.check_password(context, person, password)
    wanted = select(K.credential).where(K.account == person.id)
    async with context.db.read() as connection:
        known = list((await connection.execute(wanted)).scalars())
    if len(known) >= MOST:
        raise _too_many()
    options = generate_registration_options(
        rp_id=place.domain,
        rp_name="Carrozza",
        user_id=person.id.encode(),
        user_name=person.name,
        user_display_name=person.name,
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known
        ],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
    )
    await _keep(context, options.challenge, person)
    return Ceremony(options=msgspec.json.decode(options_to_json(options)))


async def finish_adding(
    context: Context, person: Person, name: str, sent: dict[str, Any], place: Place | None
) -> None:
    place = _somewhere(place)
    credential = _read(parse_registration_credential_json, sent)
    challenge = await _take(context, credential.response.client_data_json, person)
    try:
        key = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.domain,
            expected_origin=place.origin,
        )
    except Exception as error:  # whatever was sent, it is no key
        raise _refused(error) from None
    try:
        async with context.db.write() as connection:
            await ways.lock(connection, person.id)
            mine = select(func.count()).where(K.account == person.id)
            if (await connection.execute(mine)).scalar_one() >= MOST:  # others were added meanwhile
                raise _too_many()
            await connection.execute(
                insert(schema.passkeys).values(
                    id=new_id(),
                    account=person.id,
                    credential=bytes_to_base64url(key.credential_id),
                    public_key=key.credential_public_key,
                    sign_count=key.sign_count,
                    domain=place.domain,
                    name=" ".join(name.split()) or "–",
                    created=context.now(),
                )
            )
    except IntegrityError:
        raise Refused(409, "known_passkey", "This passkey is known already.") from None


async def begin_entering(context: Context, place: Place | None) -> Ceremony:
    """Which key it will be, the browser asks its person."""
    options = generate_authentication_options(
        rp_id=_somewhere(place).domain, user_verification=UserVerificationRequirement.PREFERRED
    )
    await _keep(context, options.challenge, None)
    return Ceremony(options=msgspec.json.decode(options_to_json(options)))


async def enter(
    context: Context,
    before: Person | None,
    sent: dict[str, Any],
    place: Place | None,
    device: Device,
) -> str:
    """The value of a cookie. A guest who signs in brings their games along."""
    place = _somewhere(place)
    credential = _read(parse_authentication_credential_json, sent)
    challenge = await _take(context, credential.response.client_data_json, None)
    wanted = select(schema.passkeys).where(
        K.credential == bytes_to_base64url(credential.raw_id), K.domain == place.domain
    )
    async with context.db.read() as connection:
        key = (await connection.execute(wanted)).mappings().first()
    if key is None or credential.response.user_handle != key["account"].encode():
        raise _refused(None)
    try:
        shown = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.domain,
            expected_origin=place.origin,
            credential_public_key=key["public_key"],
            credential_current_sign_count=key["sign_count"],
        )
    except Exception as error:
        raise _refused(error) from None
    async with context.db.write() as connection:
        counted = await connection.execute(
            update(schema.passkeys)
            .where(K.id == key["id"], K.sign_count == key["sign_count"])
            .values(sign_count=shown.new_sign_count, used=context.now())
        )
        if counted.rowcount != 1:  # it was used or removed meanwhile
            raise _refused(None)
        cookie = await entering.enter(context, connection, before, key["account"], device)
    await entering.have_entered(context, before)
    return cookie


async def remove(context: Context, person: Person, passkey: str) -> None:
    if not is_id(passkey):
        raise _unknown()
    async with context.db.write() as connection:
        await ways.lock(connection, person.id)
        gone = delete(schema.passkeys).where(K.id == passkey, K.account == person.id)
        if (await connection.execute(gone)).rowcount != 1:
            raise _unknown()
        await ways.check_one_left(connection, person.id, context.issuers)


async def _keep(context: Context, challenge: bytes, person: Person | None) -> None:
    async with context.db.write() as connection:
        await connection.execute(
            insert(schema.challenges).values(
                challenge=_hashed(challenge),
                account=person.id if person else None,
                session=person.session if person else None,
                expires=context.now() + CHALLENGE_SECONDS,
            )
        )


async def _take(context: Context, client_data: bytes, person: Person | None) -> bytes:
    """The challenge that was answered, if we set it, for this session, and for the first time."""
    challenge: bytes = _read(parse_client_data_json, client_data).challenge
    async with context.db.write() as connection:
        set_by_us = await _delete(connection, challenge)
    if set_by_us is None or set_by_us["expires"] <= context.now():
        raise _refused(None)
    whose = (set_by_us["account"], set_by_us["session"])
    if whose != ((person.id, person.session) if person else (None, None)):
        raise _refused(None)
    return challenge


async def _delete(connection: AsyncConnection, challenge: bytes) -> Any:
    gone = delete(schema.challenges).where(H.challenge == _hashed(challenge))
    return (await connection.execute(gone.returning(*H))).mappings().first()


def _read(parse: Any, sent: Any) -> Any:
    """The library's parsers do not expect everything that can be sent."""
    try:
        return parse(sent)
    except Exception as error:
        raise _refused(error) from None


def _hashed(challenge: bytes) -> str:
    return sha256(challenge).hexdigest()


def _somewhere(place: Place | None) -> Place:
    if place is None:
        raise Refused(409, "no_passkeys", "Passkeys cannot be used at this address.")
    return place


def _too_many() -> Refused:
    return Refused(409, "too_many_passkeys", f"You can have {MOST} passkeys at most.")


def _unknown() -> Refused:
    return Refused(404, "unknown_passkey", "There is no such passkey.")


def _refused(error: Exception | None) -> Refused:
    if error is not None:
        logger.info("a passkey was refused: %s", type(error).__name__)
    return Refused(403, "bad_passkey", "This passkey does not fit here. Try again.")
