"""Everything a server refuses, each with its HTTP status, a stable code and a sentence."""

import time

import msgspec

from carrozza.core.errors import BadOptions, CarrozzaError, IllegalAction, MalformedAction

NO_SESSION = ("no_session", "Your session has ended. Open the page again.")
NO_SPECTATORS = ("no_spectators", "This table allows no spectators.")


class Refused(CarrozzaError):
    """Something asked of the server that it does not do."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(code, message)
        self.status = status


class Sanction(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator has decided about a person, as the person is told of it."""

    reason: str
    until: float | None  # None: without end


class Sanctioned(Refused):
    """Refused because an operator has decided so."""

    def __init__(self, code: str, message: str, sanction: Sanction) -> None:
        super().__init__(403, code, message)
        self.sanction = sanction


def status_of(error: CarrozzaError) -> int:
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, IllegalAction):
        return 409
    if isinstance(error, BadOptions | MalformedAction):
        return 422
    return 400


def no_such_table() -> Refused:
    return Refused(404, "unknown_table", "There is no such table.")


def unknown_person() -> Refused:
    return Refused(404, "unknown_person", "There is no such person.")


def nothing_here() -> Refused:
    return Refused(404, "not_found", "There is nothing at this address.")


def sign_in_first() -> Refused:
    return Refused(401, *NO_SESSION)


def storage_busy() -> Refused:
    return Refused(
        503, "storage", "The server can't save right now. Nothing was changed; try again."
    )


def storage_unknown() -> Refused:
    problem = "The connection to the database broke while saving. It may or may not be saved"
    return Refused(503, "storage_unknown", f"{problem}; look again before you try again.")


def foreign_origin() -> Refused:
    return Refused(403, "foreign_origin", "This request comes from another site.")


def too_many() -> Refused:
    return Refused(429, "too_many", "That's too much at once. Wait a moment.")


def interrupted() -> Refused:
    return Refused(503, "interrupted", "This was interrupted. Try again.")


def banned(sanction: Sanction) -> Sanctioned:
    problem = f"You can't play here {_end(sanction)}. The reason: {sanction.reason}"
    return Sanctioned("banned", problem, sanction)


def muted(sanction: Sanction) -> Sanctioned:
    problem = f"You can't chat or change your name {_end(sanction)}"
    return Sanctioned("muted", f"{problem}. The reason: {sanction.reason}", sanction)


def _end(sanction: Sanction) -> str:
    if sanction.until is None:
        return "any more"
    end = time.gmtime(sanction.until)
    return f"until {end.tm_mday} {time.strftime('%B %Y, %H:%M UTC', end)}"
