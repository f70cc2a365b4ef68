"""The palettes: hues that stay apart for every kind of colour vision, and ink that can be read."""

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from carrozza.atlas.symbols import PATHS, PATTERNS
from carrozza.atlas.theme import SPACES, THEMES, Theme, mix
from carrozza.core.cards import CARDS

Triple = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB.
VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# The least CIEDE2000 distance between any two hues. About 1 can just be noticed side by side.
CARDS_APART = {"normal": 25.5, "protan": 17.0, "deutan": 16.5, "tritan": 17.5}
SPACES_APART = {"normal": 11.0, "protan": 7.5, "deutan": 7.0, "tritan": 7.0}  # symbols tell, too
PLAYERS_APART = {"normal": 27.5, "protan": 20.0, "deutan": 20.0, "tritan": 20.0}
PLAYER_FROM_SPACE = 20.0


def linear(colour: str) -> Triple:
    r, g, b = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (byte / 255 for byte in bytes.fromhex(colour[1:]))
    )
    return r, g, b


def seen(colour: str, vision: str) -> Triple:
    r, g, b = linear(colour)
    x, y, z = (min(1.0, max(0.0, p * r + q * g + s * b)) for p, q, s in VISIONS[vision])
    return x, y, z


def lab(rgb: Triple) -> Triple:
    """CIELAB under daylight (D65)."""
    r, g, b = rgb
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Triple, two: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, two
    seventh = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    g = 1.5 - 0.5 * sqrt(seventh / (seventh + 25**7))
    a1, a2 = a1 * g, a2 * g
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm, hm = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    light = (l2 - l1) / (1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2))
    chroma = (c2 - c1) / (1 + 0.045 * cm)
    hue = dh / (1 + 0.015 * cm * t)
    swing = sin(radians(60 * exp(-(((hm - 275) / 25) ** 2))))
    twist = -2 * sqrt(cm**7 / (cm**7 + 25**7)) * swing
    return sqrt(light**2 + chroma**2 + hue**2 + twist * chroma * hue)


def contrast(one: str, two: str) -> float:
    """The ratio of WCAG."""
    dim, bright = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in (linear(one), linear(two))
    )
    return bright / dim


def nearest(colours: list[str], vision: str) -> float:
    labs = [lab(seen(colour, vision)) for colour in colours]
    return min(ciede2000(one, two) for one, two in combinations(labs, 2))


@pytest.fixture(params=sorted(THEMES))
def theme(request: pytest.FixtureRequest) -> Theme:
    return THEMES[request.param]


@pytest.mark.parametrize(
    ("one", "two", "distance"),
    [  # from the test data of Sharma, Wu and Dalal (2005)
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ],
)
def test_distance_is_measured_right(one: Triple, two: Triple, distance: float) -> None:
    assert ciede2000(one, two) == pytest.approx(distance, abs=1e-4)
    assert ciede2000(two, one) == pytest.approx(distance, abs=1e-4)


def test_greys_look_the_same_to_everyone() -> None:
    for vision in VISIONS:
        assert ciede2000(lab(seen("#808080", vision)), lab(linear("#808080"))) < 0.1


@pytest.mark.parametrize("vision", VISIONS)
def test_card_hues_stay_apart(theme: Theme, vision: str) -> None:
    assert len(theme.hues) == 8
    assert nearest([hue.fill for hue in theme.hues], vision) >= CARDS_APART[vision]


@pytest.mark.parametrize("vision", VISIONS)
def test_free_spaces_stay_apart(theme: Theme, vision: str) -> None:
    assert len(theme.spaces) == len(SPACES) == 9
    assert nearest([space.fill for space in theme.spaces], vision) >= SPACES_APART[vision]


def test_a_free_space_has_the_hue_of_its_cards(theme: Theme) -> None:
    """Paler or dimmer than the cards, but not of another colour."""
    for hue, space in zip(theme.hues, theme.spaces[:-1], strict=True):
        (_, a1, b1), (_, a2, b2) = lab(linear(hue.fill)), lab(linear(space.fill))
        if hypot(a1, b1) < 6:  # white and black
            assert hypot(a2, b2) < 6, space
        else:
            turn = (degrees(atan2(b1, a1) - atan2(b2, a2)) + 180) % 360 - 180
            assert abs(turn) <= 15, space
            assert hypot(a2, b2) >= 14, space


@pytest.mark.parametrize("vision", VISIONS)
def test_no_player_looks_like_a_free_space(theme: Theme, vision: str) -> None:
    spaces = {name: space.fill for name, space in zip(SPACES, theme.spaces, strict=True)}
    near = {
        (player.name, name): ciede2000(lab(seen(player.fill, vision)), lab(seen(fill, vision)))
        for player in theme.players
        for name, fill in {**spaces, "land": theme.land, "sea": theme.sea}.items()
    }
    closest = min(near, key=near.__getitem__)
    assert near[closest] >= PLAYER_FROM_SPACE, (closest, near[closest])


def test_players_and_free_spaces_differ_in_tone(theme: Theme) -> None:
    """So that trains stand out in grey: darker than every free space by day, lighter by night."""
    trains = [lab(linear(player.fill))[0] for player in theme.players]
    spaces = [lab(linear(space.fill))[0] for space in theme.spaces]
    if theme.name == "light":
        assert max(trains) < min(spaces) - 5
    else:
        assert min(trains) > max(spaces) + 10


@pytest.mark.parametrize("vision", VISIONS)
def test_player_colours_stay_apart(theme: Theme, vision: str) -> None:
    assert len(theme.players) == 5
    assert nearest([player.fill for player in theme.players], vision) >= PLAYERS_APART[vision]


def test_symbols_can_be_read_on_their_hues(theme: Theme) -> None:
    for hue in (*theme.hues, theme.locomotive, theme.grey):
        assert contrast(hue.fill, hue.ink) >= 3, hue
    for pair in (*theme.spaces, *theme.players):
        assert contrast(pair.fill, pair.ink) >= 4.5, pair


def test_text_can_be_read(theme: Theme) -> None:
    for ground in (theme.land, theme.sea, theme.lake, theme.halo, theme.paper, theme.shade):
        assert contrast(theme.ink, ground) >= 4.5, ground
        assert contrast(theme.faint, ground) >= 4.5, ground
    assert contrast(theme.accent, theme.accent_ink) >= 4.5
    assert contrast(theme.accent, theme.paper) >= 4.5


def test_spaces_stand_out(theme: Theme) -> None:
    """Every space has an edge that can be seen on land and sea, whatever its hue; trains have a
    stronger one, and a line that sets it off."""
    for ground in (theme.land, theme.sea):
        assert contrast(theme.free_edge, ground) >= 3
        assert contrast(theme.ferry, ground) >= 3
        assert contrast(theme.tunnel, ground) >= 3
    assert contrast(theme.train_edge, theme.keyline) >= 12


def test_land_and_sea_differ(theme: Theme) -> None:
    assert ciede2000(lab(linear(theme.land)), lab(linear(theme.sea))) >= 10


def test_every_card_and_seat_has_a_shape(theme: Theme) -> None:
    assert set(PATHS) == set(CARDS)
    assert len(set(PATHS.values())) == len(CARDS)
    assert sorted(player.pattern for player in theme.players) == sorted(PATTERNS)


def test_hue_of_a_kind(theme: Theme) -> None:
    assert [theme.hue(kind) for kind in range(9)] == [*theme.hues, theme.locomotive]


def test_mix() -> None:
    assert mix("#000000", "#ff8040", 0.5) == "#804020"
    assert mix("#123456", "#ffffff", 0) == "#123456"
    assert mix("#123456", "#ffffff", 1) == "#ffffff"
