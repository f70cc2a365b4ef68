"""How long bots seem to think, and who decides it."""

import pytest
from tests.server.support import Message, Socket, serving

from carrozza.server.limits import Bucket
from carrozza.server.live.hub import Client, Hub
from carrozza.server.play.tempo import FACTORS, FIRST, FURTHER, SPEEDS, calmest, pause
from carrozza.server.settings import Settings

pytestmark = pytest.mark.anyio
AGES = (600.0, 600.0)  # seconds for a turn, for which no test waits


def test_a_bots_whole_turn_takes_two_seconds_at_most() -> None:
    settings = Settings(db="")
    longest = settings.bot_pace[1]
    first = pause(longest, "normal", goes_on=False)
    further = pause(longest, "normal", goes_on=True)
    assert first + further <= longest
    # Bots compute during their pauses, the second time for less long.
    computing = settings.bot_seconds, settings.bot_seconds * FURTHER / FIRST
    assert max(first, computing[0]) + max(further, computing[1]) <= 2.0


def test_the_calmer_the_longer_and_instant_is_at_once() -> None:
    times = [pause(1.0, speed, goes_on=False) for speed in SPEEDS]
    assert times == sorted(times, reverse=True)
    assert times[-1] == 0.0
    assert Settings(db="", bot_pace=(1.0, 1.0), undo_seconds=0.0).longest_wait == max(
        FACTORS.values()
    )


def test_the_calmest_decides() -> None:
    assert calmest(["quick", "calm", "instant"]) == "calm"
    assert calmest(["instant", "quick"]) == "quick"
    assert calmest([]) == "normal"


async def until_the_bot_thinks(hers: Socket) -> Message:
    """Play on until the bot of seat 1 is to move; its first move it makes at once."""
    update = await hers.wait_for("update")
    while 1 in update["view"]["to_act"]:
        update = await hers.wait_for("update")
    while update["view"]["to_act"] != [1]:
        await hers.act(update, update["legal"][0])
        update = await hers.wait_for("update")
    return update


async def answer(socket: Socket) -> None:
    """All that was sent before has been dealt with."""
    await socket.send(type="ping", id="there")
    await socket.wait_for("pong")


async def test_whoever_plays_alone_may_skip_and_spectators_may_not(sqlite_db: str) -> None:
    async with serving(sqlite_db, bot_pace=AGES) as host:
        anna, other = host.person(), host.person()
        table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        async with anna.socket(table) as hers, other.socket(table) as theirs:
            waiting = await until_the_bot_thinks(hers)
            await theirs.send(type="skip")
            await answer(theirs)
            assert host.context.tables.loaded(table).due > host.context.now() + 100
            await hers.send(type="skip")
            update = await hers.wait_for("update", version=waiting["version"] + 1)
            assert update["steps"][-1]["by"] == "bot"


async def test_at_instant_speed_bots_do_not_wait(sqlite_db: str) -> None:
    async with serving(sqlite_db, bot_pace=AGES) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
        async with anna.socket(table) as hers:
            await hers.send(type="speed", speed="instant")
            waiting = await until_the_bot_thinks(hers)
            update = await hers.wait_for("update", version=waiting["version"] + 1)
            assert update["steps"][-1]["by"] == "bot"


async def test_a_speed_that_does_not_exist_is_refused(sqlite_db: str) -> None:
    async with serving(sqlite_db) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        async with anna.socket(table) as hers:
            for speed in ("ludicrous", 2, None):
                await hers.send(type="speed", speed=speed)
                assert (await hers.wait_for("refusal"))["code"] == "malformed"


def test_all_who_play_must_ask_for_a_skip_from_whichever_page() -> None:
    hub = Hub(lambda: 0.0)

    def client(person: str, seat: int | None) -> Client:
        new = Client("", Bucket(1.0, 1.0, 0.0))
        new.person, new.seats = person, [seat]
        hub.join("table", new)
        return new

    assert not hub.all_skip("table", 2)
    anna, again, bruno = client("anna", 0), client("anna", 0), client("bruno", 1)
    client("spectator", None)
    again.skipped = 2
    assert not hub.all_skip("table", 2)
    bruno.skipped = 2
    assert hub.all_skip("table", 2)
    assert not hub.all_skip("table", 3)
    anna.speed = "quick"
    assert calmest(player.speed for player in hub.players("table")) == "normal"
