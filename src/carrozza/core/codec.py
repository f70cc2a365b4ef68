"""Versioned JSON for what leaves the engine: actions, events, views. Saves are in core/replay.

Each is an object that holds `format` beside its contents. A change that an older reader would
misunderstand raises FORMAT; a reader refuses what is newer than itself.
"""

from typing import Any, TypeVar

import msgspec

from carrozza.core.actions import Action, AnyAction
from carrozza.core.errors import NOT_JSON, BadData, MalformedAction
from carrozza.core.events import AnyEvent, Event
from carrozza.core.game import View

FORMAT = 1

V = TypeVar("V", bound=View)


class _Head(msgspec.Struct):
    format: int


def encode_action(action: Action) -> bytes:
    return msgspec.json.encode({"format": FORMAT, "action": action})


def decode_action(data: bytes | str) -> Action:
    """An action from JSON; MalformedAction when it is none."""
    try:
        action = _decode(data, "action", AnyAction)
    except BadData as error:
        raise MalformedAction(error.code, f"That is not a move: {error.message}") from None
    assert isinstance(action, Action)
    return action


def encode_events(events: list[Event]) -> bytes:
    return msgspec.json.encode({"format": FORMAT, "events": events})


def decode_events(data: bytes | str) -> list[Event]:
    events: list[Event] = _decode(data, "events", list[AnyEvent])
    return events


def encode_view(view: View) -> bytes:
    return msgspec.json.encode({"format": FORMAT, "view": view})


def decode_view(data: bytes | str, view_type: type[V]) -> V:
    view: V = _decode(data, "view", view_type)
    return view


def _decode(data: bytes | str, what: str, kind: Any) -> Any:
    """The contents of an object of ours; BadData when it is anything else."""
    try:
        found = msgspec.json.decode(data, type=_Head).format
        if found > FORMAT:
            problem = f"It has format {found}; this version reads format {FORMAT}."
            raise BadData("newer_format", problem)
        contents = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        if contents.keys() != {"format", what}:
            raise BadData("shape", f"It must hold “{what}” and nothing else.")
        return msgspec.json.decode(contents[what], type=kind)
    except msgspec.ValidationError as error:
        raise BadData("shape", f"{error}.") from None
    except NOT_JSON as error:
        raise BadData("not_json", f"{error}.") from None
