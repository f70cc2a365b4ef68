"""What all cards share: the blank card, lettering that fits, the badge with a value."""

from xml.etree.ElementTree import Element

from carrozza.atlas.svg import add, number, root
from carrozza.atlas.theme import SANS, SERIF, Theme

WIDTH = 240.0
HEIGHT = 160.0
ROUND = 10.0  # radius of the corners
EDGE = 1.6  # width of the outline

# Letters that are not of middle width, and how wide they are, in parts of the font size.
WIDTHS = {
    **dict.fromkeys("iIjl.,:;'’()|-/ ", 0.37),
    **dict.fromkeys("ftr", 0.48),
    **dict.fromkeys("mwMWÆŒ@—", 0.98),
}
BOLD = 1.09  # how much wider bold letters are
SLIM = 0.93  # how much narrower those without serifs


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


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About as wide as the widest of the fonts sets it."""
    units = sum(WIDTHS.get(c, 0.75 if c.isupper() else 0.63) for c in text)
    return units * size * (BOLD if bold else 1)


def fitting(text: str, width: float, largest: float, bold: bool = False) -> float:
    """The font size at which a text fits into a width."""
    return min(largest, largest * width / max(text_width(text, largest, bold), 1))


def wrap(text: str, width: float, size: float) -> list[str]:
    """The text in lines that fit into a width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def write(
    parent: Element,
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    serif: bool = True,
    bold: bool = False,
    anchor: str | None = None,
) -> None:
    add(
        parent,
        "text",
        text,
        x=x,
        y=y,
        font_family=SERIF if serif else SANS,
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor=anchor,
        fill=fill,
    )


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
    write(svg, str(value), x, y + size * 0.36, size, theme.accent_ink,
          serif=False, bold=True, anchor="middle")  # fmt: skip
