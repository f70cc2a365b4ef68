"""`carrozza review`: a saved game judged afterwards."""

from pathlib import Path

import msgspec
import typer

from carrozza.cli.files import read_save
from carrozza.cli.printing.review import print_review
from carrozza.cli.style import console, progress_line
from carrozza.core.extras import needing, require


def review_save(path: Path, samples: int | None, as_json: bool) -> None:
    require("bots", "numpy", "numba", "safetensors")
    save = read_save(path)
    with needing("bots"):
        from carrozza.lane.first_use import told_when_slow
        from carrozza.review.judge import SAMPLES
        from carrozza.review.review import prepare, review
    with told_when_slow():
        prepare(save)
    with progress_line("Reviewing", hidden=as_json) as progress:
        task = progress.add_task("", total=None)
        found = review(
            save,
            samples or SAMPLES,
            lambda done, of: progress.update(task, completed=done, total=of),
        )
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        print_review(console(), save, found)
