"""A way around a lost link."""

from heapq import heappop, heappush

from carrozza.board.state import BoardState
from carrozza.bots.search.boards.ground import Ground

HOP = 1.0  # trains that a further claim is worth


def way_around(
    ground: Ground, s: BoardState, seat: int, planned: list[int], lost: int
) -> list[int]:
    """The links to claim instead, few trains in few claims; none where there is no way. Own links
    and those of the plan are free."""
    chart = ground.chart
    a, b = chart.ends[lost]
    mine, is_open = s.routes[seat], s.open
    actions, routes = ground.link_actions, ground.link_routes
    free = set(planned)
    done: dict[int, tuple[int, int]] = {}
    ahead: list[tuple[float, int, int, int]] = [(0.0, a, -1, -1)]
    while ahead:
        far, city, by, before = heappop(ahead)
        if city in done:
            continue
        done[city] = by, before
        if city == b:
            break
        for link, other in chart.at[city]:
            if other in done:
                continue
            if mine & routes[link] or link in free:
                heappush(ahead, (far, other, link, city))
            elif is_open & actions[link]:
                heappush(ahead, (far + chart.length[link] + HOP, other, link, city))
    found: list[int] = []
    city = b if b in done else a
    while city != a:
        link, city = done[city]
        if not mine & routes[link] and link not in free:
            found.append(link)
    return found
