"""What it costs to take a link into a plan, in points: the turns it takes at the value of a turn,
less the points it brings. A long route mostly pays for itself."""

from carrozza.board.board import GREY
from carrozza.bots.planner.clock import turns_for
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.web import FAR

LEAST = 0.25  # no link is free, so that no plan takes more than it needs
HELD = 0.8  # what a card in hand saves of a card to draw
HELD_GREY = 0.55
TUNNEL = 0.8  # cards that a tunnel costs more, on average
SYMBOL = 0.7  # the same for a ferry's Locomotive
BORROWED = 0.01  # a link that a station of one's own can borrow
TURN_FLOOR, TURN_SHARE = 1.5, 0.9


def cards_for(look: Outlook, route: int) -> float:
    """The cards a route takes in all, what is special about it counted in."""
    r = look.board.routes[route]
    return r.length + TUNNEL * r.tunnel + SYMBOL * r.locomotives


def cards_to_draw(look: Outlook, route: int) -> float:
    """The same less what the hand has for it, as far as other plans leave that."""
    r = look.board.routes[route]
    if r.colour == GREY:
        held = HELD_GREY * min(r.length, max(look.hand[:-1]))
    else:
        held = HELD * min(r.length, look.hand[r.colour])
    return cards_for(look, route) - held


def points_of(look: Outlook, route: int) -> float:
    """Points for claiming a route now, with the chance of bonus cards and the cards it brings."""
    r = look.board.routes[route]
    return r.points + look.rewards.route.get(route, 0.0) + r.draw_bonus


def worth_of_turn(look: Outlook) -> float:
    """What a turn brings when one just claims the best routes left, as many as there are trains."""
    rates = []
    for tracks in look.open_at.values():
        route = look.board.routes[tracks[0]]
        if route.length <= look.trains:
            turns = turns_for(cards_for(look, tracks[0]), 1)
            rates.append((points_of(look, tracks[0]) / turns, route.length))
    rates.sort(reverse=True)
    points = trains = 0.0
    for rate, length in rates:
        points += rate * length
        trains += length
        if trains >= look.trains:
            break
    return max(TURN_FLOOR, TURN_SHARE * points / trains) if trains else TURN_FLOOR


def link_weights(look: Outlook, turn: float, train: float) -> list[float]:
    """The weight of every link, with a price on turns and one on trains."""
    weights = [FAR] * len(look.chart.links)
    for link in look.own_links:
        weights[link] = 0.0
    for link, tracks in look.open_at.items():
        length = look.chart.length[link]
        if length > look.trains:
            continue
        cost = min(
            turn * turns_for(cards_to_draw(look, route), 1) - points_of(look, route)
            for route in tracks
        )
        weights[link] = max(LEAST, cost + train * length)
    if look.stations > 0:
        price = look.game.spec.station_points + turn * (1.5 + 0.5 * _built(look))
        for link in look.foreign:
            weights[link] = price
    for link in look.borrowable:
        weights[link] = BORROWED
    return weights


def _built(look: Outlook) -> int:
    return look.game.spec.stations - look.stations
