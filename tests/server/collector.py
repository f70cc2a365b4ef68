"""A collector of traces: OTLP over HTTP is taken and decoded by OpenTelemetry's own messages."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span as Sent
from opentelemetry.proto.trace.v1.trace_pb2 import Status
from tests.server.receivers import Hooks, hooks, until

SOON = "20"  # milliseconds


@dataclass(frozen=True)
class Span:
    name: str
    trace: str
    id: str
    above: str  # empty for the first of a trace
    facts: dict[str, Any]
    marks: tuple[str, ...]
    error: str | None
    beside: tuple[str, ...]  # spans it is linked to
    kind: int
    resource: dict[str, Any]
    scope: str  # which library made it

    @property
    def told(self) -> str:
        """All of its content, without what chance has named and without times."""
        return f"{self.name} {sorted(self.facts.items())} {self.marks} {self.error} {self.kind}"


class Collector:
    def __init__(self, there: Hooks) -> None:
        self.there = there
        self._spans: list[Span] = []
        self._read = 0  # requests

    @property
    def spans(self) -> list[Span]:
        for taken in self.there.taken[self._read :]:
            self._spans += _decoded(taken.body)
            self._read += 1
        return self._spans

    @property
    def bytes(self) -> bytes:
        return b"".join(taken.body for taken in self.there.taken)

    async def wait_for(self, true: Callable[[list[Span]], object]) -> list[Span]:
        await until(lambda: true(self.spans))
        return self.spans

    def named(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]


@asynccontextmanager
async def collecting(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Collector]:
    async with hooks() as there:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", there.url)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", SOON)
        yield Collector(there)


def _decoded(body: bytes) -> list[Span]:
    request = ExportTraceServiceRequest()
    request.ParseFromString(body)
    return [
        _span(span, _facts(group.resource.attributes), scope.scope.name)
        for group in request.resource_spans
        for scope in group.scope_spans
        for span in scope.spans
    ]


def _span(sent: Sent, resource: dict[str, Any], scope: str) -> Span:
    failed = sent.status.code == Status.STATUS_CODE_ERROR
    return Span(
        name=sent.name,
        trace=sent.trace_id.hex(),
        id=sent.span_id.hex(),
        above=sent.parent_span_id.hex(),
        facts=_facts(sent.attributes),
        marks=tuple(event.name for event in sent.events),
        error=sent.status.message if failed else None,
        beside=tuple(link.span_id.hex() for link in sent.links),
        kind=sent.kind,
        resource=resource,
        scope=scope,
    )


def _facts(sent: Iterable[KeyValue]) -> dict[str, Any]:
    return {one.key: _value(one.value) for one in sent}


def _value(value: AnyValue) -> Any:
    return getattr(value, value.WhichOneof("value") or "string_value")
