"""Bots have names of their own."""

import pytest
from tests.server.support import serving

from carrozza.bots.characters import CHARACTERS, NAMES, character
from carrozza.bots.registry import LEVELS
from carrozza.server.errors import Refused
from carrozza.server.people.names import NAME_LENGTH, chosen_name
from carrozza.server.people.skeletons import skeleton

pytestmark = pytest.mark.anyio
SEATS = 5


def test_every_level_has_enough_of_them_for_a_table() -> None:
    assert set(CHARACTERS) == set(LEVELS)
    assert all(len(names) >= SEATS for names in CHARACTERS.values())
    assert len({skeleton(name) for name in NAMES}) == len(NAMES)
    assert all(len(name) <= NAME_LENGTH and name.isascii() for name in NAMES)


def test_nobody_twice_at_a_table_and_others_at_another() -> None:
    taken: list[str] = []
    for _ in range(SEATS):
        taken.append(character("hard", "table", taken))
    assert sorted(taken) == sorted(CHARACTERS["hard"])
    assert len({character("hard", f"table {n}", []) for n in range(40)}) == SEATS


@pytest.mark.parametrize("name", ["Momo", "momo", "MINERVA", "Viggo 2", "Vіggо", "P1m"])
def test_no_person_can_be_called_like_a_bot(name: str) -> None:
    with pytest.raises(Refused):
        chosen_name(name)


async def test_everybody_reads_the_same_names_and_they_stay(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna, other = host.person(), host.person()
        plan = {"game": "usa", "players": 5, "bots": [None, *["easy"] * 3, "expert"]}
        made = await anna.post("/tables", plan)
        names = [seat["name"] for seat in made["seats"]]
        assert len(set(names)) == 5
        assert set(names[1:4]) < set(CHARACTERS["easy"])
        assert names[4] in CHARACTERS["expert"]
        await anna.ask("PATCH", f"/tables/{made['id']}/seats/4", {"bot": "easy"})
        await anna.post(f"/tables/{made['id']}/start")
        seen = await other.get(f"/tables/{made['id']}")
        now = [seat["name"] for seat in seen["seats"]]
        assert now[:4] == names[:4]
        assert now[4] in CHARACTERS["easy"]
        assert len(set(now)) == 5
