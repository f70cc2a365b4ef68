"""How the chances to win went, as a small graph: a curve for each seat in its colour."""

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from carrozza.atlas.lettering import text_width, write
from carrozza.atlas.svg import add, number
from carrozza.atlas.theme import Theme

AXIS = 15.0  # size of the letters
DASHES = ("", "10 5", "3 4", "15 5 3 5", "7 3 1 3")  # by seat, for those who cannot tell colours
SHARES = (0.0, 0.5, 1.0)  # of the win, with a line each

Course = Sequence[Sequence[float]]  # for each position in the order of the game, by seat


class Room(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def course_graph(
    parent: Element, room: Room, course: Course, colours: Sequence[str], theme: Theme
) -> None:
    fills = {livery.name: livery.fill for livery in theme.players}
    labels = [f"{100 * share:.0f} %" for share in SHARES]
    inner = room._replace(left=room.left + 8 + max(text_width(t, AXIS, "sans") for t in labels))
    for share, label in zip(SHARES, labels, strict=True):
        y = _y(share, inner)
        right = inner.left - 8 - text_width(label, AXIS, "sans")
        write(parent, label, right, y + AXIS / 3, AXIS, "sans", fill=theme.faint)
        add(parent, "path", d=f"M{number(inner.left)} {number(y)}H{number(inner.right)}",
            stroke=theme.border, stroke_width=1)  # fmt: skip
    for seat, colour in enumerate(colours):
        line = _curve(course, seat, inner)
        plain = {"d": line, "fill": "none", "stroke_linejoin": "round"}
        dashed = {"stroke_dasharray": DASHES[seat]} if DASHES[seat] else {}
        add(parent, "path", stroke=theme.paper, stroke_width=7, **plain)
        add(parent, "path", stroke=fills[colour], stroke_width=3.5, **plain, **dashed)


def _curve(course: Course, seat: int, room: Room) -> str:
    wide = (room.right - room.left) / max(1, len(course) - 1)
    points = (
        f"{number(room.left + n * wide)} {number(_y(chances[seat], room))}"
        for n, chances in enumerate(course)
    )
    return "M" + "L".join(points)


def _y(share: float, room: Room) -> float:
    return room.bottom - share * (room.bottom - room.top)
