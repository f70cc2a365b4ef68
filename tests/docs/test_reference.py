"""The reference on the site leaves nothing out, and the site needs nothing from elsewhere."""

import pytest
from tools.api_doc import http_api, shown, socket_api
from tools.site import FETCHED, rules

from carrozza.server.app import make_app
from carrozza.server.live.protocol import ClientMessage, ServerMessage
from carrozza.server.settings import Settings


def test_every_request_is_there():
    page = http_api()
    for path, operations in make_app(Settings(db="sqlite://")).openapi()["paths"].items():
        assert page.count(f"`{path}` {{") == len(operations)


def test_every_message_is_there():
    page = socket_api()
    for kind in (ClientMessage, ServerMessage):
        for message in kind.__subclasses__():
            assert f"### {message.__name__} {{" in page


def test_types_are_in_words():
    assert shown({"type": "integer", "minimum": 2.0, "maximum": 5.0}) == "integer, 2 to 5"
    assert (
        shown({"type": "array", "items": {"$ref": "#/$defs/Seat"}}) == "list of [Seat](#type-Seat)"
    )
    assert shown({"anyOf": [{"type": "string"}, {"type": "null"}]}) == "string or null"


def test_clauses_have_anchors_and_lists_are_lists():
    page = rules("## B. USA\n- B1 One\n- B2 Two:\n  - a\n  Ruling: b\nEnd\n- B3 Three\n")
    assert page.startswith('## B. USA\n\n- <span class="clause" id="B1">B1</span> One\n')
    assert "    - a\n\n    Ruling: b\n**End**\n\n- " in page


@pytest.mark.parametrize(
    ("html", "fetched"),
    [
        ('<link rel="stylesheet" href="https://fonts.example/css">', True),
        ('<script src="//cdn.example/x.js">', True),
        ("@import url(https://a.example/b.css)", True),
        ('<a href="https://semver.org">', False),
        ('<img src="pictures/move.svg">', False),
    ],
)
def test_what_a_browser_would_fetch_is_seen(html, fetched):
    assert bool(FETCHED.search(html)) == fetched
