"""What all cards share: the blank card, lettering that fits, the badge with a value."""

from xml.etree.ElementTree import Element

from carrozza.atlas.lettering import FaceName, text_width, write
from carrozza.atlas.svg import add, number, root
from carrozza.atlas.theme import Theme

WIDTH = 240.0
HEIGHT = 160.0
ROUND = 10.0  # radius of the corners
EDGE = 1.6  # width of the outline


def rounded(x: float, y: float, width: float, height: float, r: float) -> str:
    """Path data of a rectangle with round corners."""
    a, b, c, d = (number(v) for v in (x + r, x + width - r, y + r, y + height - r))
    right, bottom, left, top = (number(v) for v in (x + width, y + height, x, y))
    arc = f"A{number(r)} {number(r)} 0 0 1"
    return (
        f"M{a} {top}H{b}{arc} {right} {c}V{d}{arc} {b} {bottom}"
        f"H{a}{arc} {left} {d}V{c}{arc} {a} {top}Z"
    )


OUTER = rounded(0, 0, WIDTH, HEIGHT, ROUND)


def blank(title: str, fill: str, desc: str = "") -> Element:
    """A card with nothing on it yet."""
    svg = root(WIDTH, HEIGHT, title, desc)
    add(svg, "path", d=OUTER, fill=fill)
    return svg


def window(svg: Element, x: float, y: float, width: float, height: float) -> Element:
    """A part of the card that cuts off what reaches beyond it. A nested drawing does so without
    a clip path, whose id could meet its double when several cards stand on one page."""
    box = " ".join(number(v) for v in (x, y, width, height))
    return add(svg, "svg", x=x, y=y, width=width, height=height, viewBox=box)


def frame(svg: Element, hole: str, fill: str, line: str) -> None:
    """Paper all around a hole, which hides the square corners of a window under it."""
    add(svg, "path", d=OUTER + hole, fill=fill, fill_rule="evenodd")
    add(svg, "path", d=hole, fill="none", stroke=line, stroke_width=EDGE)


def edge(svg: Element, theme: Theme) -> None:
    """The outline of the card, drawn last."""
    inset = EDGE / 2
    d = rounded(inset, inset, WIDTH - EDGE, HEIGHT - EDGE, ROUND - inset)
    add(svg, "path", d=d, fill="none", stroke=theme.space_edge, stroke_width=EDGE)


def fitting(text: str, width: float, largest: float, face: FaceName) -> float:
    """The font size at which a text fits into a width."""
    return min(largest, largest * width / max(text_width(text, largest, face), 1))


def wrap(text: str, width: float, size: float, face: FaceName) -> list[str]:
    """The text in lines that fit into a width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size, face) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def badge(
    svg: Element, value: int, x: float, y: float, r: float, theme: Theme, double: bool = False
) -> None:
    """The value of a card in a disc; with a second ring for the long tickets."""
    add(svg, "circle", cx=x, cy=y, r=r, fill=theme.accent)
    ring = {"fill": "none", "stroke": theme.accent_ink}
    add(svg, "circle", cx=x, cy=y, r=r - 2, stroke_width=1, **ring)
    if double:
        add(svg, "circle", cx=x, cy=y, r=r + 2, fill="none", stroke=theme.accent, stroke_width=1.2)
    size = r * (0.98 if value < 10 else 0.9)
    write(svg, str(value), x, y + size * 0.33, size, "sans-bold",
          anchor="middle", fill=theme.accent_ink)  # fmt: skip
