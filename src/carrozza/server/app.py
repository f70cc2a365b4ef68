"""The application: parts put together, started and stopped in the right order."""

import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from carrozza import __version__
from carrozza.core.errors import CarrozzaError
from carrozza.server.addresses import local_host, url
from carrozza.server.alerts.links import Links
from carrozza.server.alerts.post import Postman
from carrozza.server.alerts.push import new_key, public_bytes, read_key, short64
from carrozza.server.alerts.sender import Sender
from carrozza.server.context import Context
from carrozza.server.errands import Errands
from carrozza.server.errors import Refused, status_of, storage_busy
from carrozza.server.garbage import leave_old_objects
from carrozza.server.http.cors import Cors
from carrozza.server.http.guard import Guard
from carrozza.server.http.openapi import describe
from carrozza.server.http.responses import Json, Problem, refusal, refusals
from carrozza.server.http.responses import problem as problem_of
from carrozza.server.http.routes import (
    access,
    alerts,
    boards,
    friends,
    games,
    health,
    holidays,
    oidc,
    operator,
    people,
    preview,
    profiles,
    puzzles,
    tables,
)
from carrozza.server.http.site import add_site, nothing_here
from carrozza.server.jobs import Jobs
from carrozza.server.limits import Limit, OpenLimit, VarietyLimit
from carrozza.server.live.entrance import Entrance
from carrozza.server.live.hub import Hub
from carrozza.server.logs import set_up_logs
from carrozza.server.oidc.client import Client
from carrozza.server.oidc.config import read_providers
from carrozza.server.order.troubles import Troubles
from carrozza.server.play.bot_pool import BotPool
from carrozza.server.play.driver import Driver
from carrozza.server.play.reviewer import Reviewer
from carrozza.server.settings import Settings, from_environment
from carrozza.server.steady import steady
from carrozza.server.storage import schema
from carrozza.server.storage.bus import Bus
from carrozza.server.storage.counts import SharedLimit
from carrozza.server.storage.database import Database
from carrozza.server.storage.journal import Journal
from carrozza.server.storage.sync import listeners
from carrozza.server.tables.cache import TableCache

if TYPE_CHECKING:
    from carrozza.server.otel import Collector

API = "/api/v1"
HOUR = 3600.0
DAY = 24 * HOUR
ASKS_OF_ONE = 3  # a day, to be the friend of one other person
MINUTE = 60.0
JOBS_AT_ONCE = 1  # in each of the two lines
# FastAPI's own would send whole addresses, with the tokens in them. Older versions have none.
NO_TELEMETRY: Any = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}

logger = logging.getLogger(__name__)


def make_app(settings: Settings, now: Callable[[], float] | None = None) -> FastAPI:
    now = now or steady()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        driver, reviewer = Driver(), Reviewer()
        context = await _make_context(settings, now, driver, reviewer)
        app.state.context = context
        logging.getLogger().addHandler(context.troubles)
        collector = _collector(context) if settings.traces else None
        await context.bus.listen(*listeners(context))
        driver.start(context)
        reviewer.start(context)
        postman = Postman()
        postman.start(context)
        logger.info("ready", extra={"version": __version__, "worker": context.bus.worker})
        yield
        await reviewer.stop()
        await context.bots.close()
        await context.short_jobs.close()
        await context.long_jobs.close()
        await context.review_jobs.close()
        await postman.stop()
        await context.errands.stop()
        await driver.stop()
        await context.journal.close()
        await context.bus.close()
        await context.db.close()
        if collector is not None:
            await collector.stop()
        logging.getLogger().removeHandler(context.troubles)
        logger.info("stopped")

    app = FastAPI(
        title="Carrozza",
        version=__version__,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # it would send people to whatever host a request names
        telemetry=NO_TELEMETRY,
    )
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(Entrance, api=API)
    app.add_middleware(Guard, settings=settings, now=now)
    if settings.origins:  # around the Guard, so that its refusals can be read as well
        app.add_middleware(Cors, origins=settings.origins)
    _answer_errors(app)
    app.include_router(health.router, responses=refusals())
    app.include_router(games.router, prefix=API, responses=refusals())
    accounts = (access, friends, holidays, oidc, operator, people, profiles)
    for part in (*accounts, alerts, boards, puzzles, tables):
        app.include_router(part.router, prefix=API, responses=refusals(401, 404, 409))

    app.include_router(preview.router)
    add_site(app)
    describe(app)
    return app


def from_settings() -> FastAPI:
    """What each worker process calls."""
    settings = from_environment()
    set_up_logs(settings.log)
    app = make_app(settings)
    leave_old_objects()
    return app


async def _make_context(
    settings: Settings, now: Callable[[], float], driver: Driver, reviewer: Reviewer
) -> Context:
    db = Database(settings.db, settings.busy_seconds)
    bus = Bus(db)
    hub = Hub(now)
    hints = settings.hints_per_minute * settings.limits
    plans = settings.plans_per_minute * settings.limits
    shown = settings.replays_per_minute * settings.limits
    secret = await _kept(db, "secret", lambda: secrets.token_hex(32))
    key = await _kept(db, "vapid", new_key)
    links = Links(secret, settings.url or url(local_host(settings.host), settings.port))
    providers = read_providers(settings.oidc, settings.url)

    def hourly(times: int) -> Limit:
        most = times * settings.limits
        return Limit(most / HOUR, most, now)

    def shared(kind: str, times: float, seconds: float = HOUR) -> SharedLimit:
        return SharedLimit(db, secret, kind, times * settings.limits, seconds, now)

    return Context(
        settings=settings,
        now=now,
        db=db,
        bus=bus,
        journal=Journal(db, bus, settings.alert_delay),
        tables=TableCache(db, now, lambda table: driver.busy(table) or any(hub.at(table))),
        hub=hub,
        bots=BotPool(settings.bot_processes, settings.bot_seconds + settings.bot_patience),
        short_jobs=Jobs("short", JOBS_AT_ONCE, settings.job_seconds),
        long_jobs=Jobs("long", JOBS_AT_ONCE, settings.layout_seconds + settings.job_seconds),
        review_jobs=Jobs(
            "reviews",
            settings.review_processes,
            settings.review_seconds,
            niceness=settings.review_niceness,
        ),
        secret=secret,
        sender=Sender(settings, key, links, now),
        errands=Errands(),
        providers={
            one.key: Client(one, links.url, settings.oidc_seconds, now) for one in providers
        },
        issuers=frozenset(one.issuer for one in providers),
        push_key=short64(public_bytes(read_key(key))),
        trials=hourly(settings.alert_tests_per_hour),
        new_people=shared("people", settings.new_people_per_hour),
        asks=shared("asks", settings.friend_asks_per_day, DAY),
        asks_again=shared("asks again", ASKS_OF_ONE, DAY),
        invitations=shared("invitations", settings.invitations_per_hour),
        new_tables=shared("tables", settings.tables_per_hour),
        new_boards=shared("boards", settings.boards_per_hour),
        chats=shared("chats", settings.chats_per_minute / 2, MINUTE / 2),
        hints=Limit(hints / MINUTE, hints / 2, now),
        plans=Limit(plans / MINUTE, plans / 2, now),
        holidays=hourly(settings.holidays_per_hour),
        replays=Limit(shown / MINUTE, shown, now),
        reviews=shared("reviews", settings.reviews_per_hour),
        sockets=OpenLimit(settings.sockets_per_address * settings.limits),
        person_sockets=OpenLimit(settings.sockets_per_person * settings.limits),
        boards=VarietyLimit(settings.boards_at_once * settings.limits),
        made_from=defaultdict(set),
        troubles=Troubles(),
        wake=driver.wake,
        look_for_reviews=reviewer.look,
    )


def _collector(context: Context) -> "Collector":
    from carrozza.server.otel import Collector  # few need it, and it takes a while to load

    return Collector(context.bus.worker)


async def _kept(db: Database, name: str, make: Callable[[], str]) -> str:
    """A secret, such as the key that signs cookies: made once, the same for all workers and after
    a restart."""
    wanted = select(schema.server.c.value).where(schema.server.c.key == name)
    async with db.read() as connection:
        found = (await connection.execute(wanted)).scalar()
    if found is None:
        try:
            async with db.write() as connection:
                await connection.execute(insert(schema.server).values(key=name, value=make()))
        except IntegrityError:
            pass  # another worker was first
        async with db.read() as connection:
            found = (await connection.execute(wanted)).scalar_one()
    return str(found)


def _answer_errors(app: FastAPI) -> None:
    """Every refusal as a code and a sentence."""

    def problem(status: int, code: str, message: str) -> Response:
        return Json(Problem(code=code, message=message), status_code=status)

    @app.exception_handler(CarrozzaError)
    async def ours(_: Request, error: CarrozzaError) -> Response:
        return Json(problem_of(error), status_code=status_of(error))

    @app.exception_handler(DBAPIError)
    async def database(_: Request, error: DBAPIError) -> Response:
        logger.error("the database refused: %s", type(error.orig).__name__)
        return refusal(storage_busy())

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return problem(422, "malformed", f"{where}: {first['msg']}.")

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, Refused):  # the Guard's, said while a body was read
            return refusal(error.__cause__)
        if error.status_code == 404 and (page := nothing_here(request)):
            return page
        codes = {400: "malformed", 404: "not_found", 405: "method"}
        code = codes.get(error.status_code, "refused")
        reply = problem(error.status_code, code, f"{error.detail}.")
        reply.headers.update(error.headers or {})
        return reply

    @app.exception_handler(Exception)
    async def unexpected(_: Request, __: Exception) -> Response:
        return problem(500, "error", "Something went wrong on the server.")
