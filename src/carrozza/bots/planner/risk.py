"""How likely somebody else takes a link before one needs it, and how bad that would be."""

from functools import lru_cache
from heapq import heappop, heappush
from itertools import product

from carrozza.board.game import BoardGame
from carrozza.board.goals import Ticket
from carrozza.bots.chart import chart_of
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.web import FAR, Web

ALWAYS = 0.01  # the risk of any link, for each opponent
BUSY = 0.06  # and of the busiest one besides
MORE_TRACKS = 0.35  # what is left of it where another track would stay open


@lru_cache(maxsize=32)
def traffic(game: BoardGame) -> tuple[float, ...]:
    """For each link how many tickets would use it, the busiest being 1."""
    chart = chart_of(game.board)
    web = Web(chart, [float(length) for length in chart.length])
    uses = [0.0] * len(chart.links)
    for t in game.ticket_ids:
        goals = _nearest(game.board.tickets[t], web)
        for ends in goals:
            for link in web.way(*ends):
                uses[link] += 1.0 / len(goals)
    most = max(uses, default=0.0) or 1.0
    return tuple(n / most for n in uses)


def _nearest(ticket: Ticket, web: Web) -> list[tuple[int, int]]:
    """For each goal of a ticket the two cities to join that are nearest to each other."""
    found = []
    for goal in ticket.goals:
        pairs = product(ticket.start.cities, goal.place.cities)
        found.append(min(pairs, key=lambda ends: float(web.far[ends])))
    return found


def risks(look: Outlook) -> list[float]:
    """For each link the chance that it is lost before one comes to claim it."""
    others = look.view.players - 1
    busy = traffic(look.game)
    found = [others * (ALWAYS + BUSY * use) for use in busy]
    for link, tracks in look.open_at.items():
        more = look.game.most_tracks(look.view.players, tracks[0]) > 1
        if more and len(tracks) > 1:
            found[link] *= MORE_TRACKS
    return found


def detour(web: Web, link: int) -> float:
    """What it would cost more to do without a link: a search from one end to the other."""
    a, b = web.chart.ends[link]
    weight, at = web.weight, web.chart.at
    done: set[int] = set()
    ahead = [(0.0, a)]
    while ahead:
        far, city = heappop(ahead)
        if city == b:
            return far - weight[link]
        if city in done:
            continue
        done.add(city)
        for by, other in at[city]:
            if by != link and other not in done and weight[by] < FAR:
                heappush(ahead, (far + weight[by], other))
    return FAR
