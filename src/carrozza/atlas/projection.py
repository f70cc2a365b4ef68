"""Making the Earth flat: Lambert's conformal conic projection for most regions, and for one that
must stay broad in the far north a cylindrical one."""

from collections.abc import Callable, Iterable
from math import cos, log, pi, radians, sin, tan

from carrozza.atlas.model import Frame, Point

MARGIN = 0.055  # of the width, around the outermost cities
LOWEST = 0.5  # of the width: a board of cities on one line is as high as this


def projector(frame: Frame) -> Callable[[float, float], Point]:
    """A function from latitude and longitude to the drawing."""
    flat = _conic(frame) if frame.kind == "conic" else _cylindrical(frame)

    def project(lat: float, lon: float) -> Point:
        x, y = flat(lat, lon)
        return frame.scale * x - frame.left, -frame.scale * y - frame.top

    return project


def _conic(frame: Frame) -> Callable[[float, float], Point]:
    """Lambert's conformal conic, in degrees of latitude at the parallels."""
    low, high = (radians(p) for p in frame.parallels)
    if abs(low - high) < 1e-9:
        n = sin(low)
    else:
        n = log(cos(low) / cos(high)) / log(tan(pi / 4 + high / 2) / tan(pi / 4 + low / 2))
    f = cos(low) * tan(pi / 4 + low / 2) ** n / n

    def flat(lat: float, lon: float) -> Point:
        lat = max(-85.0, min(85.0, lat))
        rho = f / tan(pi / 4 + radians(lat) / 2) ** n
        theta = n * radians((lon - frame.lon + 180) % 360 - 180)
        return rho * sin(theta) * 180 / pi, -rho * cos(theta) * 180 / pi

    return flat


def _cylindrical(frame: Frame) -> Callable[[float, float], Point]:
    """Meridians upright and evenly spaced, so that the far north stays as broad as the south."""
    stretch = cos(radians(frame.parallels[0]))

    def flat(lat: float, lon: float) -> Point:
        return ((lon - frame.lon + 180) % 360 - 180) * stretch, lat

    return flat


def frame_for(places: Iterable[Point], width: float, fixed: dict[str, float | str]) -> Frame:
    """A frame around these latitudes and longitudes; `fixed` overrides what is chosen here."""
    points = list(places) or [(0.0, 0.0)]
    lats = [lat for lat, _ in points]
    low, high = min(lats), max(lats)
    level = (low < 0 < high) or abs(low + high) < 2 or high - low < 1e-6  # no cone touches it well
    kind = str(fixed.get("kind", "cylindrical" if level else "conic"))
    sixth = (high - low) / 6
    first = float(fixed.get("parallel", low + sixth))
    second = float(fixed.get("parallel_2", high - sixth))
    lon = float(fixed.get("lon", _middle([lon for _, lon in points])))
    raw = Frame(kind, (first, second), lon, 1.0, 0.0, 0.0, 1.0, 1.0)
    project = projector(raw)
    xs, ys = zip(*(project(lat, lon) for lat, lon in points), strict=True)
    span = max(max(xs) - min(xs), (max(ys) - min(ys)) / 1.2, 1e-6)
    margin = MARGIN * width
    scale = (width - 2 * margin) / span
    spare = (width - 2 * margin - scale * (max(xs) - min(xs))) / 2
    content = scale * (max(ys) - min(ys)) + 2 * margin
    height = max(content, LOWEST * width)
    left = scale * min(xs) - margin - spare
    top = scale * min(ys) - margin - (height - content) / 2
    return Frame(kind, (first, second), lon, scale, left, top, width, height)


def _middle(lons: list[float]) -> float:
    """The middle of the shortest arc of meridians that holds them all."""
    ordered = sorted(lons)
    gaps = [(b - a, b) for a, b in zip(ordered, [*ordered[1:], ordered[0] + 360], strict=True)]
    gap, start = max(gaps)
    return (start + (360 - gap) / 2 + 180) % 360 - 180
