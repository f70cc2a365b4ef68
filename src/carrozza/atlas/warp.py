"""The land follows the cities: where the layout moved a city, the coast around it moves along, so
that a port stays a port."""

from collections.abc import Callable

from carrozza.atlas.model import Layout, Point
from carrozza.atlas.projection import projector
from carrozza.board.board import Board

ARCTIC_CIRCLE = 66.4  # degrees, as drawn: between the last city outside it and the first inside
SOFT = 45.0  # units; nearer than this, cities share their pull


def warp_of(board: Board, layout: Layout) -> Callable[[Point], Point]:
    """A smooth function that carries the true place of each city near to where it is drawn."""
    project = projector(layout.frame)
    pulls = []
    for city, place in zip(board.cities, layout.places, strict=True):
        x, y = project(city.lat, city.lon)
        pulls.append((x, y, place.x - x, place.y - y))

    def warp(point: Point) -> Point:
        px, py = point
        total = dx = dy = 0.0
        for x, y, sx, sy in pulls:
            weight = ((px - x) ** 2 + (py - y) ** 2 + SOFT * SOFT) ** -2.0
            total += weight
            dx += weight * sx
            dy += weight * sy
        return px + dx / total, py + dy / total

    return warp


def arctic_circle(board: Board, layout: Layout) -> list[Point]:
    """Warped like the land, so that it runs between the same cities."""
    project, warp = projector(layout.frame), warp_of(board, layout)
    middle, width = layout.frame.lon, layout.frame.width
    line = [warp(project(ARCTIC_CIRCLE, middle + step / 4)) for step in range(-240, 241)]
    return [(x, y) for x, y in line if -20 <= x <= width + 20]
