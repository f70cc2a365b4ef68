"""Messages that are almost right, and some that are nothing at all; the same ones on every run."""

import json
import random
from collections.abc import Iterator
from typing import Any

STRANGE: list[Any] = [
    None, True, False, 0, -1, 5, 255, 2**31, 2**63, 2**64, -(2**63) - 1, 10**300, 1.5, 1e308, "",
    "0", "\0", "\u202e", "é" * 200, "x" * 600, [], [[]], [0] * 500, {}, {"type": "Pass"},
    {"": None},
]  # fmt: skip

FACE_UP = {"type": "DrawFaceUp", "slot": 0}
STATION = {"type": "BuildStation", "city": 1, "cards": []}
VALID: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 1, "since": 0, "watch": False},
    {"type": "act", "id": "a", "seat": 0, "version": 2, "action": {"type": "DrawBlind"}},
    {"type": "act", "id": "a", "seat": 1, "version": 2, "action": FACE_UP},
    {
        "type": "act",
        "id": "a",
        "seat": 0,
        "version": 2,
        "action": {"type": "ClaimRoute", "route": 3, "cards": ["red", "locomotive"]},
    },
    {
        "type": "act",
        "id": "a",
        "seat": 1,
        "version": 2,
        "action": {"type": "KeepTickets", "keep": [0, 1], "back": [2]},
    },
    {"type": "why", "id": "w", "seat": 0, "action": STATION},
    {"type": "undo", "id": "u", "seat": 0, "version": 2},
    {"type": "confirm", "seat": 0, "version": 2},
    {"type": "sync"},
    {"type": "ping", "id": "p"},
    {"type": "say", "text": "ciao"},
]


def messages(seed: int, count: int) -> Iterator[str | bytes]:
    """What a broken or hostile client might send, as text or as bytes."""
    rng = random.Random(seed)
    for _ in range(count):
        message = _bent(rng, rng.choice(VALID))
        text = json.dumps(message)
        match rng.randrange(6):
            case 0:
                yield _torn(rng, text.encode())
            case 1:
                yield rng.randbytes(rng.randrange(1, 300))
            case 2:
                yield text.encode()
            case 3:
                yield "[" * rng.randrange(1, 9000) + text
            case _:
                yield text


def _bent(rng: random.Random, value: Any) -> Any:
    """Some of its parts are left out, doubled, swapped or something else altogether."""
    if rng.random() < 0.12:
        return rng.choice(STRANGE)
    if isinstance(value, dict):
        kept = {key: _bent(rng, part) for key, part in value.items() if rng.random() > 0.05}
        if rng.random() < 0.08:
            kept[rng.choice(["type", "seat", "id", "__class__", "more"])] = rng.choice(STRANGE)
        return kept
    if isinstance(value, list):
        return [_bent(rng, part) for part in value] * rng.choice([0, 1, 1, 1, 2, 50])
    return value


def _torn(rng: random.Random, data: bytes) -> bytes:
    """With bytes lost, added or changed."""
    torn = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(torn) + 1)
        torn[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return bytes(torn)
