"""From a first click to a proved game, through the documented API alone."""

import asyncio
import random
from pathlib import Path

import pytest
from tests.cli.conftest import carrozza
from tests.server.support import play_out, serving

pytestmark = pytest.mark.anyio


async def test_two_guests_and_two_bots_play_now_to_a_proved_save(db: str, tmp_path: Path) -> None:
    async with serving(db) as host:
        anna, bruno = host.person(), host.person()
        first = await anna.post("/play-now", {"game": "usa", "players": 2, "level": "easy"})
        assert first["phase"] == "playing"
        async with anna.socket(first["id"]) as socket:
            await play_out(socket, random.Random(1))

        again = await anna.post(
            "/tables", {"game": "europe", "players": 4, "bots": [None, None, "easy", "easy"]}
        )
        table = again["id"]
        joined = await bruno.post(f"/tables/{table}/join", {"name": "Bruno"})
        names = [seat["name"] for seat in joined["seats"][1:]]
        assert names[0] == "Bruno"
        assert len({*names, ""}) == 4  # bots have names of their own
        async with anna.socket(table) as hers, bruno.socket(table) as his:
            started = await anna.post(f"/tables/{table}/start")
            promised = started["commitment"]
            assert promised
            assert started["seed"] is None
            last, _ = await asyncio.gather(
                play_out(hers, random.Random(2)), play_out(his, random.Random(3))
            )
        result = await bruno.get(f"/tables/{table}/result")
        assert result["sheet"] == last["view"]["sheet"]
        proof = await bruno.get(f"/tables/{table}/proof")
        assert proof["commitment"] == promised

        save = tmp_path / "save.json"
        save.write_bytes((await bruno.http.get(f"/tables/{table}/save")).content)
        proved = carrozza("verify", save, "--commitment", promised)
        assert proved.exit_code == 0, proved.stderr
        assert "the one you gave" in " ".join(proved.stdout.split())
        assert len((await anna.get("/me/history"))["tables"]) == 2
