"""The puzzles that come with Carrozza, made from games of our own bots.

    python -m tools.puzzles --games 60

Games are played and searched one by one, their puzzles kept in build/puzzles; what is there is not
done again, so a run can be stopped and taken up later, and several may run beside each other with
`--part 1/2`, `--part 2/2`. In the end all that was found is written to the package.
"""

import argparse
from itertools import cycle, islice
from pathlib import Path

from bench.review import play

from carrozza.games.registry import NAMES
from carrozza.review.puzzle import OURS, Puzzle, decode_puzzles, encode_puzzles
from carrozza.review.puzzles import find_puzzles

# Players of equal strength: their games are open for longest, and a move can decide them.
BOARDS = [["scholar", "scholar"]] * 4 + [["scholar"] * 3]
CARDS = [["scholar", "scholar"], ["scholar", "conductor"]] * 2 + [
    ["scholar", "conductor", "scholar"]
]


def orders(games: int) -> list[tuple[str, list[str], int]]:
    """So many games of each, in turn."""
    line_ups = {
        name: list(islice(cycle(CARDS if name == "card_game" else BOARDS), games)) for name in NAMES
    }
    return [(name, line_ups[name][number], number) for number in range(games) for name in NAMES]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="of each game")
    parser.add_argument("--part", default="1/1", help="which part of them is played here")
    parser.add_argument("--store", type=Path, default=Path("build/puzzles"))
    wanted = parser.parse_args()
    part, parts = map(int, wanted.part.split("/"))
    wanted.store.mkdir(parents=True, exist_ok=True)
    for name, bots, number in orders(wanted.games)[part - 1 :: parts]:
        file = wanted.store / f"{name}-{number}.jsonl"
        if not file.exists():
            puzzles = find_puzzles(play(name, bots, number))
            file.write_bytes(encode_puzzles(puzzles))
            print(f"{file.stem}: {len(puzzles)}", flush=True)
    stored = [
        puzzle
        for file in wanted.store.glob("*.jsonl")
        for puzzle in decode_puzzles(file.read_bytes())
    ]
    found: dict[str, Puzzle] = {puzzle.id: puzzle for puzzle in stored}
    OURS.write_bytes(encode_puzzles(list(found.values())))
    print(f"{len(found)} puzzles in {OURS}")


if __name__ == "__main__":
    main()
