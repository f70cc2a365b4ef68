"""The shapes that say in outline what colours say in hue: one for each kind of card, the same on
the spaces of a board, on cards and on tickets, and one for the trains of each seat.

All are filled paths around the origin in a box of side 1 (from −0.5 to 0.5), so no font is needed.
Their areas differ a little so that they look equally large.
"""

from xml.etree.ElementTree import Element

from carrozza.atlas.svg import Value, add, place
from carrozza.core.cards import CARDS, Card

PATHS: dict[Card, str] = {
    "purple": "M0 -.5L.4 0L0 .5L-.4 0Z",  # lozenge
    "blue": "M-.42 0A.42 .42 0 1 1 .42 0A.42 .42 0 1 1 -.42 0Z",  # disc
    "orange": "M0 -.46L.49 .39H-.49Z",  # triangle
    # Ring: the inner circle runs the other way round, which leaves a hole.
    "white": (
        "M-.45 0A.45 .45 0 1 1 .45 0A.45 .45 0 1 1 -.45 0Z"
        "M-.25 0A.25 .25 0 1 0 .25 0A.25 .25 0 1 0 -.25 0Z"
    ),
    # Clover leaf: three discs, the middle between them, and a stem.
    "green": (
        "M-.215 -.27A.215 .215 0 1 1 .215 -.27A.215 .215 0 1 1 -.215 -.27Z"
        "M-.48 .1A.215 .215 0 1 1 -.05 .1A.215 .215 0 1 1 -.48 .1Z"
        "M.05 .1A.215 .215 0 1 1 .48 .1A.215 .215 0 1 1 .05 .1Z"
        "M-.12 -.12H.12L.2 .1H.05Q.06 .34 .19 .48H-.19Q-.06 .34 -.05 .1H-.2Z"
    ),
    "yellow": (  # star
        "M0 -.47L.126 -.124L.495 -.111L.204 .116L.306 .471"
        "L0 .265L-.306 .471L-.204 .116L-.495 -.111L-.126 -.124Z"
    ),
    "black": "M-.38 -.38H.38V.38H-.38Z",  # square
    "red": (  # heart
        "M0 .46C-.25 .23 -.48 .04 -.48 -.18C-.48 -.34 -.37 -.44 -.24 -.44"
        "C-.13 -.44 -.04 -.37 0 -.27C.04 -.37 .13 -.44 .24 -.44"
        "C.37 -.44 .48 -.34 .48 -.18C.48 .04 .25 .23 0 .46Z"
    ),
    "locomotive": (  # asterisk of six arms
        "M-.075 -.13L-.094 -.49H.094L.075 -.13L.377 -.326L.471 -.164L.15 0"
        "L.471 .164L.377 .326L.075 .13L.094 .49H-.094L-.075 .13"
        "L-.377 .326L-.471 .164L-.15 0L-.471 -.164L-.377 -.326Z"
    ),
}

# On trains: made of straight bars, so that none is taken for the symbol of a card.
PATTERNS: dict[str, str] = {
    "bar": "M-.14 -.5H.14V.5H-.14Z",
    "twin": "M-.4 -.5H-.16V.5H-.4ZM.16 -.5H.4V.5H.16Z",
    "chevron": "M-.38 -.5H-.08L.34 0L-.08 .5H-.38L.04 0Z",
    "saltire": ("M-.5 -.5H-.26L0 -.17L.26 -.5H.5L.13 0L.5 .5H.26L0 .17L-.26 .5H-.5L-.13 0Z"),
    "check": "M-.5 -.5H0V0H-.5ZM0 0H.5V.5H0Z",
}


def symbol(
    parent: Element, kind: int, x: float, y: float, size: float, **attributes: Value
) -> Element:
    """Draw the symbol of a kind of card around a point. Stroke widths are in parts of its size."""
    at = place(x, y, size)
    return add(parent, "path", d=PATHS[CARDS[kind]], transform=at, **attributes)
