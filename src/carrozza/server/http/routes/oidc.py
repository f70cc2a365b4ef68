"""/session/oidc and /me/identities: signing in at a provider of OpenID Connect."""

from typing import Annotated

from fastapi import APIRouter, Cookie, Request, Response

from carrozza.server.http.guard import address_of
from carrozza.server.http.requests import ComeBack, GoElsewhere, Newcomer
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import InContext, Known, Maybe, OnDevice
from carrozza.server.http.routes.people import with_cookies
from carrozza.server.people import identities, tries
from carrozza.server.people.identities import Answer, Arrival, Departure, Link
from carrozza.server.people.sessions import give_cookie

COOKIE = "carrozza_oidc"
PATH = "/api/v1/session/oidc"  # the cookie is told to nobody else

router = APIRouter(tags=["access"])
Browser = Annotated[str, Cookie(alias=COOKIE, max_length=200, include_in_schema=False)]


@router.post("/session/oidc/{provider}", responses=documented(Departure))
async def depart(
    provider: str,
    request: Request,
    response: Response,
    person: Maybe,
    context: InContext,
    body: GoElsewhere,
) -> Response:
    """Where to send the browser to sign in there, or to link my account to what I am there."""
    await tries.count_address(context, address_of(request))
    departure, browser = await identities.depart(
        context, person, provider, body.password, link=body.link
    )
    response.set_cookie(
        COOKIE,
        browser,
        max_age=2 * int(identities.SECONDS),  # to come back in, and to choose a name in
        path=PATH,
        httponly=True,
        samesite="strict",
        secure=context.settings.https,
    )
    return with_cookies(Json(departure), response)


@router.post("/session/oidc/{provider}/arrival", responses=documented(Arrival))
async def arrive(
    provider: str,
    response: Response,
    person: Maybe,
    context: InContext,
    device: OnDevice,
    body: ComeBack,
    browser: Browser = "",
) -> Response:
    """Come back with what the provider gave, once. A guest's games come along."""
    said = Answer(state=body.state, code=body.code, error=body.error, issuer=body.iss)
    arrival, cookie = await identities.arrive(context, person, provider, browser, said, device)
    if cookie is not None:
        give_cookie(context, response, cookie)
    if arrival.done != "name":
        _forget(response)
    return with_cookies(Json(arrival), response)


@router.post("/session/oidc/{provider}/account", status_code=204)
async def settle(
    provider: str,
    response: Response,
    person: Maybe,
    context: InContext,
    device: OnDevice,
    body: Newcomer,
    browser: Browser = "",
) -> None:
    """Make an account for who has come, by a name of their choice."""
    cookie = await identities.settle(
        context, person, provider, browser, body.token, body.name, device
    )
    give_cookie(context, response, cookie)
    _forget(response)


@router.get("/me/identities", responses=documented(list[Link]))
async def my_identities(person: Known, context: InContext) -> Response:
    """Where else I can sign in to get into my account."""
    return Json(await identities.all_of(context, person))


@router.delete("/me/identities/{link}", status_code=204)
async def unlink(link: str, person: Known, context: InContext) -> None:
    """Remove such a link. One way to sign in stays."""
    await identities.unlink(context, person, link)


def _forget(response: Response) -> None:
    response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")
