"""The picture on the Locomotive card: a steam engine before a fan of the eight hues."""

from math import cos, pi, sin
from xml.etree.ElementTree import Element

from carrozza.atlas.svg import add, group, path
from carrozza.atlas.theme import NIGHT, Theme, mix
from carrozza.atlas.wagons import FINE, OUTLINE

RAY = 240.0
SUN = 77.0


def fan(parent: Element, x: float, y: float, theme: Theme) -> None:
    """Eight rays over the horizon, and a sun before them in which the engine stands out."""
    g = group(parent, stroke=theme.locomotive.fill, stroke_width=OUTLINE)
    step = pi / len(theme.hues)
    for i, hue in enumerate(theme.hues):
        rim = [
            (x - RAY * cos(i * step), y - RAY * sin(i * step)),
            (x - RAY * cos((i + 1) * step), y - RAY * sin((i + 1) * step)),
        ]
        add(g, "path", d=path([(x, y), *rim], close=True), fill=hue.fill)
    add(g, "circle", cx=x, cy=y, r=SUN, fill=theme.sky)


def smoke(parent: Element, theme: Theme) -> None:
    g = group(parent, fill=mix(theme.sky, "#ffffff", 0.55), stroke=NIGHT, stroke_width=FINE)
    puffs = "M50 -72Q40 -72 40 -79Q26 -74 24 -84Q6 -78 2 -88Q-18 -82 -24 -92Q-20 -104 -8 -99"
    back = "Q-2 -109 8 -101Q18 -108 25 -99Q36 -102 39 -93Q49 -95 52 -86Q60 -82 54 -74Z"
    add(g, "path", d=puffs + back)


def engine(parent: Element, theme: Theme, trim: str) -> None:
    """Engine and tender, running to the right; rails at y = 0."""
    pale = mix(theme.sky, "#ffffff", 0.5)
    g = group(parent, fill=NIGHT, stroke=NIGHT, stroke_width=OUTLINE, stroke_linejoin="round")
    add(g, "path", d="M-70 -42Q-64 -51 -57 -47Q-50 -54 -44 -46L-40 -42Z")  # coal
    add(g, "path", d="M-72 -43H-38V-14H-72ZM-78 -17H-72V-13H-78ZM-38 -18H-32V-13H-38Z")
    add(g, "path", d="M-36 -66Q-22 -70 -6 -66V-62H-36Z")  # roof of the cab
    add(g, "path", d="M-33 -62H-9V-14H-33Z")
    add(g, "rect", x=-28, y=-57, width=14, height=14, rx=1.5, fill=pale)
    add(g, "path", d="M-10 -50H48V-26H-10Z")  # boiler
    add(g, "path", d="M46 -52H58Q61 -52 61 -49V-26H46Z")  # smokebox
    add(g, "path", d="M47 -52L45 -66H43V-70H58V-66H56L54 -52Z")  # chimney
    add(g, "path", d="M18 -50V-55Q24 -63 30 -55V-50ZM-2 -50V-55H8V-50ZM0 -55V-59H6V-55Z")  # domes
    add(g, "path", d="M-34 -27H64V-22H-34Z")  # running board
    add(g, "path", d="M58 -22H66V-14L77 -1H58Z")  # cowcatcher
    add(g, "path", d="M61 -46H66V-40H61Z", fill=pale)  # lamp
    for x, r in ((-63, 6.5), (-46, 6.5), (-20, 11), (5, 11), (30, 11), (51, 6)):
        add(g, "circle", cx=x, cy=-r, r=r, stroke=pale, stroke_width=FINE)
        spokes = f"M{x - r * 0.7} {-r}H{x + r * 0.7}M{x} {-r * 1.7}V{-r * 0.3}"
        add(g, "path", d=spokes, stroke=pale, stroke_width=FINE)
    lines = group(g, fill="none", stroke=trim, stroke_width=2)
    add(lines, "path", d="M-10 -49V-27M16 -49V-27M32 -49V-27M46 -51V-27M-68 -38H-42V-20H-68Z")
    add(lines, "path", d="M-20 -8H30L44 -15", stroke=pale, stroke_linecap="round")
