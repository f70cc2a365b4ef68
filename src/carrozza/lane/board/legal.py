"""Legal actions, in two forms.

As a mask of ids it is what the engine gives. The compact form has for each route and colour just
the best payment (the engine's order: few cards, few Locomotives), likewise for each station, and
one order of returning tickets: fewer actions, and quicker.
"""

import numpy as np

from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE, TURN
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, PASS, TICKETS
from carrozza.lane.bits import ONE, ZERO, Word, add, bit, count, lowest, nth
from carrozza.lane.board import stations, tickets, tunnels
from carrozza.lane.board.draw import face_up_mask, second_card_mask
from carrozza.lane.board.lookups import HELD, LENGTH, Board
from carrozza.lane.board.state import WORDS, State, Work
from carrozza.lane.compiled import compiled, compiled_apart


@compiled
def open_routes(s: State, board: Board, seat: int, w: int) -> Word:
    """Routes that the seat may claim if it can pay for them, a word of them."""
    fit = board.short_routes[min(s.trains[seat], LENGTH), w]
    return s.open[w] & ~s.barred[seat, w] & fit


@compiled
def find_claims(s: State, board: Board, seat: int, work: Work) -> int:
    """Into `work.claims`: the routes that can be claimed, by colour; how many in all."""
    wild = min(s.hands[seat, LOCOMOTIVE], LENGTH)
    total = 0
    for colour in range(KINDS):
        held = min(s.hands[seat, colour], LENGTH)
        found = 0
        for w in range(WORDS):
            routes = board.claims_with[colour, held, wild, w] & open_routes(s, board, seat, w)
            work.claims[colour, w] = routes
            found += count(routes)
        work.counts[colour] = found
        total += found
    for w in range(WORDS):
        routes = board.paired[w] & open_routes(s, board, seat, w)
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            total += find_paired_claims(s, board, seat, route, work)
    return total


@compiled_apart
def find_paired_claims(s: State, board: Board, seat: int, route: int, work: Work) -> int:
    """The same for a route that takes cards of several colours."""
    number = board.route_class[route]
    find_payments(s, board, seat, number, work)
    found = 0
    for colour in range(KINDS):
        if first_payment(board, number, colour, work) >= 0:
            add(work.claims[colour], route)
            work.counts[colour] += 1
            found += 1
    return found


@compiled
def find_payments(s: State, board: Board, seat: int, number: int, work: Work) -> None:
    """Into `work.payments`: what the hand can pay of a class of payments."""
    size = board.class_words[number]
    wild = min(s.hands[seat, LOCOMOTIVE], HELD - 1)
    for w in range(size):
        work.payments[w] = board.payable[number, LOCOMOTIVE, wild, w]
    for colour in range(LOCOMOTIVE):
        held = min(s.hands[seat, colour], HELD - 1)
        for w in range(size):
            work.payments[w] &= board.payable[number, colour, held, w]


@compiled
def first_payment(board: Board, number: int, colour: int, work: Work) -> int:
    """The place of the first payment in this colour among `work.payments`, or -1."""
    for w in range(board.class_words[number]):
        found = work.payments[w] & board.of_colour[number, colour, w]
        if found != ZERO:
            return 64 * w + lowest(found)
    return -1


@compiled
def claim_id(s: State, board: Board, seat: int, route: int, colour: int, work: Work) -> int:
    """The id of the compact claim of a route in a colour."""
    number = board.route_class[route]
    if (board.paired[route >> 6] >> np.uint64(route & 63)) & ONE != ZERO:
        find_payments(s, board, seat, number, work)
        return board.first_id[route] + first_payment(board, number, colour, work)
    held = min(s.hands[seat, colour], LENGTH)
    return board.first_id[route] + board.best_payment[number, colour, held]


@compiled
def turn_draws(s: State, board: Board) -> Word:
    """Cards and tickets at the start of a turn, as bits of their ids."""
    mask = face_up_mask(s, board, LOCOMOTIVE + 1)
    if s.deck_size + s.discarded > 0:
        mask |= bit(BLIND)
    if tickets.left(s) > 0:
        mask |= bit(TICKETS)
    return mask


# The compact form


@compiled
def find_choices(s: State, board: Board, seat: int, work: Work) -> int:
    """Prepares `nth_choice`; how many choices there are."""
    if s.phase == TURN:
        found = find_claims(s, board, seat, work) + find_sites(s, board, seat, work)
        work.mask[0] = turn_draws(s, board)
        found += count(work.mask[0])
        if found == 0:
            work.mask[0] = bit(PASS)
            found = 1
        return found
    if s.phase == SECOND_CARD:
        work.mask[0] = second_card_mask(s, board)
        return count(work.mask[0])
    if s.phase == START:
        return board.start_count
    if s.phase == TICKET_CHOICE:
        return board.plain_count[s.offered[seat]]
    work.mask[0] = tunnels.payments(s, board, seat)
    return count(work.mask[0]) + 1


@compiled
def find_sites(s: State, board: Board, seat: int, work: Work) -> int:
    """Into `work.sites`: where a station can be built, by colour; how many in all."""
    if board.stations == 0:
        return 0
    ways = stations.payments(s, board, seat)
    total = 0
    for colour in range(KINDS):
        work.sites[colour] = ZERO
        if ways & board.station_colour[colour] != ZERO:
            work.sites[colour] = stations.free_cities(s, board)
            total += count(work.sites[colour])
    return total


@compiled
def nth_choice(s: State, board: Board, seat: int, index: int, work: Work) -> int:
    """The id of a compact choice, after `find_choices`."""
    if s.phase == TURN:
        draws = count(work.mask[0])
        if index < draws:
            return nth(work.mask[0], index)
        return nth_build(s, board, seat, index - draws, work)
    if s.phase == SECOND_CARD:
        return nth(work.mask[0], index)
    if s.phase == START:
        return board.start_answers[index]
    if s.phase == TICKET_CHOICE:
        return board.plain_answers[s.offered[seat], index]
    if index == 0:
        return board.decline_id
    return board.tunnel_id + nth(work.mask[0], index - 1)


@compiled
def nth_build(s: State, board: Board, seat: int, index: int, work: Work) -> int:
    """The claims come first, then the stations, both by colour."""
    for colour in range(KINDS):
        if index < work.counts[colour]:
            for w in range(WORDS):
                here = count(work.claims[colour, w])
                if index < here:
                    route = 64 * w + nth(work.claims[colour, w], index)
                    return claim_id(s, board, seat, route, colour, work)
                index -= here
        index -= work.counts[colour]
    ways = stations.payments(s, board, seat)
    for colour in range(KINDS):
        here = count(work.sites[colour])
        if index < here:
            city = nth(work.sites[colour], index)
            payment = lowest(ways & board.station_colour[colour])
            return board.station_id + board.station_size * city + payment
        index -= here
    return -1


# The mask of ids


@compiled_apart
def find_mask(s: State, board: Board, seat: int, work: Work) -> int:
    """Into `work.mask`: the legal actions of a seat that is to act, by their ids; how many."""
    size = (board.ids + 63) >> 6
    for w in range(size):
        work.mask[w] = ZERO
    if s.phase == TURN:
        mark_builds(s, board, seat, work)
        work.mask[0] |= turn_draws(s, board)
    elif s.phase == SECOND_CARD:
        work.mask[0] = second_card_mask(s, board)
    elif s.phase == START:
        for n in range(board.start_count):
            add(work.mask, board.start_answers[n])
    elif s.phase == TICKET_CHOICE:
        for n in range(board.answer_count[s.offered[seat]]):
            add(work.mask, board.answers[s.offered[seat], n])
    else:
        add(work.mask, board.decline_id)
        spread(work.mask, board.tunnel_id, tunnels.payments(s, board, seat))
    found = 0
    for w in range(size):
        found += count(work.mask[w])
    if found == 0:
        add(work.mask, PASS)
        return 1
    return found


@compiled
def spread(mask: Word, first: int, word: Word) -> None:
    """Set the bits of a word from a position on."""
    at, shift = first >> 6, np.uint64(first & 63)
    mask[at] |= word << shift
    if shift != ZERO:
        high = word >> (np.uint64(64) - shift)
        if high != ZERO:
            mask[at + 1] |= high


@compiled
def mark_builds(s: State, board: Board, seat: int, work: Work) -> None:
    """Every payment for every open route and for a station in every free city."""
    find_claims(s, board, seat, work)
    for w in range(WORDS):
        routes = ZERO
        for colour in range(KINDS):
            routes |= work.claims[colour, w]
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            number = board.route_class[route]
            find_payments(s, board, seat, number, work)
            for n in range(board.class_words[number]):
                spread(work.mask, board.first_id[route] + 64 * n, work.payments[n])
    if board.stations:
        ways = stations.payments(s, board, seat)
        if ways != ZERO:
            cities = stations.free_cities(s, board)
            while cities != ZERO:
                city = lowest(cities)
                cities &= cities - ONE
                spread(work.mask, board.station_id + board.station_size * city, ways)


@compiled
def nth_id(board: Board, index: int, work: Work) -> int:
    """The id of a legal action, after `find_mask`."""
    for w in range((board.ids + 63) >> 6):
        here = count(work.mask[w])
        if index < here:
            return 64 * w + nth(work.mask[w], index)
        index -= here
    return -1
