"""Every kind of bad request has a stable code; nothing changes, and one can go on."""

import contextlib
import json
import random
import re
import time
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import websockets
from tests.server.raw import request
from tests.server.support import PATIENCE, Host, Person, play_out, serving

pytestmark = pytest.mark.anyio


async def refused(person: Person, method: str, path: str, body: Any, status: int) -> str:
    """The code of a refusal, which is all that its body holds besides a sentence."""
    problem = await person.ask(method, path, body, status)
    assert problem.keys() == {"code", "message"}
    assert problem["message"].endswith(".")
    return str(problem["code"])


async def raw_post(host: Host, path: str, body: bytes, *headers: str) -> tuple[int, Any]:
    lines = [
        f"POST /api/v1{path} HTTP/1.1",
        f"Host: {urlsplit(host.address).netloc}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *headers,
    ]
    return await request(host.address, "\n".join(lines), body)


async def test_unknown_things(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        await anna.post("/session")
        for table in ("nowhere", "%00", "a" * 500, "%ff"):
            assert await refused(anna, "GET", f"/tables/{table}", None, 404) == "unknown_table"
        assert await refused(anna, "GET", "/nothing", None, 404) == "not_found"
        for path in ("/games/", "/games%0a", "/me%0a"):  # nor is anybody sent elsewhere
            assert await refused(anna, "GET", path, None, 404) == "not_found"
        for path in ("/games/zzz/board", "/games/zzz/cards"):
            assert await refused(anna, "GET", path, None, 404) == "unknown_game"
        assert await refused(anna, "DELETE", "/me", None, 405) == "method"
        assert await refused(anna, "PUT", "/me/mutes/x", {"on": True}, 404) == "unknown_person"
        made = await anna.post("/tables", {"game": "usa"})
        path = f"/tables/{made['id']}/seats/4"
        assert await refused(anna, "PATCH", path, {"bot": "easy"}, 404) == "unknown_seat"


async def test_no_path_is_too_strange(sqlite_db: str) -> None:
    """Whatever stands in the place of any name in any path, and at the root."""
    async with serving(sqlite_db) as host:
        anna = host.person()
        await anna.post("/session")
        described = await anna.get("/openapi.json")
        paths = [*described["paths"], "/{x}", "/assets/{x}", "/t/{x}", "/api/v1/{x}"]
        strange = ("a" * 300, "a" * 5000, "%00", "%ff", "%ed%a0%80", "..%2f..", "%0a", "9" * 30)
        async with httpx.AsyncClient(base_url=host.address, timeout=PATIENCE) as http:
            for path in [p.replace("{theme}", "light") for p in paths]:
                for text in strange if "{" in path else ():
                    asked = re.sub(r"\{\w+\}", text, path)
                    for method in ("GET", "POST", "PUT", "PATCH"):
                        reply = await http.request(method, asked, json={})
                        assert reply.status_code != 500, (method, asked[:60])


async def test_no_session_and_an_expired_one(sqlite_db: str) -> None:
    ahead = 0.0
    async with serving(sqlite_db, now=lambda: time.time() + ahead) as host:
        anna = host.person()
        nobody = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        async with anna.socket(table) as early:
            update = await early.wait_for("update")
            assert await refused(nobody, "GET", "/me", None, 401) == "no_session"
            for cookie in ("x", "x.y", "\xff", "a" * 3000, anna.cookie()[:-1]):
                nobody.http.headers["cookie"] = f"carrozza={cookie}"
                assert await refused(nobody, "GET", "/me", None, 401) == "no_session"
            ahead = 500 * 86_400.0
            assert await refused(anna, "GET", "/me", None, 401) == "no_session"
            with contextlib.suppress(websockets.ConnectionClosed):  # it may have ended already
                await early.act(update, update["legal"][0])
            assert (await early.wait_for("bye"))["code"] == "no_session"
        async with anna.socket(table) as socket:  # welcome, as anybody is
            assert (await socket.wait_for("welcome"))["person"] is None
            await socket.act({"seat": 0, "version": 0}, {"type": "Pass"})
            assert (await socket.wait_for("refusal"))["code"] == "no_session"
            await socket.send(type="say", text="hello")
            assert (await socket.wait_for("refusal"))["code"] == "no_session"


async def test_foreign_origin(sqlite_db: str) -> None:
    friends = ("https://friend.example",)
    async with serving(sqlite_db, origins=friends) as host:
        anna = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        foreign = ["https://evil.example", "null", "http://[", "http://127.0.0.1", ""]
        for origin in foreign:
            anna.http.headers["origin"] = origin
            assert await refused(anna, "POST", "/session", None, 403) == "foreign_origin"
            with pytest.raises(websockets.InvalidStatus) as failure:
                async with anna.socket(table, headers={"origin": origin}):
                    pass
            answer = failure.value.response
            assert answer.status_code == 403
            assert json.loads(answer.body or b"")["code"] == "foreign_origin"
        for origin in (host.address, *friends):
            anna.http.headers["origin"] = origin
            await anna.post("/session")
            async with anna.socket(table, headers={"origin": origin}) as socket:
                await socket.wait_for("welcome")


async def test_malformed_bodies(sqlite_db: str) -> None:
    deep = b'{"game":"usa","board":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001
    bodies = {
        b"": (422, "malformed"),
        b"{": (422, "malformed"),
        b"[]": (422, "malformed"),
        b"\xff\xfe": (422, "malformed"),
        b'{"game":"usa","colour":1}': (422, "malformed"),
        b'{"game":"usa","players":1e400}': (422, "malformed"),
        b'{"game":"usa","players":' + b"9" * 5000 + b"}": (400, "malformed"),
        b'{"game":"usa","options":{"edition":' + b"9" * 4000 + b"}}": (422, "option_value"),
        b'{"game":"\\ud800"}': (422, "malformed"),
        b'{"game":"usa","options":{"\\ud800":1}}': (422, "malformed"),
        b'{"game":"usa","options":{"edition":"\\ud800"}}': (422, "malformed"),
        b'{"game":"usa","options":{"\\u0000":1}}': (422, "malformed"),
        b'{"game":"usa","\\udfff":1}': (422, "malformed"),
        b'{"game":"usa","pace":{"kind":"clock","\\ud83d":1}}': (422, "malformed"),
        b'{"game":"usa","board":{"name":"\\ud800"}}': (422, "malformed"),
        b'{"game":"usa","board":{"\\ud800":{"a":[1]}}}': (422, "malformed"),
        b'{"game":"usa","board":{"name":"a\\u0007"}}': (422, "malformed"),
        b'{"game":"usa","board":{"name":' + b"9" * 4000 + b"}}": (400, "shape"),
        b'{"game":"usa","board":{"name":NaN}}': (400, "shape"),
        deep: (400, "malformed"),
    }
    async with serving(sqlite_db) as host:
        anna = host.person()
        for body, expected in bodies.items():
            status, problem = await raw_post(host, "/tables", body)
            assert (status, problem["code"]) == expected, (body[:80], problem)
        assert (await anna.get("/tables"))["tables"] == []


async def test_bodies_that_are_too_big(sqlite_db: str) -> None:
    async with serving(sqlite_db, body_bytes=1000) as host:
        status, problem = await raw_post(host, "/tables", b" " * 1001)
        assert (status, problem["code"]) == (413, "too_big")
        head = (
            "POST /api/v1/tables HTTP/1.1\nHost: x\nContent-Type: application/json\n"
            "Transfer-Encoding: chunked"
        )
        status, problem = await request(host.address, head, b"400\r\n", b" " * 1024, b"\r\n")
        assert (status, problem["code"]) == (413, "too_big")


async def test_too_often(sqlite_db: str) -> None:
    async with serving(sqlite_db, now=lambda: 1e9, limits=0.1) as host:
        anna = host.person()
        for _ in range(15):
            await anna.get("/games")
        assert await refused(anna, "GET", "/games", None, 429) == "too_many"


async def test_replays_too_often(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        async with anna.socket(table) as socket:
            await play_out(socket, random.Random(1))
        host.context.replays.rate, host.context.replays.size = 0.0, 3.0
        plain = await anna.http.get(
            f"/tables/{table}/replay", headers={"accept-encoding": "identity"}
        )
        assert "content-encoding" not in plain.headers
        assert await anna.get(f"/tables/{table}/replay") == plain.json()
        await anna.get(f"/tables/{table}/save")
        for what in ("replay", "save"):
            assert await refused(anna, "GET", f"/tables/{table}/{what}", None, 429) == "too_many"


async def test_at_a_table(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        bruno = host.person()
        carla = host.person()
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        path = f"/tables/{table}"
        assert await refused(anna, "POST", f"{path}/start", None, 409) == "free_seats"
        assert await refused(bruno, "POST", f"{path}/leave", None, 401) == "no_session"
        await carla.post("/session")
        await bruno.post(f"{path}/join", {})
        assert await refused(carla, "POST", f"{path}/join", {}, 409) == "full"
        assert await refused(carla, "POST", f"{path}/join", {"seat": 1}, 409) == "seat_taken"
        assert await refused(carla, "POST", f"{path}/leave", None, 409) == "not_seated"
        assert await refused(carla, "POST", f"{path}/rematch", None, 403) == "not_seated"
        assert await refused(bruno, "POST", f"{path}/start", None, 403) == "not_host"
        assert await refused(bruno, "PATCH", f"{path}/seats/0", {"free": True}, 403) == "not_yours"
        assert await refused(bruno, "PATCH", f"{path}/seats/1", {"bot": "easy"}, 403) == "not_host"
        blue = {"colour": "blue"}
        assert await refused(bruno, "PATCH", f"{path}/seats/1", blue, 409) == "colour_taken"
        pink = {"colour": "pink"}
        assert await refused(bruno, "PATCH", f"{path}/seats/1", pink, 422) == "bad_colour"
        await anna.post(f"{path}/start")
        assert await refused(anna, "POST", f"{path}/start", None, 409) == "begun"
        for what in ("result", "replay", "save", "proof"):
            assert await refused(anna, "GET", f"{path}/{what}", None, 409) == "not_finished"
        assert await refused(anna, "POST", f"{path}/rematch", None, 409) == "not_finished"


async def test_new_tables(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        await anna.post("/session")
        bad: list[tuple[dict[str, Any], int, str]] = [
            ({"game": "chess"}, 422, "unknown_game"),
            ({"game": "usa", "bots": ["grandmaster"]}, 422, "unknown_bot"),
            ({"game": "usa", "bots": ["easy"] * 3}, 422, "bots"),
            ({"game": "usa", "options": {"x": 1}}, 422, "unknown_option"),
            ({"game": "usa", "options": {"edition": "x"}}, 422, "option_value"),
            ({"game": "card_game", "players": 5}, 422, "players"),
            ({"game": "card_game", "board": {}}, 422, "no_board"),
            ({"game": "usa", "board": {}}, 400, "shape"),
            ({"game": "usa", "rated": True}, 403, "guest"),
            ({"game": "usa", "pace": {"kind": "clock"}}, 422, "pace"),
        ]
        for body, status, code in bad:
            assert await refused(anna, "POST", "/tables", body, status) == code
        assert await anna.get("/me/tables") == []


async def test_names_and_passwords(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        bruno = host.person()
        await anna.post("/session")
        await bruno.post("/session")
        right = {"name": "Anna", "password": "correct horse"}
        for name in ("\u202e", "a\u0000b", " ", "a" * 25, "\u200d"):
            body = {"name": name, "password": "correct horse"}
            assert await refused(anna, "POST", "/me/account", body, 422) == "bad_name"
        short = {"name": "Anna", "password": "short"}
        assert await refused(anna, "POST", "/me/account", short, 422) == "bad_password"
        for guessed in ("password", "12345678", "anna1990", "carrozza", "x" * 200):
            weak = {"name": "Anna", "password": guessed}
            assert await refused(anna, "POST", "/me/account", weak, 422) == "weak_password"
        change = {"old": "correct horse", "new": "correct horse"}
        assert await refused(anna, "POST", "/me/password", change, 409) == "no_account"
        await anna.post("/me/account", right)
        assert await refused(anna, "POST", "/me/account", right, 409) == "has_account"
        for name in ("anna", "ANNA", " Anna ", "\uff21nna"):  # the last one is a wide A
            body = {"name": name, "password": "correct horse"}
            assert await refused(bruno, "POST", "/me/account", body, 409) == "name_taken"
            assert await refused(bruno, "PATCH", "/me", {"name": name}, 409) == "name_taken"
        for name in ("Anna", "Nobody"):
            wrong = {"name": name, "password": "wrong horse"}
            assert await refused(bruno, "POST", "/session/sign-in", wrong, 403) == "wrong_password"
        wrong = {"old": "wrong horse", "new": "correct horse"}
        assert await refused(anna, "POST", "/me/password", wrong, 403) == "wrong_password"
        assert (
            await refused(anna, "POST", "/me/delete", {"password": "no"}, 403) == "wrong_password"
        )


async def test_headers_are_sent_once_and_where_they_belong(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        await anna.post("/session")
        drawing = await anna.http.get("/art/light/cards/red.svg")
        assert "default-src 'none'" in drawing.headers["content-security-policy"]
        export = await anna.http.get("/me/export")
        assert export.headers["cache-control"] == "no-store"
        for reply in (drawing, export, await anna.http.get(f"{host.address}/")):
            names = [name for name, _ in reply.headers.raw]
            assert len(names) == len(set(names)), names
