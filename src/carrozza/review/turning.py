"""The turns that moved the chances most."""

from collections.abc import Sequence

from carrozza.review.model import Position, TurningPoint

MOST = 5
LEAST_CHANGE = 0.05  # in chances to win


def turning_points(positions: Sequence[Position]) -> tuple[TurningPoint, ...]:
    """In the order of the game."""
    found = []
    for first, last in turns_of(positions):
        steps = positions[first : last + 1]
        luck = _sums([position.luck for position in steps])
        decided = _sums([position.decided for position in steps])
        found.append(
            TurningPoint(
                turn=positions[first].turn,
                first_step=first,
                last_step=last,
                seat=positions[first].seat or 0,
                changes=tuple(a + b for a, b in zip(decided, luck, strict=True)),
                luck=luck,
            )
        )
    large = [point for point in found if _size(point) >= LEAST_CHANGE]
    largest = sorted(large, key=_size, reverse=True)[:MOST]
    return tuple(sorted(largest, key=lambda point: point.turn))


def _sums(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


def _size(point: TurningPoint) -> float:
    return max(map(abs, point.changes))


def turns_of(positions: Sequence[Position]) -> list[tuple[int, int]]:
    """The first and last step of each turn; what comes before the first one is none."""
    found: list[tuple[int, int]] = []
    for position in positions[1:]:
        step = position.step
        if not position.turn:
            continue
        if found and positions[step - 1].turn == position.turn:
            found[-1] = (found[-1][0], step)
        else:
            found.append((step, step))
    return found
