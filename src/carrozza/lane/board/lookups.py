"""Everything about a board game that never changes, as one record, filled from the engine's own
lookups, board and spec: no fact and no knob is written down here a second time.

Routes with the same payments form a class. Inside a class a payment is known by its place on the
list, so that the id of a claim is `first_id[route] + place`.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from carrozza.board.bonuses import COUNTERS, Standing
from carrozza.board.game import BoardGame
from carrozza.board.lookups import TUNNEL_CARDS
from carrozza.board.payment import colour_of, colour_sets, payment_order, route_payments
from carrozza.core.actions import DeclineTunnel, KeepTickets
from carrozza.core.cards import COLOURS, KINDS, LOCOMOTIVE, Counts
from carrozza.core.errors import BadOptions
from carrozza.core.lookups import KEEP
from carrozza.core.space import bits
from carrozza.lane.board.numbering import compact_size, first_claim, first_station
from carrozza.lane.board.state import (
    CITIES,
    ID_WORDS,
    MARKET,
    OFFER,
    PAYMENT_WORDS,
    PLAYERS,
    ROUTES,
    STATIONS,
    TICKETS,
    WORDS,
)

IDS = 64 * ID_WORDS
CLASSES = 96
HELD = 18  # of one kind no payment takes more than one less
LENGTH = 9
ANSWERS, ANSWER_IDS = 256, 512
WAYS = 1024
BONUSES = 32
TIE_BREAKS = ("tickets", "fewest_stations", "longest_path", "bonus_cards")
COUNTED = ("routes", "tickets", "locomotives", "trains_left", "countries", "longest_path")
COUNT_ROUTES, COUNT_TICKETS, COUNT_LOCOMOTIVES, COUNT_TRAINS, COUNT_COUNTRIES, COUNT_LONGEST = (
    range(len(COUNTED))
)
MOST_PAID = 31  # cards; a hand with more counts as one of so many
NO_PAYMENT = -1

BOARD = np.dtype(
    [
        # routes
        ("siblings", "u8", (ROUTES, WORDS)),
        ("short_routes", "u8", (LENGTH + 1, WORDS)),  # of at most this length
        ("all_routes", "u8", WORDS),
        ("claims_with", "u8", (KINDS, LENGTH + 1, LENGTH + 1, WORDS)),  # colour, cards, Locomotives
        ("paired", "u8", WORDS),  # routes for which cards of several colours can be paid
        ("paired_classes", "i1", CLASSES),
        ("paired_routes", "u8", (CLASSES, WORDS)),  # for each of these classes
        ("city_routes", "u8", (CITIES, WORDS)),
        ("route_a", "i1", ROUTES),
        ("route_b", "i1", ROUTES),
        ("length", "i1", ROUTES),
        ("route_points", "i2", ROUTES),
        ("draw_bonus", "i1", ROUTES),
        ("most_tracks", "i1", (PLAYERS + 1, ROUTES)),
        ("route_class", "i1", ROUTES),
        ("first_id", "i2", ROUTES),
        # payments, by class and place
        ("payable", "u8", (CLASSES, PAYMENT_WORDS, KINDS, HELD)),
        ("of_colour", "u8", (CLASSES, KINDS, PAYMENT_WORDS)),
        ("best_payment", "i2", (CLASSES, KINDS, LENGTH + 1)),  # colour, cards of it in hand
        ("class_words", "i1", (CLASSES, MOST_PAID + 1)),  # words of the payments of so many cards
        ("class_colour", "i1", CLASSES),  # the only one it takes besides Locomotives, or -1
        # actions, by id
        ("cost", "i1", (IDS, KINDS)),
        ("kind", "i1", IDS),
        ("arg", "i2", IDS),
        ("colour", "i1", IDS),
        # answers to an offer of tickets
        ("start_answers", "i2", ANSWERS),
        ("start_count", "i2"),
        ("answers", "i2", (OFFER + 1, ANSWERS)),
        ("answer_count", "i2", OFFER + 1),
        ("plain_answers", "i2", (OFFER + 1, ANSWERS)),  # in one order of returning only
        ("plain_count", "i2", OFFER + 1),
        ("keep", "i2", ANSWER_IDS),  # a bit mask of places in the offer
        ("back", "i1", (ANSWER_IDS, OFFER)),  # places in order, then -1
        # tunnels and stations: payments as bits from a first id on
        ("tunnel_id", "i2"),
        ("decline_id", "i2"),
        ("tunnel_ways", "u8", (KINDS, TUNNEL_CARDS + 1)),
        ("tunnel_fits", "u8", (KINDS, TUNNEL_CARDS + 1)),
        ("station_id", "i2"),
        ("station_size", "i2"),  # ids for each city
        ("station_ways", "u8", STATIONS + 1),  # for the station of this number
        ("station_fits", "u8", (KINDS, STATIONS + 1)),
        ("station_colour", "u8", KINDS),
        # tickets
        ("short_tickets", "u8"),
        ("long_tickets", "u8"),
        ("penalty", "i2", TICKETS),
        ("first_way", "i2", TICKETS + 1),
        ("way_a", "i1", WAYS),
        ("way_b", "i1", WAYS),
        ("way_points", "i2", WAYS),
        # bonus cards
        ("bonus_kind", "i1", BONUSES),
        ("bonus_points", "i2", BONUSES),
        ("bonus_routes", "u8", (BONUSES, WORDS)),
        ("bonus_tickets", "u8", BONUSES),
        ("country", "i1", CITIES),  # or -1
        # the spec
        ("all_cards", "i1", KINDS),
        ("tie_breaks", "i1", len(TIE_BREAKS)),  # then -1
        *(
            (name, "i2")
            for name in (
                "ids", "paired_count", "route_count", "city_count", "longest", "trains", "hand",
                "market", "deal_tickets", "deal_long", "returned_leave_game", "too_many",
                "may_stop_drawing", "draw_tickets", "stations", "station_points", "last_round_at",
                "longest_path", "bonus_cards", "bonus_count",
                "first_claim", "first_station", "compact_size",  # numbers of compact actions
            )
        ),
    ],
    align=True,
)  # fmt: skip

Board = Any  # a record of BOARD


def lookups_of(game: BoardGame) -> Any:
    """The record of a game, as an array of one; BadOptions for a board that is too large."""
    _check_size(game)
    rows = np.zeros(1, BOARD)
    b: Any = rows[0]
    _fill_spec(b, game)
    _fill_routes(b, game)
    _fill_actions(b, game)
    _fill_answers(b, game)
    _fill_tunnels(b, game)
    _fill_stations(b, game)
    _fill_tickets(b, game)
    _fill_bonus_cards(b, game)
    return rows


def _check_size(game: BoardGame) -> None:
    spec, board = game.spec, game.board
    classes = {route_payments(spec, route) for route in board.routes}
    dealt = max(spec.deal_tickets + spec.deal_long, spec.draw_tickets)
    limits = {
        "players": (spec.players[1], PLAYERS),
        "routes": (len(board.routes), ROUTES),
        "routes into one city": (max(map(int.bit_count, _routes_at(game)), default=0), 16),
        "cities": (len(board.cities), CITIES),
        "tickets": (len(board.tickets), TICKETS),
        "pairs of cities that complete tickets": (sum(len(t.ways) for t in board.tickets), WAYS),
        "bonus cards": (len(board.bonus_cards), BONUSES),
        "actions": (len(game.lookups.space), IDS),
        "kinds of routes": (len(classes), CLASSES),
        "payments for a route": (max(map(len, classes), default=0), 64 * PAYMENT_WORDS),
        "cards for a route": (max((sum(p) for c in classes for p in c), default=0), MOST_PAID),
        "face-up cards": (spec.market, MARKET),
        "tickets to choose from": (dealt, OFFER),
        "stations": (spec.stations, STATIONS),
        "trains": (spec.trains, 63),
        "train cards": (sum(game.all_cards()), 127),
    }
    for what, (count, most) in limits.items():
        if count > most:
            problem = f"The fast lane has room for {most} {what}, and this board has {count}."
            raise BadOptions("lane_size", problem)


def _routes_at(game: BoardGame) -> list[int]:
    """For each city the mask of the routes into it."""
    masks = [0] * len(game.board.cities)
    for i, route in enumerate(game.board.routes):
        masks[route.a] |= 1 << i
        masks[route.b] |= 1 << i
    return masks


def words(mask: int, size: int = WORDS) -> list[int]:
    return [mask >> 64 * i & (1 << 64) - 1 for i in range(size)]


def _fill_spec(b: Any, game: BoardGame) -> None:
    spec, board = game.spec, game.board
    for name in (
        "trains", "hand", "market", "deal_tickets", "deal_long", "returned_leave_game",
        "may_stop_drawing", "draw_tickets", "stations", "station_points", "last_round_at",
        "longest_path", "bonus_cards",
    ):  # fmt: skip
        b[name] = getattr(spec, name)
    b["ids"] = len(game.lookups.space)
    b["route_count"] = len(board.routes)
    b["city_count"] = len(board.cities)
    b["longest"] = game.lookups.longest
    b["too_many"] = game.lookups.too_many
    b["first_claim"] = first_claim(game)
    b["first_station"] = first_station(game)
    b["compact_size"] = compact_size(game)
    b["bonus_count"] = len(board.bonus_cards)
    b["all_cards"] = game.all_cards()
    b["tie_breaks"] = NO_PAYMENT
    for i, rule in enumerate(spec.tie_breaks):
        b["tie_breaks"][i] = TIE_BREAKS.index(rule)
    countries = sorted({city.country for city in board.cities if city.country is not None})
    for i, city in enumerate(board.cities):
        b["country"][i] = -1 if city.country is None else countries.index(city.country)


def _fill_routes(b: Any, game: BoardGame) -> None:
    board, spec = game.board, game.spec
    classes: dict[tuple[Counts, ...], int] = {}
    for i, route in enumerate(board.routes):
        payments = route_payments(spec, route)
        if payments not in classes:
            classes[payments] = len(classes)
            _fill_class(b, classes[payments], payments)
        b["route_class"][i] = classes[payments]
        b["first_id"][i] = bits(game.lookups.route_actions[i])[0]
        b["siblings"][i] = words(board.siblings[i])
        b["route_a"][i], b["route_b"][i] = route.a, route.b
        b["length"][i] = route.length
        b["route_points"][i] = route.points
        b["draw_bonus"][i] = route.draw_bonus
        for players in game.players:
            b["most_tracks"][players, i] = game.most_tracks(players, i)
        if _is_paired(payments):
            _fill_paired(b, i, classes[payments])
        else:
            _fill_claims_with(b, i, classes[payments], payments)
    b["all_routes"] = words((1 << len(board.routes)) - 1)
    for length in range(LENGTH + 1):
        fit = sum(1 << i for i, route in enumerate(board.routes) if route.length <= length)
        b["short_routes"][length] = words(fit)
    for city, mask in enumerate(_routes_at(game)):
        b["city_routes"][city] = words(mask)


def _is_paired(payments: tuple[Counts, ...]) -> bool:
    return any(sum(n > 0 for n in payment[:LOCOMOTIVE]) > 1 for payment in payments)


def _fill_class(b: Any, number: int, payments: tuple[Counts, ...]) -> None:
    for cards in range(MOST_PAID + 1):
        last = max((i for i, paid in enumerate(payments) if sum(paid) <= cards), default=-1)
        b["class_words"][number, cards] = (last + 64) // 64
    for kind in range(KINDS):
        for held in range(HELD):
            mask = sum(1 << i for i, payment in enumerate(payments) if payment[kind] <= held)
            b["payable"][number, :, kind, held] = words(mask, PAYMENT_WORDS)
    colours = {colour for payment in payments for colour in COLOURS if payment[colour]}
    b["class_colour"][number] = colours.pop() if len(colours) == 1 else -1
    for colour in range(KINDS):
        mask = sum(1 << i for i, payment in enumerate(payments) if colour_of(payment) == colour)
        b["of_colour"][number, colour] = words(mask, PAYMENT_WORDS)
    for colour in range(KINDS):
        for held in range(LENGTH + 1):
            b["best_payment"][number, colour, held] = _best_payment(payments, colour, held)


def _best_payment(payments: tuple[Counts, ...], colour: int, held: int) -> int:
    """The first one in a colour that takes no more of it than there is; Locomotives may lack."""
    for i, payment in enumerate(payments):
        if colour_of(payment) == colour and (colour == LOCOMOTIVE or payment[colour] <= held):
            return i
    return NO_PAYMENT


def _fill_paired(b: Any, route: int, number: int) -> None:
    count = int(b["paired_count"])
    known = [int(n) for n in b["paired_classes"][:count]]
    if number not in known:
        b["paired_classes"][count] = number
        b["paired_count"] += 1
        known.append(number)
    bit = np.array(words(1 << route), np.uint64)
    b["paired"] |= bit
    b["paired_routes"][known.index(number)] |= bit


def _fill_claims_with(b: Any, route: int, number: int, payments: tuple[Counts, ...]) -> None:
    claims, best = b["claims_with"], b["best_payment"][number].tolist()
    bit = np.array(words(1 << route), np.uint64)
    for colour in range(KINDS):
        for held in range(LENGTH + 1):
            if best[colour][held] != NO_PAYMENT:
                claims[colour, held, payments[best[colour][held]][LOCOMOTIVE] :] |= bit


def _fill_actions(b: Any, game: BoardGame) -> None:
    lookups = game.lookups
    count = len(lookups.space)
    b["kind"][:count] = lookups.kind
    b["arg"][:count] = lookups.arg
    b["colour"][:count] = lookups.colour
    for i, cost in enumerate(lookups.cost):
        for card, n in cost:
            b["cost"][i, card] = n


def _fill_answers(b: Any, game: BoardGame) -> None:
    lookups = game.lookups
    b["back"] = -1
    for i, action in enumerate(lookups.space.actions):
        if lookups.kind[i] == KEEP:
            assert isinstance(action, KeepTickets)
            b["keep"][i] = sum(1 << slot for slot in action.keep)
            b["back"][i, : len(action.back)] = action.back
    ids = bits(lookups.keep_start)
    b["start_answers"][: len(ids)] = ids
    b["start_count"] = len(ids)
    for size, mask in enumerate(lookups.keep_drawn):
        ids = bits(mask)
        plain = [i for i in ids if list(b["back"][i]) == _ascending(b["back"][i])]
        b["answers"][size, : len(ids)] = ids
        b["answer_count"][size] = len(ids)
        b["plain_answers"][size, : len(plain)] = plain
        b["plain_count"][size] = len(plain)


def _ascending(back: Any) -> list[int]:
    """The same places, in order, with the fill at the end."""
    return sorted(back, key=lambda slot: (slot < 0, slot))


def _fill_tunnels(b: Any, game: BoardGame) -> None:
    lookups = game.lookups
    b["decline_id"] = lookups.space.index[DeclineTunnel()]
    ways = [mask for row in lookups.tunnel for mask in row if mask]
    if not ways:
        return
    first = min(bits(mask)[0] for mask in ways)
    ids = sorted({i for mask in ways for i in bits(mask)})
    b["tunnel_id"] = first
    for colour in range(KINDS):
        for extra in range(TUNNEL_CARDS + 1):
            b["tunnel_ways"][colour, extra] = lookups.tunnel[colour][extra] >> first
    for kind in range(KINDS):
        for held in range(TUNNEL_CARDS + 1):
            fit = sum(1 << i - first for i in ids if b["cost"][i, kind] <= held)
            b["tunnel_fits"][kind, held] = fit


def _fill_stations(b: Any, game: BoardGame) -> None:
    spec, lookups = game.spec, game.lookups
    if not spec.stations:
        return
    wild = spec.locomotives_pay == "everywhere"
    costs = [
        cost
        for number in range(1, spec.stations + 1)
        for cost in sorted(colour_sets(number, wild=wild), key=payment_order)
    ]
    first = bits(lookups.city_actions[0])[0]
    b["station_id"] = first
    b["station_size"] = len(costs)
    for number in range(1, spec.stations + 1):
        b["station_ways"][number] = (
            lookups.station_number[number] & lookups.city_actions[0]
        ) >> first
    for kind in range(KINDS):
        for held in range(STATIONS + 1):
            fit = sum(1 << i for i, cost in enumerate(costs) if cost[kind] <= held)
            b["station_fits"][kind, held] = fit
        b["station_colour"][kind] = sum(
            1 << i for i, cost in enumerate(costs) if colour_of(cost) == kind
        )


def _fill_tickets(b: Any, game: BoardGame) -> None:
    tickets = game.board.tickets
    b["short_tickets"] = sum(1 << t for t in game.ticket_ids if not tickets[t].long)
    b["long_tickets"] = sum(1 << t for t in game.ticket_ids if tickets[t].long)
    at = 0
    for t, ticket in enumerate(tickets):
        b["penalty"][t] = ticket.penalty
        b["first_way"][t] = at
        for way in ticket.ways:
            b["way_a"][at], b["way_b"][at], b["way_points"][at] = way
            at += 1
    b["first_way"][len(tickets) :] = at


def _fill_bonus_cards(b: Any, game: BoardGame) -> None:
    """Cards that count routes or tickets are asked, with the engine's own counter, for each one."""
    board = game.board
    for i, card in enumerate(board.bonus_cards):
        counter = COUNTERS[card.counts]

        def counts(
            routes: int, tickets: list[int], counter: Any = counter, card: Any = card
        ) -> bool:
            s: Any = SimpleNamespace(lookups=game.lookups, routes=[routes])
            return bool(counter(s, Standing(0, tickets, 0), card))

        b["bonus_points"][i] = card.points
        if card.counts in COUNTED:
            b["bonus_kind"][i] = COUNTED.index(card.counts)
            continue
        routes = sum(1 << r for r in range(len(board.routes)) if counts(1 << r, []))
        tickets = sum(1 << t for t in range(len(board.tickets)) if counts(0, [t]))
        b["bonus_routes"][i] = words(routes)
        b["bonus_tickets"][i] = tickets
        b["bonus_kind"][i] = COUNT_ROUTES if routes else COUNT_TICKETS
