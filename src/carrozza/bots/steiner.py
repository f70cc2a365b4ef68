"""The cheapest links that join given pairs of cities, nearly: one pair after another is joined by
its cheapest way, over what was bought before for nothing, in several orders."""

from collections.abc import Sequence

from carrozza.bots.totals import add_up
from carrozza.bots.web import Web

Pair = tuple[int, int]

ALL_ORDERS = 3  # with more pairs than this, only the most promising orders are tried


def join(web: Web, pairs: Sequence[Pair]) -> list[int]:
    """The links that weigh something, ascending. All pairs must be within reach."""
    open_pairs = sorted({p for p in pairs if web.far[p] > 0}, key=lambda p: (-web.far[p], p))
    best: tuple[float, list[int]] = (float("inf"), [])
    seen: set[tuple[object, ...]] = set()  # other orders often buy the same links

    def visit(web: Web, cost: float, links: list[int], left: list[Pair], wide: bool) -> None:
        nonlocal best
        left = [pair for pair in left if web.far[pair] > 0]
        if cost >= best[0] or (left and cost + max(web.far[pair] for pair in left) >= best[0]):
            return
        if not left:
            best = cost, links
            return
        nearest = min(left, key=lambda pair: web.far[pair])
        for pair in left if wide else (nearest,):
            way = web.way(*pair)
            bought = [link for link in way if web.weight[link] > 0]
            total = cost + add_up(web.weight[link] for link in bought)
            if total >= best[0]:
                continue
            rest = [other for other in left if other is not pair]
            if not rest:
                best = total, links + bought
                continue
            wider = wide and (len(rest) <= ALL_ORDERS)
            state = (frozenset(links + bought), wider, *rest)
            if state not in seen:
                seen.add(state)
                visit(web.with_links(way), total, links + bought, rest, wider)

    visit(web, 0.0, [], open_pairs, wide=False)  # nearest first: a bound that cuts the rest
    visit(web, 0.0, [], open_pairs, wide=True)
    return sorted(best[1])
