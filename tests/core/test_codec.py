"""JSON from outside is hostile until it has been read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrozza.board.view import BoardView
from carrozza.core.actions import ClaimRoute, DrawBlind
from carrozza.core.codec import (
    FORMAT,
    decode_action,
    decode_events,
    decode_view,
    encode_action,
    encode_events,
)
from carrozza.core.errors import BadData, MalformedAction
from carrozza.core.events import CardDrawn


def test_json_is_readable_and_says_its_format():
    action = ClaimRoute(3, ("blue", "locomotive"))
    text = b'{"format":1,"action":{"type":"ClaimRoute","route":3,"cards":["blue","locomotive"]}}'
    assert encode_action(action) == text
    assert decode_action(text) == action
    events = [CardDrawn(1, None, "red")]
    text = b'{"format":1,"events":[{"type":"CardDrawn","seat":1,"slot":null,"card":"red"}]}'
    assert encode_events(events) == text
    assert decode_events(text) == events


def test_optional_spaces_are_no_matter():
    assert decode_action(' { "action" : {"type": "DrawBlind"}, "format": 1 } ') == DrawBlind()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (f'{{"format":{FORMAT + 1},"action":{{"type":"Fly"}}}}', "newer_format"),
        ('{"format":1,"action":{"type":"Fly"}}', "shape"),
        ('{"format":1,"action":{"type":"DrawBlind","seat":1}}', "shape"),
        ('{"format":1,"action":{"type":"DrawFaceUp"}}', "shape"),
        ('{"format":1,"action":{"type":"DrawFaceUp","slot":"1"}}', "shape"),
        ('{"format":1,"action":{"type":"ClaimRoute","route":1,"cards":["pink"]}}', "shape"),
        ('{"format":1,"action":{"type":"DrawBlind"},"more":1}', "shape"),
        ('{"format":1,"events":[]}', "shape"),
        ('{"format":"1","action":{"type":"DrawBlind"}}', "shape"),
        ('{"action":{"type":"DrawBlind"}}', "shape"),
        ("[]", "shape"),
        ("", "not_json"),
        ("{", "not_json"),
        ('{"format":1,"action":' + "[" * 100_000, "not_json"),
        (b'{"format":1,"action":{"type":"\xff"}}', "not_json"),
    ],
)
def test_what_is_no_action_is_malformed(data, code):
    with pytest.raises(MalformedAction) as caught:
        decode_action(data)
    assert caught.value.code == code


@given(st.binary(max_size=60))
def test_any_bytes_are_an_action_or_malformed(data):
    with pytest.raises(MalformedAction):
        decode_action(data)


def test_events_and_views_say_what_is_wrong():
    for decode in (decode_events, lambda data: decode_view(data, BoardView)):
        with pytest.raises(BadData) as caught:
            decode(f'{{"format":{FORMAT + 1}}}')
        assert caught.value.code == "newer_format"
        with pytest.raises(BadData) as caught:
            decode('{"format":1,"events":3,"view":3}')
        assert caught.value.code == "shape"
