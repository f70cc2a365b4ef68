"""What is written on a drawing, be it as letters or as their outlines."""

from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"


def writing(node: Element) -> list[tuple[str, Element]]:
    """Each text with its element, in the order in which they are drawn."""
    found = []
    for part in node.iter():
        if part.tag == f"{SVG}text":
            found.append((part.text or "", part))
        elif part.get("aria-label"):
            found.append((part.get("aria-label", ""), part))
    return found


def words(node: Element) -> list[str]:
    return [text for text, _ in writing(node)]
