"""Traces: what becomes of a request can be followed from outside, and nothing hidden is in it."""

import asyncio
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from tests.server.collector import SOON, Collector, Span, collecting
from tests.server.postgres import free_port
from tests.server.receivers import hooks, mailbox
from tests.server.support import Host, Person, play_out, serving
from tests.server.test_alert_secrets import subscribe
from tests.server.test_alerts import QUICK, act, at_days, hook
from tests.server.test_no_leak import (
    GAMES,
    NOW,
    PLAYERS,
    Moves,
    moves_in_other_worlds,
    random_moves,
)
from tests.server.test_planned import BLIND, TWO_BLIND, a_pair, log_of

from carrozza.server import spans
from carrozza.server.play import moves
from carrozza.server.storage import schema
from carrozza.server.tables.table import Table

pytestmark = pytest.mark.anyio


def chain(spans: list[Span], last: Span) -> list[Span]:
    """A span and all above it, the first of the trace first."""
    by_id = {span.id: span for span in spans}
    found = [last]
    while found[0].above:
        found.insert(0, by_id[found[0].above])
    return found


async def move_on_until(anna: Person, bob: Person, table: str, true: Callable[[], object]) -> None:
    while not true():
        to_act = (await anna.get(f"/tables/{table}"))["to_act"]
        await act((anna, bob)[to_act[0]], table)
        await asyncio.sleep(0.1)


async def test_a_move_can_be_followed_to_its_alert(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with collecting(monkeypatch) as collector, hooks() as there:
        async with serving(db, traces=True, **QUICK) as host:
            anna, bob, table = await at_days(host)
            await hook(bob, there)
            await anna.post(f"/tables/{table}/start")
            await there.wait_for(1)
            await move_on_until(anna, bob, table, lambda: len(there.taken) > 1)
            await collector.wait_for(lambda _: len(collector.named("alert")) > 1)
        spans = collector.spans
    alert = collector.named("alert")[-1]
    message, _ = chain(spans, alert)
    assert message.name == "message"
    assert message.facts == {"kind": "act", "table": table}
    assert alert.facts == {
        "table": table,
        "channel": "webhook",
        "stage": "turn",
        "tries": 0,
        "outcome": "sent",
    }
    of_trace = [span for span in spans if span.trace == message.trace]
    parts = [span.name for span in of_trace if span.above == message.id]
    assert [part for part in parts if part != "read"] == ["draft", "store", "take", "alert"]
    (store,) = (span for span in of_trace if span.name == "store")
    assert store.facts["stored"] is True
    below = {span.name: chain(spans, span)[1:] for span in of_trace}
    assert [span.name for span in below["transaction"]] == ["store", "transaction"]
    written = [span for span in of_trace if span.name == "write"]
    assert [span.name for span in chain(spans, written[0])] == [
        "message",
        "store",
        "transaction",
        "write",
    ]
    assert written[0].marks == ("begun", "to be committed")
    assert [span.name for span in below["hand over"]] == ["alert", "hand over"]


async def test_the_deal_is_followed_too_and_requests_are_named_by_their_pattern(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with collecting(monkeypatch) as collector, hooks() as there:
        async with serving(sqlite_db, traces=True, **QUICK) as host:
            anna, bob, table = await at_days(host)
            await hook(bob, there)
            await anna.post(f"/tables/{table}/start")
            await anna.get(f"/tables/{table}-no", status=404)
            await anna.get("/tables?cursor=sealed")
            await anna.get("/nowhere-at-all", status=404)
            await there.wait_for(1)
            await collector.wait_for(lambda _: collector.named("alert"))
        requests = [span.facts for span in collector.named("request")]
        (alert,) = collector.named("alert")
        assert chain(collector.spans, alert)[0].facts == {
            "http.request.method": "POST",
            "http.response.status_code": 200,
            "http.route": "/api/v1/tables/{table}/start",
            "table": table,
        }
    missing = [facts for facts in requests if facts["http.response.status_code"] == 404]
    assert missing[0]["http.route"] == "/api/v1/tables/{table}"
    assert all("table" not in facts for facts in missing)
    for secret in (b"-no", b"sealed", b"nowhere"):
        assert secret not in collector.bytes


async def test_bots_hints_and_reviews_are_followed(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with collecting(monkeypatch) as collector:
        async with serving(sqlite_db, traces=True, sweep_seconds=0.01) as host:
            anna = host.person()
            table = (await anna.post("/play-now", {"game": "card_game"}))["id"]
            async with anna.socket(table) as socket:
                await play_out(socket, random.Random(1))
            await anna.post(f"/tables/{table}/review")
            await collector.wait_for(lambda _: collector.named("review"))
        spans = collector.spans
    stored = {span.above for span in collector.named("store")}
    turn = next(span for span in collector.named("turn of a bot") if span.id in stored)
    assert turn.above == "", "it is no part of the move before"
    assert turn.facts["table"] == table
    below = [span.name for span in spans if span.above == turn.id]
    assert [part for part in below if part not in ("read", "write")] == [
        "think",
        "seem to think",
        "draft",
        "store",
        "take",
    ]
    thought = next(span for span in spans if span.above in {s.id for s in collector.named("think")})
    assert thought.name == "work in a process"
    assert thought.facts == {"line": "bots"}
    (review,) = collector.named("review")
    asked = chain(spans, review)[0]
    assert asked.facts["http.route"] == "/api/v1/tables/{table}/review"
    made = [span.facts for span in spans if span.above == review.id]
    assert made == [{"line": "reviews"}]


async def test_an_alert_is_followed_by_another_server(
    postgres_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that stores the move need not be the one that sends its alert."""
    async with collecting(monkeypatch) as collector, hooks() as there:
        async with serving(postgres_db, traces=True, **{**QUICK, "sweep_seconds": 1e6}) as host:
            anna, bob, table = await at_days(host)
            await hook(bob, there)
            await anna.post(f"/tables/{table}/start")
        assert not there.taken
        async with serving(postgres_db, traces=True, **QUICK):
            await there.wait_for(1)
        started = next(s for s in collector.named("request") if "start" in s.facts["http.route"])
        (alert,) = collector.named("alert")
        assert (alert.trace, alert.above) == (started.trace, started.id)
        instances = {span.resource["service.instance.id"] for span in (started, alert)}
        assert len(instances) == 2


async def test_what_came_together_is_one_transaction_with_links(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with collecting(monkeypatch) as collector:
        async with serving(sqlite_db, traces=True, sweep_seconds=1e6) as host:
            tables = []
            for _ in range(3):
                anna, _, name = await at_days(host)
                await anna.post(f"/tables/{name}/start")
                tables.append(await host.context.tables.get(name))
            await asyncio.gather(*(first_move(host, table) for table in tables))
        several = next(s for s in collector.named("transaction") if s.facts["moves"] > 1)
        stores = {span.id for span in collector.named("store")}
        assert several.above in stores
        assert len(several.beside) == several.facts["moves"] - 1
        assert set(several.beside) <= stores - {several.above}


async def first_move(host: Host, table: Table) -> None:
    assert table.play is not None
    action = table.play.state.legal_actions(0)[0]
    with spans.trace("message"):
        await moves.act(host.context, table, 0, action, table.play.version, "first")


async def test_a_refusal_by_the_rules_does_not_say_why(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with collecting(monkeypatch) as collector:
        async with serving(sqlite_db, traces=True) as host, host.person() as anna:
            table = (await anna.post("/play-now", {"game": "usa"}))["id"]
            async with anna.socket(table) as socket:
                update = await socket.wait_for("update")
                await socket.act(update, BLIND)
                refused = await socket.wait_for("refusal")
                await socket.act(update, update["legal"][0], seat=1)
                await socket.wait_for("refusal")
                await socket.act(update, update["legal"][0], version=update["version"] + 9)
                await socket.wait_for("refusal")
        said = [span.facts.get("refused") for span in collector.named("message")]
        assert said == ["illegal", "not_yours", "stale"]
        assert refused["code"].encode() not in collector.bytes


@pytest.mark.parametrize(("name", "options"), GAMES)
async def test_every_span_is_the_same_whatever_is_hidden(
    tmp_path: Path, name: str, options: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    kept: Moves = []
    count = [0, 0]
    still = {"alert_delay": 1e9, "sweep_seconds": 1e6}
    async with serving(f"sqlite:///{first}", lambda: NOW, **still) as host:
        people = [host.person() for _ in range(PLAYERS)]
        for person in people:
            await person.post("/session")
            await subscribe(person)
        pace = {"kind": "days", "move": 3, "reserve": 0}
        wanted = {"game": name, "players": PLAYERS, "options": options, "pace": pace}
        table = (await people[0].post("/tables", wanted))["id"]
        for person in people[1:]:
            await person.post(f"/tables/{table}/join", {})
        await people[0].post(f"/tables/{table}/start")
    shutil.copy(first, second)
    runs = []
    for path, plan in (
        (first, random_moves(kept, 5)),
        (second, moves_in_other_worlds(kept, None, count)),
    ):
        async with collecting(monkeypatch) as collector:
            async with serving(f"sqlite:///{path}", lambda: NOW, traces=True, **still) as host:
                await play(host, table, plan)
            runs.append([span.told for span in in_order(collector.spans)])
    assert len(kept) > 50
    assert count[True] > 0.8 * len(kept), f"too few worlds differ: {count}"
    assert len(runs[0]) > 4 * len(kept)
    assert runs[0] == runs[1]


async def play(host: Host, name: str, plan: Any) -> None:
    """Each move as a message on a socket would make it, wherever the plan has taken the game."""
    table = await host.context.tables.get(name)
    assert table.play is not None
    for number, (seat, action) in enumerate(plan(table.play)):
        with spans.trace("message", kind="act", table=name):
            await moves.act(host.context, table, seat, action, table.play.version, f"a{number}")


def in_order(found: list[Span]) -> list[Span]:
    """By traces as they ended, and within them by name."""
    order = {trace: number for number, trace in enumerate(dict.fromkeys(s.trace for s in found))}
    return sorted(found, key=lambda span: (order[span.trace], span.name, span.told))


async def test_nothing_of_people_is_in_it(sqlite_db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lively evening; not one of its secrets is among the bytes that leave the server."""
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")  # FastAPI's own is off all the same
    async with collecting(monkeypatch) as collector, hooks() as there, mailbox() as box:
        mail = {"smtp": box.url, "mail_from": "club@example.org", "url": "https://games.example"}
        async with serving(sqlite_db, traces=True, **QUICK, **mail) as host:
            anna, bob, table = await at_days(host)
            right = {"name": "Annabella", "password": "quite a secret 7"}
            await anna.post("/me/account", right)
            await anna.post("/session/sign-in", {**right, "password": "quite a bad 6"}, 403)
            await anna.post("/session/sign-in", right)
            target = await hook(bob, there)
            await bob.post("/me/alerts/targets", {"kind": "email", "email": "bob@example.com"})
            (asked,) = await box.wait_for(1)
            link = next(w for w in asked.get_content().split() if "/alerts/confirm#" in w)
            token = link.partition("#token=")[2] or link.partition("#")[2]
            await bob.post(f"/alerts/confirm?token={token}")
            await anna.post(f"/tables/{table}/start")
            async with anna.socket(table) as socket:
                await socket.send(type="say", text="nobody reads this")
                await socket.wait_for("said")
            await act(bob, table)
            await there.wait_for(1)
            await collector.wait_for(lambda _: len(collector.named("alert")) > 1)
            people = {await_id["id"] for await_id in [await p.get("/me") for p in (anna, bob)]}
            async with host.context.db.read() as connection:
                setup = (await connection.execute(select(schema.tables.c.setup))).scalar_one()
                chosen = (await connection.execute(select(schema.log.c.action))).scalars().all()
        seed = msgspec.json.decode(setup)["seed"]
        secrets = {"Annabella", "Bob", "quite a", "bob@example", "club@", "nobody reads", token}
        secrets |= {seed, target, anna.cookie(), bob.cookie(), there.url, host.context.secret}
        secrets |= people | set(filter(None, chosen))
        assert len(collector.spans) > 50
        assert {span.scope for span in collector.spans} == {"carrozza"}
        assert {taken.path for taken in collector.there.taken} == {"/v1/traces"}
        assert all(secrets)
        assert not [secret for secret in secrets if secret.encode() in collector.bytes]


async def test_a_mistake_of_ours_is_told_without_its_words(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with collecting(monkeypatch) as collector:
        async with serving(sqlite_db, traces=True):
            with pytest.raises(ValueError, match="the seed is 7"), spans.trace("message"):
                raise ValueError("the seed is 7")
            with pytest.raises(TimeoutError), spans.trace("message"), spans.step("read"):
                raise TimeoutError
        assert [span.error for span in collector.spans] == [
            "ValueError",
            "TimeoutError",
            "TimeoutError",
        ]
        assert b"seed" not in collector.bytes


async def test_the_standard_variables_are_heeded(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(**variables: str) -> Collector:
        with monkeypatch.context() as here:
            for name, value in variables.items():
                here.setenv(name, value)
            async with collecting(here) as collector, serving(sqlite_db, traces=True) as host:
                await host.person().get("/games")
            return collector

    (plain,) = (await asked()).named("request")
    assert plain.resource["service.name"] == "carrozza"
    assert plain.kind == 2, "what answers a request is a server"
    collector = await asked(OTEL_SERVICE_NAME="club", OTEL_EXPORTER_OTLP_HEADERS="x-key=1")
    assert collector.spans[0].resource["service.name"] == "club"
    assert collector.there.taken[0].path == "/v1/traces"
    assert collector.there.taken[0].headers["x-key"] == "1"
    assert not (await asked(OTEL_TRACES_SAMPLER="always_off")).spans
    assert not (await asked(OTEL_SDK_DISABLED="true")).spans


async def test_a_collector_that_is_not_there_holds_up_nobody(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", SOON)
    async with serving(sqlite_db, traces=True) as host, host.person() as anna:
        table = (await anna.post("/play-now", {"game": "usa"}))["id"]
        await act(anna, table)
        assert (await anna.http.get(f"{host.address}/healthz")).status_code == 200


async def test_health_pings_and_what_the_server_does_by_itself_make_no_traces(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with collecting(monkeypatch) as collector:
        async with (
            serving(sqlite_db, traces=True, sweep_seconds=0.01) as host,
            host.person() as anna,
        ):
            await anna.http.get(f"{host.address}/healthz")
            await anna.http.get(f"{host.address}/metrics")
            await asyncio.sleep(0.2)
            assert not collector.spans
            table = (await anna.post("/play-now", {"game": "usa"}))["id"]
            async with anna.socket(table) as socket:
                await socket.send(type="ping", id="p")
                await socket.wait_for("pong")
        assert not collector.named("message")


async def test_a_planned_move_leaves_no_trace(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a move was planned is for nobody to know, whoever looks from outside included."""
    async with collecting(monkeypatch) as collector, serving(sqlite_db, traces=True) as host:
        pair = await a_pair(host)
        await pair.plan(TWO_BLIND)
        await pair.act(BLIND, BLIND)
        await pair.until_used()
        await collector.wait_for(lambda _: len(collector.named("store")) > 3)
        assert len(log_of(sqlite_db, pair.table)) == 6, "two of them were planned"
        by_hand = [span for span in collector.named("message") if span.facts["kind"] == "act"]
        assert len(collector.named("store")) == len(by_hand)
        above = {chain(collector.spans, span)[0].id for span in collector.named("store")}
        assert above == {span.id for span in by_hand}


def test_nothing_is_imported_unless_it_is_asked_for(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from carrozza.server.app import make_app\n"
        "from carrozza.server.settings import Settings\n"
        "make_app(Settings(db='sqlite:///x.db'))\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry.sdk')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout == "[]\n"
