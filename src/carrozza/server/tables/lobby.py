"""Tables before the game: making them, sitting down, setting bots, starting."""

import secrets
from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Update, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.bots.characters import CHARACTERS, character
from carrozza.bots.registry import LEVELS
from carrozza.core.errors import BadOptions
from carrozza.core.game import Beginning, OptionValue, Setup
from carrozza.core.replay import commitment
from carrozza.games.registry import game_of
from carrozza.server.alerts.outbox import Turn, Turns, note_turns, turns_of
from carrozza.server.context import Context
from carrozza.server.errors import Refused
from carrozza.server.ids import new_id
from carrozza.server.live.protocol import Practice
from carrozza.server.people.accounts import check_free
from carrozza.server.people.names import chosen_name, distinct_name
from carrozza.server.people.sessions import Person
from carrozza.server.play.executors import with_setup
from carrozza.server.play.moves import set_away
from carrozza.server.storage import schema
from carrozza.server.tables.clocks import Pace, fresh, started
from carrozza.server.tables.table import COLOURS, Seat, Table, encoded, stored_board, stored_setup

TRIES = 20
DAYS = range(1, 15)
MOVE_SECONDS = range(10, 3601)
RESERVE_SECONDS = range(7201)


class TakenUp(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game to be played on."""

    setup: Setup  # whole, with its seed
    practice: Practice


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A table to be made."""

    game: str
    players: int
    options: dict[str, OptionValue] = {}
    board: dict[str, object] | None = None
    public: bool = False
    spectators: bool = True
    rated: bool = False
    hints: bool = False  # whether there may be any
    agrees: bool = True  # to them: whoever makes the table
    pace: Pace = Pace()
    bots: Sequence[str | None] = ()  # the level of the bot in each seat, None for a person
    names: Sequence[str] = ()  # of the bots, by seat; others are found if not given
    colour: str | None = None  # that whoever makes it would like to play in
    colours: Sequence[str] = ()  # of all seats, where that is settled
    taken_up: TakenUp | None = None


async def create(context: Context, person: Person, plan: Plan, address: str = "") -> Table:
    """A new table, at which this person has the first seat that is not a bot's."""
    await _check_open_tables(context, person, address)
    setup = Setup(
        game=plan.game, players=plan.players, seed="", options=plan.options, board=plan.board
    )
    if plan.taken_up is not None:
        setup = plan.taken_up.setup
    await with_setup(_check_setup, setup)
    _check_pace(plan.pace)
    _check_bots(plan)
    if plan.rated:
        _check_rated(person)
        _check_no_hints(plan)
    table = new_id()
    levels = [*plan.bots, *[None] * (plan.players - len(plan.bots))]
    mine = levels.index(None) if None in levels else None
    names = _bot_names(table, levels, plan.names)
    colours = plan.colours or _colours_with(plan.colour, mine)
    async with context.db.write() as connection:
        await _insert_table(context, connection, table, person, setup, plan)
        for seat, level in enumerate(levels):
            here = seat == mine
            await connection.execute(
                insert(schema.seats).values(
                    table=table,
                    seat=seat,
                    account=person.id if here else None,
                    bot=level,
                    name=person.name if here else names[seat],
                    colour=colours[seat],
                    away=False,
                    seen=context.now() if here else 0.0,
                    hints=here and plan.hints and plan.agrees,
                )
            )
    if address:
        context.made_from[address].add(table)
    return await context.tables.get(table)


async def _check_open_tables(context: Context, person: Person, address: str) -> None:
    """Nobody lays a table for everybody and begins none."""
    settings, t = context.settings, schema.tables.c
    made = context.made_from[address]
    async with context.db.read() as connection:
        mine = select(func.count()).where(t.phase == "open", t.host == person.id)
        hosted = (await connection.execute(mine)).scalar_one()
        still = select(t.id).where(t.phase == "open", t.id.in_(made))
        made.intersection_update((await connection.execute(still)).scalars())
    if (
        hosted >= settings.open_tables_per_person * settings.limits
        or len(made) >= settings.open_tables_per_address * settings.limits
    ):
        raise Refused(
            429, "too_many_tables", "Too many of your tables have not started. Start or leave some."
        )


async def _insert_table(
    context: Context,
    connection: AsyncConnection,
    table: str,
    person: Person,
    setup: Setup,
    plan: Plan,
) -> None:
    board = stored_board(setup.board) if setup.board is not None else None
    if board is not None:
        kind = sqlite.insert if context.db.sqlite else postgresql.insert
        await connection.execute(kind(schema.boards).values(**board).on_conflict_do_nothing())
    await connection.execute(
        insert(schema.tables).values(
            id=table,
            host=person.id,
            game=setup.game,
            players=setup.players,
            setup=stored_setup(setup),
            board=board and board["hash"],
            phase="open",
            public=plan.public,
            spectators=plan.spectators,
            rated=plan.rated,
            hints=plan.hints,
            pace=encoded(plan.pace),
            created=context.now(),
            moved=context.now(),
            version=0,
            to_act=0,
            clocks="[]",
            claimed_until=0.0,
            edited=0,
            practice=encoded(plan.taken_up.practice) if plan.taken_up is not None else None,
        )
    )


async def join(
    context: Context,
    person: Person,
    table: Table,
    seat: int | None,
    name: str | None,
    colour: str | None = None,
    *,
    hints: bool = False,
) -> None:
    """Sit down, in this colour unless another person has it; `hints`: and agree to hints.

    Who already sits here may take more seats, for others at the same device.
    """
    shown = person.name
    if name is not None and not table.row.rated:  # there everybody plays under their own
        shown = await _seat_name(context, person, name)

    def plan(table: Table) -> list[Update]:
        _check_open(table)
        if table.row.rated:
            _check_rated(person)
            if table.seats_of(person.id):
                raise Refused(409, "seated", "At a rated table everyone has only one seat.")
        wanted = _free_seat(table, seat)
        mine = _distinct(table, wanted, shown)
        sit = _set_seat(wanted, account=person.id, name=mine, seen=context.now(), hints=hints)
        return [sit, *_exchange_colours(table, wanted, colour)]

    await _edit(context, table, plan)


async def edit_seat(
    context: Context,
    person: Person,
    table: Table,
    seat: int,
    *,
    colour: str | None = None,
    name: str | None = None,
    bot: str | None = None,
    free: bool = False,
    hints: bool | None = None,
) -> None:
    """Change one's own seat; the host may also put bots and empty seats. Whether there are hints,
    each agrees for oneself."""
    shown = await _seat_name(context, person, name) if name is not None else None

    def plan(table: Table) -> list[Update]:
        _check_open(table)
        place = _seat(table, seat)
        hosting = table.row.host == person.id
        if not hosting and place.account != person.id:
            raise Refused(403, "not_yours", "This is not your seat.")
        values: dict[str, object] = {}
        if colour is not None:
            values["colour"] = _free_colour(table, place, colour)
        if shown is not None and place.account == person.id:
            if table.row.rated and shown != person.name:
                raise Refused(409, "rated", "At rated tables people play under their own names.")
            values["name"] = _distinct(table, place, shown)
        if hints is not None:
            if place.account != person.id:
                raise Refused(403, "not_yours", "This is not your seat.")
            values["hints"] = hints
        if bot is not None or free:
            if not hosting:
                raise Refused(403, "not_host", "Only the host can do that.")
            level = _level(table, bot)
            name = _bot_name(table, place, level)
            values |= {"bot": level, "account": None, "name": name, "seen": 0.0, "hints": False}
        return [_set_seat(place, **values)] if values else []

    await _edit(context, table, plan)


async def leave(context: Context, person: Person, table: Table) -> None:
    """Leave the table; in a game under way, a bot plays on."""
    seats = table.seats_of(person.id)
    if not seats:
        raise Refused(409, "not_seated", "You are not seated at this table.")
    if table.row.phase == "playing":
        async with table.lock:
            for seat in seats:
                await set_away(context, table, seat, True)
        return

    def plan(table: Table) -> list[Update]:
        _check_open(table)
        mine = [table.seats[seat] for seat in table.seats_of(person.id)]
        free = {"account": None, "name": "", "seen": 0.0, "hints": False}
        changes = [_set_seat(place, **free) for place in mine]
        if table.row.host == person.id:
            others = [s.account for s in table.seats if s.account not in (None, person.id)]
            t = schema.tables
            values = {"host": others[0]} if others else {"phase": "closed", "ended": context.now()}
            changes.append(update(t).where(t.c.id == table.id).values(values))
        return changes

    await _edit(context, table, plan)


async def start(context: Context, person: Person, table: Table) -> None:
    """Commit to a seed and deal."""

    def plan(table: Table) -> list[Update]:
        _check_open(table)
        if table.row.host != person.id:
            raise Refused(403, "not_host", "Only the host can do that.")
        if any(seat.free for seat in table.seats):
            raise Refused(
                409, "free_seats", "There are still free seats. Invite someone or add bots."
            )
        deal, begun[:] = _deal(context, table, setup, beginning)
        return [deal]

    begun: list[Turn] = []
    setup = _seeded(table.row.setup, secrets.token_hex(32))
    beginning = await with_setup(_begin, setup)
    await _edit(context, table, plan, begun)
    context.wake(table.id, 0.0)


async def _edit(
    context: Context,
    table: Table,
    plan: Callable[[Table], list[Update]],
    begun: Sequence[Turn] = (),
) -> None:
    """Change a table, judged anew should another worker change it first. `begun`: turns that begin
    by what the plan makes."""
    t = schema.tables.c
    async with table.lock:
        for attempt in range(TRIES):
            try:
                changes = plan(table)
            except Refused:
                if attempt > 0:
                    raise
                await context.tables.refresh(
                    table
                )  # it may be allowed by what we have not heard of
                continue
            async with context.db.write() as connection:
                mine = await connection.execute(
                    update(schema.tables)
                    .where(t.id == table.id, t.edited == table.row.edited)
                    .values(edited=t.edited + 1, moved=context.now())
                )
                if mine.rowcount == 1:
                    for change in changes:
                        await connection.execute(change)
                    turns = Turns(list(begun), [])
                    await note_turns(connection, [turns], context.settings.alert_delay)
                    await context.bus.tell(connection, "edited", table.id)
            await context.tables.refresh(table)
            if mine.rowcount == 1:
                context.hub.send_table(table)
                return
    raise Refused(503, "busy", "The table is very busy. Try again.")


def _seeded(setup: Setup, seed: str) -> Setup:
    """A game that is taken up has its seed."""
    taken_up = setup.begun is not msgspec.UNSET
    return setup if taken_up else msgspec.structs.replace(setup, seed=seed)


def _begin(setup: Setup) -> Beginning:
    return game_of(setup).begin(setup)


def _deal(
    context: Context, table: Table, setup: Setup, beginning: Beginning
) -> tuple[Update, list[Turn]]:
    """The start of the game as a change of the table's row, and the turns that begin with it."""
    now = context.now()
    row, state, version = table.row, beginning.state, len(beginning.told) - 1
    clocks = [fresh(row.pace) for _ in table.seats]
    for seat in state.to_act:
        clocks[seat] = started(
            clocks[seat],
            row.pace,
            now,
            others=table.others(seat),
            still=table.seats[seat].holidays,
        )
    deal = (
        update(schema.tables)
        .where(schema.tables.c.id == table.id)
        .values(
            phase="playing",
            setup=stored_setup(setup),
            commitment=commitment(setup),
            started=now,
            version=version,
            to_act=state.pending,
            clocks=encoded(clocks),
            wake=now,
        )
    )
    return deal, turns_of(table, state.to_act, clocks, version, now)


async def _seat_name(context: Context, person: Person, name: str) -> str:
    """A name for this table alone; one's own is always good."""
    if name == person.name:
        return name
    name = chosen_name(name)
    await check_free(context, person, name)
    return name


def _distinct(table: Table, seat: Seat, name: str) -> str:
    return distinct_name(name, (other.name for other in table.seats if other.seat != seat.seat))


def _bot_names(table: str, levels: list[str | None], wanted: Sequence[str]) -> list[str]:
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


def _bot_name(table: Table, seat: Seat, level: str | None) -> str:
    if level is None:
        return ""
    others = [other.name for other in table.seats if other.seat != seat.seat]
    return character(level, table.id, others)


def _set_seat(seat: Seat, **values: object) -> Update:
    s = schema.seats.c
    return update(schema.seats).where(s.table == seat.table, s.seat == seat.seat).values(**values)


def _seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused(404, "unknown_seat", "There is no such seat.")
    return table.seats[seat]


def _free_seat(table: Table, seat: int | None) -> Seat:
    if seat is not None:
        wanted = _seat(table, seat)
        if not wanted.free:
            raise Refused(409, "seat_taken", "This seat is taken.")
        return wanted
    for place in table.seats:
        if place.free:
            return place
    raise Refused(409, "full", "This table is full.")


def _colours_with(wanted: str | None, mine: int | None) -> list[str]:
    """The colours in the order of the seats, with the one that is wanted at my seat."""
    if wanted is None or mine is None:
        return list(COLOURS)
    others = [colour for colour in COLOURS if colour != _known_colour(wanted)]
    return [*others[:mine], wanted, *others[mine:]]


def _exchange_colours(table: Table, seat: Seat, wanted: str | None) -> list[Update]:
    """Give a seat the colour that is wanted; a bot or a free seat that has it takes the other."""
    if wanted is None or _known_colour(wanted) == seat.colour:
        return []
    holder = next((s for s in table.seats if s.colour == wanted), None)
    if holder is not None and holder.account is not None:
        return []
    swap = [_set_seat(holder, colour=seat.colour)] if holder is not None else []
    return [_set_seat(seat, colour=wanted), *swap]


def _known_colour(colour: str) -> str:
    if colour not in COLOURS:
        raise Refused(422, "bad_colour", f"The colours are: {', '.join(COLOURS)}.")
    return colour


def _free_colour(table: Table, seat: Seat, colour: str) -> str:
    _known_colour(colour)
    if any(s.colour == colour for s in table.seats if s.seat != seat.seat):
        raise Refused(409, "colour_taken", "This colour is already taken.")
    return colour


def _level(table: Table, bot: str | None) -> str | None:
    if bot is not None:
        _check_level(bot)
        if table.row.rated:
            raise Refused(409, "rated", "Only people can play at rated tables.")
    return bot


def _check_level(level: str) -> None:
    if level not in LEVELS:
        raise BadOptions("unknown_bot", f"The bot levels are: {', '.join(LEVELS)}.")


def _check_open(table: Table) -> None:
    if table.row.phase == "open":
        return
    code, sentence = ("begun", "The game has already started.")
    if table.row.phase == "closed":
        code, sentence = ("closed", "This table has been closed.")
    raise Refused(409, code, sentence)


def _check_setup(setup: Setup) -> None:
    """Try a deal: whatever is wrong with the options or the board shows."""
    _begin(_seeded(setup, "trial"))


def _check_bots(plan: Plan) -> None:
    if len(plan.bots) > plan.players:
        raise BadOptions("bots", "There are more bots than seats.")
    for level in plan.bots:
        if level is not None:
            _check_level(level)
    if plan.rated and any(plan.bots):
        raise BadOptions("rated", "Only people can play at rated tables.")


def _check_rated(person: Person) -> None:
    if person.guest:
        raise Refused(403, "guest", "Rated tables are for people with an account.")


def _check_no_hints(plan: Plan) -> None:
    if plan.hints:
        raise BadOptions("hints_rated", "There are no hints at rated tables.")


def _check_pace(pace: Pace) -> None:
    fine = {
        "relaxed": pace.move == 0 and pace.reserve == 0,
        "clock": pace.move in MOVE_SECONDS and pace.reserve in RESERVE_SECONDS,
        "days": pace.move in DAYS and pace.reserve == 0,
    }
    if not fine[pace.kind]:
        raise BadOptions(
            "pace", "A clock allows 10 to 3600 seconds per move; correspondence, 1 to 14 days."
        )
