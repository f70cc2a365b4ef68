"""Following a plan: its links, and what to do when one of them is lost."""

from carrozza.bots.search.boards.sketch.compiled import compiled
from carrozza.bots.search.boards.sketch.pay import is_open
from carrozza.bots.search.boards.sketch.records import PLAN, Record

HOP = 1.0  # trains that a further claim is worth, on the way around
FAR = 1e9


@compiled
def add(m: Record, t: Record, seat: int, link: int, worth: float) -> None:
    n = t.planned[seat]
    if n == PLAN or t.in_plan[seat, link]:
        return
    t.plan[seat, n] = link
    t.worth[seat, n] = worth
    t.planned[seat] = n + 1
    t.in_plan[seat, link] = True
    t.plan_trains[seat] += m.link_length[link]


@compiled
def drop(m: Record, t: Record, seat: int, place: int) -> None:
    link = t.plan[seat, place]
    t.planned[seat] -= 1
    for k in range(place, t.planned[seat]):
        t.plan[seat, k] = t.plan[seat, k + 1]
        t.worth[seat, k] = t.worth[seat, k + 1]
    t.in_plan[seat, link] = False
    t.plan_trains[seat] -= m.link_length[link]


@compiled
def clear(m: Record, t: Record, seat: int) -> None:
    t.planned[seat] = 0
    t.plan_trains[seat] = 0
    for link in range(m.links):
        t.in_plan[seat, link] = False


@compiled
def mend(m: Record, t: Record, seat: int) -> None:
    """Links that were claimed leave the plan; for those of others there may be a way around."""
    t.to_mend[seat] = False
    place = 0
    while place < t.planned[seat]:
        link = t.plan[seat, place]
        if is_open(m, t, seat, link):
            place += 1
            continue
        worth = t.worth[seat, place]
        drop(m, t, seat, place)
        if not t.mine[seat, link]:
            go_around(m, t, seat, link, worth)


@compiled
def go_around(m: Record, t: Record, seat: int, lost: int, worth: float) -> None:
    """Plans the links to claim instead, few trains in few claims, if there are enough trains."""
    a, b = m.link_a[lost], m.link_b[lost]
    _distances(m, t, seat, a, b)
    if t.far[b] == FAR:
        return
    trains = 0
    city = b
    while city != a:
        if not _free(t, seat, t.by[city]):
            trains += m.link_length[t.by[city]]
        city = t.before[city]
    if trains > t.trains[seat] - t.plan_trains[seat]:
        return
    city = b
    while city != a:
        if not _free(t, seat, t.by[city]):
            add(m, t, seat, t.by[city], worth)
        city = t.before[city]


@compiled
def _free(t: Record, seat: int, link: int) -> bool:
    return bool(t.joined[seat, link] or t.in_plan[seat, link])


@compiled
def _distances(m: Record, t: Record, seat: int, a: int, b: int) -> None:
    """Dijkstra's from a until b is reached."""
    for city in range(m.cities):
        t.far[city] = FAR
        t.done[city] = False
    t.far[a] = 0.0
    while True:
        nearest, far = -1, FAR
        for city in range(m.cities):
            if not t.done[city] and t.far[city] < far:
                nearest, far = city, t.far[city]
        if nearest in (-1, b):
            return
        t.done[nearest] = True
        for k in range(m.first_at[nearest], m.first_at[nearest + 1]):
            link, other = m.link_at[k], m.city_at[k]
            if _free(t, seat, link):
                further = far
            elif is_open(m, t, seat, link):
                further = far + m.link_length[link] + HOP
            else:
                continue
            if further < t.far[other]:
                t.far[other] = further
                t.by[other] = link
                t.before[other] = nearest
