"""/me and /session: who I am, my games, my data."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from carrozza.server import answers, chat, history, people
from carrozza.server.models import Credentials, Farewell, Mute, NewPassword, Rename
from carrozza.server.replies import Json, documented
from carrozza.server.rest.context import Anybody, InHouse, Known, Maybe, within
from carrozza.server.sessions import Person, give_cookie, take_cookie

router = APIRouter(tags=["people"])

Offset = Annotated[int, Query(ge=0, le=100_000)]


def _me(person: Person) -> answers.Me:
    return answers.Me(id=person.id, name=person.name, guest=person.guest)


def _with_cookies(reply: Response, given: Response) -> Response:
    """An answer of our own, with the cookie that a new visitor was given."""
    for name, value in given.raw_headers:
        if name == b"set-cookie":
            reply.raw_headers.append((name, value))
    return reply


@router.post("/session", responses=documented(answers.Me))
async def come_in(person: Anybody, response: Response) -> Response:
    """Who I am. A new visitor becomes a guest."""
    return _with_cookies(Json(_me(person)), response)


@router.get("/me", responses=documented(answers.Me))
async def me(person: Known) -> Response:
    """Who I am."""
    return Json(_me(person))


@router.patch("/me", status_code=204)
async def rename(person: Known, house: InHouse, body: Rename) -> None:
    """Take another name."""
    await people.rename(house, person, body.name)


@router.post("/me/account", status_code=204)
async def keep(
    request: Request, response: Response, person: Known, house: InHouse, body: Credentials
) -> None:
    """Keep my games: a guest gets a name and a password."""
    within(request, house.logins)
    cookie = await people.keep(house, person, body.name, body.password)
    give_cookie(house, response, cookie)


@router.post("/me/password", status_code=204)
async def change_password(
    request: Request, person: Known, house: InHouse, body: NewPassword
) -> None:
    """Another password; other devices are signed out."""
    within(request, house.logins)
    await people.change_password(house, person, body.old, body.new)


@router.post("/session/sign-in", status_code=204)
async def sign_in(
    request: Request, response: Response, house: InHouse, person: Maybe, body: Credentials
) -> None:
    """Sign in with name and password. A guest's games come along."""
    within(request, house.logins)
    cookie = await people.sign_in(house, person, body.name, body.password)
    give_cookie(house, response, cookie)


@router.post("/session/sign-out", status_code=204)
async def sign_out(response: Response, person: Known, house: InHouse) -> None:
    """Sign out on this device."""
    await people.sign_out(house, person, everywhere=False)
    take_cookie(response)


@router.post("/session/sign-out-everywhere", status_code=204)
async def sign_out_everywhere(response: Response, person: Known, house: InHouse) -> None:
    """Sign out on every device."""
    await people.sign_out(house, person, everywhere=True)
    take_cookie(response)


@router.get("/me/export")
async def export(person: Known, house: InHouse) -> Response:
    """Everything stored about me."""
    reply = Json(await people.export(house, person))
    reply.headers["content-disposition"] = 'attachment; filename="carrozza-me.json"'
    return reply


@router.post("/me/delete", status_code=204)
async def delete(
    request: Request, response: Response, person: Known, house: InHouse, body: Farewell
) -> None:
    """Delete my account. Bots play on for me; finished games stay, without my name."""
    within(request, house.logins)
    await people.check_password(house, person, body.password)
    await people.delete_account(house, person.id)
    take_cookie(response)


@router.get("/me/tables", responses=documented(list[answers.MyTable]))
async def my_tables(person: Known, house: InHouse) -> Response:
    """The games I am in, those first where it is my turn."""
    return Json(await history.my_tables(house, person.id))


@router.get("/me/history", responses=documented(answers.Page))
async def my_history(person: Known, house: InHouse, offset: Offset = 0) -> Response:
    """My finished games, the latest first."""
    return Json(await history.played(house, person.id, offset))


@router.get("/me/stats", responses=documented(list[answers.Stats]))
async def my_stats(person: Known, house: InHouse) -> Response:
    """What I have played, and my ratings."""
    return Json(await history.stats(house, person.id))


@router.put("/me/mutes/{other}", status_code=204)
async def mute(other: str, person: Known, house: InHouse, body: Mute) -> None:
    """Read nothing more of what somebody says, or again."""
    await chat.mute(house, person.id, other, on=body.on)
