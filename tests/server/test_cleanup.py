"""What nobody needs any more goes; everything else stays."""

import pytest
from tests.server.support import serving
from tests.server.test_people import account, rows

from carrozza.server.storage import schema
from carrozza.server.storage.cleanup import DAY, tidy

pytestmark = pytest.mark.anyio


async def test_what_is_removed_and_what_stays(db: str) -> None:
    clock = [1e9]
    async with serving(db, lambda: clock[0]) as host:
        passer_by, guest, anna = host.person(), host.person(), host.person()
        await passer_by.post("/session")
        playing = (await guest.post("/play-now", {"game": "usa"}))["id"]
        await account(anna, "Anna")
        waiting = (await anna.post("/tables", {"game": "usa"}))["id"]
        clock[0] += 13 * DAY
        await tidy(host.context)
        assert len(rows(db, schema.accounts)) == len(rows(db, schema.sessions)) == 3
        assert {row["phase"] for row in rows(db, schema.tables)} == {"open", "playing"}

        clock[0] += 400 * DAY
        await tidy(host.context)
        assert rows(db, schema.sessions) == []
        phases = {row["id"]: row["phase"] for row in rows(db, schema.tables)}
        assert phases == {playing: "playing", waiting: "closed"}
        assert len(rows(db, schema.accounts)) == 2, "the passer-by is forgotten"
