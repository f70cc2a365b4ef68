"""Sends spans to a collector: OTLP over HTTP, set up by the standard variables OTEL_*.

Nothing here is imported unless an operator asks for it. No error is sent with its words, as there
may be secrets in them, and what visitors send as trace headers is not believed.
"""

import asyncio
import threading
from collections.abc import Sequence
from types import TracebackType

from carrozza import __version__
from carrozza.core.errors import CarrozzaError
from carrozza.core.extras import needing
from carrozza.server import spans
from carrozza.server.errors import Refused
from carrozza.server.spans import Fact, Span

with needing("otel"):
    from opentelemetry import trace as api
    from opentelemetry.context import Context
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

STOP_SECONDS = 3.0  # for what is still to be sent when the server stops
SERVER = ("request", "message")  # what comes from outside
CALM = (asyncio.CancelledError, GeneratorExit)  # somebody has hung up
# As everybody calls them whose tools are to understand it.
NAMES = {
    "method": "http.request.method",
    "route": "http.route",
    "status": "http.response.status_code",
}


class Seen(Span):
    """A span that is told to a collector."""

    def __init__(self, span: api.Span) -> None:
        self._span = span
        self._above = spans.NOTHING

    @property
    def place(self) -> str:  # type: ignore[override]
        """As the header `traceparent` writes it."""
        at = self._span.get_span_context()
        return f"00-{at.trace_id:032x}-{at.span_id:016x}-{at.trace_flags:02x}"

    @property
    def context(self) -> api.SpanContext:
        return self._span.get_span_context()

    def note(self, **facts: Fact) -> None:
        self._span.set_attributes(_named(facts))

    def mark(self, what: str) -> None:
        self._span.add_event(what)

    def __enter__(self) -> Span:
        self._above = spans.here()
        spans.stand_in(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        spans.stand_in(self._above)
        if isinstance(error, CarrozzaError):
            # Why the rules of a game forbid an action may depend on what is hidden.
            self.note(refused=error.code if isinstance(error, Refused) else "illegal")
        elif isinstance(error, CALM):
            self.note(cancelled=True)
        elif error is not None:
            self._span.set_status(api.StatusCode.ERROR, type(error).__name__)
        self._span.end()


class Collector:
    """Where spans go. Make one in each worker, once it runs."""

    def __init__(self, worker: str) -> None:
        self._provider = TracerProvider(resource=_resource(worker), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("carrozza", __version__)
        spans.look(self)

    def begin(
        self,
        name: str,
        facts: dict[str, Fact],
        *,
        of: Span | None = None,
        after: str | None = None,
        beside: Sequence[Span] = (),
    ) -> Span:
        above = of.context if isinstance(of, Seen) else _found(after)
        kind = api.SpanKind.SERVER if name in SERVER else api.SpanKind.INTERNAL
        return Seen(
            self._tracer.start_span(
                name,
                # Whatever else uses OpenTelemetry in this process has traces of its own.
                api.set_span_in_context(api.NonRecordingSpan(above), Context()),
                kind=kind,
                attributes=_named(facts),
                links=[api.Link(one.context) for one in beside if isinstance(one, Seen)],
            )
        )

    async def stop(self) -> None:
        """Send what there is, as long as somebody takes it."""
        spans.look(None)
        sending = threading.Thread(target=self._provider.shutdown, daemon=True)
        sending.start()
        await asyncio.to_thread(sending.join, STOP_SECONDS)


def _resource(worker: str) -> Resource:
    made = Resource.create({"service.version": __version__, "service.instance.id": worker})
    if str(made.attributes[SERVICE_NAME]).startswith("unknown_service"):  # nobody has named it
        return made.merge(Resource({SERVICE_NAME: "carrozza"}))
    return made


def _named(facts: dict[str, Fact]) -> dict[str, Fact]:
    return {NAMES.get(name, name): fact for name, fact in facts.items()}


def _found(place: str | None) -> api.SpanContext:
    """The span of a place; without one, a new trace begins."""
    try:
        _, trace, span, flags = (place or "").split("-")
        numbers = int(trace, 16), int(span, 16), int(flags, 16)
    except ValueError:
        return api.INVALID_SPAN_CONTEXT
    of, at, how = numbers
    return api.SpanContext(of, at, is_remote=True, trace_flags=api.TraceFlags(how))
