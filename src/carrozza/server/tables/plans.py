"""What a table is to be like, and whether there can be such a table."""

from collections.abc import Sequence

import msgspec

from carrozza.bots.registry import LEVELS
from carrozza.core.errors import BadOptions
from carrozza.core.game import Beginning, OptionValue, Setup
from carrozza.games.registry import game_of
from carrozza.server.errors import Refused
from carrozza.server.live.protocol import Practice
from carrozza.server.people.sessions import Person
from carrozza.server.tables.clocks import Pace

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


def check_setup(setup: Setup) -> None:
    """Try a deal: whatever is wrong with the options or the board shows."""
    begin(seeded(setup, "trial"))


def seeded(setup: Setup, seed: str) -> Setup:
    """A game that is taken up has its seed."""
    taken_up = setup.begun is not msgspec.UNSET
    return setup if taken_up else msgspec.structs.replace(setup, seed=seed)


def begin(setup: Setup) -> Beginning:
    return game_of(setup).begin(setup)


def check_bots(plan: Plan) -> None:
    if len(plan.bots) > plan.players:
        raise BadOptions("bots", "There are more bots than seats.")
    for level in plan.bots:
        if level is not None:
            check_level(level)
    if plan.rated and any(plan.bots):
        raise BadOptions("rated", "Only people can play at rated tables.")


def check_level(level: str) -> None:
    if level not in LEVELS:
        raise BadOptions("unknown_bot", f"The bot levels are: {', '.join(LEVELS)}.")


def check_rated(person: Person) -> None:
    if person.guest:
        raise Refused(403, "guest", "Rated tables are for people with an account.")


def check_no_hints(plan: Plan) -> None:
    if plan.hints:
        raise BadOptions("hints_rated", "There are no hints at rated tables.")


def check_pace(pace: Pace) -> None:
    fine = {
        "relaxed": pace.move == 0 and pace.reserve == 0,
        "clock": pace.move in MOVE_SECONDS and pace.reserve in RESERVE_SECONDS,
        "days": pace.move in DAYS and pace.reserve == 0,
    }
    if not fine[pace.kind]:
        raise BadOptions(
            "pace", "A clock allows 10 to 3600 seconds per move; correspondence, 1 to 14 days."
        )
