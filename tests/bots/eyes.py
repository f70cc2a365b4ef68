"""What a learned player looks at and may do in a position of the engine."""

from functools import cache
from typing import Any

import numpy as np

from carrozza.bots.scholar.kinds import kind_of
from carrozza.bots.scholar.many import choices_many, ids_many, look_many, see_hidden
from carrozza.games.registry import find_game


class Eyes:
    def __init__(self, name: str) -> None:
        self.game: Any = find_game(name)
        kind = kind_of(self.game)
        self.record_of, self.sizes = kind.twin.record_of, kind.sizes_of(self.game)
        self.lookups, self.facts = kind.twin.lookups_of(self.game), kind.facts_of(self.game)
        self.works, self.papers = np.zeros(1, kind.twin.work), np.zeros(1, kind.paper)

    def look(self, record: Any, seat: int) -> tuple[Any, Any]:
        """The row and the marks of a position."""
        rows = np.zeros((1, self.sizes.row), np.int8)
        marks = np.zeros((1, self.sizes.actions), np.int8)
        seats = np.array([seat])
        look_many(record, self.lookups, self.facts, seats, self.works, self.papers, rows, marks)
        return rows[0], marks[0]

    def id_of(self, record: Any, seat: int, choice: int) -> int:
        seats, choices, out = np.array([seat]), np.array([choice]), np.zeros(1, np.int64)
        ids_many(record, self.lookups, seats, self.works, choices, out)
        return int(out[0])

    def choice_of(self, record: Any, i: int) -> int:
        out = np.zeros(1, np.int64)
        choices_many(record, self.lookups, np.array([i]), out)
        return int(out[0])

    def hidden(self, record: Any, seat: int) -> Any:
        out = np.zeros(self.sizes.hidden, np.int8)
        see_hidden(record[0], self.facts[0], seat, out)
        return out

    def part(self, row: Any, name: str, size: int, i: int) -> Any:
        at = int(self.facts[name][0]) + size * i
        return row[at : at + size]


@cache
def eyes_of(name: str) -> Eyes:
    return Eyes(name)
