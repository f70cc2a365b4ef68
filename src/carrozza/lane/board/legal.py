"""Legal actions, in two forms.

As a mask of ids it is what the engine gives. The compact form has for each route and colour just
the best payment (the engine's order: few cards, few Locomotives), likewise for each station, and
one order of returning tickets: fewer actions, and quicker.
"""

import numpy as np

from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE, TURN
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, PASS, TICKETS
from carrozza.lane.bits import ONE, ZERO, Word, add, bit, count, has, lowest, nth
from carrozza.lane.board import stations, tickets, tunnels
from carrozza.lane.board.draw import face_up_mask, second_card_mask
from carrozza.lane.board.lookups import HELD, LENGTH, MOST_PAID, Board
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
    for colour in range(KINDS):
        work.counts[colour] = 0
    total = 0
    for w in range(WORDS):
        routes = open_routes(s, board, seat, w)
        for colour in range(KINDS):
            held = min(s.hands[seat, colour], LENGTH)
            found = routes & board.claims_with[colour, held, wild, w]
            work.claims[colour, w] = found
            work.counts[colour] += count(found)
            total += count(found)
    if board.paired_count:
        total += find_paired_claims(s, board, seat, work)
    return total


@compiled_apart
def find_paired_claims(s: State, board: Board, seat: int, work: Work) -> int:
    """The same for the routes that take cards of several colours, class by class."""
    total = 0
    for n in range(board.paired_count):
        routes = 0
        for w in range(WORDS):
            routes += count(board.paired_routes[n, w] & open_routes(s, board, seat, w))
        if routes == 0:
            continue
        number = board.paired_classes[n]
        size = find_payments(s, board, seat, number, work)
        for colour in range(KINDS):
            if first_payment(board, number, colour, size, work) < 0:
                continue
            for w in range(WORDS):
                found = board.paired_routes[n, w] & open_routes(s, board, seat, w)
                work.claims[colour, w] |= found
            work.counts[colour] += routes
            total += routes
    return total


@compiled
def find_payments(s: State, board: Board, seat: int, number: int, work: Work) -> int:
    """Into `work.payments`: what the hand can pay of a class of payments; how many words."""
    cards = 0
    for kind in range(KINDS):
        cards += s.hands[seat, kind]
    size = board.class_words[number, min(cards, MOST_PAID)]
    for w in range(size):
        work.payments[w] = payments_word(s, board, seat, number, w)
    return size


@compiled
def payments_word(s: State, board: Board, seat: int, number: int, w: int) -> Word:
    """A word of what the hand can pay of a class of payments."""
    found = board.payable[number, w, LOCOMOTIVE, min(s.hands[seat, LOCOMOTIVE], HELD - 1)]
    only = board.class_colour[number]
    if only >= 0:
        return found & board.payable[number, w, only, min(s.hands[seat, only], HELD - 1)]
    for colour in range(LOCOMOTIVE):
        found &= board.payable[number, w, colour, min(s.hands[seat, colour], HELD - 1)]
    return found


@compiled
def first_payment(board: Board, number: int, colour: int, size: int, work: Work) -> int:
    """The place of the first payment in this colour among `work.payments`, or -1."""
    for w in range(size):
        found = work.payments[w] & board.of_colour[number, colour, w]
        if found != ZERO:
            return 64 * w + lowest(found)
    return -1


@compiled
def claim_id(s: State, board: Board, seat: int, route: int, colour: int, work: Work) -> int:
    """The id of the compact claim of a route in a colour."""
    number = board.route_class[route]
    if has(board.paired, route):
        size = find_payments(s, board, seat, number, work)
        return board.first_id[route] + first_payment(board, number, colour, size, work)
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
    found = 0
    if s.phase == TURN:
        found = mark_builds(s, board, seat, work)
        draws = turn_draws(s, board)
        work.mask[0] |= draws
        found += count(draws)
    elif s.phase == SECOND_CARD:
        work.mask[0] = second_card_mask(s, board)
        found = count(work.mask[0])
    elif s.phase == START:
        found = board.start_count
        for n in range(found):
            add(work.mask, board.start_answers[n])
    elif s.phase == TICKET_CHOICE:
        found = board.answer_count[s.offered[seat]]
        for n in range(found):
            add(work.mask, board.answers[s.offered[seat], n])
    else:
        add(work.mask, board.decline_id)
        found = 1 + spread(work.mask, board.tunnel_id, tunnels.payments(s, board, seat))
    if found == 0:
        add(work.mask, PASS)
        return 1
    return found


@compiled
def spread(mask: Word, first: int, word: Word) -> int:
    """Set the bits of a word from a position on; how many there are."""
    at, shift = first >> 6, np.uint64(first & 63)
    mask[at] |= word << shift
    if shift != ZERO:
        high = word >> (np.uint64(64) - shift)
        if high != ZERO:
            mask[at + 1] |= high
    return count(word)


@compiled
def mark_builds(s: State, board: Board, seat: int, work: Work) -> int:
    """Every payment for every open route and for a station in every free city; how many."""
    total = 0
    find_claims(s, board, seat, work)
    for w in range(WORDS):
        routes = ZERO
        for colour in range(KINDS):
            routes |= work.claims[colour, w]
        routes &= ~board.paired[w]
        while routes != ZERO:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            number = board.route_class[route]
            found = payments_word(s, board, seat, number, 0)
            total += spread(work.mask, board.first_id[route], found)
            if board.class_words[number, MOST_PAID] > 1:
                total += mark_more(s, board, seat, route, work)
    if board.paired_count:
        total += mark_paired_claims(s, board, seat, work)
    if board.stations:
        total += mark_stations(s, board, seat, work)
    return total


@compiled_apart
def mark_more(s: State, board: Board, seat: int, route: int, work: Work) -> int:
    """The payments of a route beyond the first word."""
    number = board.route_class[route]
    total = 0
    for i in range(1, board.class_words[number, MOST_PAID]):
        found = payments_word(s, board, seat, number, i)
        total += spread(work.mask, board.first_id[route] + 64 * i, found)
    return total


@compiled_apart
def mark_paired_claims(s: State, board: Board, seat: int, work: Work) -> int:
    total = 0
    for n in range(board.paired_count):
        size = -1
        for w in range(WORDS):
            routes = board.paired_routes[n, w] & open_routes(s, board, seat, w)
            if routes != ZERO and size < 0:
                size = find_payments(s, board, seat, board.paired_classes[n], work)
            while routes != ZERO:
                route = 64 * w + lowest(routes)
                routes &= routes - ONE
                for i in range(size):
                    if work.payments[i] != ZERO:
                        first = board.first_id[route] + 64 * i
                        total += spread(work.mask, first, work.payments[i])
    return total


@compiled_apart
def mark_stations(s: State, board: Board, seat: int, work: Work) -> int:
    ways = stations.payments(s, board, seat)
    if ways == ZERO:
        return 0
    cities = stations.free_cities(s, board)
    total = 0
    while cities != ZERO:
        city = lowest(cities)
        cities &= cities - ONE
        total += spread(work.mask, board.station_id + board.station_size * city, ways)
    return total


@compiled
def nth_id(board: Board, index: int, work: Work) -> int:
    """The id of a legal action, after `find_mask`."""
    for w in range((board.ids + 63) >> 6):
        here = count(work.mask[w])
        if index < here:
            return 64 * w + nth(work.mask[w], index)
        index -= here
    return -1
