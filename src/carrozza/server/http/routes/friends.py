"""/me/friends, /me/blocks, /me/opponents, and invitations to tables."""

from fastapi import APIRouter, Response

from carrozza.server.http.requests import AskFriend
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import AtTable, InContext, Known, Other
from carrozza.server.people import blocks, circle, friends
from carrozza.server.tables import invitations

router = APIRouter(tags=["friends"])


async def _circle(context: InContext, person: Known) -> Response:
    return Json(await circle.circle(context, person.id))


@router.get("/me/friends", responses=documented(circle.Circle))
async def my_friends(person: Known, context: InContext) -> Response:
    """My friends, and questions that wait for an answer."""
    return await _circle(context, person)


@router.post("/me/friends", responses=documented(circle.Circle))
async def ask(person: Known, context: InContext, body: AskFriend) -> Response:
    """Ask somebody to be my friend; whoever has asked me already is one then."""
    await friends.ask(context, person, body.person, body.name)
    return await _circle(context, person)


@router.post("/me/friends/{other}/accept", responses=documented(circle.Circle))
async def accept(other: Other, person: Known, context: InContext) -> Response:
    """Say yes to who has asked me."""
    await friends.accept(context, person, other)
    return await _circle(context, person)


@router.post("/me/friends/{other}/decline", responses=documented(circle.Circle))
async def decline(other: Other, person: Known, context: InContext) -> Response:
    """Say no; who has asked is not told."""
    await friends.decline(context, person, other)
    return await _circle(context, person)


@router.delete("/me/friends/{other}", responses=documented(circle.Circle))
async def end(other: Other, person: Known, context: InContext) -> Response:
    """Be friends no longer, or take a question back."""
    await friends.end(context, person, other)
    return await _circle(context, person)


@router.get("/me/opponents", responses=documented(list[circle.Opponent]))
async def my_opponents(person: Known, context: InContext) -> Response:
    """The people I have played with lately."""
    return Json(await circle.opponents(context, person.id))


@router.get("/me/blocks", responses=documented(list[blocks.Blocked]))
async def my_blocks(person: Known, context: InContext) -> Response:
    """Whom I have blocked."""
    async with context.db.read() as connection:
        return Json(await blocks.all_of(connection, person.id))


@router.put("/me/blocks/{other}", status_code=204)
async def block(other: Other, person: Known, context: InContext) -> None:
    """Block somebody: no chat, no friendship, no invitations, no seat at my tables. They are not
    told."""
    await circle.block(context, person.id, other)


@router.delete("/me/blocks/{other}", status_code=204)
async def unblock(other: Other, person: Known, context: InContext) -> None:
    """Block somebody no longer."""
    await circle.unblock(context, person.id, other)


@router.get("/tables/{table}/invitations", responses=documented(list[invitations.Invitation]))
async def invited(table: AtTable, person: Known, context: InContext) -> Response:
    """For whom seats are kept at a table of mine."""
    return Json(await invitations.invited_to(context, person, table))


@router.put("/tables/{table}/invitations/{other}", status_code=204)
async def invite(table: AtTable, other: Other, person: Known, context: InContext) -> None:
    """Keep a seat at my table for a friend, who is told."""
    await invitations.invite(context, person, table, other)


@router.delete("/tables/{table}/invitations/{other}", status_code=204)
async def withdraw(table: AtTable, other: Other, person: Known, context: InContext) -> None:
    """Keep the seat no longer."""
    await invitations.withdraw(context, person, table, other)


@router.delete("/me/calls/{table}", status_code=204)
async def decline_call(table: AtTable, person: Known, context: InContext) -> None:
    """I do not want to play there, and am not asked again on any device."""
    await invitations.decline(context, person, table)
