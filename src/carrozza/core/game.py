"""The contract of every game: `Game` sets a table up, `State` plays it.

A game is `(game, players, options, seed, actions)`; `Setup` is all of that but the actions.
"""

from abc import ABC, abstractmethod
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

import msgspec

from carrozza.core.actions import Action, is_well_formed
from carrozza.core.begun import Stretch, Told, take_up
from carrozza.core.describe import Names, describe
from carrozza.core.errors import BadOptions, CarrozzaError, GameOver, MalformedAction, OutOfTurn
from carrozza.core.events import Event
from carrozza.core.rng import Rng
from carrozza.core.scores import ScoreSheet
from carrozza.core.space import ActionSpace, LegalActions

OptionValue = str | int | bool
S = TypeVar("S", bound="State")


class Option(msgspec.Struct, frozen=True):
    """A choice a table makes before the game; the first of the choices is the default."""

    name: str
    choices: tuple[OptionValue, ...]
    about: str


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that determines a game but the actions."""

    game: str
    players: int
    seed: str
    first: int | None = None  # the seat that starts; None: drawn at random
    options: dict[str, OptionValue] = {}
    board: dict[str, Any] | None = None  # a custom board, whole, so that a save needs no other file
    # From the deal to where the game begins; unset, and absent from JSON, if that is the deal.
    begun: tuple[Stretch, ...] | msgspec.UnsetType = msgspec.UNSET


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or a spectator (seat None), may know. Each game adds its own fields."""

    game: str
    players: int
    seat: int | None
    phase: str
    to_act: tuple[int, ...]


class Beginning(NamedTuple):
    state: "State"
    told: list[Told]
    turn: int  # how many turns there were before, one that has just begun included


class Game(ABC):
    """One of the games that can be played, with everything precomputed that its states share."""

    name: str
    title: str
    players: range
    options: tuple[Option, ...] = ()
    sections: tuple[str, ...] = ()  # of the written rules, by their letters
    view_type: type[View]
    memory_type: type[View]  # of what `State.memory` makes
    names: Names  # of cities, routes and tickets
    ticket_ids: tuple[int, ...]  # the tickets in play

    def check(self, setup: Setup) -> dict[str, OptionValue]:
        """The options in full, or BadOptions."""
        if setup.players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise BadOptions("players", f"{self.title} is for {low} to {high} players.")
        if setup.first is not None and not 0 <= setup.first < setup.players:
            raise BadOptions(
                "first", f"The first player must be a seat from 0 to {setup.players - 1}."
            )
        known = {option.name: option for option in self.options}
        for name, value in setup.options.items():
            if name not in known:
                has = f"only {', '.join(known)}" if known else "nor any other"
                raise BadOptions("unknown_option", f"{self.title} has no option “{name}”, {has}.")
            choices = known[name].choices
            if not any(value == c and type(value) is type(c) for c in choices):
                allowed = ", ".join(str(choice) for choice in choices)
                raise BadOptions("option_value", f"Option “{name}” must be one of: {allowed}.")
        return {
            option.name: setup.options.get(option.name, option.choices[0])
            for option in known.values()
        }

    def deal(self, setup: Setup) -> tuple["State", list[Event]]:
        """Set up a game; the events tell what was dealt, and what has happened since."""
        state, told, _ = self.begin(setup)
        return state, [event for step in told for event in step.events]

    def begin(self, setup: Setup) -> Beginning:
        """The same step by step."""
        state, events = self._deal(setup)
        if setup.begun is msgspec.UNSET:
            return Beginning(state, [Told(None, events)], 0)
        return Beginning(*take_up(state, events, setup.begun))

    @abstractmethod
    def _deal(self, setup: Setup) -> tuple["State", list[Event]]:
        """Deal the cards of a new game."""

    @abstractmethod
    def resample(self, memory: View, rng: Rng) -> "State":
        """A random full state in which a seat would know what it knows in `memory`; GameOver for a
        finished game."""

    def describe(self, thing: Action | Event) -> str:
        """An action or event as a plain sentence."""
        return describe(self.names, thing)


class State(ABC):
    """A position of a game, changed in place by `apply`."""

    __slots__ = ("_legal", "game", "pending", "rng", "seat", "setup", "space")

    game: Game
    setup: Setup
    rng: Rng
    space: ActionSpace  # the fixed list of actions of this game
    seat: int  # who is to act; when several are, the lowest of them
    pending: int  # bit mask of the seats to act; 0 when the game is over
    _legal: int  # the legal mask of `seat` once computed, else -1

    @property
    def over(self) -> bool:
        return not self.pending

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.setup.players) if self.pending >> seat & 1)

    def is_to_act(self, seat: int) -> bool:
        return seat >= 0 and bool(self.pending >> seat & 1)

    def legal_mask(self, seat: int | None = None) -> int:
        """The legal actions of a seat (by default the one to act) as a bit mask of ids."""
        if seat is None or seat == self.seat:
            if self._legal < 0:
                self._legal = self._mask(self.seat) if self.pending else 0
            return self._legal
        return self._mask(seat) if self.is_to_act(seat) else 0

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """Everything the seat may do, every distinct payment included, in the order of the ids."""
        return LegalActions(self.space, self.legal_mask(seat))

    def apply(self, action: Action, seat: int | None = None) -> list[Event]:
        """Do a legal action and tell what happened. Anything else raises and changes nothing."""
        try:
            i = self.space.index[action]
        except (KeyError, TypeError):
            raise self._refuse(action, seat) from None
        if seat is None:
            seat = self.seat
        known = self._legal if seat == self.seat else -1  # mostly so, and one call less
        if not (self.legal_mask(seat) if known < 0 else known) >> i & 1:
            raise self._refuse(action, seat)
        self._legal = -1
        return self._play(seat, i)

    def apply_id(self, i: int, seat: int | None = None) -> list[Event]:
        """`apply` for an action given by its id."""
        if not 0 <= i < len(self.space):
            raise MalformedAction("unknown_action", f"No action has the number {i}.")
        return self.apply(self.space.actions[i], seat)

    def play(self, i: int) -> None:
        """`apply_id` for the seat to act and an id just read off its `legal_mask`: nothing is
        checked, for those who play millions of actions."""
        self._legal = -1
        self._play(self.seat, i)

    def why_not(self, action: Action, seat: int | None = None) -> CarrozzaError | None:
        """Why an action is refused now, as a code and a sentence; None when it is legal."""
        if action in self.legal_actions(seat):
            return None
        return self._refuse(action, seat)

    def _refuse(self, action: object, seat: int | None) -> CarrozzaError:
        """The right error for an action that is not legal."""
        if not is_well_formed(action):
            return MalformedAction("not_an_action", "That is not a move of this game.")
        if self.over:
            return GameOver("game_over", "The game is over.")
        if seat is not None and not self.is_to_act(seat):
            return OutOfTurn("not_your_turn", "It is not your turn.")
        assert isinstance(action, Action)
        return self._why_not(self.seat if seat is None else seat, action)

    def state_hash(self) -> str:
        """A fingerprint of the whole position, the same on every machine."""
        return blake2b(msgspec.json.encode(self.plain()), digest_size=8).hexdigest()

    def resample(self: S, seat: int | None, rng: Rng) -> S:
        """A random full state consistent with what the seat knows; it sees nothing but that."""
        return self.game.resample(self.memory(seat), rng)  # type: ignore[return-value]

    def turn_ahead(self: S, seat: int) -> S:
        """The position if it were this seat's turn now, for who plans the next one. It is made from
        what the seat knows alone: what is hidden from it is dealt at random."""
        ahead = self.resample(seat, Rng.from_seed("a turn ahead"))
        ahead._legal = -1
        ahead._give_turn(seat)
        return ahead

    @abstractmethod
    def _give_turn(self, seat: int) -> None:
        """Let it be the beginning of this seat's turn, whatever is under way."""

    @abstractmethod
    def _mask(self, seat: int) -> int:
        """Legal actions of a seat that is to act."""

    @abstractmethod
    def _play(self, seat: int, i: int) -> list[Event]:
        """Do the legal action with id `i`."""

    @abstractmethod
    def _why_not(self, seat: int, action: Action) -> CarrozzaError:
        """Why a seat that is to act may not do this."""

    @abstractmethod
    def clone(self: S) -> S:
        """An independent copy."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What this seat, or a spectator (None), may know."""

    def memory(self, seat: int | None) -> View:
        """The view, and what a player who forgets nothing knows besides. It is for bots and
        learners: people are sent the view, and remember the rest themselves."""
        return self.view(seat)

    @abstractmethod
    def score_sheet(self) -> ScoreSheet:
        """The scores as they would be if the game ended now; final once it is over."""

    @abstractmethod
    def plain(self) -> list[Any]:
        """The whole position as plain lists, numbers and strings, in a fixed order."""


def may_undo(before: State, after: State, events: list[Event]) -> bool:
    """Whether the step between two positions can be taken back and nobody knows more than before.

    It then crosses neither hidden information nor chance. That nobody else has acted since is for
    the caller to see.
    """
    chance = before.rng.used != after.rng.used
    return not after.over and not chance and all(event.quiet for event in events)
