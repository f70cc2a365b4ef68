"""/me and /session: who I am, my games, my data."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from carrozza.server.http import responses
from carrozza.server.http.guard import address_of
from carrozza.server.http.requests import Credentials, Farewell, Mute, NewPassword, Rename
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import (
    Anybody,
    Asker,
    InContext,
    Known,
    Maybe,
    OnDevice,
    unless_gone,
)
from carrozza.server.live import chat
from carrozza.server.people import accounts, circle, entering, farewell, friends, naming, tries
from carrozza.server.people.export import export_file
from carrozza.server.people.names import guest_number
from carrozza.server.people.sessions import Person, give_cookie, take_cookie
from carrozza.server.tables import history

router = APIRouter(tags=["people"])

Offset = Annotated[int, Query(ge=0, le=100_000)]


async def _me(context: InContext, person: Person) -> responses.Me:
    async with context.db.read() as connection:
        waiting = await friends.how_many_ask(connection, person.id)
    return responses.Me(
        id=person.id,
        name=person.name,
        guest_number=guest_number(person.name),
        guest=person.guest,
        operator=person.operator,
        muted=person.muted,
        password=person.password,
        renamed=person.renamed,
        asks=waiting,
    )


def with_cookies(reply: Response, given: Response) -> Response:
    """An answer of our own, with the cookie that a new visitor was given."""
    for name, value in given.raw_headers:
        if name == b"set-cookie":
            reply.raw_headers.append((name, value))
    return reply


@router.post("/session", responses=documented(responses.Me))
async def come_in(person: Anybody, context: InContext, response: Response) -> Response:
    """Who I am. A new visitor becomes a guest."""
    return with_cookies(Json(await _me(context, person)), response)


@router.get("/me", responses=documented(responses.Me))
async def me(person: Known, context: InContext) -> Response:
    """Who I am."""
    return Json(await _me(context, person))


@router.patch("/me", status_code=204)
async def rename(person: Known, context: InContext, body: Rename) -> None:
    """Change my name."""
    await naming.rename(context, person, body.name)


@router.post("/me/account", status_code=204)
async def keep(
    request: Request,
    response: Response,
    person: Known,
    context: InContext,
    device: OnDevice,
    body: Credentials,
) -> None:
    """Save my account: a guest gets a name and a password."""
    await tries.count_address(context, address_of(request))
    cookie = await accounts.keep(context, person, body.name, body.password, device)
    give_cookie(context, response, cookie)


@router.post("/me/password", status_code=204)
async def change_password(
    request: Request, person: Known, context: InContext, body: NewPassword
) -> None:
    """Change my password; other devices are signed out."""
    await tries.count_address(context, address_of(request))
    await accounts.change_password(context, person, body.old, body.new)


@router.post("/session/sign-in", status_code=204)
async def sign_in(
    request: Request,
    response: Response,
    context: InContext,
    person: Maybe,
    device: OnDevice,
    body: Credentials,
) -> None:
    """Sign in with name and password. A guest's games come along."""
    await tries.count_address(context, address_of(request))
    cookie = await entering.sign_in(context, person, body.name, body.password, device)
    give_cookie(context, response, cookie)


@router.post("/session/sign-out", status_code=204)
async def sign_out(response: Response, person: Known, context: InContext) -> None:
    """Sign out on this device."""
    await entering.sign_out(context, person, everywhere=False)
    take_cookie(context, response)


@router.post("/session/sign-out-everywhere", status_code=204)
async def sign_out_everywhere(response: Response, person: Known, context: InContext) -> None:
    """Sign out on every device."""
    await entering.sign_out(context, person, everywhere=True)
    take_cookie(context, response)


@router.get("/me/export")
async def export(request: Request, person: Known, address: Asker, context: InContext) -> Response:
    """Everything stored about me."""
    made = context.short_jobs.do(
        address, ("export", person.id), export_file, context.settings.db, person.id
    )
    reply = Json(await unless_gone(request, made))
    reply.headers["content-disposition"] = 'attachment; filename="carrozza-me.json"'
    reply.headers["cache-control"] = "no-store"  # it is about one person
    return reply


@router.post("/me/delete", status_code=204)
async def delete(
    request: Request, response: Response, person: Known, context: InContext, body: Farewell
) -> None:
    """Delete my account. Bots finish my games; finished games stay, without my name."""
    await tries.count_address(context, address_of(request))
    await accounts.check_password(context, person, body.password)
    await farewell.delete_account(context, person.id)
    take_cookie(context, response)


@router.get("/me/tables", responses=documented(list[responses.MyTable]))
async def my_tables(person: Known, context: InContext) -> Response:
    """The games I am in; those where it is my turn come first."""
    return Json(await history.my_tables(context, person.id))


@router.get("/me/calls", responses=documented(list[responses.Call]))
async def my_calls(person: Known, context: InContext) -> Response:
    """Those who want to play again with me and are waiting, and friends who have invited me."""
    await circle.note_here(context, person)
    return Json(await history.calls(context, person.id))


@router.get("/me/history", responses=documented(responses.Page))
async def my_history(person: Known, context: InContext, offset: Offset = 0) -> Response:
    """My finished games, the latest first."""
    return Json(await history.played(context, person.id, offset))


@router.get("/me/stats", responses=documented(list[responses.Stats]))
async def my_stats(person: Known, context: InContext) -> Response:
    """What I have played, and my ratings."""
    return Json(await history.stats(context, person.id))


@router.put("/me/mutes/{other}", status_code=204)
async def mute(other: str, person: Known, context: InContext, body: Mute) -> None:
    """Mute or unmute someone's chat."""
    await chat.mute(context, person.id, other, on=body.on)
