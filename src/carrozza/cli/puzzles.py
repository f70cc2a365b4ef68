"""`carrozza puzzles`: positions of saved games in which one move is clearly best."""

from pathlib import Path

from rich.progress import TaskID

from carrozza.cli.files import check_target, read_save, write_bytes
from carrozza.cli.style import clean, console, progress_line
from carrozza.core.errors import CarrozzaError
from carrozza.core.extras import needing, require
from carrozza.core.words import many


def find_in_saves(paths: list[Path], samples: int | None, output: Path) -> None:
    require("bots", "numpy", "numba", "safetensors")
    check_target(output)
    saves = [(path, read_save(path)) for path in paths]
    with needing("bots"):
        from carrozza.lane.first_use import told_when_slow
        from carrozza.review.puzzle import Puzzle, encode_puzzles
        from carrozza.review.puzzles import SAMPLES, check, find_puzzles
        from carrozza.review.review import prepare
    for path, save in saves:
        try:
            check(save)
            with told_when_slow():
                prepare(save)
        except CarrozzaError as error:
            raise CarrozzaError(error.code, f"{path}: {error.message}") from None
    found: dict[str, Puzzle] = {}
    with progress_line("Looking for puzzles") as progress:
        for path, save in saves:
            task = progress.add_task(path.name, total=None)

            def tell(done: int, of: int, task: TaskID = task) -> None:
                progress.update(task, completed=done, total=of)

            puzzles = find_puzzles(save, samples or SAMPLES, tell)
            progress.remove_task(task)
            found |= {puzzle.id: puzzle for puzzle in puzzles}
            write_bytes(output, encode_puzzles(list(found.values())))  # what is found is kept
    games = many(len(saves), "game")
    console().print(f"{many(len(found), 'puzzle')} from {games}: {clean(str(output))}")
