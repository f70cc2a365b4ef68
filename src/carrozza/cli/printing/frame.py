"""The common look of all tables: no lines but one under the headings, readable in a file too."""

from rich import box
from rich.table import Table
from rich.text import Text

from carrozza.cli.style import QUIET


def frame() -> Table:
    return Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
        header_style="bold",
    )


def facts(*pairs: tuple[str, str | Text]) -> Table:
    """A list of names and values, two columns without a frame."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style=QUIET, no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in pairs:
        table.add_row(name, value)
    return table
