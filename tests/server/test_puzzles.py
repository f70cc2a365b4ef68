"""Puzzles over HTTP: three a day, nothing hidden, every answer judged."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from tests.server.support import serving

from carrozza.review.puzzle import our_puzzles, position_of, puzzles_of

pytestmark = pytest.mark.anyio
NOON = datetime(2026, 5, 17, 12, tzinfo=UTC)


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


async def test_three_a_day_the_same_for_all(db: str) -> None:
    now = NOON.timestamp()
    async with serving(db, lambda: now) as host:
        today = await host.person().get("/puzzles/today")
        assert [p["id"] for p in today] == [p.id for p in puzzles_of(NOON.toordinal())]
        assert len({p["game"] for p in today}) == len(today)
        assert await host.person().get("/puzzles/today") == today
        now += 12 * 3600
        tomorrow = await host.person().get("/puzzles/today")
        assert {p["id"] for p in today}.isdisjoint(p["id"] for p in tomorrow)


async def test_a_puzzle_is_shown_as_its_seat_saw_it_and_judged(db: str) -> None:
    async with serving(db) as host:
        anna = host.person()
        for puzzle in our_puzzles().values():
            shown = await anna.get(f"/puzzles/{puzzle.id}")
            state = position_of(puzzle)
            assert shown["view"] == plain(state.view(puzzle.seat))
            assert shown["legal"] == plain(list(state.legal_actions(puzzle.seat)))
            assert shown.keys() == {"puzzle", "options", "view", "legal"}  # not the answer
            best = plain(puzzle.alternatives[0])
            said = await anna.post(f"/puzzles/{puzzle.id}/answer", {"action": best["action"]})
            assert (said["right"], said["verdict"], said["best"]) == (True, "best", best)
        assert anna.cookie() == ""  # no account, no session


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "malformed"),
        ({"action": None}, 422, "malformed"),
        ({"action": []}, 422, "malformed"),
        ({"action": {}}, 422, "not_an_action"),
        ({"action": {"type": "Fly"}}, 422, "not_an_action"),
        ({"action": {"type": "DrawFaceUp", "slot": "0"}}, 422, "not_an_action"),
        ({"action": {"type": "DrawFaceUp", "slot": 10**18}}, 422, "unknown_slot"),
        ({"action": {"type": "DrawBlind"}, "seat": 1}, 422, "malformed"),
    ],
)
async def test_nonsense_is_refused(sqlite_db: str, body: Any, status: int, code: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        name = next(iter(our_puzzles()))
        refused = await anna.post(f"/puzzles/{name}/answer", body, status)
        assert refused["code"] == code


async def test_illegal_moves_and_unknown_puzzles_are_refused(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        name = next(iter(our_puzzles()))
        body = {"action": {"type": "Pass"}}
        reply = await anna.http.post(f"/puzzles/{name}/answer", json=body)
        assert reply.status_code in (409, 422)
        assert reply.json()["message"]
        assert (await anna.get("/puzzles/nowhere", 404))["code"] == "unknown_puzzle"
        assert (await anna.get(f"/puzzles/{'x' * 50}", 422))["code"] == "malformed"
        assert (await anna.post("/puzzles/nowhere/answer", body, 404))["code"] == "unknown_puzzle"
