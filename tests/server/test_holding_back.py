"""Bots hold back while a person may undo. The clock of these servers goes only when told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
from tests.server.support import Host, Message, Socket, serving
from tests.server.test_absence import Time

from carrozza.core.actions import Action, DrawBlind
from carrozza.core.game import Setup
from carrozza.server.play.game_log import MOST_UNDONE, By, Play
from carrozza.server.play.moves import move_bot
from carrozza.server.play.schedule import bots_hold_back, change_after
from carrozza.server.settings import Settings
from carrozza.server.tables.clocks import Pace, fresh
from carrozza.server.tables.table import Row, Seat, Table

pytestmark = pytest.mark.anyio

NOW = 1000.0
PAUSE = 1.0
SETTINGS = Settings(db="sqlite://", bot_seconds=0.25, undo_seconds=3.0)
THEN = PAUSE - SETTINGS.bot_seconds  # bots think during the rest of it


def seat(number: int, *, bot: bool) -> Seat:
    return Seat(
        table="t",
        seat=number,
        account=None if bot else f"person {number}",
        bot="easy" if bot else None,
        name=f"{number}",
        colour="red",
        away=False,
        seen=NOW,
        score=None,
        place=None,
        hints=False,
    )


def table(*bots: bool) -> Table:
    """A table under way, with a bot at each seat for which one is asked."""
    setup = Setup(game="usa", players=len(bots), seed="holding back")
    row = Row(
        id="t",
        host=None,
        game="usa",
        players=len(bots),
        setup=setup,
        board=None,
        phase="playing",
        public=False,
        spectators=True,
        rated=False,
        hints=False,
        pace=Pace(),
        commitment=None,
        created=0.0,
        started=0.0,
        ended=None,
        moved=0.0,
        version=0,
        to_act=0,
        clocks=[fresh(Pace())] * len(bots),
        wake=None,
        claimed_until=0.0,
        sheet=None,
        rematch=None,
        edited=0,
        practice=None,
    )
    made = Table(row, [seat(number, bot=bot) for number, bot in enumerate(bots)])
    made.play = Play(setup)
    return made


def bots_wait_after(at: Table, action: Action, by: By = "person") -> float | None:
    """Seconds that bots wait after this action of whose turn it is; None: no bot is to act."""
    play = at.play
    assert play is not None
    actor = play.state.to_act[0]
    draft = play.draft(actor, action, by=by, at=NOW)
    change = change_after(at, draft, SETTINGS, PAUSE)
    play.take(draft)
    bot = any(at.seats[s].by_bot for s in play.state.to_act)
    return change.wake - NOW if bot and change.wake is not None else None


def keep_all(at: Table) -> Action:
    assert at.play is not None
    return at.play.state.legal_actions(at.play.state.to_act[0])[-1]


def test_bots_wait_for_what_a_person_may_undo() -> None:
    assert bots_wait_after(table(False, True), keep_all(table(False, True))) == 3.0


def test_bots_do_not_wait_for_a_bot() -> None:
    assert bots_wait_after(table(False, True), keep_all(table(False, True)), by="bot") == THEN


def test_bots_do_not_wait_for_what_nobody_can_undo() -> None:
    at = table(False, True)
    bots_wait_after(at, keep_all(at))
    bots_wait_after(at, keep_all(at), by="bot")
    while at.play is not None and at.play.state.to_act == (1,):
        bots_wait_after(at, DrawBlind(), by="bot")
    assert bots_wait_after(at, DrawBlind()) is None  # the second card
    assert bots_wait_after(at, DrawBlind()) == THEN


def test_people_wait_for_nobody() -> None:
    assert bots_wait_after(table(False, False), keep_all(table(False, False))) is None


def test_a_clock_that_was_set_holds_nobody_back() -> None:
    at = table(False, True)
    at.row.wake = NOW + 2.0
    assert bots_hold_back(at, NOW, SETTINGS) == 2.0
    assert bots_hold_back(at, NOW + 2.0, SETTINGS) == 0.0
    assert bots_hold_back(at, NOW - 3600.0, SETTINGS) == 0.0


def test_nobody_undoes_for_ever() -> None:
    """Each is a line of the log, which everybody is told."""
    at = table(False, False)
    play = at.play
    assert play is not None
    for n in range(MOST_UNDONE):
        play.take(play.draft(0, keep_all(at), by="person", at=NOW, client=f"act {n}"))
        assert play.may_undo(0)
        play.take(play.draft_undo(0, at=NOW, client=f"undo {n}"))
    play.take(play.draft(0, keep_all(at), by="person", at=NOW, client="once more"))
    assert not play.may_undo(0)


async def kept(hers: Socket) -> Message:
    """Choose tickets after the bot has done so; now it is the bot's turn or ours."""
    update = await hers.wait_for("update")
    while 1 in update["view"]["to_act"]:
        update = await hers.wait_for("update")
    await hers.act(update, update["legal"][-1])
    return await hers.wait_for("update", version=update["version"] + 1)


async def until_a_bot_holds_back(hers: Socket) -> Message:
    """Play until an action of ours may be undone and the bot is next."""
    update = await kept(hers)
    while not update["undo"] or update["view"]["to_act"] != [1]:
        if update["legal"]:
            claims = [a for a in update["legal"] if a["type"] == "ClaimRoute"]
            blind = [a for a in update["legal"] if a["type"] == "DrawBlind"]
            await hers.act(update, (claims or blind or update["legal"])[0])
        update = await hers.wait_for("update")
    return update


class Held(NamedTuple):
    """A table at which a bot holds back, as the person there sees it."""

    host: Host
    clock: Time
    table: str
    hers: Socket
    update: Message


@asynccontextmanager
async def holding_back(db: str, undo_seconds: float) -> AsyncIterator[Held]:
    clock = Time()
    async with serving(db, clock, undo_seconds=undo_seconds) as host:
        anna = host.person()
        table = (await anna.post("/play-now", {"game": "usa", "players": 2}))["id"]
        async with anna.socket(table) as hers:
            yield Held(host, clock, table, hers, await until_a_bot_holds_back(hers))


async def test_undo_succeeds_before_any_bot_has_moved(db: str) -> None:
    async with holding_back(db, 3.0) as (_, clock, _, hers, update):
        assert update["undo_until"] == clock.at + 3.0
        await hers.send(type="undo", id="back", seat=0, version=update["version"])
        undone = await hers.wait_for("update")
        assert [step["kind"] for step in undone["steps"]] == ["undo"]
        assert undone["view"]["to_act"] == [0]
        assert undone["undo_until"] is None


async def test_bots_go_on_when_the_time_to_undo_is_over(db: str) -> None:
    async with holding_back(db, 0.3) as (_, clock, _, hers, _):
        clock.at += 0.3
        moved = await hers.wait_for("update")
        assert moved["steps"][-1]["by"] == "bot"
        assert not moved["undo"]


async def test_who_confirms_need_not_wait(db: str) -> None:
    async with holding_back(db, 3600.0) as (host, clock, table, hers, update):
        await hers.send(type="confirm", seat=0, version=update["version"] - 1)  # too old
        await hers.send(type="ping", id="p")
        await hers.wait_for("pong")
        table_now = await host.context.tables.get(table)
        assert bots_hold_back(table_now, clock.at, host.context.settings) == 3600.0
        await hers.send(type="confirm", seat=0, version=update["version"])
        moved = await hers.wait_for("update")
        assert moved["steps"][-1]["by"] == "bot"


async def test_what_a_bot_thought_before_an_undo_is_thought_again(db: str) -> None:
    """The bot's answer to a move that was taken back must not end the time of the next one."""
    async with holding_back(db, 3600.0) as (host, _, table, hers, update):
        at = await host.context.tables.get(table)
        assert not await move_bot(host.context, at, 1)  # as one that began to think before
        await hers.send(type="undo", id="back", seat=0, version=update["version"])
        assert (await hers.wait_for("update"))["steps"][-1]["kind"] == "undo"
