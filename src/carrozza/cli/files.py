"""Reading and writing files, with errors that a person understands."""

from pathlib import Path

from carrozza.board.board import Board, load_board
from carrozza.core.errors import CarrozzaError
from carrozza.core.replay import Save, decode_save, encode_save


def read_save(path: Path) -> Save:
    return decode_save(_read_text(path))


def read_board(path: Path) -> Board:
    _read_text(path)
    return load_board(path)


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before the work is done that it is for."""
    if path.is_dir():
        raise CarrozzaError("is_a_folder", f"{path} is a folder, not a file.")
    if not path.parent.is_dir():
        raise CarrozzaError("no_folder", f"There is no folder {path.parent}.")


def write_save(path: Path, save: Save) -> None:
    write_bytes(path, encode_save(save))


def write_bytes(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CarrozzaError("unwritable", f"{path} cannot be written: {error.strerror}.") from None


def _read_text(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        data.decode()
    except FileNotFoundError:
        raise CarrozzaError("no_file", f"There is no file {path}.") from None
    except IsADirectoryError:
        raise CarrozzaError("is_a_folder", f"{path} is a folder, not a file.") from None
    except UnicodeDecodeError:
        raise CarrozzaError("not_text", f"{path} is not a text file.") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or error
        raise CarrozzaError("unreadable", f"{path} cannot be read: {reason}.") from None
    return data
