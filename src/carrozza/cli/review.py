"""`carrozza review`: a saved game judged afterwards."""

from pathlib import Path

import msgspec
import typer

from carrozza.cli.files import read_save
from carrozza.cli.printing.review import print_review
from carrozza.cli.style import console, progress_line
from carrozza.core.extras import needing, require
from carrozza.core.replay import Save
from carrozza.review.model import Review


def review_save(path: Path, samples: int | None, as_json: bool) -> None:
    save = read_save(path)
    found = make_review(save, samples, hidden=as_json)
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        print_review(console(), save, found)


def make_review(save: Save, samples: int | None = None, *, hidden: bool = False) -> Review:
    """With a line that shows how far it is."""
    require("bots", "numpy", "numba", "safetensors")
    with needing("bots"):
        from carrozza.lane.first_use import told_when_slow
        from carrozza.review.judge import SAMPLES
        from carrozza.review.review import prepare, review
    with told_when_slow():
        prepare(save)
    with progress_line("Reviewing", hidden=hidden) as progress:
        task = progress.add_task("", total=None)
        return review(
            save,
            samples or SAMPLES,
            lambda done, of: progress.update(task, completed=done, total=of),
        )
