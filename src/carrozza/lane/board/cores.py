"""The longest trail through a core: a connected network in which no city has a single route.

The routes that a trail leaves out join cities of odd degree in pairs, but for its two ends. So no
trail is longer than all routes less the cheapest way to pair those cities up; and where what such a
way leaves is connected, it is a trail. The pairings are tried by branch and bound. Only if the best
ones leave something unconnected, the trail is searched for step by step, with a tight bound.

Trees hang at some cities: `reach` and `reach2` are the two longest ways into them, and an end of
the trail may go there.
"""

from typing import Any

import numpy as np

from carrozza.lane.bits import ONE, ZERO, Word, bit, lowest
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import TERMINALS, Work
from carrozza.lane.compiled import compiled, compiled_apart

ALONE, END = -1, -2  # of a city that is not paired (yet)
FAR = 100
FEW = 12  # routes are searched quicker than paired up
TURNS = 8  # tries with other shortest ways before the trail is searched for


@compiled_apart
def solve_core(board: Board, work: Work, part: int, best: int) -> int:
    """The longest trail through what is left of a part, or `best` if that is longer."""
    work.inside = cities_of(board, work, part)
    hang, hang2 = longest_hanging(work)
    most = int(work.weight[part]) + hang + hang2
    if most <= best:
        return best
    if count_routes(work) > FEW and find_terminals(work):
        for turn in range(TURNS):
            for i in range(work.terminal_count):
                find_distances(work, i, turn)
            best, most = pair_up(work, part, hang, best)
            if best >= most:
                return best
    cities = work.inside
    while cities != ZERO and best < most:
        city = lowest(cities)
        cities &= cities - ONE
        if may_end(work, part, city):
            best = search_from(work, city, int(work.weight[part]), hang, best, most)
    return best


@compiled
def cities_of(board: Board, work: Work, part: int) -> Word:
    """Of a part, without its trees."""
    found = ZERO
    for city in range(board.city_count):
        if work.label[city] == part and work.degree[city] > 0:
            found |= bit(city)
    return found


@compiled
def count_routes(work: Work) -> int:
    ends = 0
    cities = work.inside
    while cities != ZERO:
        ends += work.degree[lowest(cities)]
        cities &= cities - ONE
    return ends // 2


@compiled
def may_end(work: Work, part: int, city: int) -> bool:
    """Elsewhere a trail that ends could go on."""
    return work.odd[part] == 0 or work.degree[city] & 1 or work.reach[city] > 0


@compiled
def longest_hanging(work: Work) -> Any:
    """The two longest ways into trees that one trail can have at its ends."""
    hang, hang2 = 0, 0
    cities = work.inside
    while cities != ZERO:
        city = lowest(cities)
        cities &= cities - ONE
        for reach in (int(work.reach[city]), int(work.reach2[city])):
            if reach > hang:
                hang, hang2 = reach, hang
            elif reach > hang2:
                hang2 = reach
    return hang, hang2


@compiled_apart
def find_terminals(work: Work) -> bool:
    """Into `work.terminals`: the odd cities, then the others where trees hang; False when there
    are too many."""
    n = 0
    for odd in (1, 0):
        cities = work.inside
        while cities != ZERO:
            city = lowest(cities)
            cities &= cities - ONE
            wanted = odd == 1 or work.reach[city] > 0
            if work.degree[city] & 1 == odd and wanted:
                if n == TERMINALS:
                    return False
                work.terminals[n] = city
                n += 1
    work.terminal_count = n
    return True


@compiled_apart
def find_distances(work: Work, i: int, turn: int) -> None:
    """From a terminal to every city of the part, and the route by which each is reached. Among
    ways of the same length, every turn prefers others."""
    left = work.inside
    cities = left
    while cities != ZERO:
        work.distance[i, lowest(cities)] = FAR
        cities &= cities - ONE
    work.distance[i, work.terminals[i]] = 0
    while left != ZERO:
        near = nearest(work, i, left, 5 * turn)
        left &= ~bit(near)
        routes = int(work.degree[near])
        n = turn % routes
        for _ in range(routes):
            route = work.around[near, n]
            n = n + 1 if n + 1 < routes else 0
            other = work.ends_a[route] + work.ends_b[route] - near
            along = work.distance[i, near] + work.lengths[route]
            if along < work.distance[i, other]:
                work.distance[i, other] = along
                work.reached_by[i, other] = route


@compiled
def nearest(work: Work, i: int, cities: Word, first: int) -> int:
    """Of some cities the one nearest to a terminal; they are looked at from a number on."""
    around = cities >> np.uint64(first) | cities << np.uint64((64 - first) & 63)
    found, least = 0, 2 * FAR
    while around != ZERO:
        city = (lowest(around) + first) & 63
        around &= around - ONE
        if work.distance[i, city] < least:
            found, least = city, int(work.distance[i, city])
    return found


@compiled_apart
def find_ends(work: Work) -> None:
    """Into `work.end_gain` and `work.end_at`: where a trail ends best that leaves out the way from
    an odd city to there. Into `work.nearest`: how far the next odd city is."""
    for i in range(work.terminal_count):
        work.end_gain[i] = -FAR
        work.nearest[i] = FAR
        for j in range(work.terminal_count):
            city = work.terminals[j]
            gain = work.reach[city] - work.distance[i, city]
            if gain > work.end_gain[i]:
                work.end_gain[i] = gain
                work.end_at[i] = j
            if i != j and work.degree[city] & 1:
                work.nearest[i] = min(work.nearest[i], work.distance[i, city])


@compiled_apart
def find_pair(work: Work) -> int:
    """Into `work.pair_a` and `work.pair_b`: the best two ends if all odd cities are paired with one
    another; what the ends are worth."""
    best = 0
    work.pair_a = 0
    work.pair_b = 0
    for i in range(work.terminal_count):
        a = work.terminals[i]
        for j in range(i, work.terminal_count):
            b = work.terminals[j]
            gain = work.reach[a] + (work.reach2[a] if i == j else work.reach[b])
            gain -= work.distance[i, b]
            if gain > best:
                best = gain
                work.pair_a = i
                work.pair_b = j
    return best


@compiled_apart
def pair_up(work: Work, part: int, hang: int, best: int) -> Any:
    """The longest trail found by pairing up the odd cities, or `best`, and a bound for all."""
    find_ends(work)
    pair_gain = find_pair(work)
    total = int(work.weight[part])
    odd = int(work.odd[part])
    most = best
    cost, ends, depth = 0, 0, 0
    waste = 0  # at least what pairing up those left costs, twice
    farthest = 0
    for i in range(odd):
        work.mate[i] = ALONE
        waste += work.nearest[i]
        farthest = max(farthest, work.nearest[i])
    if odd == 0:
        value = total + pair_gain
        if is_trail(work, 0, value):
            return max(best, value), max(best, value)
        return best, max(best, value)
    work.pick[0] = 0
    work.option[0] = ALONE
    while depth >= 0:
        i = work.pick[depth]
        option = work.option[depth]
        if option == 0:  # take back what was tried
            ends -= 1
            cost += work.end_gain[i]
            waste += work.nearest[i]
            work.mate[i] = ALONE
        elif option > 0:
            cost -= work.distance[i, work.terminals[option]]
            waste += work.nearest[i] + work.nearest[option]
            work.mate[i] = ALONE
            work.mate[option] = ALONE
        option = next_option(work, i, option, ends, odd)
        if option < 0:
            depth -= 1
            continue
        work.option[depth] = option
        waste -= work.nearest[i]
        if option == 0:
            work.mate[i] = END
            ends += 1
            cost -= work.end_gain[i]
        else:
            work.mate[i] = option
            work.mate[option] = i
            waste -= work.nearest[option]
            cost += work.distance[i, work.terminals[option]]
        spared = (2 - ends) * farthest
        least = (waste - spared + 1) // 2 if waste > spared else 0
        if total - cost - least + (2 - ends) * hang <= best:
            continue
        following = 0
        while following < odd and work.mate[following] != ALONE:
            following += 1
        if following < odd:
            depth += 1
            work.pick[depth] = following
            work.option[depth] = ALONE
            continue
        value = total - cost + (pair_gain if ends == 0 else 0)
        if value > best:
            if is_trail(work, odd, value):
                best = value
            else:
                most = max(most, value)
    return best, max(best, most)


@compiled
def next_option(work: Work, i: int, option: int, ends: int, odd: int) -> int:
    """What to try next with a city: 0, an end of the trail; else a city to pair it with; or -1."""
    if option == ALONE:
        if ends < 2:
            return 0
        option = 0
    for j in range(max(option, i) + 1, odd):
        if work.mate[j] == ALONE:
            return j
    return -1


@compiled_apart
def is_trail(work: Work, odd: int, value: int) -> bool:
    """Whether what the pairs leave is connected and as long as it should be."""
    out = ZERO
    first, last = -1, -1  # the ends of the trail
    for i in range(odd):
        mate = work.mate[i]
        if mate > i:
            out ^= way(work, i, work.terminals[mate])
        elif mate == END:
            city = work.terminals[work.end_at[i]]
            out ^= way(work, i, city)
            if first < 0:
                first = city
            else:
                last = city
    if first < 0 and work.terminal_count > 0:
        first, last = work.terminals[work.pair_a], work.terminals[work.pair_b]
        out ^= way(work, work.pair_a, last)
    length = 0
    start = first
    cities = work.inside
    while cities != ZERO:
        city = lowest(cities)
        cities &= cities - ONE
        for n in range(work.degree[city]):
            i = work.around[city, n]
            if work.ends_a[i] == city and out & bit(i) == ZERO:
                length += work.lengths[i]
                if start < 0:
                    start = city
    if length == 0:
        return False
    if first >= 0:
        length += work.reach[first] + (work.reach2[first] if last == first else work.reach[last])
    return length >= value and is_connected(work, start, last, out)


@compiled
def way(work: Work, i: int, city: int) -> Word:
    """The routes on the shortest way from a terminal to a city."""
    found = ZERO
    while city != work.terminals[i]:
        route = work.reached_by[i, city]
        found |= bit(route)
        city = work.ends_a[route] + work.ends_b[route] - city
    return found


@compiled_apart
def is_connected(work: Work, start: int, last: int, out: Word) -> bool:
    """Whether all routes but those left out, and the other end, can be reached from a city."""
    found = bit(start)
    ahead = found
    while ahead != ZERO:
        city = lowest(ahead)
        ahead &= ahead - ONE
        for n in range(work.degree[city]):
            i = work.around[city, n]
            other = bit(work.ends_a[i] + work.ends_b[i] - city)
            if out & bit(i) == ZERO and found & other == ZERO:
                found |= other
                ahead |= other
    cities = work.inside & ~found
    while cities != ZERO:
        city = lowest(cities)
        cities &= cities - ONE
        for n in range(work.degree[city]):
            if out & bit(work.around[city, n]) == ZERO:
                return False
    return last < 0 or found & bit(last) != ZERO


@compiled_apart
def search_from(work: Work, start: int, total: int, hang: int, best: int, most: int) -> int:
    """The longest trail from a city, or `best` if none is longer; none is longer than `most`."""
    depth, length, rest = 0, int(work.reach[start]), total
    used = ZERO
    work.at_city[0] = start
    work.tried[0] = 0
    while depth >= 0:
        city = work.at_city[depth]
        if work.tried[depth] < work.degree[city] and length + rest + hang > best:
            i = work.around[city, work.tried[depth]]
            work.tried[depth] += 1
            if used & bit(i) != ZERO:
                continue
            used |= bit(i)
            length += work.lengths[i]
            rest -= work.lengths[i]
            city = work.ends_a[i] + work.ends_b[i] - city
            end = work.reach2[city] if city == start else work.reach[city]
            if length + end > best:
                best = length + end
                if best >= most:
                    return best
            depth += 1
            work.at_city[depth] = city
            work.tried[depth] = 0
            work.came_by[depth] = i
        else:
            if depth > 0:
                i = work.came_by[depth]
                used &= ~bit(i)
                length -= work.lengths[i]
                rest += work.lengths[i]
            depth -= 1
    return best
