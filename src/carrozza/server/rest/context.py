"""What every request needs: the house, and who is asking."""

from typing import Annotated

from fastapi import Depends, Request, Response

from carrozza.server import people, replays
from carrozza.server.addresses import address_of
from carrozza.server.errors import sign_in_first, too_many
from carrozza.server.house import House
from carrozza.server.limits import Limit
from carrozza.server.sessions import Person, give_cookie, who
from carrozza.server.table import Table


def the_house(request: Request) -> House:
    house: House = request.app.state.house
    return house


InHouse = Annotated[House, Depends(the_house)]


async def maybe_person(request: Request, house: InHouse) -> Person | None:
    return await who(house, request)


Maybe = Annotated[Person | None, Depends(maybe_person)]


async def known_person(person: Maybe) -> Person:
    """Somebody with a session."""
    if person is None:
        raise sign_in_first()
    return person


async def any_person(request: Request, response: Response, house: InHouse, person: Maybe) -> Person:
    """Whoever asks; a new visitor becomes a guest."""
    if person is not None:
        return person
    within(request, house.new_people)
    person, cookie = await people.new_guest(house)
    give_cookie(house, response, cookie)
    return person


Known = Annotated[Person, Depends(known_person)]
Anybody = Annotated[Person, Depends(any_person)]


async def the_table(table: str, house: InHouse) -> Table:
    return await house.floor.get(table)


AtTable = Annotated[Table, Depends(the_table)]


async def the_finished_table(table: AtTable, house: InHouse) -> Table:
    """A table whose game is over, be it that another worker saw its end a moment ago."""
    if table.row.phase == "playing":
        async with table.lock:
            await house.floor.refresh(table)
    replays.check_finished(table)
    return table


FinishedTable = Annotated[Table, Depends(the_finished_table)]


def within(request: Request, *limits: Limit) -> None:
    """Refuse what this address has done too often."""
    if not all(limit.take(address_of(request)) for limit in limits):
        raise too_many()
