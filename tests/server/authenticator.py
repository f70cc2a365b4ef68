"""What a browser and a security key do together, in Python: made after the WebAuthn specification,
without the library that the server uses."""

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def short(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def long(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Key:
    """One passkey."""

    domain: str
    user: bytes = b""
    name: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    uses: int = 0

    def _data(self, flags: int, more: bytes = b"") -> bytes:
        where = hashlib.sha256(self.domain.encode()).digest()
        return where + bytes([flags]) + struct.pack(">I", self.uses) + more

    def make(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """The answer to creation options."""
        self.user = long(options["user"]["id"])
        numbers = self.private.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        length = struct.pack(">H", len(self.name))
        attested = bytes(16) + length + self.name + public
        data = self._data(PRESENT | VERIFIED | ATTESTED, attested)
        return self._sent(
            clientDataJSON=_client("webauthn.create", options, origin),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )

    def use(
        self, options: dict[str, Any], origin: str, *, user: bytes | None = None, count: bool = True
    ) -> dict[str, Any]:
        """The answer to request options."""
        self.uses += count
        data = self._data(PRESENT | VERIFIED)
        client = _client("webauthn.get", options, origin)
        signed = data + hashlib.sha256(client).digest()
        return self._sent(
            clientDataJSON=client,
            authenticatorData=data,
            signature=self.private.sign(signed, ec.ECDSA(hashes.SHA256())),
            userHandle=self.user if user is None else user,
        )

    def _sent(self, **response: bytes) -> dict[str, Any]:
        return {
            "id": short(self.name),
            "rawId": short(self.name),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {name: short(data) for name, data in response.items()},
        }


def _client(kind: str, options: dict[str, Any], origin: str) -> bytes:
    said = {"type": kind, "challenge": options["challenge"], "origin": origin}
    return json.dumps(said | {"crossOrigin": False}).encode()
