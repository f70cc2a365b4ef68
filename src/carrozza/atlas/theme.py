"""Palettes: a printed travel map by day and by lamplight.

The eight card hues were sought so that the closest pair stays as far apart as possible, for full
colour vision and for the three kinds of dichromacy; tests/atlas/test_theme.py measures it. Where
hues come near to each other, the symbols tell.

Free spaces have tints of these hues and seats have colours of their own, darker than any tint by
day and lighter by lamplight. Both were sought together: no seat comes near to a tint or to another
seat, whatever the kind of colour vision.
"""

import msgspec

from carrozza.core.cards import CARDS, COLOURS, Card

SERIF = '"Source Serif 4", Georgia, "DejaVu Serif", serif'  # titles and names on the map
SANS = '"Source Sans 3", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif'  # the rest


class Hue(msgspec.Struct, frozen=True):
    """The field of one card colour and the ink of the symbol on it."""

    fill: str
    ink: str


class Livery(msgspec.Struct, frozen=True):
    """A player's trains: a colour and, for those who cannot tell it, a pattern."""

    name: str
    fill: str
    ink: str  # of the pattern
    pattern: str  # a name of symbols.PATTERNS


class Theme(msgspec.Struct, frozen=True):
    name: str
    sea: str
    land: str
    lake: str
    border: str  # coasts and frontiers
    bed: str  # the line under a track
    ink: str  # text, outlines of cards
    faint: str  # text and lines of second rank
    halo: str  # around names on the map
    city_fill: str
    city_stroke: str
    space_edge: str  # around cards and samples of their hues
    free_edge: str  # around a free space
    train_edge: str  # the dark outline of trains and stations
    keyline: str  # the light line around that
    grey: Hue  # what has no colour
    spaces: tuple[Hue, ...]  # free ones, by the names of SPACES
    hues: tuple[Hue, ...]  # by card colour
    locomotive: Hue  # the ground between the eight hues, and the asterisk
    players: tuple[Livery, ...]
    tunnel: str
    ferry: str
    paper: str  # of cards
    sky: str  # in the pictures on cards, before it takes on the hue of the card
    shade: str  # a panel on that paper
    back: str  # the backs of cards
    accent: str  # rules, badges, marked cities
    accent_ink: str  # on the accent

    def colours(self) -> dict[str, str]:
        """Every colour by the name that it has in style sheets: city-fill, red, red-ink, …"""
        plain = {
            field.replace("_", "-"): value
            for field, value in msgspec.structs.asdict(self).items()
            if isinstance(value, str) and field != "name"
        }
        pairs: dict[str, Hue | Livery] = {"grey": self.grey}
        pairs |= {f"space-{name}": hue for name, hue in zip(SPACES, self.spaces, strict=True)}
        pairs |= {card: self.hue(kind) for kind, card in enumerate(CARDS)}
        pairs |= {f"seat-{livery.name}": livery for livery in self.players}
        for name, pair in pairs.items():
            plain[name], plain[f"{name}-ink"] = pair.fill, pair.ink
        return plain

    def hue(self, kind: int) -> Hue:
        """Of a card by its number; the Locomotive has its own."""
        return self.hues[kind] if kind in COLOURS else self.locomotive


NIGHT = "#1c1a17"  # symbols on light hues, outlines of pictures
SNOW = "#fffdf7"  # symbols on dark hues
_DARK_HUES: tuple[Card, ...] = ("blue", "black", "red")

LIGHT_HUES: dict[Card, str] = {
    "purple": "#b48ad8",
    "blue": "#3d5d9b",
    "orange": "#e3711a",
    "white": "#f9f8f4",
    "green": "#549f7b",
    "yellow": "#fdd247",
    "black": "#1e1f25",
    "red": "#9d2b25",
}
# A little dimmer, black deeper, so that it stands out from dark land.
DARK_HUES: dict[Card, str] = {
    "purple": "#ad86d0",
    "blue": "#405d98",
    "orange": "#d17d1d",
    "white": "#eae8e4",
    "green": "#519675",
    "yellow": "#f1d049",
    "black": "#121318",
    "red": "#9d2320",
}


SPACES = (*(CARDS[kind] for kind in COLOURS), "grey")  # what a free space is called by its colour

LIGHT_SPACES = (  # the tint and the ink of its symbol
    ("#eacef0", "#685278"),
    ("#bbbff7", "#364e7d"),
    ("#ffca9e", "#894a19"),
    ("#f9f9f6", "#6f6d6a"),
    ("#b0ecca", "#3e6a53"),
    ("#fde56f", "#705f29"),
    ("#95959c", "#1e1f25"),
    ("#f2a89d", "#862823"),
    ("#c2bfbb", NIGHT),
)
DARK_SPACES = (
    ("#72497e", "#decde7"),
    ("#14386e", "#96a5c3"),
    ("#6c5032", "#ebc79a"),
    ("#686661", "#eae8e4"),
    ("#0f4228", "#7cb096"),
    ("#575200", "#f1d049"),
    ("#191a1c", "#888888"),
    ("#5e0911", "#c98581"),
    ("#474745", SNOW),
)


def mix(a: str, b: str, share: float) -> str:
    """The colour between two, with this share of the second."""
    pairs = zip(bytes.fromhex(a[1:]), bytes.fromhex(b[1:]), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


def _hues(fills: dict[Card, str]) -> tuple[Hue, ...]:
    return tuple(Hue(fill, SNOW if c in _DARK_HUES else NIGHT) for c, fill in fills.items())


def _spaces(pairs: tuple[tuple[str, str], ...]) -> tuple[Hue, ...]:
    return tuple(Hue(fill, ink) for fill, ink in pairs)


def _liveries(*fills_and_inks: tuple[str, str]) -> tuple[Livery, ...]:
    """In the order of the seats, which have these colours in the terminal too (cli/style)."""
    return tuple(
        Livery(name, fill, ink, pattern)
        for (name, pattern), (fill, ink) in zip(LIVERIES, fills_and_inks, strict=True)
    )


LIVERIES = (  # names of the seats' colours, with the patterns of their trains
    ("blue", "bar"),
    ("orange", "saltire"),
    ("green", "chevron"),
    ("mauve", "twin"),
    ("crimson", "check"),
)

LIGHT = Theme(
    name="light",
    sea="#cbdadb",
    land="#f2e9d5",
    lake="#c6d7da",
    border="#b7a684",
    bed="#8b7a5c",
    ink="#2b2620",
    faint="#635949",
    halo="#f8f1e1",
    city_fill="#fffaf0",
    city_stroke="#3d3428",
    space_edge="#3d3428",
    free_edge="#7d7261",
    train_edge="#1f1a14",
    keyline="#fffdf7",
    grey=Hue("#b5ada0", NIGHT),
    spaces=_spaces(LIGHT_SPACES),
    hues=_hues(LIGHT_HUES),
    locomotive=Hue("#fbf5e6", "#2b2620"),
    players=_liveries(
        ("#517aff", NIGHT),
        ("#e15800", NIGHT),
        ("#03695a", SNOW),
        ("#6403aa", SNOW),
        ("#860009", SNOW),
    ),
    tunnel="#4e4438",
    ferry="#2f6479",
    paper="#fbf6ea",
    sky="#f6efde",
    shade="#efe5cf",
    back="#6f4530",
    accent="#8a4b2a",
    accent_ink="#fffaf0",
)

DARK = Theme(
    name="dark",
    sea="#13202a",
    land="#3f4037",
    lake="#22323b",
    border="#7b7967",
    bed="#9a937f",
    ink="#ede6d6",
    faint="#bdb6a2",
    halo="#24251f",
    city_fill="#ece3cf",
    city_stroke="#12120f",
    space_edge="#c9c0aa",
    free_edge="#979080",
    train_edge="#0b0b09",
    keyline="#efe6d2",
    grey=Hue("#77746b", SNOW),
    spaces=_spaces(DARK_SPACES),
    hues=_hues(DARK_HUES),
    locomotive=Hue("#2a2a25", "#ede6d6"),
    players=_liveries(
        ("#a3e0fe", NIGHT),
        ("#ffd690", NIGHT),
        ("#1da124", NIGHT),
        ("#9578f2", NIGHT),
        ("#f57b9f", NIGHT),
    ),
    tunnel="#d6c9ab",
    ferry="#8fc0d2",
    paper="#2a2b26",
    sky="#bdb6a5",
    shade="#35362f",
    back="#4a3527",
    accent="#d9a066",
    accent_ink="#1c1a17",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
