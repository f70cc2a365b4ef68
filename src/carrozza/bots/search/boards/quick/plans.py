"""Following a plan: its links, and what to do when one of them is lost."""

from carrozza.bots.search.boards.quick.compiled import compiled
from carrozza.bots.search.boards.quick.records import NOBODY, PLAN, Record
from carrozza.lane.bits import ZERO, bit
from carrozza.lane.board.state import WORDS, State

HOP = 1.0  # trains that a further claim is worth, on the way around
FAR = 1e9


@compiled
def follow(m: Record, t: Record, seat: int, course: Record) -> None:
    """A seat takes up a plan."""
    clear(m, t, seat)
    for k in range(course.count):
        add(m, t, seat, course.links[k], course.worth[k])
    t.to_mend[seat] = True
    t.long[seat] = course.long
    t.path[seat] = course.path
    t.filler[seat] = NOBODY
    for city in range(m.cities):
        t.loose[seat, city] = False
    t.tickets[seat] = course.tickets
    t.turns[seat] = 0


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
def is_open(m: Record, s: State, seat: int, link: int) -> bool:
    """Whether a seat may still claim a track of it."""
    found = ZERO
    for w in range(WORDS):
        found |= s.open[w] & ~s.barred[seat, w] & m.routes_of[link, w]
    return bool(found != ZERO)


@compiled
def is_mine(m: Record, s: State, seat: int, link: int) -> bool:
    found = ZERO
    for w in range(WORDS):
        found |= s.routes[seat, w] & m.routes_of[link, w]
    return bool(found != ZERO)


@compiled
def is_joined(m: Record, s: State, seat: int, link: int) -> bool:
    """One's own, or claimed by anybody beside a station of one's own."""
    if is_mine(m, s, seat, link):
        return True
    built = s.stations[seat]
    if built == ZERO:
        return False
    if built & (bit(m.link_a[link]) | bit(m.link_b[link])) == ZERO:
        return False
    found = ZERO
    for w in range(WORDS):
        found |= s.taken[w] & m.routes_of[link, w]
    return bool(found != ZERO)


@compiled
def mend(m: Record, s: State, t: Record, seat: int) -> None:
    """Links that were claimed leave the plan; for those of others there may be a way around."""
    t.to_mend[seat] = False
    place = 0
    while place < t.planned[seat]:
        link = t.plan[seat, place]
        if is_open(m, s, seat, link):
            place += 1
            continue
        worth = t.worth[seat, place]
        drop(m, t, seat, place)
        if not is_mine(m, s, seat, link):
            go_around(m, s, t, seat, link, worth)


@compiled
def go_around(m: Record, s: State, t: Record, seat: int, lost: int, worth: float) -> None:
    """Plans the links to claim instead, few trains in few claims, if there are enough trains."""
    a, b = m.link_a[lost], m.link_b[lost]
    _distances(m, s, t, seat, a, b)
    if t.far[b] == FAR:
        return
    trains = 0
    city = b
    while city != a:
        if not _free(m, s, t, seat, t.by[city]):
            trains += m.link_length[t.by[city]]
        city = t.before[city]
    if trains > s.trains[seat] - t.plan_trains[seat]:
        return
    city = b
    while city != a:
        if not _free(m, s, t, seat, t.by[city]):
            add(m, t, seat, t.by[city], worth)
        city = t.before[city]


@compiled
def _free(m: Record, s: State, t: Record, seat: int, link: int) -> bool:
    return bool(t.in_plan[seat, link] or is_joined(m, s, seat, link))


@compiled
def _distances(m: Record, s: State, t: Record, seat: int, a: int, b: int) -> None:
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
            if _free(m, s, t, seat, link):
                further = far
            elif is_open(m, s, seat, link):
                further = far + m.link_length[link] + HOP
            else:
                continue
            if further < t.far[other]:
                t.far[other] = further
                t.by[other] = link
                t.before[other] = nearest
