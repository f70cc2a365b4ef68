"""Saves: a game's setup and actions, with a fingerprint of the position after each.

The action log is the game. A save is only ever read whole: it replays to the end without a
difference, or it is refused.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from carrozza.core.actions import Action, AnyAction
from carrozza.core.codec import FORMAT
from carrozza.core.errors import NOT_JSON, BadSave, CarrozzaError
from carrozza.core.events import Event
from carrozza.core.game import Game, Setup, State

FindGame = Callable[[Setup], Game]


class Step(msgspec.Struct, frozen=True, array_like=True):
    """One action by one seat, and the state hash after it."""

    seat: int
    action: AnyAction
    hash: str


class Save(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: int
    setup: Setup
    start: str  # the state hash before the first action
    steps: tuple[Step, ...]
    totals: tuple[int, ...] | None  # the final scores, once the game is over
    winners: tuple[int, ...] | None
    commitment: str | msgspec.UnsetType = msgspec.UNSET  # shown to the players before the deal


def commitment(setup: Setup) -> str:
    """A fingerprint of a game's whole setup, its seed included, that tells nothing of the seed.

    Shown before the first card, it proves after the end that the cards were not changed meanwhile.
    The seed must be long and random, or it could be guessed.
    """
    return sha256(msgspec.json.encode(setup, order="deterministic")).hexdigest()


class Record:
    """A game being played, remembered."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.setup = setup
        self.state, self.opening = game.deal(setup)
        self.start = self.state.state_hash()
        self.steps: list[Step] = []

    def apply(self, action: Action, seat: int | None = None) -> list[Event]:
        seat = self.state.seat if seat is None else seat
        events = self.state.apply(action, seat)
        step: Any = Step(seat, action, self.state.state_hash())  # type: ignore[arg-type]
        self.steps.append(step)
        return events

    def save(self) -> Save:
        sheet = self.state.score_sheet() if self.state.over else None
        return Save(
            format=FORMAT,
            setup=self.setup,
            start=self.start,
            steps=tuple(self.steps),
            totals=sheet.totals if sheet else None,
            winners=sheet.winners if sheet else None,
        )


def encode_save(save: Save) -> bytes:
    """A save as JSON, one step a line, so that differences are easy to see."""
    head = msgspec.json.encode(msgspec.structs.replace(save, steps=()))
    steps = b",\n".join(msgspec.json.encode(step) for step in save.steps)
    return head.replace(b'"steps":[]', b'"steps":[\n' + steps + b"\n]", 1) + b"\n"


def decode_save(data: bytes) -> Save:
    """A save from JSON; BadSave when it is none, incomplete, or of a newer format."""
    try:
        plain = msgspec.json.decode(data)
    except NOT_JSON:
        raise BadSave("not_a_save", "This is not a saved game, or its end is missing.") from None
    found = plain.get("format") if isinstance(plain, dict) else None
    if not isinstance(found, int):
        raise BadSave("not_a_save", "This is not a saved game of Carrozza.")
    if found > FORMAT:
        raise BadSave(
            "newer_format", f"This save has format {found}; this version reads format {FORMAT}."
        )
    try:
        return msgspec.json.decode(data, type=Save)
    except msgspec.ValidationError as error:
        raise BadSave("damaged", f"This save is damaged: {error}.") from None


def replay(save: Save, find_game: FindGame) -> Iterator[tuple[Step | None, State, list[Event]]]:
    """The game step by step, checked: first the deal (step None), then each action.

    The state is the same object throughout; clone it to keep a position.
    """
    if save.commitment not in (msgspec.UNSET, commitment(save.setup)):
        raise BadSave(
            "wrong_commitment", "The deal does not match the commitment made before the game."
        )
    try:
        state, events = find_game(save.setup).deal(save.setup)
    except CarrozzaError as error:
        raise BadSave("bad_setup", f"This save cannot be set up: {error.message}") from None
    _check_hash(state, save.start, 0)
    yield None, state, events
    for number, step in enumerate(save.steps, 1):
        try:
            events = state.apply(step.action, step.seat)
        except CarrozzaError as error:
            problem = f"Step {number} of this save is not possible: {error.message}"
            raise BadSave("bad_step", problem) from None
        _check_hash(state, step.hash, number)
        yield step, state, events
    _check_result(save, state)


def load_state(save: Save, find_game: FindGame) -> State:
    """The last position of a save, after checking all of it."""
    *_, (_, state, _) = replay(save, find_game)
    return state


def _check_hash(state: State, expected: str, number: int) -> None:
    if state.state_hash() != expected:
        raise BadSave("wrong_hash", f"The position after step {number} differs from the saved one.")


def _check_result(save: Save, state: State) -> None:
    if (save.totals is not None) != state.over:
        raise BadSave("wrong_end", "This save does not end where it says it does.")
    if save.totals is not None:
        sheet = state.score_sheet()
        if (save.totals, save.winners) != (sheet.totals, sheet.winners):
            raise BadSave("wrong_scores", "The final scores differ from the saved ones.")
