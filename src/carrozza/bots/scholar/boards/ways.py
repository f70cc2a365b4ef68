"""How far tickets are from being completed, and a plan that joins them all.

A route that one could still claim counts its length and two more, for the turn that a claim takes:
so many cards could be drawn instead. One's own routes cost nothing.
"""

from typing import Any

from carrozza.bots.scholar.boards.records import BUCKETS, Facts, Paper
from carrozza.bots.scholar.compiled import compiled
from carrozza.lane.bits import ZERO, Word, add, bit, has, lowest
from carrozza.lane.board.legal import open_routes
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.state import WORDS, State

FAR = 999  # no way
CLAIM = 2  # what a claim costs besides its length
NOWHERE = -1  # no goal: all distances are wanted


@compiled
def begin_ways(s: State, board: Board, seat: int, paper: Paper) -> None:
    """What is one's own, and what can still become it."""
    for w in range(WORDS):
        paper.own[w] = s.routes[seat, w]
        paper.free[w] = s.routes[seat, w]
        paper.usable[w] = open_routes(s, board, seat, w)
        paper.plan[w] = ZERO
    paper.planned = ZERO
    paper.trains = 0
    paper.links = 0
    paper.lost = 0
    paper.lost_points = 0


@compiled
def find_distances(board: Board, source: int, goal: int, paper: Paper, out: Any) -> None:
    """From a city to all others, or until the goal is reached, over free and usable routes;
    `paper.came` is the last route of the way to each.

    Cities wait in buckets by their distance; the buckets are used again and again, since no route
    costs more than there are buckets.
    """
    for city in range(board.city_count):
        out[city] = FAR
    for i in range(BUCKETS):
        paper.bucket[i] = ZERO
    out[source] = 0
    paper.bucket[0] = bit(source)
    done = ZERO
    level, empty = 0, 0
    while empty < BUCKETS:
        waiting = paper.bucket[level % BUCKETS] & ~done
        if waiting == ZERO:
            paper.bucket[level % BUCKETS] = ZERO
            level += 1
            empty += 1
            continue
        empty = 0
        here = lowest(waiting)
        done |= bit(here)
        if here == goal:
            return
        for w in range(WORDS):
            routes = board.city_routes[here, w] & (paper.free[w] | paper.usable[w])
            while routes != ZERO:
                low = lowest(routes)
                routes &= routes - bit(0)
                route = 64 * w + low
                there = board.route_a[route] + board.route_b[route] - here
                far = level
                if paper.free[w] & bit(low) == ZERO:
                    far += board.length[route] + CLAIM
                if far < out[there]:
                    out[there] = far
                    paper.came[there] = route
                    paper.bucket[far % BUCKETS] |= bit(there)


@compiled
def nearest_way(board: Board, ticket: int, paper: Paper) -> int:
    """The way of a ticket that takes least, found in `paper.near` and `paper.came`; -1: there is
    none. Most tickets have one way."""
    found, least = -1, FAR
    first, last = board.first_way[ticket], board.first_way[ticket + 1]
    for way in range(first, last):
        find_distances(board, board.way_a[way], board.way_b[way], paper, paper.near)
        if paper.near[board.way_b[way]] < least:
            found, least = way, paper.near[board.way_b[way]]
    if found >= 0 and last - first > 1:
        find_distances(board, board.way_a[found], board.way_b[found], paper, paper.near)
    return found


@compiled
def make_plan(s: State, board: Board, facts: Facts, seat: int, tickets: Word, paper: Paper) -> None:
    """Complete these tickets, the most valuable first, each over what the others have built by
    then; those that do not fit the trains are given up."""
    begin_ways(s, board, seat, paper)
    for route in range(board.route_count):
        paper.through[route] = 0
    for n in range(facts.ticket_count):
        ticket = facts.ticket_order[n]
        paper.extra[ticket] = 0
        if tickets & bit(ticket) == ZERO:
            continue
        way = nearest_way(board, ticket, paper)
        trains = -1 if way < 0 else trains_of(board, way, paper)
        if trains < 0 or paper.trains + trains > s.trains[seat]:
            paper.lost += 1
            paper.lost_points += board.penalty[ticket]
            paper.extra[ticket] = FAR
            continue
        paper.planned |= bit(ticket)
        paper.trains += trains
        paper.extra[ticket] = trains
        add_way(board, way, paper)


@compiled
def trains_of(board: Board, way: int, paper: Paper) -> int:
    """Trains that the way found takes, beyond what is free."""
    city, trains = board.way_b[way], 0
    while city != board.way_a[way]:
        route = paper.came[city]
        if not has(paper.free, route):
            trains += board.length[route]
        city = board.route_a[route] + board.route_b[route] - city
    return trains


@compiled
def add_way(board: Board, way: int, paper: Paper) -> None:
    city = board.way_b[way]
    while city != board.way_a[way]:
        route = paper.came[city]
        if not has(paper.free, route):
            add(paper.plan, route)
            add(paper.free, route)
            paper.links += 1
        if has(paper.plan, route):
            paper.through[route] += board.way_points[way]
        city = board.route_a[route] + board.route_b[route] - city


@compiled
def measure_ticket(
    s: State, board: Board, ticket: int, paper: Paper, points: Any, held: bool
) -> None:
    """Its distance; onto `points` of the routes on a shortest way its points; and for a ticket that
    is held the detours over all routes."""
    way = board.first_way[ticket]
    if board.first_way[ticket + 1] - way > 1:
        way = nearest_way(board, ticket, paper)
    if way >= 0:
        find_distances(board, board.way_a[way], NOWHERE, paper, paper.near)
    if way < 0 or paper.near[board.way_b[way]] == FAR:
        paper.distance[ticket] = FAR
        if held and board.stations:
            measure_stations(s, board, ticket, paper)
        return
    find_distances(board, board.way_b[way], NOWHERE, paper, paper.far)
    distance = paper.near[board.way_b[way]]
    paper.distance[ticket] = distance
    for w in range(WORDS):
        routes = paper.usable[w]
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - bit(0)
            a, b = board.route_a[route], board.route_b[route]
            over = min(paper.near[a] + paper.far[b], paper.near[b] + paper.far[a])
            slack = over + board.length[route] + CLAIM - distance
            if slack == 0:
                points[route] += board.way_points[way]
                if held:
                    paper.number[route] += 1
            if held:
                paper.slack[route] = min(paper.slack[route], slack)
    if held and board.stations:
        measure_stations(s, board, ticket, paper)


@compiled
def measure_stations(s: State, board: Board, ticket: int, paper: Paper) -> None:
    """What borrowing one route of another seat would do for the first way of a ticket."""
    way = board.first_way[ticket]
    find_distances(board, board.way_a[way], NOWHERE, paper, paper.near)
    find_distances(board, board.way_b[way], NOWHERE, paper, paper.far)
    before = min(paper.near[board.way_b[way]], 60)
    for city in range(board.city_count):
        best = before
        for w in range(WORDS):
            routes = board.city_routes[city, w] & s.taken[w] & ~paper.own[w]
            while routes != ZERO:
                route = 64 * w + lowest(routes)
                routes &= routes - bit(0)
                other = board.route_a[route] + board.route_b[route] - city
                best = min(best, paper.near[city] + paper.far[other])
                best = min(best, paper.near[other] + paper.far[city])
        paper.station_gain[city] += before - best
        if best == 0 and before > 0:
            paper.station_done[city] += board.way_points[way]
