"""What every request needs: the server's context, and who is asking."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request, Response

from carrozza.server.context import Context
from carrozza.server.errors import Refused, sign_in_first, too_many, unknown_person
from carrozza.server.http.guard import address_of
from carrozza.server.ids import is_id
from carrozza.server.limits import Limit
from carrozza.server.people import accounts
from carrozza.server.people.devices import Device, device_of
from carrozza.server.people.sessions import Person, give_cookie, who
from carrozza.server.storage.counts import SharedLimit
from carrozza.server.tables import replays
from carrozza.server.tables.table import Table

T = TypeVar("T")


def the_context(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


InContext = Annotated[Context, Depends(the_context)]


async def maybe_person(request: Request, context: InContext) -> Person | None:
    return await who(context, request)


Maybe = Annotated[Person | None, Depends(maybe_person)]


async def known_person(person: Maybe) -> Person:
    """Somebody with a session."""
    if person is None:
        raise sign_in_first()
    return person


def the_device(request: Request) -> Device:
    return device_of(request.headers.get("user-agent", ""))


OnDevice = Annotated[Device, Depends(the_device)]


async def any_person(
    request: Request, response: Response, context: InContext, person: Maybe, device: OnDevice
) -> Person:
    """Whoever asks; a new visitor becomes a guest."""
    if person is not None:
        return person
    await within(request, context.new_people)
    person, cookie = await accounts.new_guest(context, device)
    give_cookie(context, response, cookie)
    return person


Known = Annotated[Person, Depends(known_person)]
Anybody = Annotated[Person, Depends(any_person)]


async def somebody(other: str) -> str:
    """The id of another person; one that can be none is refused before it is looked up."""
    if not is_id(other):
        raise unknown_person()
    return other


Other = Annotated[str, Depends(somebody)]


async def the_table(table: str, context: InContext) -> Table:
    return await context.tables.get(table)


AtTable = Annotated[Table, Depends(the_table)]


async def the_finished_table(table: AtTable, context: InContext) -> Table:
    """A table whose game is over, be it that another worker saw its end a moment ago."""
    if table.row.phase == "playing":
        async with table.lock:
            await context.tables.refresh(table)
    replays.check_finished(table)
    return table


FinishedTable = Annotated[Table, Depends(the_finished_table)]


async def asker(request: Request) -> str:
    """From where somebody asks for long work. Guests are as many as one likes to be; addresses are
    not."""
    return address_of(request)


Asker = Annotated[str, Depends(asker)]


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The outcome of some work, which is given up when whoever asked for it has hung up."""
    doing = asyncio.create_task(work)
    gone = asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Refused(499, "gone", "You have hung up.")
        return await doing
    finally:
        doing.cancel()
        gone.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def within(request: Request, *limits: Limit | SharedLimit) -> None:
    """Refuse what this address has done too often."""
    address = address_of(request)
    for limit in limits:
        taken = limit.take(address)
        if not (taken if isinstance(taken, bool) else await taken):
            raise too_many()
