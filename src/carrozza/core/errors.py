"""What can go wrong, each with a stable code and a sentence a player understands."""

from typing import Any

import msgspec

# What reading JSON from outside can raise besides a wrong shape: bad syntax, bad UTF-8, brackets
# nested without end.
NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class CarrozzaError(Exception):
    """Base of every error the package raises on purpose."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it comes out of another process as it is, whatever its class is made with."""
        return _made_again, (type(self), self.args), self.__dict__


def _made_again(kind: type[CarrozzaError], args: tuple[object, ...]) -> CarrozzaError:
    return kind.__new__(kind, *args)


class MalformedAction(CarrozzaError):
    """Not an action of this game at all."""


class IllegalAction(CarrozzaError):
    """An action of this game that may not be done now."""


class OutOfTurn(IllegalAction):
    """It is somebody else's turn."""


class GameOver(IllegalAction):
    """The game has ended."""


class BadOptions(CarrozzaError):
    """A game cannot be set up like this."""


class BadBoard(CarrozzaError):
    """A board file is wrong. Names the file and the entry."""

    def __init__(self, code: str, file: str, entry: str, problem: str) -> None:
        where = f"{file}: {entry}" if entry else file
        super().__init__(code, f"{where}: {problem}")
        self.file = file
        self.entry = entry


class BadData(CarrozzaError):
    """JSON that is not what it should be, or of a newer format."""


class BadSave(CarrozzaError):
    """A save cannot be read, or does not replay to what it claims."""
