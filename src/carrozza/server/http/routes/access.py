"""/recovery, /me/recovery, /me/sessions: back into an account, and where one is signed in."""

from fastapi import APIRouter, Request, Response

from carrozza.server.http import responses
from carrozza.server.http.guard import address_of
from carrozza.server.http.requests import ForgottenWho, LinkToken, NewRecovery, UseReset
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import InContext, Known, Maybe, OnDevice
from carrozza.server.people import accounts, recovery, sessions, tries
from carrozza.server.people.sessions import give_cookie

router = APIRouter(tags=["access"])


@router.get("/session/ways", responses=documented(responses.Ways))
async def ways(context: InContext) -> Response:
    """How people get into their accounts here, besides by a password."""
    return Json(responses.Ways(mail=context.sender.mail is not None))


@router.get("/me/sessions", responses=documented(list[sessions.Session]))
async def my_sessions(person: Known, context: InContext) -> Response:
    """Where I am signed in, this device first."""
    return Json(await sessions.all_of(context, person))


@router.delete("/me/sessions/{session}", status_code=204)
async def end_session(session: str, person: Known, context: InContext) -> None:
    """Sign out on one device."""
    await accounts.end_session(context, person, session)


@router.post("/session/sign-out-others", status_code=204)
async def sign_out_others(person: Known, context: InContext) -> None:
    """Sign out on all other devices."""
    await accounts.end_others(context, person)


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
