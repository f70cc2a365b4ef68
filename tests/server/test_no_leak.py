"""Nobody is sent anything that depends on what they may not know.

A whole game is played on a real server, and every byte is kept that one seat, or a spectator,
receives. Then the same game is played once more on a copy of the database, but before each action
everything hidden from that receiver is dealt anew: the other hands, tickets and decks, and the
cards that lie face down on tracks, as long as the action stays possible and shows the receiver the
same. Not one byte may differ.
"""

import random
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.support import Host, Person, Socket, serving
from tests.support import exchange_tracks

from carrozza.core.actions import Action
from carrozza.core.events import seen_by
from carrozza.core.game import State
from carrozza.core.rng import Rng
from carrozza.games.registry import NAMES
from carrozza.server.play import moves

pytestmark = pytest.mark.anyio

TRIES = 40  # deals, until one allows the same action with the same visible outcome
NOW = 1_800_000_000.0  # time stands still, so that both games say the same times
PLAYERS = 3
CURIOUS = 7  # after so many moves the receiver asks for things
GAMES = [*((name, {}) for name in NAMES), ("card_game", {"open_track": True})]
Moves = list[tuple[int, Action, State]]


class Game:
    """One run of the game, with all that the receiver hears."""

    def __init__(self, host: Host, people: list[Person], table: str, observer: int | None) -> None:
        self.context = host.context
        self.receiver = people[PLAYERS if observer is None else observer]
        self.table = table
        self.observer = observer
        self.bytes: list[bytes] = []

    async def play(self, moves_of: Any) -> None:
        table = await self.context.tables.get(self.table)
        assert table.play is not None
        async with self.receiver.socket(self.table) as socket:
            await socket.wait_for("update")
            for number, (seat, action) in enumerate(moves_of(table.play)):
                before = table.play.version
                if seat == self.observer:
                    update = {"seat": seat, "version": before}
                    await socket.act(update, json_of(action), id=f"a{number}")
                    await socket.wait_for("ack")
                    await self._hear(socket, before + 1)
                else:
                    await moves.act(self.context, table, seat, action, before, f"a{number}")
                    await socket.wait_for("update", version=before + 1)
                if number % CURIOUS == 0:
                    await self._be_curious(socket, number, action)
            self.bytes += [text.encode() for text in socket.heard]

    async def _hear(self, socket: Socket, version: int) -> None:
        """The update of the own action may have come before its acknowledgement."""
        if not any(f'"version":{version},' in text for text in socket.heard[-3:]):
            await socket.wait_for("update", version=version)

    async def _be_curious(self, socket: Socket, number: int, action: Action) -> None:
        seat = self.observer or 0
        await socket.send(type="why", id=f"w{number}", seat=seat, action=json_of(action))
        not_mine = (seat + 1) % PLAYERS
        await socket.send(
            type="act", id=f"x{number}", seat=not_mine, version=0, action=json_of(action)
        )
        await socket.send(type="undo", id=f"u{number}", seat=not_mine, version=0)
        await socket.send(type="sync")
        await socket.wait_for("update")
        for path in (f"/tables/{self.table}", "/me/tables", f"/tables/{self.table}/replay"):
            self.bytes.append((await self.receiver.http.get(path)).content)
        async with self.receiver.socket(self.table, since=-1) as late:  # the whole story
            await late.wait_for("update")
            self.bytes.append(late.heard[-1].encode())


def json_of(action: Action) -> Any:
    return msgspec.to_builtins(action)


def random_moves(kept: Moves, seed: int) -> Any:
    """Plays at random up to the last move but one, and keeps what it did and where."""

    def choose(play: Any) -> Any:
        rng = random.Random(seed)
        while True:
            state = play.state
            seat = rng.choice(state.to_act)
            action = rng.choice(state.legal_actions(seat))
            after = state.clone()
            after.apply(action, seat)
            if after.over:  # then all is shown
                return
            kept.append((seat, action, state.clone()))
            yield seat, action

    return choose


def moves_in_other_worlds(kept: Moves, observer: int | None, count: list[int]) -> Any:
    """The same moves, each done in a state that differs in what the observer cannot know."""

    def choose(play: Any) -> Any:
        for number, (seat, action, state) in enumerate(kept):
            assert play.state.view(observer) == state.view(observer)
            other = other_world(state, seat, action, observer, number)
            count[other is not None] += 1
            play.state = other or state.clone()
            yield seat, action

    return choose


def other_world(
    state: State, seat: int, action: Action, observer: int | None, number: int
) -> State | None:
    after = state.clone()
    events = seen_by(after.apply(action, seat), observer)
    view = after.view(observer)
    for attempt in range(TRIES):
        other = state.resample(observer, Rng.from_seed(f"{number}/{attempt}"))
        exchange_tracks(other, observer, random.Random(attempt))
        if not other.is_to_act(seat) or action not in other.legal_actions(seat):
            continue
        trial = other.clone()
        if seen_by(trial.apply(action, seat), observer) == events and trial.view(observer) == view:
            return other
    return None


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("observer", [1, None], ids=["seat", "spectator"])
async def test_every_byte_is_the_same_whatever_is_hidden(
    tmp_path: Path, name: str, options: dict[str, bool], observer: int | None
) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    kept: Moves = []
    async with serving(f"sqlite:///{first}", lambda: NOW) as host:
        people = [Person(host.address) for _ in range(PLAYERS + 1)]
        for person in people:
            await person.post("/session")
        made = await people[0].post(
            "/tables", {"game": name, "players": PLAYERS, "options": options}
        )
        table = made["id"]
        for person in people[1:PLAYERS]:
            await person.post(f"/tables/{table}/join", {})
        await people[0].post(f"/tables/{table}/start")
    shutil.copy(first, second)

    runs = []
    count = [0, 0]
    for path, plan in (
        (first, random_moves(kept, 5)),
        (second, moves_in_other_worlds(kept, observer, count)),
    ):
        async with serving(f"sqlite:///{path}", lambda: NOW) as host:
            for person in people:
                person.move_to(host.address)
            game = Game(host, people, table, observer)
            await game.play(plan)
            runs.append(game.bytes)
    for person in people:
        await person.http.aclose()

    assert len(kept) > 50
    assert count[True] > 0.8 * len(kept), f"too few worlds differ: {count}"
    assert len(runs[0]) == len(runs[1])
    for told, retold in zip(*runs, strict=True):
        assert told == retold
    assert not any(b'"seed":"' in told for told in runs[0])
