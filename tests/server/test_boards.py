"""Boards, drawings, rules and pages as a browser asks for them."""

import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from fastapi import FastAPI, Request, Response
from tests.atlas.words import words
from tests.server.support import serving
from tests.small_boards import STUCK

from carrozza import __version__
from carrozza.games.registry import BOARD_GAMES, folder_of, game_names
from carrozza.games.words import words_in
from carrozza.server import art
from carrozza.server.http.site import add_site, nothing_here

pytestmark = pytest.mark.anyio

CLAUSE = re.compile(r"^- ([A-Z]\d+) ", re.MULTILINE)


async def test_every_board_has_a_place_for_each_of_its_trains(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        for game in BOARD_GAMES:
            board = await anna.get(f"/games/{game}/board")
            for route in board["routes"]:
                assert len(route["spaces"]) == route["length"]
                assert 0 <= route["a"] < len(board["cities"])
                parallel = sum(other["group"] == route["group"] for other in board["routes"])
                assert all(1 <= n <= parallel for n in route["open_tracks"].values())
        assert len((await anna.get("/games/card_game/cards"))["tickets"]) == 46
        refusal = await anna.ask("GET", "/games/card_game/board", status=404)
        assert refusal["code"] == "no_board"


async def test_drawings_are_svg_kept_for_ever_by_version(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        http = host.person().http
        for path in (
            "light/usa/ground.svg",
            "dark/europe/board.svg",
            "light/cards/red.svg",
            "dark/cards/back.svg",
            "light/northern_lights/tickets/3.svg",
            "light/card_game/tickets/0.svg",
            "dark/card_game/cities/5.svg",
        ):
            reply = await http.get(f"/art/{path}", params={"v": __version__})
            assert reply.headers["content-type"] == "image/svg+xml", reply.text
            assert "immutable" in reply.headers["cache-control"]
            ElementTree.fromstring(reply.text)
            assert "immutable" not in (await http.get(f"/art/{path}")).headers["cache-control"]
        for path in (
            "light/cards/pink.svg",
            "light/usa/tickets/99.svg",
            "light/card_game/ground.svg",
        ):
            assert (await http.get(f"/art/{path}")).status_code == 404
        unknown = await http.get("/art/light/usa/ground.svg", params={"language": "xx"})
        assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_language")
        assert (await http.get("/art/pink/cards/red.svg")).status_code == 422


async def test_a_board_speaks_the_language_of_the_page(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        http = host.person().http

        async def told(game: str, part: str, language: str) -> set[str]:
            path = f"/art/light/{game}/{part}.svg"
            reply = await http.get(path, params={"language": language})
            return set(words(ElementTree.fromstring(reply.text)))

        for part in ("ground", "board"):
            english = await told("northern_lights", part, "en")
            italian = await told("northern_lights", part, "it")
            norwegian = await told("northern_lights", part, "nb")
            assert {"NORTHERN LIGHTS", "NORWAY", "SWEDEN", "Arctic Circle"} <= english
            assert {"AURORA BOREALE", "NORVEGIA", "SVEZIA", "Circolo polare artico"} <= italian
            assert {"NORDLYS", "NORGE", "SVERIGE", "Polarsirkelen"} <= norwegian
            assert "EUROPA" in await told("europe", part, "it")
            assert "USA" in await told("usa", part, "it")
        assert {"Stockholm", "København"} <= await told("northern_lights", "board", "it")


async def test_a_table_shows_the_board_somebody_made(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = await anna.post("/tables", {"game": "usa", "players": 2, "board": STUCK})
        board = await anna.get(f"/tables/{table['id']}/board")
        assert len(board["cities"]) == len(STUCK["cities"])
        ground = await anna.http.get(f"/tables/{table['id']}/ground-dark.svg")
        ElementTree.fromstring(ground.text)


async def test_the_rules_of_a_game_come_with_their_pictures(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        for game in game_names():
            for language in ("en", "it", "nb"):
                sections = (await anna.get(f"/games/{game}/rules/{language}"))["sections"]
                assert sections[0]["id"] == "goal"
        kept = await anna.http.get("/games/usa/rules/it", params={"v": __version__})
        assert "immutable" in kept.headers["cache-control"]
        for path, code in (
            ("/games/nothing/rules/en", "unknown_game"),
            ("/games/usa/rules/xx", "unknown_language"),
            ("/art/light/usa/scenes/nothing.svg", "unknown_card"),
            ("/art/light/nothing/scenes/goal.svg", "unknown_game"),
            ("/art/light/usa/scenes/goal.svg?language=xx", "unknown_language"),
        ):
            assert (await anna.ask("GET", path, status=404))["code"] == code
        names = []
        for language in ("en", "it"):
            path = f"/art/dark/northern_lights/scenes/bonus-cards.svg?language={language}"
            names.append(words(ElementTree.fromstring((await anna.http.get(path)).text)))
        assert "Polar Express" in names[0]
        assert "Traghettatore" in " ".join(names[1])


async def test_the_rules_have_the_same_clauses_in_every_language(sqlite_db: str) -> None:
    english = files("carrozza.games").joinpath("rules.md").read_text(encoding="utf-8")
    async with serving(sqlite_db) as host:
        http = host.person().http
        texts = {name: (await http.get(f"/rules/{name}")).text for name in ("en", "it", "nb")}
        assert (await http.get("/rules/xx")).status_code == 404
    assert texts["en"] == english
    for text in texts.values():
        assert CLAUSE.findall(text) == CLAUSE.findall(english)
    assert len(set(texts.values())) == 3


async def test_pages_are_the_page_and_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "assets" / "index-abc.js").write_text("1")
    (tmp_path / "assets" / "serif-abc.woff2").write_bytes(b"wOF2")
    (tmp_path / "sw.js").write_text("2")
    app = FastAPI()
    add_site(app, tmp_path)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
        for path in (
            "/",
            "/t/abc",
            "/replay/abc",
            "/review/abc",
            "/rules",
            "/rules/usa",
            "/help/usa",
            "/account",
        ):
            page = await http.get(path)
            assert page.text == "<!doctype html>"
            assert "unsafe" not in page.headers["content-security-policy"]
            assert "font-src 'self'" in page.headers["content-security-policy"]
        font = await http.get("/assets/serif-abc.woff2")
        assert font.headers["content-type"] == "font/woff2"
        assert "immutable" in font.headers["cache-control"]
        assert "immutable" in (await http.get("/assets/index-abc.js")).headers["cache-control"]
        assert (await http.get("/sw.js")).headers["cache-control"] == "no-cache"
        for path in ("/nothing", "/t/abc/def", "/assets/none.js", "/api/v1/none", "/..%2Fsecret"):
            assert (await http.get(path)).status_code == 404


async def test_where_nothing_is_a_person_sees_a_page_and_a_program_a_refusal(
    tmp_path: Path,
) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")

    def asked(path: str, accept: str, method: str = "GET") -> Response | None:
        headers = [(b"accept", accept.encode()), (b"host", b"here")]
        scope = {"type": "http", "method": method, "path": path, "headers": headers}
        return nothing_here(Request({**scope, "query_string": b""}), tmp_path)

    browser = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
    page = asked("/t/abc/def", browser)
    assert page is not None
    assert page.status_code == 404
    assert "unsafe" not in page.headers["content-security-policy"]
    assert asked("/t/abc/def", "application/json") is None
    assert asked("/api/v1/none", browser) is None
    assert asked("/t/abc/def", browser, "POST") is None
    (tmp_path / "index.html").unlink()
    assert asked("/t/abc/def", browser) is None


async def test_without_built_pages_the_server_says_how_to_build_them(tmp_path: Path) -> None:
    app = FastAPI()
    add_site(app, tmp_path)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
        assert "make web" in (await http.get("/")).text


def test_boards_drawn_beside_the_pages_are_current() -> None:
    """`make web` draws them; who changes the drawing code makes the pages anew."""
    kept = sorted(art.DRAWN.rglob("*.svg"))
    for path in kept:
        theme, game, (part, _, language) = path.parts[-3], path.parts[-2], path.stem.partition(".")
        drawn = art.own_drawing(game, theme, part, language)
        assert path.read_text(encoding="utf-8") == drawn, f"run make web: {path}"
    worded = sum(
        1 + sum(bool(said.map) for said in words_in(folder_of(game)).values())
        for game in BOARD_GAMES
    )
    assert len(kept) in (0, 2 * 2 * worded)
