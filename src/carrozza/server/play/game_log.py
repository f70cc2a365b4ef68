"""A game as its log tells it. Pure: no clock, no database, no sockets.

An action is first drafted, on a copy; once the draft is stored it is taken in. A crash, a full
disk or another worker's earlier move in between leaves this game as it was.
"""

from collections import Counter
from typing import Literal

import msgspec

from carrozza.core.actions import Action, AnyAction
from carrozza.core.errors import CarrozzaError, OutOfTurn
from carrozza.core.events import Event, seen_by
from carrozza.core.game import Setup, State, may_undo
from carrozza.games.registry import game_of
from carrozza.server.errors import Refused
from carrozza.server.live.protocol import Step, Update
from carrozza.server.tables.clocks import Clock

Kind = Literal["act", "undo", "close"]
MOST_UNDONE = 20  # by one seat in a row: each is a line of the log for ever
By = Literal["person", "bot", "server"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line of the log."""

    version: int
    seat: int
    kind: Kind
    action: AnyAction | None
    client: str | None
    by: By
    at: float
    hash: str


class Draft(msgspec.Struct, frozen=True):
    """An entry that is legal, and what it leads to."""

    entry: Entry
    state: State
    events: list[Event]


class Done(msgspec.Struct, frozen=True, gc=False):
    """What a client's id stands for, once it is stored."""

    version: int
    kind: Kind
    action: AnyAction | None


class _Told(msgspec.Struct, frozen=True, gc=False):
    """A step with everything in it, from which each receiver's own is made."""

    version: int
    seat: int | None
    kind: Literal["deal", "act", "undo", "close"]
    by: By
    events: tuple[Event, ...]

    def to(self, seat: int | None) -> Step:
        """As far as this seat, or a spectator, may know."""
        return Step(
            version=self.version,
            seat=self.seat,
            kind=self.kind,
            by=self.by,
            events=seen_by(self.events, seat),  # type: ignore[arg-type]
        )


class Play:
    """The game under way at one table."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.state, told, _ = game_of(setup).begin(setup)
        self.version = len(told) - 1  # what came before a game taken up in the middle is counted
        self.closed = False
        self.actions: list[tuple[int, Action]] = []  # those not undone
        self.clients: dict[tuple[int, str], Done] = {}  # by seat and the client's id
        # The whole story, for who was away and who comes late: some 70 kB at the end of a game.
        self.steps = [
            _Told(i, seat, "deal" if seat is None else "act", "server", tuple(events))
            for i, (seat, events) in enumerate(told)
        ]
        self._before: State | None = None  # to which the last action may be undone
        self._undoer: int | None = None
        self._undone: Counter[int] = Counter()  # by seat, since the last thing that stays
        self._asked = dict.fromkeys(
            self.state.to_act, self.version
        )  # since which version each is to act

    @property
    def over(self) -> bool:
        return self.closed or self.state.over

    def draft(
        self, seat: int, action: Action, *, by: By, at: float, client: str | None = None
    ) -> Draft:
        """The action done on a copy; raises what the engine says against it."""
        self._check_open()
        state = self.state.clone()
        events = state.apply(action, seat)
        return Draft(self._entry(seat, "act", action, client, by, at, state), state, events)

    def draft_undo(self, seat: int, *, at: float, client: str) -> Draft:
        self._check_open()
        if not self.may_undo(seat):
            raise Refused(409, "no_undo", "This can no longer be undone.")
        assert self._before is not None
        state = self._before
        return Draft(self._entry(seat, "undo", None, client, "person", at, state), state, [])

    def take(self, draft: Draft) -> None:
        """Let a stored draft become what is."""
        entry, before = draft.entry, self.state
        if entry.kind == "act":
            assert entry.action is not None
            self.actions.append((entry.seat, entry.action))
        open_to_undo = self.opens_undo(draft)
        if entry.kind == "undo":
            self.actions.pop()
            self._undone[entry.seat] += 1
        elif not open_to_undo:
            self._undone.clear()
        self.closed = entry.kind == "close"
        self._before = before if open_to_undo else None
        self._undoer = entry.seat if open_to_undo else None
        self._ask_again(before, draft.state, entry)
        self.state = draft.state
        self.version = entry.version
        if entry.client is not None:
            done = Done(entry.version, entry.kind, entry.action)
            self.clients[entry.seat, entry.client] = done
        told = tuple(draft.events)
        self.steps.append(_Told(entry.version, entry.seat, entry.kind, entry.by, told))

    def read(self, entry: Entry) -> None:
        """Take in the next entry of a stored log."""
        if entry.version != self.version + 1:
            raise _damaged(entry)
        if entry.kind == "undo":
            if self._before is None:
                raise _damaged(entry)
            draft = Draft(entry, self._before, [])
        elif entry.kind == "close":
            draft = Draft(entry, self.state, [])
        else:
            state = self.state.clone()
            try:
                events = state.apply(entry.action, entry.seat)  # type: ignore[arg-type]
            except CarrozzaError:
                raise _damaged(entry) from None
            draft = Draft(entry, state, events)
        if draft.state.state_hash() != entry.hash:
            raise _damaged(entry)
        self.take(draft)

    def check_fresh(self, seat: int, version: int) -> None:
        """Refuse a choice made on an older question than the one the seat is asked now."""
        asked = self._asked.get(seat)
        if self.over:
            return  # there is a better reason to refuse it
        if asked is None:
            raise OutOfTurn("not_your_turn", "It is not your turn.")
        if not asked <= version <= self.version:
            raise Refused(409, "stale", "The game has moved on. Look again and choose.")

    def asked_since(self, seat: int) -> int | None:
        """The version that asked a seat what it is asked now."""
        return None if self.over else self._asked.get(seat)

    def done_as(
        self, seat: int, client: str, kind: Kind, action: Action | None, version: int
    ) -> int | None:
        """The version as which this was stored when it first came; None if it is new.

        An id that stood for something else, or comes with a choice made after that was stored, is
        not a second copy of the first.
        """
        done = self.clients.get((seat, client))
        if done is None:
            return None
        if (done.kind, done.action) != (kind, action) or version >= done.version:
            raise Refused(409, "id_reused", "This id was already used for something else.")
        return done.version

    def opens_undo(self, draft: Draft) -> bool:
        """Whether, once this draft is taken, its seat may undo it until somebody acts."""
        entry = draft.entry
        return (
            entry.kind == "act"
            and entry.by == "person"
            and may_undo(self.state, draft.state, draft.events)
        )

    def may_undo(self, seat: int | None) -> bool:
        if seat is None or seat != self._undoer or self.over:
            return False
        return self._undone[seat] < MOST_UNDONE

    def update(
        self,
        seat: int | None,
        since: int | None,
        clocks: list[Clock],
        bots_wait: float | None = None,
    ) -> Update:
        """What a seat, or a spectator (None), is sent: all it may know and nothing else."""
        told = self._since(since)
        state = self.state
        legal = list(state.legal_actions(seat)) if seat is not None and not self.over else []
        return Update(
            seat=seat,
            version=self.version,
            since=since if told is not None else None,
            steps=[step.to(seat) for step in told or ()],
            view=state.view(seat),
            legal=legal,  # type: ignore[arg-type]
            undo=self.may_undo(seat),
            undo_until=bots_wait if self.may_undo(seat) else None,
            clocks=clocks,
        )

    def _since(self, since: int | None) -> list[_Told] | None:
        """The steps after a version, from -1 on with the deal; None without such a version."""
        if since is None or not -1 <= since <= self.version:
            return None
        return self.steps[since + 1 :]  # each version has its step

    def _check_open(self) -> None:
        if self.closed:
            raise Refused(409, "closed", "This table has been closed.")

    def _entry(
        self,
        seat: int,
        kind: Kind,
        action: Action | None,
        client: str | None,
        by: By,
        at: float,
        state: State,
    ) -> Entry:
        return Entry(
            version=self.version + 1,
            seat=seat,
            kind=kind,
            action=action,  # type: ignore[arg-type]
            client=client,
            by=by,
            at=at,
            hash=state.state_hash(),
        )

    def _ask_again(self, before: State, after: State, entry: Entry) -> None:
        """A seat that acted, or was not to act before, is asked something new from here on."""
        anew = entry.kind == "undo"
        self._asked = {
            seat: entry.version
            if anew or seat == entry.seat or not before.is_to_act(seat)
            else self._asked[seat]
            for seat in after.to_act
        }


def closing(version: int, at: float, state_hash: str) -> Entry:
    """The last entry of a game that an administrator ends in this position."""
    return Entry(
        version=version,
        seat=0,
        kind="close",
        action=None,
        client=None,
        by="server",
        at=at,
        hash=state_hash,
    )


def _damaged(entry: Entry) -> Refused:
    problem = f"The stored game does not replay: its step {entry.version} is damaged."
    return Refused(500, "damaged", problem)
