"""The seats of a table before the game: which are free, who is called how, in which colour."""

from collections.abc import Sequence

from sqlalchemy import Update, update

from carrozza.bots.characters import CHARACTERS, character
from carrozza.server.errors import Refused
from carrozza.server.people.names import distinct_name
from carrozza.server.storage import schema
from carrozza.server.tables.plans import check_level
from carrozza.server.tables.table import COLOURS, Seat, Table


def set_seat(seat: Seat, **values: object) -> Update:
    s = schema.seats.c
    return update(schema.seats).where(s.table == seat.table, s.seat == seat.seat).values(**values)


def seat_at(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused(404, "unknown_seat", "There is no such seat.")
    return table.seats[seat]


def free_seat(table: Table, seat: int | None) -> Seat:
    if seat is not None:
        wanted = seat_at(table, seat)
        if not wanted.free:
            raise Refused(409, "seat_taken", "This seat is taken.")
        return wanted
    for place in table.seats:
        if place.free:
            return place
    raise Refused(409, "full", "This table is full.")


def check_open(table: Table) -> None:
    if table.row.phase == "open":
        return
    code, sentence = ("begun", "The game has already started.")
    if table.row.phase == "closed":
        code, sentence = ("closed", "This table has been closed.")
    raise Refused(409, code, sentence)


def distinct(table: Table, seat: Seat, name: str) -> str:
    return distinct_name(name, (other.name for other in table.seats if other.seat != seat.seat))


def bot_names(table: str, levels: list[str | None], wanted: Sequence[str]) -> list[str]:
    """What the bots of a new table are called; empty for the other seats."""
    names: list[str] = []
    for seat, level in enumerate(levels):
        if level is None:
            names.append("")
        elif seat < len(wanted) and wanted[seat] in CHARACTERS[level]:
            names.append(wanted[seat])
        else:
            names.append(character(level, table, [*names, *wanted]))
    return names


def bot_name(table: Table, seat: Seat, level: str | None) -> str:
    if level is None:
        return ""
    others = [other.name for other in table.seats if other.seat != seat.seat]
    return character(level, table.id, others)


def level_of(table: Table, bot: str | None) -> str | None:
    if bot is not None:
        check_level(bot)
        if table.row.rated:
            raise Refused(409, "rated", "Only people can play at rated tables.")
    return bot


def colours_with(wanted: str | None, mine: int | None) -> list[str]:
    """The colours in the order of the seats, with the one that is wanted at my seat."""
    if wanted is None or mine is None:
        return list(COLOURS)
    others = [colour for colour in COLOURS if colour != known_colour(wanted)]
    return [*others[:mine], wanted, *others[mine:]]


def exchange_colours(table: Table, seat: Seat, wanted: str | None) -> list[Update]:
    """Give a seat the colour that is wanted; a bot or a free seat that has it takes the other."""
    if wanted is None or known_colour(wanted) == seat.colour:
        return []
    holder = next((s for s in table.seats if s.colour == wanted), None)
    if holder is not None and holder.account is not None:
        return []
    swap = [set_seat(holder, colour=seat.colour)] if holder is not None else []
    return [set_seat(seat, colour=wanted), *swap]


def known_colour(colour: str) -> str:
    if colour not in COLOURS:
        raise Refused(422, "bad_colour", f"The colours are: {', '.join(COLOURS)}.")
    return colour


def free_colour(table: Table, seat: Seat, colour: str) -> str:
    known_colour(colour)
    if any(s.colour == colour for s in table.seats if s.seat != seat.seat):
        raise Refused(409, "colour_taken", "This colour is already taken.")
    return colour
