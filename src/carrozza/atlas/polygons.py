"""Shapes of straight lines, a few at a time; for many at once there is shapes.py."""

from math import cos, hypot, pi, radians, sin

from carrozza.atlas.model import Point, Space


def corners(space: Space, length: float, width: float, grow: float = 0.0) -> list[Point]:
    """The four corners of a space, made larger by `grow` on each side."""
    c, s = cos(radians(space.angle)), sin(radians(space.angle))
    half, side = length / 2 + grow, width / 2 + grow
    return [
        (space.x + c * u - s * v, space.y + s * u + c * v)
        for u, v in ((half, side), (-half, side), (-half, -side), (half, -side))
    ]


def overlap(one: list[Point], other: list[Point]) -> bool:
    """Whether two convex shapes share more than an edge (separating axes)."""
    for shape in (one, other):
        for p, q in zip(shape, [*shape[1:], shape[0]], strict=True):
            nx, ny = q[1] - p[1], p[0] - q[0]
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in other]
            slack = 1e-6 * hypot(nx, ny)
            if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
                return False
    return True


def box(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def disc(x: float, y: float, radius: float, sides: int = 16) -> list[Point]:
    """A circle as a shape of straight lines around it."""
    outer = radius / cos(pi / sides)
    turns = (2 * pi * i / sides for i in range(sides))
    return [(x + outer * cos(turn), y + outer * sin(turn)) for turn in turns]
