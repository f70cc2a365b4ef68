"""A board laid out: where everything is drawn. Lengths are in units of the drawing, y grows
downwards, angles are in degrees from the x axis."""

import msgspec

FORMAT = 1

Point = tuple[float, float]


class Frame(msgspec.Struct, frozen=True):
    """The part of the Earth that a board shows, and how it is made flat (atlas/projection)."""

    kind: str  # conic, or cylindrical
    parallels: tuple[float, float]  # latitudes drawn true; a cylindrical frame uses the first
    lon: float  # the meridian that stands upright
    scale: float  # units per degree of latitude
    left: float  # subtracted after scaling, so that the drawing begins at 0, 0
    top: float
    width: float
    height: float


class Space(msgspec.Struct, frozen=True, array_like=True):
    """The place of one train."""

    x: float  # of its centre
    y: float
    angle: float


class Track(msgspec.Struct, frozen=True):
    """One route: its spaces in order, and the curve they lie on, from city to city."""

    spaces: tuple[Space, ...]
    curve: tuple[Point, Point, Point]  # a quadratic Bézier curve: end, control point, end


class Label(msgspec.Struct, frozen=True):
    """The box of a city's name."""

    x: float  # left
    y: float  # top
    width: float
    height: float


class Place(msgspec.Struct, frozen=True):
    """A city on the drawing."""

    x: float
    y: float
    label: Label


class Layout(msgspec.Struct, frozen=True):
    format: int
    name: str
    frame: Frame
    space_length: float
    space_width: float
    city_radius: float
    font_size: float
    places: tuple[Place, ...]  # by city number
    tracks: tuple[Track, ...]  # by route number


class Nudges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hand-made help for the layout of a board, apart from the rules' data."""

    frame: dict[str, float | str] = {}  # fields of Frame to fix
    cities: dict[str, Point] = {}  # shifts of a city's starting place, in units
    bends: dict[
        str, float
    ] = {}  # “A – B”: how far the track starts to the left of the straight line
