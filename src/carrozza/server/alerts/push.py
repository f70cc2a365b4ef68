"""Web Push: what a browser's push service takes. RFC 8030 (the request), 8291 and 8188 (its
encryption), 8292 (VAPID: who sends it)."""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from carrozza.server.alerts.letter import Letter
from carrozza.server.alerts.outside import Outgoing
from carrozza.server.alerts.words import words_in

CURVE = ec.SECP256R1()
RECORD = 4096  # all is in one
LONGEST = 3000  # of a payload; push services take a little more
PADDED = 256  # lengths are rounded up to this, so that they say nothing
POINT_BYTES = 65
SECRET_BYTES = 16
TOKEN_SECONDS = 12 * 3600  # VAPID allows a day
LONGEST_LIFE = 86_400  # seconds that a push service keeps what a device that is off has missed


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """As the browser gives it, decoded by nobody but us."""

    endpoint: str
    p256dh: str
    auth: str


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What web/public/sw.js shows."""

    id: str
    tag: str
    title: str
    body: str
    link: str
    language: str
    stop: str | None
    stop_words: str


def is_sound(subscription: Subscription) -> bool:
    """Whether something can be encrypted for it."""
    try:
        _point(subscription.p256dh)
        return len(from64(subscription.auth)) == SECRET_BYTES
    except ValueError:
        return False


def push_request(
    subscription: Subscription,
    letter: Letter,
    key: ec.EllipticCurvePrivateKey,
    sub: str,
    now: float,
) -> Outgoing:
    life = LONGEST_LIFE if letter.ends is None else letter.ends - now
    return Outgoing(
        url=subscription.endpoint,
        body=encrypt(notice_of(letter), subscription),
        headers={
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(int(min(max(life, 0), LONGEST_LIFE))),
            "urgency": "high" if letter.urgent else "normal",
            "topic": short64(sha256(letter.topic.encode()).digest())[:32],
            "authorization": _vapid(subscription.endpoint, key, sub, now),
        },
    )


def notice_of(letter: Letter) -> bytes:
    """What the browser is told, before it is encrypted."""
    return msgspec.json.encode(
        Notice(
            id=letter.id,
            tag=letter.topic,
            title=letter.title,
            body=letter.body,
            link=letter.link,
            language=letter.language,
            stop=letter.stop,
            stop_words=words_in(letter.language).not_here,
        )
    )


def encrypt(text: bytes, subscription: Subscription) -> bytes:
    """RFC 8291: one record, for the one browser that has the other key."""
    if len(text) > LONGEST:
        raise ValueError("too long to be pushed")
    theirs, secret = _point(subscription.p256dh), from64(subscription.auth)
    once = ec.generate_private_key(CURVE)
    ours, salt = public_bytes(once), os.urandom(SECRET_BYTES)
    shared = once.exchange(ec.ECDH(), theirs)
    both = b"WebPush: info\0" + from64(subscription.p256dh) + ours
    start = _derived(shared, secret, both, 32)
    key = _derived(start, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(start, salt, b"Content-Encoding: nonce\0", 12)
    filled = text + b"\x02" + b"\0" * (-(len(text) + 1) % PADDED)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, filled, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _vapid(endpoint: str, key: ec.EllipticCurvePrivateKey, sub: str, now: float) -> str:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now) + TOKEN_SECONDS,
        "sub": sub,
    }
    said = ".".join(
        short64(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = short64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signature},k={short64(public_bytes(key))}"


def new_key() -> str:
    """A key for VAPID, as it is kept in the database."""
    return (
        ec.generate_private_key(CURVE)
        .private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        .decode()
    )


def read_key(text: str) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(text.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _point(text: str) -> ec.EllipticCurvePublicKey:
    data = from64(text)
    if len(data) != POINT_BYTES:
        raise ValueError("not a key")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


def short64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from64(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
