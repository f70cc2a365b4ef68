"""`--origin`: pages of those sites may use the server as ours do; no other page may."""

import httpx
import pytest
import websockets
from tests.cli.conftest import carrozza
from tests.server.support import PATIENCE, serving

pytestmark = pytest.mark.anyio

FRIEND = "https://friend.example"
ORIGIN = {"origin": FRIEND}


def allowed(reply: httpx.Response) -> dict[str, str]:
    """What the answer lets pages of other sites do; nothing may be said twice."""
    names = [name.lower() for name, _ in reply.headers.raw if name.lower() != b"set-cookie"]
    assert len(names) == len(set(names)), names
    found = {name: value for name, value in reply.headers.items() if "access-control" in name}
    return {name.removeprefix("access-control-"): value for name, value in found.items()}


async def test_a_page_of_a_friend_does_what_ours_does(sqlite_db: str) -> None:
    async with serving(sqlite_db, origins=(FRIEND,)) as host:
        anna = host.person()
        ask = {
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type",
        }
        for path in ("/session", "/tables", "/me/account"):
            before = await anna.http.options(path, headers=ORIGIN | ask)
            assert before.status_code == 200
            told = allowed(before)
            assert told["allow-origin"] == FRIEND
            assert told["allow-credentials"] == "true"
            assert "content-type" in told["allow-headers"].lower()
            assert {"POST", "PUT", "PATCH"} <= set(told["allow-methods"].split(", "))
        answers = [
            await anna.http.post("/session", headers=ORIGIN),
            await anna.http.get("/me", headers=ORIGIN),
            await anna.http.post("/tables", json={"game": "usa"}, headers=ORIGIN),
            await anna.http.get("/nothing", headers=ORIGIN),
            await anna.http.post("/tables", content=b" " * 700_000, headers=ORIGIN),  # the Guard's
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 201, 404, 413]
        for answer in answers:
            assert allowed(answer) == {"allow-origin": FRIEND, "allow-credentials": "true"}
            assert "Origin" in answer.headers["vary"]
        table = answers[2].json()["id"]
        async with anna.socket(table, headers=ORIGIN) as socket:
            assert (await socket.wait_for("welcome"))["seats"] == [0]


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://friend.example",
        "https://friend.example:8443",
        "https://friend.example.evil.example",
        "https://FRIEND.example",
        "https://friend.example/",
        "*",
    ],
)
async def test_other_pages_get_nothing(sqlite_db: str, origin: str) -> None:
    async with serving(sqlite_db, origins=(FRIEND,)) as host:
        anna = host.person()
        await anna.post("/session")
        sent = {"origin": origin}
        ask = sent | {"access-control-request-method": "POST"}
        assert allowed(await anna.http.options("/tables", headers=ask)) == {}
        assert allowed(await anna.http.get("/me", headers=sent)) == {}
        refused = await anna.http.post("/tables", json={"game": "usa"}, headers=sent)
        assert (refused.status_code, allowed(refused)) == (403, {})
        table = (await anna.post("/tables", {"game": "usa"}))["id"]
        with pytest.raises(websockets.InvalidStatus):
            async with anna.socket(table, headers=sent):
                pass


async def test_without_the_option_nobody_is_told_anything(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        ask = ORIGIN | {"access-control-request-method": "GET"}
        for method in ("OPTIONS", "GET"):
            async with httpx.AsyncClient(base_url=host.address, timeout=PATIENCE) as http:
                assert allowed(await http.request(method, "/api/v1/games", headers=ask)) == {}


@pytest.mark.parametrize(
    ("https", "origins", "expected"),
    [(True, (FRIEND,), "none"), (False, (FRIEND,), "lax"), (True, (), "lax")],
)
async def test_browsers_send_the_cookie_for_friends(
    sqlite_db: str, https: bool, origins: tuple[str, ...], expected: str
) -> None:
    """Without HTTPS a browser would not take a cookie for other sites at all."""
    async with serving(sqlite_db, https=https, origins=origins) as host:
        given = await host.person().http.post("/session")
        cookie = given.headers["set-cookie"].lower()
        assert f"samesite={expected}" in cookie
        assert ("; secure" in cookie) == https


@pytest.mark.parametrize(
    "origin", ["*", "null", "friend.example", f"{FRIEND}/", f"{FRIEND}/page", "https://*.x.example"]
)
def test_an_origin_that_no_browser_sends(sqlite_db: str, origin: str) -> None:
    refused = carrozza("serve", "--db", sqlite_db, "--port", 0, "--origin", origin)
    assert refused.exit_code == 1
    assert refused.stderr.endswith("[origin]\n")
