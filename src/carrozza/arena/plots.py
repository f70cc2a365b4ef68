"""The plots of a report, as SVG whose colours come from the page: light or dark."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from statistics import median, quantiles
from typing import TypeVar
from xml.etree.ElementTree import Element

from carrozza.arena.axis import Axis, linear, powers
from carrozza.arena.block import Seat, Timing
from carrozza.arena.ratings import Rating
from carrozza.atlas.svg import add, group, path, root, serialise

WIDTH = 760
LABELS = 130  # the width of the names at the left
LONGEST = 15  # letters of them; of longer ones the end says most: `module:Class`
RIGHT = 740
TOP = 10
ROW = 34
FOOT = 44
BINS = 30

T = TypeVar("T")


def ratings_plot(ratings: Sequence[Rating]) -> str:
    """A dot for the rating, a line for the interval; an arrow where there is no bound."""
    ends = [end for r in ratings for end in (r.low, r.high, r.elo) if end is not None]
    room = 0.1 * (max(ends) - min(ends))  # for the arrows, beyond the outermost dot
    ends += [r.elo - room for r in ratings if r.low is None]
    ends += [r.elo + room for r in ratings if r.high is None]
    axis = linear([*ends, 0.0], LABELS, RIGHT - 70)
    svg, height = _rows("Ratings with 95 % intervals", [r.bot for r in ratings])
    _grid(svg, axis, height, "Elo", _signed)
    for y, rating in _middles(ratings):
        low = axis.start if rating.low is None else axis.at(rating.low)
        high = axis.end if rating.high is None else axis.at(rating.high)
        known = rating.low is not None or rating.high is not None
        if known and high > low:
            add(svg, "path", d=path([(low, y), (high, y)]), class_="whisker")
            _end(svg, low, y, -1, arrow=rating.low is None)
            _end(svg, high, y, 1, arrow=rating.high is None)
        add(svg, "circle", cx=axis.at(rating.elo), cy=y, r=5.5, class_="dot")
        add(svg, "text", _signed(rating.elo), x=RIGHT, y=y + 4.5, class_="value")
    return serialise(svg)


def _end(svg: Element, x: float, y: float, side: int, *, arrow: bool) -> None:
    line = (
        [(x - 7 * side, y - 5), (x, y), (x - 7 * side, y + 5)]
        if arrow
        else [(x, y - 5), (x, y + 5)]
    )
    add(svg, "path", d=path(line), class_="whisker")


def scores_plot(scores: Mapping[str, Sequence[int]]) -> str:
    """For each bot a hill of its final scores, and a line at the median."""
    every = [score for own in scores.values() for score in own]
    axis = linear(every, LABELS, RIGHT - 70)
    edges = [axis.low + (axis.high - axis.low) * i / BINS for i in range(BINS + 1)]
    counts = {bot: _histogram(own, edges) for bot, own in scores.items()}
    highest = max(max(hill) / len(scores[bot]) for bot, hill in counts.items())
    svg, height = _rows("Final scores", list(scores))
    _grid(svg, axis, height, "points", _plain)
    for y, bot in _middles(list(scores)):
        floor = y + ROW / 2 - 3
        rise = (ROW - 6) / highest / len(scores[bot])
        hill = [(axis.start, floor)]
        for i, count in enumerate(counts[bot]):
            top = floor - count * rise
            hill += [(axis.at(edges[i]), top), (axis.at(edges[i + 1]), top)]
        add(svg, "path", d=path([*hill, (axis.end, floor)], close=True), class_="hill")
        middle = axis.at(median(scores[bot]))
        add(svg, "path", d=path([(middle, floor), (middle, floor - ROW + 6)]), class_="median")
        add(svg, "text", _plain(median(scores[bot])), x=RIGHT, y=y + 4.5, class_="value")
    return serialise(svg)


def _histogram(values: Sequence[int], edges: Sequence[float]) -> list[int]:
    counts = [0] * (len(edges) - 1)
    for value in values:
        counts[min(bisect_right(edges, value) - 1, len(counts) - 1)] += 1
    return counts


def times_plot(times: Mapping[str, Sequence[tuple[Seat, Timing]]]) -> str:
    """On a logarithmic scale: the mean of all moves, half of all games, the longest move."""
    means = {
        bot: [1000 * timing.seconds / seat.decisions for seat, timing in own]
        for bot, own in times.items()
    }
    longest = {bot: 1000 * max(t.longest for _, t in own) for bot, own in times.items()}
    axis = powers([*longest.values(), *[min(own) for own in means.values()]], LABELS, RIGHT - 70)
    svg, height = _rows("Time for a move", list(times))
    _grid(svg, axis, height, "milliseconds", _short)
    for y, bot in _middles(list(times)):
        low, high = _quartiles(means[bot])
        spread = [(axis.at(low), y), (axis.at(high), y)]
        reach = [(axis.at(high), y), (axis.at(longest[bot]), y)]
        add(svg, "path", d=path(reach), class_="reach")
        add(svg, "path", d=path(spread), class_="spread")
        _end(svg, axis.at(longest[bot]), y, 1, arrow=False)
        mean = (
            1000 * sum(t.seconds for _, t in times[bot]) / sum(s.decisions for s, _ in times[bot])
        )
        add(svg, "circle", cx=axis.at(mean), cy=y, r=5.5, class_="dot")
        add(svg, "text", _short(mean), x=RIGHT, y=y + 4.5, class_="value")
    return serialise(svg)


def _quartiles(values: Sequence[float]) -> tuple[float, float]:
    if len(values) < 2:
        return values[0], values[0]
    low, _, high = quantiles(values, n=4, method="inclusive")
    return low, high


def tickets_plot(tickets: Mapping[str, tuple[float, float]]) -> str:
    """Bars of the tickets a game: completed, and failed after them."""
    axis = linear([0.0, *[done + failed for done, failed in tickets.values()]], LABELS, RIGHT - 70)
    svg, height = _rows("Tickets a game", list(tickets))
    _grid(svg, axis, height, "tickets a game", _short)
    for y, bot in _middles(list(tickets)):
        done, failed = tickets[bot]
        _bar(svg, axis, 0, done, y, "good")
        _bar(svg, axis, done, done + failed, y, "bad")
        share = f"{done / (done + failed):.0%}" if done + failed else "–"
        add(svg, "text", share, x=RIGHT, y=y + 4.5, class_="value")
    return serialise(svg)


def _bar(svg: Element, axis: Axis, low: float, high: float, y: float, kind: str) -> None:
    x, end = axis.at(low), axis.at(high)
    if end > x:
        add(svg, "rect", x=x, y=y - 9, width=end - x, height=18, class_=kind)


def _rows(title: str, names: Sequence[str]) -> tuple[Element, float]:
    """An empty plot with a row for each name; and where the rows end."""
    height = TOP + ROW * len(names)
    svg = root(WIDTH, height + FOOT, title)
    del svg.attrib["width"], svg.attrib["height"]  # as wide as the page has room
    for y, name in _middles(names):
        label = name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"
        add(svg, "text", label, x=LABELS - 14, y=y + 4.5, class_="name")
    return svg, height


def _middles(things: Sequence[T]) -> list[tuple[float, T]]:
    return [(TOP + ROW * (i + 0.5), thing) for i, thing in enumerate(things)]


def _grid(svg: Element, axis: Axis, height: float, unit: str, text: Callable[[float], str]) -> None:
    lines = group(svg, class_="grid")
    for tick in axis.ticks:
        x = axis.at(tick)
        add(lines, "path", d=path([(x, TOP), (x, height)]), class_="zero" if tick == 0 else None)
        add(lines, "text", text(tick), x=x, y=height + 16)
    add(lines, "text", unit, x=(axis.start + axis.end) / 2, y=height + 36, class_="unit")


def _signed(value: float) -> str:
    text = f"{value:+.0f}"
    return "0" if text in ("+0", "-0") else text.replace("-", "−")


def _plain(value: float) -> str:
    return f"{value:.0f}".replace("-", "−")


def _short(value: float) -> str:
    """Three digits at most, none of them idle."""
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"
