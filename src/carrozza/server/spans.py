"""What a request or a move passes through, for those who look from outside (see otel.py).

A span has a name in plain words and some facts: codes of tables, kinds, counts. Nothing that is
hidden at a table and nothing about people is among them: no cards, seeds, names, addresses or
tokens. While nobody looks, which is usual, spans are nothing and cost next to nothing.
"""

from collections.abc import Sequence
from contextvars import ContextVar
from types import TracebackType
from typing import Protocol

Fact = str | int | float | bool


class Span:
    """One that nobody looks at. Enter it to make what follows a part of it."""

    place: str | None = None  # how its trace can be gone on with, perhaps at another worker

    def note(self, **facts: Fact) -> None:
        """Facts that were not known when it began."""

    def mark(self, what: str) -> None:
        """Something has happened just now."""

    def __enter__(self) -> "Span":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass


class Observer(Protocol):
    def begin(
        self,
        name: str,
        facts: dict[str, Fact],
        *,
        of: Span | None = None,
        after: str | None = None,
        beside: Sequence[Span] = (),
    ) -> Span: ...


NOTHING = Span()

_observer: Observer | None = None
_here: ContextVar[Span] = ContextVar("span", default=NOTHING)


def look(observer: Observer | None) -> None:
    """From now on this one is told of spans."""
    global _observer
    _observer = observer


def here() -> Span:
    """The span that is under way."""
    return _here.get()


def stand_in(span: Span) -> None:
    _here.set(span)


def apart() -> None:
    """What this task does is no part of what has started it."""
    if _observer is not None:
        _here.set(NOTHING)


def trace(name: str, *, after: str | None = None, **facts: Fact) -> Span:
    """A trace begins, or goes on after the span of this place."""
    return NOTHING if _observer is None else _observer.begin(name, facts, after=after)


def step(name: str, **facts: Fact) -> Span:
    """A part of the span that is under way; nothing where there is none, so that what the server
    does again and again by itself makes no traces."""
    if _observer is None or (above := _here.get()) is NOTHING:
        return NOTHING
    return _observer.begin(name, facts, of=above)


def shared_step(name: str, spans: Sequence[Span], **facts: Fact) -> Span:
    """A part of several at once: it stands below the first and knows the others."""
    several = [span for span in spans if span is not NOTHING]
    if _observer is None or not several:
        return NOTHING
    return _observer.begin(name, facts, of=several[0], beside=several[1:])
