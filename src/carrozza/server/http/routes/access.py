"""/recovery, /me/recovery, /me/sessions, /me/passkeys: into an account, and where it is open."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from carrozza.server.addresses import is_at
from carrozza.server.http import responses
from carrozza.server.http.guard import address_of
from carrozza.server.http.requests import (
    ForgottenWho,
    LinkToken,
    NewPasskey,
    NewRecovery,
    PasskeyOptions,
    UsePasskey,
    UseReset,
)
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import InContext, Known, Maybe, OnDevice
from carrozza.server.people import entering, identities, passkeys, recovery, sessions, tries
from carrozza.server.people.passkeys import Place, place_of
from carrozza.server.people.sessions import give_cookie

router = APIRouter(tags=["access"])


def the_place(request: Request, context: InContext) -> Place | None:
    return place_of(context, request)


Here = Annotated[Place | None, Depends(the_place)]


@router.get("/session/ways", responses=documented(responses.Ways))
async def ways(request: Request, context: InContext, place: Here) -> Response:
    """How people get into their accounts here, besides by a password."""
    mail = context.sender.mail is not None
    # Who came by another address would come back from a provider to the one of --url.
    here = is_at(context.sender.links.url, request.headers.get("host", ""))
    elsewhere = identities.offered(context) if here else []
    return Json(responses.Ways(mail=mail, passkeys=place is not None, elsewhere=elsewhere))


@router.get("/me/sessions", responses=documented(list[sessions.Session]))
async def my_sessions(person: Known, context: InContext) -> Response:
    """Where I am signed in, this device first."""
    return Json(await sessions.all_of(context, person))


@router.delete("/me/sessions/{session}", status_code=204)
async def end_session(session: str, person: Known, context: InContext) -> None:
    """Sign out on one device."""
    await entering.end_session(context, person, session)


@router.post("/session/sign-out-others", status_code=204)
async def sign_out_others(person: Known, context: InContext) -> None:
    """Sign out on all other devices."""
    await entering.end_others(context, person)


@router.get("/me/recovery", responses=documented(recovery.Recovery))
async def my_recovery(person: Known, context: InContext) -> Response:
    """How I get back into my account without its password."""
    return Json(await recovery.mine(context, person))


@router.put("/me/recovery", responses=documented(recovery.Recovery))
async def choose_recovery(
    request: Request, person: Known, context: InContext, body: NewRecovery
) -> Response:
    """Name an e-mail address for that. It must be confirmed by a link sent to it."""
    await tries.count_address(context, address_of(request))
    await recovery.choose(context, person, body.address, body.password, body.language)
    return Json(await recovery.mine(context, person))


@router.delete("/me/recovery", status_code=204)
async def forget_recovery(person: Known, context: InContext) -> None:
    """Forget that address."""
    await recovery.forget(context, person)


@router.post("/recovery/confirm", responses=documented(recovery.Confirmed))
async def confirm_recovery(context: InContext, body: LinkToken) -> Response:
    """This address is mine."""
    return Json(await recovery.confirm(context, body.token))


@router.post("/recovery/ask", status_code=204)
async def ask(request: Request, context: InContext, body: ForgottenWho) -> None:
    """Have a link for a new password sent. The answer is the same whether there is such an account
    or not."""
    await tries.count_address(context, address_of(request))
    await recovery.ask(context, body.who)


@router.post("/recovery/look", responses=documented(recovery.ResetInfo))
async def look(request: Request, context: InContext, body: LinkToken) -> Response:
    """Whose password a link sets. It changes nothing."""
    await tries.count_address(context, address_of(request))
    return Json(await recovery.look(context, body.token))


@router.post("/recovery/use", status_code=204)
async def use(
    request: Request,
    response: Response,
    context: InContext,
    person: Maybe,
    device: OnDevice,
    body: UseReset,
) -> None:
    """Set a new password by a link, once, and sign in. All other devices are signed out."""
    await tries.count_address(context, address_of(request))
    cookie = await recovery.use(context, person, body.token, body.password, device)
    give_cookie(context, response, cookie)


@router.get("/me/passkeys", responses=documented(list[passkeys.Passkey]))
async def my_passkeys(person: Known, context: InContext) -> Response:
    """The passkeys of my account."""
    return Json(await passkeys.all_of(context, person))


@router.post("/me/passkeys/options", responses=documented(passkeys.Ceremony))
async def begin_adding(
    request: Request, person: Known, context: InContext, place: Here, body: PasskeyOptions
) -> Response:
    """What to ask the browser for, to add a passkey."""
    await tries.count_address(context, address_of(request))
    return Json(await passkeys.begin_adding(context, person, body.password, place))


@router.post("/me/passkeys", status_code=201, responses=documented(list[passkeys.Passkey], 201))
async def add_passkey(person: Known, context: InContext, place: Here, body: NewPasskey) -> Response:
    """Add what the browser made."""
    await passkeys.finish_adding(context, person, body.name, body.credential, place)
    reply = Json(await passkeys.all_of(context, person))
    reply.status_code = 201
    return reply


@router.delete("/me/passkeys/{passkey}", status_code=204)
async def remove_passkey(passkey: str, person: Known, context: InContext) -> None:
    """Remove a passkey. One way to sign in stays."""
    await passkeys.remove(context, person, passkey)


@router.post("/session/passkey/options", responses=documented(passkeys.Ceremony))
async def begin_entering(request: Request, context: InContext, place: Here) -> Response:
    """What to ask the browser for, to sign in."""
    await tries.count_address(context, address_of(request))
    return Json(await passkeys.begin_entering(context, place))


@router.post("/session/passkey", status_code=204)
async def enter_by_passkey(
    response: Response,
    context: InContext,
    person: Maybe,
    place: Here,
    device: OnDevice,
    body: UsePasskey,
) -> None:
    """Sign in with a passkey. A guest's games come along."""
    cookie = await passkeys.enter(context, person, body.credential, place, device)
    give_cookie(context, response, cookie)
