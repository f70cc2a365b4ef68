"""Finished games to share: the picture, the film, and what a link to the replay shows."""

import re
from html import unescape
from io import BytesIO

import pytest
from PIL import Image
from tests.server.support import serving
from tests.server.test_finished_games import played

pytestmark = pytest.mark.anyio


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta property="([^"]*)" content="([^"]*)"', page)
    return {name: unescape(value) for name, value in found}


async def test_a_strangers_link_shows_who_won(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        people, table = await played(host, game="europe")
        stranger = host.person()
        site = str(stranger.http.base_url).removesuffix("/api/v1/")
        told = tags((await stranger.http.get(f"{site}/replay/{table}")).text)
        seats = (await people[0].get(f"/tables/{table}"))["seats"]
        for seat in seats:
            assert f"{seat['name']} {seat['score']}" in told["og:title"]
        assert told["og:title"].startswith("Europe: ")
        assert told["og:url"] == f"{site}/replay/{table}"
        review = tags((await stranger.http.get(f"{site}/review/{table}")).text)
        assert review == told | {"og:url": f"{site}/review/{table}"}
        reply = await stranger.http.get(told["og:image"])
        assert reply.headers["content-type"] == "image/png"
        assert Image.open(BytesIO(reply.content)).size == (1200, 630)
        moving = await stranger.http.get(f"/tables/{table}/film.webp?theme=dark")
        assert moving.headers["content-type"] == "image/webp"
        assert Image.open(BytesIO(moving.content)).n_frames > 10


async def test_a_name_is_no_markup(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        people, table = await played(host, game="card_game")
        found = await host.context.tables.get(table)
        found.seats[0].name = '"/><script>alert(1)</script>'
        site = str(people[0].http.base_url).removesuffix("/api/v1/")
        page = (await people[0].http.get(f"{site}/replay/{table}")).text
        assert "<script>alert" not in page
        assert '"/><script>alert(1)</script>' in tags(page)["og:title"]
        assert (await people[0].get(f"/tables/{table}/film.webp", 404))["code"] == "no_board"


async def test_nothing_is_told_of_a_game_under_way_or_of_none(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        site = str(anna.http.base_url).removesuffix("/api/v1/")
        for wanted in (table, "nowhere", "%22%3E"):
            for page in ("replay", "review"):
                reply = await anna.http.get(f"{site}/{page}/{wanted}")
                assert reply.status_code == 200
                assert "unsafe" not in reply.headers["content-security-policy"]
                assert tags(reply.text) == {}
