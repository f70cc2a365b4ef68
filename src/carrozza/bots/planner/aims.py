"""How a ticket stands, and where to go for more points."""

from typing import NamedTuple

from carrozza.board.goals import Ticket
from carrozza.bots.web import FAR, Matrix


class Aim(NamedTuple):
    """Two cities to join for a ticket."""

    ends: tuple[int, int]
    points: int  # what it scores then
    gain: int  # how much more that is than it scores now
    far: float  # what the way between them costs


class Prospect(NamedTuple):
    now: int  # what the ticket scores now
    aims: tuple[Aim, ...]  # what would bring more, the most for its cost first

    @property
    def done(self) -> bool:
        """Whether some goal is reached, if not the best one."""
        return self.now > 0


def prospect(ticket: Ticket, far: Matrix) -> Prospect:
    """By the costs of ways. For a ticket that is done, only what is worth its cost is an aim."""
    now = -ticket.penalty
    open_ = []
    for way in ticket.ways:  # the best first
        cost = float(far[way.a, way.b])
        if not cost:
            now = way.points
            break
        if cost < FAR:
            open_.append((way, cost))
    aims = [Aim(way.ends, way.points, way.points - now, cost) for way, cost in open_]
    aims = [aim for aim in aims if aim.gain > (aim.far if now > 0 else 0)]
    if len(aims) > 1:
        aims.sort(key=lambda aim: aim.far - aim.gain)
    return Prospect(now, tuple(aims))
