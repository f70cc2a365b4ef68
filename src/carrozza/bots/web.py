"""Distances over the links of a board, and the cheapest way between two cities."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from carrozza.bots.chart import Chart

FAR = 1e6  # the weight of a link that cannot be used
_NEAR = 1e-6  # differences below are rounding

Matrix = npt.NDArray[np.float64]


class Web:
    """Distances between all cities when each link has a weight. Links already bought weigh 0."""

    __slots__ = ("chart", "far", "weight")

    def __init__(self, chart: Chart, weight: Sequence[float], far: Matrix | None = None) -> None:
        self.chart = chart
        self.weight = weight
        self.far = _all_distances(chart, weight) if far is None else far

    def reaches(self, a: int, b: int) -> bool:
        return bool(self.far[a, b] < FAR)

    def way(self, a: int, b: int) -> list[int]:
        """The links of a cheapest way from a to b, in order; one must exist."""
        far, weight, at = self.far[:, b].tolist(), self.weight, self.chart.at
        # Links that weigh nothing can lead astray, so dead ends are left by the way one came.
        way: list[int] = []
        cities = [a]
        seen = {a}
        while cities[-1] != b:
            city = cities[-1]
            left = far[city] + _NEAR
            for link, other in at[city]:
                if other not in seen and weight[link] + far[other] <= left:
                    seen.add(other)
                    way.append(link)
                    cities.append(other)
                    break
            else:
                cities.pop()
                way.pop()
        return way

    def with_links(self, links: Iterable[int]) -> "Web":
        """The same with these links, which hang together, bought."""
        weight = list(self.weight)
        cities: set[int] = set()
        for link in links:
            weight[link] = 0.0
            cities.update(self.chart.ends[link])
        if not cities:
            return self
        to_cities = self.far[sorted(cities)].min(axis=0)
        far = np.minimum(self.far, to_cities[:, None] + to_cities)
        return Web(self.chart, weight, far)


def _all_distances(chart: Chart, weight: Sequence[float]) -> Matrix:
    """Floyd and Warshall's, a row at a time."""
    far: Matrix = np.full((chart.size, chart.size), FAR)
    weights = np.asarray(weight, dtype=np.float64)
    far[chart.a, chart.b] = far[chart.b, chart.a] = np.minimum(weights, FAR)
    np.fill_diagonal(far, 0.0)
    for k in range(chart.size):
        np.minimum(far, far[:, k, None] + far[k], out=far)
    return far
