"""SVG to PNG."""

from carrozza.core.extras import needing

with needing("boards"):
    import resvg_py


def to_png(svg: str, width: int) -> bytes:
    """The drawing as a PNG so many pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
