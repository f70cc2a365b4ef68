"""Our commands are Typer's, but for what they say: in their help, and when something is wrong."""

import errno
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from carrozza.cli.errors import drop_output, say_error
from carrozza.core.errors import CarrozzaError


class _Plain:
    """Shows flags and wrong numbers plainly."""

    def get_params(self, ctx: Any) -> Any:
        params = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""  # a flag takes no value
        return params

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        try:
            return super().parse_args(ctx, args)  # type: ignore[misc]
        except typer.BadParameter as error:
            error.message = _about_number(error) or error.message
            raise


class Command(_Plain, TyperCommand):
    pass


class Commands(_Plain, TyperGroup):
    """The commands of an app, none of which ends in a traceback for an expected error."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except CarrozzaError as error:
            say_error(error)
        except OSError as error:  # files have their own errors: this is the output
            if error.errno == errno.EPIPE:
                raise  # the reader has seen enough, which is no error
            drop_output()
            say_error(
                CarrozzaError("output", f"The output could not be written: {error.strerror}.")
            )
        raise typer.Exit(1)


class App(typer.Typer):
    def __init__(self, **more: Any) -> None:
        super().__init__(cls=Commands, no_args_is_help=True, **more)

    def command(self, name: str | None = None, **more: Any) -> Callable[[Any], Any]:
        return super().command(name, cls=Command, **more)


def _about_number(error: typer.BadParameter) -> str | None:
    """What was typed and which numbers would do; None when it is not about a number."""
    found: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    kind = found[0]["type"] if found else ""
    if kind not in ("int_parsing", "float_parsing", "greater_than_equal", "less_than_equal"):
        return None
    wanted = "a whole number" if kind == "int_parsing" else "a number"
    low, high = (getattr(error.param, name, None) for name in ("min", "max"))
    if low is not None:
        wanted += f" from {low:g} to {high:g}" if high is not None else f" of {low:g} or more"
    return f"“{found[0]['input']}” is not {wanted}."
