"""/people and /leaderboards: what everybody may know of the people who play here."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from carrozza.server.http.requests import HideProfile
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import InContext, Known, Maybe, Other
from carrozza.server.people import leaderboards, profiles

router = APIRouter(tags=["people"])

GameName = Annotated[str, Path(max_length=40, pattern=r"^[\w.-]*$")]
Players = Annotated[int, Path(ge=2, le=5)]
Offset = Annotated[int, Query(ge=0, le=10_000)]


@router.get("/people/{other}", responses=documented(profiles.Profile))
async def profile(other: Other, asker: Maybe, context: InContext) -> Response:
    """The profile of an account: games, ratings, the last public games. Guests have none."""
    return Json(await profiles.profile(context, asker.id if asker else None, other))


@router.get(
    "/people/{other}/ratings/{game}/{players}", responses=documented(list[profiles.RatingPoint])
)
async def history(
    other: Other, game: GameName, players: Players, asker: Maybe, context: InContext
) -> Response:
    """How somebody's rating went, the oldest point first."""
    asker_id = asker.id if asker else None
    return Json(await profiles.history(context, asker_id, other, game, players))


@router.get("/leaderboards/{game}/{players}", responses=documented(leaderboards.Leaderboard))
async def leaderboard(
    game: GameName, players: Players, asker: Maybe, context: InContext, offset: Offset = 0
) -> Response:
    """Who is rated highest, among those who have played enough and lately."""
    async with context.db.read() as connection:
        found = await leaderboards.leaderboard(
            connection, game, players, offset, asker.id if asker else None, context.now()
        )
    return Json(found)


@router.get("/me/profile", responses=documented(profiles.Shown))
async def my_profile(person: Known, context: InContext) -> Response:
    """Whether others see my profile."""
    return Json(profiles.Shown(hidden=await profiles.is_hidden(context, person.id)))


@router.put("/me/profile", status_code=204)
async def hide(person: Known, context: InContext, body: HideProfile) -> None:
    """Hide my profile, also from the leaderboards, or show it again."""
    await profiles.hide(context, person.id, on=body.hidden)
