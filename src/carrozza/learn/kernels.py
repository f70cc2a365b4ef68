"""What `bots.scholar.many` does on the processor, with a thread of a GPU for each position."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numba

from carrozza.bots.scholar.common import mark_choices
from carrozza.bots.scholar.kinds import Kind
from carrozza.bots.scholar.many import see_hidden
from carrozza.bots.scholar.rules import look, see_one_keep
from carrozza.lane.compact import is_choosing
from carrozza.lane.gpu.device import cuda
from carrozza.lane.rules import compact_id


@cache
def kernels_for(kind: Kind) -> Any:
    work_type, paper_type = numba.from_dtype(kind.twin.work), numba.from_dtype(kind.paper)
    keeps = kind.keeps

    @cuda.jit
    def look_all(states, lookups, facts, seats, rows, marks):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.size:
            works = cuda.local.array(1, work_type)
            papers = cuda.local.array(1, paper_type)
            look(states[i], lookups[0], facts[0], seats[i], works[0], papers[0], rows[i])
            mark_choices(states[i], lookups[0], seats[i], works[0], marks[i])

    @cuda.jit
    def keeps_all(states, lookups, facts, seats, rows):  # type: ignore[no-untyped-def]
        """A thread for each set of tickets: else the others would wait for those who choose."""
        i, keep = cuda.grid(1) // keeps, cuda.grid(1) % keeps
        if i < states.size and is_choosing(states[i]):
            seat = seats[i]
            if 0 < keep < 1 << states[i].offered[seat]:
                works = cuda.local.array(1, work_type)
                papers = cuda.local.array(1, paper_type)
                work, paper = works[0], papers[0]
                see_one_keep(states[i], lookups[0], facts[0], seat, keep, work, paper, rows[i])

    @cuda.jit
    def ids_all(states, lookups, seats, choices, out):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.size:
            works = cuda.local.array(1, work_type)
            out[i] = compact_id(states[i], lookups[0], seats[i], choices[i], works[0])

    @cuda.jit
    def hidden_all(states, facts, seats, out):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.size:
            see_hidden(states[i], facts[0], seats[i], out[i])

    return SimpleNamespace(look=look_all, keeps=keeps_all, ids=ids_all, hidden=hidden_all)
