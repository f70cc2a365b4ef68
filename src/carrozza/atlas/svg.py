"""A little help for building SVG with the standard library's element tree.

Elements carry no namespace of their own; the root declares it once, so that the text stays short.
"""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

NAMESPACE = "http://www.w3.org/2000/svg"
DIGITS = 2  # of every number: a hundredth of a unit is finer than any screen

Value = str | float | None


def number(value: float, digits: int = DIGITS) -> str:
    """A number as short as it can be: no trailing zeros, no minus before a zero."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(line: Iterable[tuple[float, float]], digits: int = 1) -> str:
    """The points of a polyline or polygon."""
    return " ".join(f"{number(x, digits)},{number(y, digits)}" for x, y in line)


def path(line: Iterable[tuple[float, float]], close: bool = False, digits: int = 1) -> str:
    """Path data of straight pieces through these points."""
    steps = "L".join(f"{number(x, digits)} {number(y, digits)}" for x, y in line)
    return f"M{steps}{'Z' if close else ''}"


def root(width: float, height: float, title: str = "", desc: str = "") -> Element:
    """The outermost element, as large as its view box."""
    box = f"0 0 {number(width)} {number(height)}"
    size = {"width": number(width), "height": number(height)}
    svg = Element("svg", {"xmlns": NAMESPACE, "viewBox": box, **size})
    if title or desc:
        svg.set("role", "img")
    describe(svg, title, desc)
    return svg


def describe(node: Element, title: str = "", desc: str = "") -> None:
    """What an element shows, for those who hear it read or point at it."""
    if title:
        SubElement(node, "title").text = title
    if desc:
        SubElement(node, "desc").text = desc


def add(parent: Element, tag: str, text: str = "", /, **attributes: Value) -> Element:
    """Add an element. stroke_width becomes stroke-width, class_ becomes class; None is left out."""
    node = SubElement(parent, tag)
    for name, value in attributes.items():
        if value is not None:
            key = name.rstrip("_").replace("_", "-")
            node.set(key, value if isinstance(value, str) else number(value))
    if text:
        node.text = text
    return node


def group(parent: Element, **attributes: Value) -> Element:
    return add(parent, "g", **attributes)


def place(x: float, y: float, size: float = 1.0, angle: float = 0.0) -> str:
    """A transform that brings a drawing around the origin to its place."""
    parts = [f"translate({number(x)} {number(y)})"]
    if angle:
        parts.append(f"rotate({number(angle)})")
    if size != 1.0:
        parts.append(f"scale({number(size)})")
    return "".join(parts)


def serialise(svg: Element) -> str:
    """The drawing as text, without an XML declaration, so that it can stand inside a page."""
    return tostring(svg, encoding="unicode")


def parts_of(text: str) -> list[Element]:
    """What is in a drawing, without namespaces, title and description: to be put into another."""
    svg = fromstring(text)
    for node in svg.iter():
        node.tag = node.tag.removeprefix(f"{{{NAMESPACE}}}")
    return [node for node in svg if node.tag not in ("title", "desc")]
