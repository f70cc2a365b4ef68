"""What a learned player looks at: a row of small whole numbers, all of which its seat may know."""

from typing import Any

from carrozza.bots.scholar.boards.records import CITY, KEEP, ROUTE, SEAT, TICKET, Facts, Paper
from carrozza.bots.scholar.boards.ways import FAR, begin_ways, make_plan, measure_ticket
from carrozza.bots.scholar.common import put
from carrozza.bots.scholar.compiled import compiled
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.lane.bits import ONE, ZERO, Word, bit, count, has, lowest
from carrozza.lane.board import tickets as ticket_rules
from carrozza.lane.board.goals import points_with
from carrozza.lane.board.lookups import Board
from carrozza.lane.board.paths import find_components
from carrozza.lane.board.state import NONE, WORDS, State, Work
from carrozza.lane.compact import is_choosing

FARTHEST = 60  # a distance that is no longer told apart
LONG_WAY = 20  # likewise a detour


@compiled
def look(
    s: State, board: Board, facts: Facts, seat: int, work: Work, paper: Paper, out: Any
) -> None:
    """All of a row but the sets of tickets to keep."""
    for i in range(facts.size):
        out[i] = 0
    find_missing(s, facts, seat, paper)
    see_networks(s, board, seat, work, paper)
    see_tickets(s, board, facts, seat, work, paper, out)
    if is_choosing(s):
        for slot in range(s.offered[seat]):
            ticket = s.offers[seat, slot]
            measure_ticket(s, board, ticket, paper, paper.offered, False)
            out[facts.tickets + TICKET * ticket + 3] = min(paper.distance[ticket], FARTHEST)
    make_plan(s, board, facts, seat, paper.open_tickets, paper)
    see_plan(board, facts, paper, out)
    see_routes(s, board, facts, seat, paper, out)
    if board.stations:
        see_cities(s, board, facts, seat, paper, out)
    see_seats(s, facts, seat, paper, out)
    see_whole(s, board, seat, paper, out)


@compiled
def find_missing(s: State, facts: Facts, seat: int, paper: Paper) -> None:
    """For each class of routes the fewest cards that the hand lacks for it (with pairs for
    Locomotives: about)."""
    for number in range(facts.class_count):
        fewest = 99
        only = facts.class_colour[number]
        for colour in range(LOCOMOTIVE):
            if only < 0 or only == colour:
                fewest = min(fewest, lacking(s, facts, seat, number, colour))
        paper.missing[number] = fewest


@compiled
def lacking(s: State, facts: Facts, seat: int, number: int, colour: int) -> int:
    """Cards that a class of routes takes beyond the hand when it is paid in this colour."""
    need = facts.class_length[number] - facts.class_wild[number]
    own = min(need, s.hands[seat, colour])
    wild = s.hands[seat, LOCOMOTIVE] - facts.class_wild[number]
    need -= own
    if wild > 0 and facts.all_wild:
        need = max(0, need - wild)
    if wild < 0 and facts.class_pairs[number]:
        for kind in range(LOCOMOTIVE):
            held = s.hands[seat, kind] - (own if kind == colour else 0)
            wild = min(0, wild + held // 2)
    return need - min(0, wild)


@compiled
def see_networks(s: State, board: Board, seat: int, work: Work, paper: Paper) -> None:
    """Which cities each network touches, its largest part, and the routes others may want."""
    for route in range(board.route_count):
        paper.foes_touch[route] = 0
        paper.foes_join[route] = 0
    for i in range(s.players - 1, -1, -1):  # the seat's own comes last, and its labels stay
        who = (seat + i) % s.players
        find_components(s, board, who, work)
        touched = ZERO
        for city in range(board.city_count):
            paper.sums[city] = 0
        for w in range(WORDS):
            routes = s.routes[who, w]
            while routes != ZERO:
                route = 64 * w + lowest(routes)
                routes &= routes - ONE
                a, b = board.route_a[route], board.route_b[route]
                touched |= bit(a) | bit(b)
                paper.sums[work.label[a]] += board.length[route]
        biggest = 0
        for city in range(board.city_count):
            biggest = max(biggest, paper.sums[city])
        paper.touched[who] = touched
        paper.biggest[who] = biggest
        if i > 0:
            see_interest(s, board, touched, work, paper)
    for city in range(board.city_count):
        paper.label[city] = work.label[city]


@compiled
def see_interest(s: State, board: Board, touched: Word, work: Work, paper: Paper) -> None:
    """The open routes that another seat's network touches or that would join parts of it."""
    for w in range(WORDS):
        routes = s.open[w]
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            a, b = board.route_a[route], board.route_b[route]
            ends = count(touched & (bit(a) | bit(b)))
            paper.foes_touch[route] = max(paper.foes_touch[route], ends)
            if ends == 2 and work.label[a] != work.label[b]:
                paper.foes_join[route] += 1


@compiled
def see_tickets(
    s: State, board: Board, facts: Facts, seat: int, work: Work, paper: Paper, out: Any
) -> None:
    """Own, completed, on offer, distance, out of reach, and one refused at the start; also which
    routes they would use. (`work.label` is of the seat's own network.)"""
    begin_ways(s, board, seat, paper)
    for route in range(board.route_count):
        paper.points[route] = 0
        paper.number[route] = 0
        paper.slack[route] = LONG_WAY
        paper.offered[route] = 0
    for city in range(board.city_count):
        paper.station_done[city] = 0
        paper.station_gain[city] = 0
    paper.open_tickets = ZERO
    held = s.tickets[seat]
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        at = facts.tickets + TICKET * ticket
        out[at] = 1
        if points_with(board, ticket, work.label) > 0:
            out[at + 1] = 1
            continue
        paper.open_tickets |= bit(ticket)
        measure_ticket(s, board, ticket, paper, paper.points, True)
        out[at + 3] = min(paper.distance[ticket], FARTHEST)
        out[at + 4] = paper.distance[ticket] == FAR
    for slot in range(s.offered[seat]):
        out[facts.tickets + TICKET * s.offers[seat, slot] + 2] = 1
    back = s.returned_at_start[seat]
    while back != ZERO:
        out[facts.tickets + TICKET * lowest(back) + 7] = 1
        back &= back - ONE


@compiled
def see_keep(
    s: State, board: Board, facts: Facts, seat: int, keep: int, paper: Paper, out: Any
) -> None:
    """For a set of tickets on offer: how many, their points, and what a plan for them and the
    tickets one has would take: trains, routes, tickets given up and what they cost."""
    kept, points = ZERO, 0
    for slot in range(s.offered[seat]):
        if keep >> slot & 1:
            ticket = s.offers[seat, slot]
            kept |= bit(ticket)
            points += board.way_points[board.first_way[ticket]]
    make_plan(s, board, facts, seat, paper.open_tickets | kept, paper)
    at = facts.keeps + KEEP * keep
    at = put(out, at, count(kept))
    at = put(out, at, points)
    at = put(out, at, paper.trains)
    at = put(out, at, paper.links)
    at = put(out, at, paper.lost)
    put(out, at, paper.lost_points)


@compiled
def see_one_keep(
    s: State, board: Board, facts: Facts, seat: int, keep: int, work: Work, paper: Paper, out: Any
) -> None:
    """`see_keep` for whoever has not looked at the rest."""
    find_components(s, board, seat, work)
    paper.open_tickets = ZERO
    held = s.tickets[seat]
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        if points_with(board, ticket, work.label) <= 0:
            paper.open_tickets |= bit(ticket)
    see_keep(s, board, facts, seat, keep, paper, out)


@compiled
def see_plan(board: Board, facts: Facts, paper: Paper, out: Any) -> None:
    """Tickets in the plan, and what it takes in cards of each colour."""
    held = paper.open_tickets
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        at = facts.tickets + TICKET * ticket
        out[at + 5] = paper.planned & bit(ticket) != ZERO
        out[at + 6] = min(paper.extra[ticket], FARTHEST)
    for kind in range(KINDS + 1):
        paper.demand[kind] = 0
    for w in range(WORDS):
        routes = paper.plan[w]
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            wild = facts.wild[route]
            paper.demand[LOCOMOTIVE] += wild
            colour = KINDS if facts.colour[route] < 0 else facts.colour[route]
            paper.demand[colour] += board.length[route] - wild


@compiled
def see_routes(s: State, board: Board, facts: Facts, seat: int, paper: Paper, out: Any) -> None:
    mine = paper.touched[seat]
    for route in range(board.route_count):
        at = facts.routes + ROUTE * route
        if has(s.taken, route):
            for i in range(s.players):
                out[at + i] = has(s.routes[(seat + i) % s.players], route)
            continue
        if not has(paper.usable, route):
            if route == s.tunnel:
                out[at + 20] = 1
            continue
        a, b = board.route_a[route], board.route_b[route]
        missing = paper.missing[board.route_class[route]]
        out[at + 5] = 1
        out[at + 6] = min(missing, 9)
        out[at + 7] = missing == 0
        out[at + 8] = count(mine & (bit(a) | bit(b)))
        out[at + 9] = paper.label[a] == paper.label[b]
        put(out, at + 10, paper.points[route])
        out[at + 11] = paper.number[route]
        out[at + 12] = paper.slack[route]
        out[at + 13] = has(paper.plan, route)
        put(out, at + 14, paper.through[route])
        put(out, at + 15, paper.offered[route])
        out[at + 16] = paper.foes_touch[route]
        out[at + 17] = paper.foes_join[route]
        tracks = 0
        for w in range(WORDS):
            tracks += count(board.siblings[route, w] & s.open[w])
        out[at + 18] = tracks
        colour = facts.colour[route]
        held = 0
        if colour >= 0:
            held = s.hands[seat, colour]
        else:
            for kind in range(LOCOMOTIVE):
                held = max(held, s.hands[seat, kind])
        out[at + 19] = min(held, 9)
        out[at + 20] = route == s.tunnel


@compiled
def see_cities(s: State, board: Board, facts: Facts, seat: int, paper: Paper, out: Any) -> None:
    """Whether one's network is there, who has a station, and what one would do for tickets."""
    built = ZERO
    for who in range(s.players):
        built |= s.stations[who]
    for city in range(board.city_count):
        at = facts.cities + CITY * city
        out[at] = paper.touched[seat] & bit(city) != ZERO
        out[at + 1] = s.stations[seat] & bit(city) != ZERO
        out[at + 2] = built & bit(city) != ZERO
        put(out, at + 3, paper.station_done[city])
        put(out, at + 4, paper.station_gain[city])


@compiled
def see_seats(s: State, facts: Facts, seat: int, paper: Paper, out: Any) -> None:
    """In order, from the seat itself on."""
    for i in range(s.players):
        who = (seat + i) % s.players
        at = facts.seats + SEAT * i
        at = put(out, at, 1)
        at = put(out, at, s.trains[who])
        at = put(out, at, s.points[who])
        cards = 0
        for kind in range(KINDS):
            cards += s.hands[who, kind]
            at = put(out, at, s.known[who, kind])
        at = put(out, at, cards)
        at = put(out, at, count(s.tickets[who]))
        at = put(out, at, count(s.stations[who]))
        at = put(out, at, s.kept_at_start[who])
        at = put(out, at, s.offered[who])
        at = put(out, at, s.first == who)
        at = put(out, at, paper.biggest[who])
        at = put(out, at, count(paper.touched[who]))
        put(out, at, s.pending >> who & 1)


@compiled
def see_whole(s: State, board: Board, seat: int, paper: Paper, out: Any) -> None:
    at = s.phase
    out[at] = 1
    at = 6
    out[at + s.players - 2] = 1
    at += 4
    for kind in range(KINDS):
        at = put(out, at, s.hands[seat, kind])
    first_of_row = at
    for slot in range(board.market):
        if s.market[slot] >= 0:
            out[first_of_row + s.market[slot]] += 1
    at += KINDS
    for kind in range(KINDS):
        at = put(out, at, s.discards[kind])
    for kind in range(KINDS):  # not seen: in the deck or in hidden hands
        hidden = s.deck[kind]
        for who in range(s.players):
            if who != seat:
                hidden += s.hands[who, kind] - s.known[who, kind]
        at = put(out, at, hidden)
    short = 0
    for kind in range(KINDS + 1):
        at = put(out, at, paper.demand[kind])
    for kind in range(KINDS):
        lacking = max(0, paper.demand[kind] - s.hands[seat, kind])
        short += lacking
        at = put(out, at, lacking)
    for kind in range(LOCOMOTIVE):  # cards that no coloured route of the plan needs
        at = put(out, at, max(0, s.hands[seat, kind] - paper.demand[kind]))
    at = see_prospects(s, board, seat, short, paper, out, at)
    for card in range(min(board.bonus_count, 16)):
        out[at + card] = s.bonus_cards & bit(card) != ZERO


@compiled
def see_prospects(
    s: State, board: Board, seat: int, short: int, paper: Paper, out: Any, at: int
) -> int:
    """Tickets, trains and time."""
    held, done_points, open_points = s.tickets[seat], 0, 0
    while held != ZERO:
        ticket = lowest(held)
        held &= held - ONE
        points = board.way_points[board.first_way[ticket]]
        if paper.open_tickets & bit(ticket) != ZERO:
            open_points += points
        else:
            done_points += points
    fewest = 99
    for who in range(s.players):
        if who != seat:
            fewest = min(fewest, s.trains[who])
    at = put(out, at, s.deck_size)
    at = put(out, at, ticket_rules.left(s))
    at = put(out, at, paper.trains)
    at = put(out, at, paper.links)
    at = put(out, at, paper.lost)
    at = put(out, at, paper.lost_points)
    at = put(out, at, count(paper.open_tickets))
    at = put(out, at, open_points)
    at = put(out, at, done_points)
    at = put(out, at, s.trains[seat])
    at = put(out, at, s.trains[seat] - paper.trains)
    at = put(out, at, (short + 1) // 2 + paper.links)
    at = put(out, at, fewest)
    at = put(out, at, s.last_turns >= 0)
    at = put(out, at, max(s.last_turns, 0))
    at = put(out, at, board.stations - count(s.stations[seat]))
    at = put(out, at, s.extra if s.tunnel != NONE else 0)
    return put(out, at, s.passes)
