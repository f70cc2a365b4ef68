"""The rolling stock on the train cards. The rails lie at y = 0, the middle of a vehicle at x = 0;
upwards is negative."""

from collections.abc import Callable
from xml.etree.ElementTree import Element

import msgspec

from carrozza.atlas.svg import add, group
from carrozza.atlas.theme import NIGHT, SNOW, Theme, mix
from carrozza.core.cards import CARD_INDEX

WHITE = CARD_INDEX["white"]
OUTLINE = 1.6
FINE = 1.1


class Paint(msgspec.Struct, frozen=True):
    """The colours of one card's picture."""

    body: str
    dark: str  # roofs, shaded parts
    light: str  # windows, loads
    detail: str  # fine lines on the body
    sky: str
    hills: str
    ground: str


def paint(kind: int, theme: Theme) -> Paint:
    hue = theme.hue(kind)
    body = hue.fill
    sky = mix(body, theme.sky, 0.68)
    if kind == WHITE:  # white on white would vanish: its sky is that of a winter's day
        sky = mix(theme.sky, "#6d9ab5", 0.36)
    return Paint(
        body,
        mix(body, NIGHT, 0.42) if hue.ink == NIGHT else mix(body, NIGHT, 0.55),
        mix(body, SNOW, 0.72),
        mix(body, hue.ink, 0.7),
        sky,
        mix(sky, NIGHT, 0.13),
        mix(sky, NIGHT, 0.3),
    )


class Pen:
    """Draws onto a group with the colours of a card."""

    def __init__(self, parent: Element, colours: Paint, at: str) -> None:
        self.g = group(
            parent, transform=at, stroke=NIGHT, stroke_width=OUTLINE, stroke_linejoin="round"
        )
        self.c = colours

    def shape(self, d: str, fill: str) -> None:
        add(self.g, "path", d=d, fill=fill)

    def box(self, x: float, y: float, w: float, h: float, fill: str, rx: float = 0) -> None:
        add(self.g, "rect", x=x, y=y, width=w, height=h, rx=rx or None, fill=fill)

    def lines(self, d: str, colour: str = "", width: float = FINE) -> None:
        stroke = colour or self.c.detail
        add(self.g, "path", d=d, fill="none", stroke=stroke, stroke_width=width)

    def bars(self, xs: range, top: float, bottom: float, colour: str = "") -> None:
        """Upright lines."""
        self.lines("".join(f"M{x} {top}V{bottom}" for x in xs), colour)

    def windows(self, xs: range, y: float, w: float, h: float) -> None:
        for x in xs:
            self.box(x, y, w, h, self.c.light, 1.5)

    def wheel(self, x: float, r: float) -> None:
        g = group(self.g, fill=NIGHT, stroke="none")
        add(g, "circle", cx=x, cy=-r, r=r)
        add(g, "circle", cx=x, cy=-r, r=r * 0.62, fill=self.c.sky)
        add(g, "circle", cx=x, cy=-r, r=r * 0.3)

    def bogie(self, x: float) -> None:
        self.wheel(x - 9, 6.5)
        self.wheel(x + 9, 6.5)
        self.shape(f"M{x - 13} -10H{x + 13}L{x + 9} -5H{x - 9}Z", NIGHT)

    def axle(self, x: float) -> None:
        """A large wheel under a leaf spring."""
        self.wheel(x, 8.5)
        self.shape(f"M{x - 11} -15Q{x} -9 {x + 11} -15Z", NIGHT)

    def frame(self, half: float) -> None:
        """The beam under the body, with buffers."""
        self.shape(f"M{-half} -18H{half}V-13H{-half}Z", NIGHT)
        ends = f"M{-half} -15H{-half - 5}M{half} -15H{half + 5}"
        self.lines(f"{ends}M{-half - 5} -18V-12M{half + 5} -18V-12", NIGHT, 2)


def coach(p: Pen) -> None:
    p.frame(64)
    p.bogie(-42)
    p.bogie(42)
    p.box(-66, -52, 132, 36, p.c.body, 2)
    p.lines("M-66 -27H66M-66 -24H66")
    p.windows(range(-44, 40, 15), -46, 10, 14)
    for x in (-61, 51):
        p.box(x, -46, 10, 29, p.c.light, 1.5)
        p.lines(f"M{x} -31H{x + 10}", NIGHT)
    p.box(-50, -64, 100, 7, p.c.light, 2)
    p.bars(range(-40, 50, 10), -63, -58, NIGHT)
    p.shape("M-54 -64Q-52 -67 -46 -67H46Q52 -67 54 -64Z", p.c.dark)
    p.shape("M-70 -52Q-68 -59 -58 -59H58Q68 -59 70 -52Z", p.c.dark)


def tank(p: Pen) -> None:
    p.frame(64)
    p.bogie(-42)
    p.bogie(42)
    p.shape("M-50 -24H-34L-31 -17H-53ZM34 -24H50L53 -17H31Z", p.c.dark)
    p.box(-11, -63, 22, 14, p.c.dark, 3)
    p.lines("M-15 -63H15", NIGHT, 3)
    p.box(-64, -54, 128, 34, p.c.body, 16)
    p.lines("M-50 -47H50", p.c.light, 3)
    p.lines("M-42 -54V-20M42 -54V-20M-20 -54V-20M20 -54V-20")
    p.lines("M-5 -54V-17M5 -54V-17M-5 -48H5M-5 -42H5M-5 -36H5M-5 -30H5M-5 -24H5", p.c.detail, 1.4)


def brake_van(p: Pen) -> None:
    p.frame(64)
    p.axle(-36)
    p.axle(36)
    p.lines("M-62 -18V-52M62 -18V-52", NIGHT, 2)
    p.lines("M-62 -32H-46M-62 -25H-46M-54 -32V-18M62 -32H46M62 -25H46M54 -32V-18", NIGHT)
    p.box(-46, -52, 92, 34, p.c.body, 1)
    p.bars(range(-40, 46, 8), -30, -19)
    p.lines("M-46 -30H46")
    p.windows(range(-38, 40, 22), -46, 11, 11)
    p.shape("M26 -70H32V-56H26Z", p.c.dark)
    p.box(-26, -67, 38, 12, p.c.body, 1)
    p.windows(range(-22, 10, 16), -65, 14, 8)
    p.shape("M-30 -67Q-7 -74 16 -67Z", p.c.dark)
    p.shape("M-68 -52Q-66 -57 -58 -57H58Q66 -57 68 -52Z", p.c.dark)


def snow_plough(p: Pen) -> None:
    p.shape("M-60 -18H30V-13H-60Z", NIGHT)
    p.lines("M-60 -15H-65M-65 -18V-12", NIGHT, 2)
    p.bogie(-40)
    p.bogie(12)
    p.box(-62, -53, 88, 36, p.c.body, 1)
    p.bars(range(-54, -24, 6), -52, -18)
    p.windows(range(-20, 20, 20), -47, 14, 12)
    p.lines("M-22 -28H26")
    p.box(-8, -66, 18, 10, p.c.light, 1)
    p.shape("M-12 -66Q1 -71 14 -66Z", p.c.dark)
    p.shape("M-66 -53Q-64 -59 -54 -59H22Q28 -58 30 -53Z", p.c.dark)
    p.shape("M26 -56Q42 -52 46 -34T74 -2H26Z", p.c.dark)
    p.lines("M26 -42Q36 -38 41 -24T58 -2M26 -26Q32 -22 36 -14T44 -2", p.c.light, 1.6)
    g = group(p.g, fill=SNOW, stroke="none")
    for x, y, r in ((62, -34, 4), (72, -46, 3), (56, -50, 2.4), (78, -28, 4), (66, -60, 2)):
        add(g, "circle", cx=x, cy=y, r=r)
    p.shape("M58 0Q62 -8 70 -7Q74 -13 82 -9Q92 -8 94 0Z", SNOW)


def logs(p: Pen) -> None:
    p.bogie(-46)
    p.bogie(46)
    for y, left, right in ((-29, -62, 62), (-40, -57, 58), (-51, -63, 60), (-60, -44, 40)):
        r = 5.5
        p.box(left, y - r + 4, right - left, 2 * r, p.c.body if y % 2 else p.c.light, r)
        add(p.g, "circle", cx=right - r, cy=y + 4, r=r, fill=p.c.light)
        add(p.g, "circle", cx=right - r, cy=y + 4, r=2, fill="none", stroke_width=FINE)
    p.lines("M-40 -30H-8M4 -22H38M-48 -40H-30M-6 -41H26M-46 -50H-20M8 -52H34", p.c.dark)
    p.lines("M-30 -18V-62M30 -18V-62", NIGHT, 2.6)
    p.lines("M-66 -18V-48M67 -18V-48", NIGHT, 2.6)
    p.box(-70, -19, 140, 6, p.c.body, 1)
    p.lines("M-70 -15H-75M70 -15H75M-75 -18V-12M75 -18V-12", NIGHT, 2)


def hopper(p: Pen) -> None:
    p.bogie(-52)
    p.bogie(52)
    p.shape("M-70 -18H70V-14H-70Z", NIGHT)
    p.lines("M-70 -15H-75M70 -15H75M-75 -18V-12M75 -18V-12", NIGHT, 2)
    p.lines("M-66 -40V-18M66 -40V-18", NIGHT, 2)
    p.shape("M-60 -57Q-42 -69 -24 -61Q-2 -71 20 -61Q40 -69 60 -57Z", p.c.light)
    p.shape("M-68 -58H68V-42L38 -8H16L0 -28L-16 -8H-38L-68 -42Z", p.c.body)
    p.lines("M-68 -42H68")
    p.bars(range(-51, 60, 17), -56, -43)
    p.lines("M-42 -42L-27 -9M42 -42L27 -9M-17 -42L-22 -9M17 -42L22 -9")
    p.lines("M-70 -58H70", NIGHT, 3)


def crane(p: Pen) -> None:
    p.bogie(-46)
    p.bogie(46)
    p.lines("M-26 -66L64 -68", NIGHT, 1.4)
    p.shape("M-10 -30L61 -71L67 -67L-2 -22Z", p.c.body)
    p.lines("M4 -36L8 -29L20 -45L24 -38L36 -54L40 -47L50 -62L54 -55")
    p.lines("M64 -68V-44", NIGHT, 1.4)
    p.lines("M64 -44V-38Q69 -36 67 -32T60 -34", NIGHT, 2.2)
    add(p.g, "circle", cx=64, cy=-69, r=4, fill=p.c.light)
    p.box(-64, -44, 24, 25, p.c.dark, 3)
    p.box(-44, -53, 36, 34, p.c.body, 1)
    p.box(-26, -48, 13, 13, p.c.light, 1.5)
    p.bars(range(-40, -28, 5), -49, -24)
    p.shape("M-48 -53L-42 -59H-8L-4 -53Z", p.c.dark)
    p.lines("M-30 -59L-26 -66L-18 -59", NIGHT, 2)
    p.box(-30, -23, 44, 4, p.c.light, 1)
    p.box(-70, -19, 140, 6, p.c.body, 1)
    p.lines("M-70 -15H-75M70 -15H75M-75 -18V-12M75 -18V-12", NIGHT, 2)


def box_wagon(p: Pen) -> None:
    p.frame(64)
    p.axle(-42)
    p.axle(42)
    p.box(-64, -58, 128, 41, p.c.body, 1)
    p.bars(range(-56, -20, 8), -57, -18)
    p.bars(range(24, 64, 8), -57, -18)
    p.lines("M-62 -19L-20 -56M62 -19L20 -56", p.c.detail, 2)
    p.box(-18, -55, 36, 38, p.c.light, 1)
    p.lines("M-18 -55L18 -17M18 -55L-18 -17", p.c.body, 2.4)
    p.lines("M0 -55V-17", NIGHT)
    p.lines("M-24 -56H24", NIGHT, 2)
    p.shape("M-68 -58Q-40 -67 0 -67T68 -58Z", p.c.dark)


WAGONS: tuple[Callable[[Pen], None], ...] = (
    coach,
    tank,
    brake_van,
    snow_plough,
    logs,
    hopper,
    crane,
    box_wagon,
)

# The country behind each of them, as one silhouette in the same coordinates.
BACKDROPS: tuple[str, ...] = (
    "M-100 -34Q-66 -62 -30 -44T44 -58T124 -40V2H-100Z",  # rolling hills
    "M-100 -30H-40L-36 -34H20V-30H62V-72H64L67 -80L70 -72H72V-30H124V2H-100Z",  # a lighthouse
    "M-100 -30H-72L-64 -66H-28L-20 -40H30L36 -78H74L82 -46H124V2H-100Z",  # table mountains
    "M-100 -30L-56 -72L-34 -50L0 -88L34 -48L60 -74L124 -24V2H-100Z",  # peaks
    "M-100 -40L-90 -66L-80 -40L-70 -78L-60 -40L-52 -60L-44 -40H30L40 -66L50 -40L60 -88L72 -40"
    "L82 -70L94 -40L104 -60L124 -40V2H-100Z",  # firs
    "M-100 -34Q-60 -44 -20 -38H68V-82Q76 -92 84 -82V-38H88V-72Q95 -80 102 -72V-38H124V2H-100Z",
    "M-100 -36H-86V-80H-78V-36H-70V-66L-52 -76V-66L-34 -76V-36H84V-86H92V-36H124V2H-100Z",  # works
    "M-100 -36Q-50 -50 0 -42H62V-66L78 -80L94 -66V-42Q110 -44 124 -40V2H-100Z",  # a barn
)
