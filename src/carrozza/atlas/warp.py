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
    """Warped like the land, to run between the same cities, and as smooth as that allows."""
    project, warp = projector(layout.frame), warp_of(board, layout)
    middle, width = layout.frame.lon, layout.frame.width
    line = [warp(project(ARCTIC_CIRCLE, middle + step / 4)) for step in range(-240, 241)]
    line = [(x, y) for x, y in line if -20 <= x <= width + 20]
    for reach in (18, 14, 10, 7, 5, 3, 2, 1):
        smooth = _smoothed(line, reach)
        if not wrong_side(board, layout, smooth, layout.city_radius):
            return smooth
    return line


def _smoothed(line: list[Point], reach: int) -> list[Point]:
    """Each point at the mean height of its neighbours."""
    heights = [y for _, y in line]
    return [
        (x, sum(near) / len(near))
        for i, (x, _) in enumerate(line)
        if (near := heights[max(0, i - reach) : i + reach + 1])
    ]


def wrong_side(board: Board, layout: Layout, line: list[Point], clear: float = 0.0) -> list[int]:
    """Cities that lie inside the Arctic Circle by the rules and not on the drawing, or the other
    way round, or nearer to it than `clear`."""
    found = []
    for c, (city, place) in enumerate(zip(board.cities, layout.places, strict=True)):
        height = min(line, key=lambda p: abs(p[0] - place.x))[1]
        north = height - place.y
        if (north if city.arctic else -north) <= clear:
            found.append(c)
    return found
