"""`carrozza learn`: train a network, or go on with one."""

from pathlib import Path

from carrozza.cli.style import console
from carrozza.core.errors import BadOptions
from carrozza.core.extras import needing
from carrozza.games.registry import find_game

ON_PROCESSOR = 512  # games side by side without a GPU


def learn(
    name: str,
    minutes: float,
    folder: Path,
    start: Path | None,
    teacher: Path | None,
    teacher_minutes: float,
    jobs: int,
) -> None:
    with needing("learn"):
        import torch

        from carrozza.learn.publish import publish
        from carrozza.learn.run import CHECKPOINT, Run
        from carrozza.learn.settings import Settings
        from carrozza.learn.teacher import read_lessons, write_games

    game = find_game(name)
    for file in (start, teacher):
        if file is not None and not file.is_file():
            raise BadOptions("no_file", f"There is no file “{file}”.")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    settings = Settings() if device == "cuda" else Settings(games=ON_PROCESSOR, part=2048)
    run = Run(game, folder, device, settings)
    told = console(stderr=True)
    if start is not None:
        run.resume(start)
    else:
        if teacher is None:
            teacher = folder / "teacher.jsonl"
            told.print(f"Our best rule-based bots play for {teacher_minutes:g} minutes …")
            write_games(name, teacher, teacher_minutes, "teacher", jobs)
        told.print(f"Their games are read from {teacher} …", soft_wrap=True)
        run.teach(read_lessons(name, teacher, jobs), 15 if device == "cuda" else 120)
    if device == "cuda":
        run.compile()
    told.print(f"Self-play for {minutes:g} minutes on {device} …")
    run.practise(minutes)
    publish(folder / CHECKPOINT, folder / f"{name}.safetensors")
    told.print(
        f"{folder / CHECKPOINT} is to go on from, {folder / f'{name}.safetensors'} to play with.",
        soft_wrap=True,
    )
