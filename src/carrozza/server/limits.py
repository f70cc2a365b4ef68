"""How often something may be done: buckets that fill with time. And how much of it at once."""

from collections import Counter, OrderedDict
from collections.abc import Callable

MOST_BUCKETS = 20_000


class Bucket:
    """Holds up to `size` tokens and gains `rate` a second."""

    __slots__ = ("at", "rate", "size", "tokens")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate = rate
        self.size = size
        self.tokens = size
        self.at = now

    def take(self, now: float) -> bool:
        gained = max(0.0, now - self.at) * self.rate  # a clock may be set back
        self.tokens = min(self.size, self.tokens + gained)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Limit:
    """One bucket for each key, such as an address; those not used for longest are forgotten."""

    def __init__(self, rate: float, size: float, now: Callable[[], float]) -> None:
        self.rate = rate
        self.size = size
        self.now = now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.size, self.now())
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(self.now())


class VarietyLimit:
    """So many different things may be in use at once for each key."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._used: dict[str, Counter[str]] = {}

    def enter(self, key: str, thing: str) -> bool:
        used = self._used.setdefault(key, Counter())
        if thing not in used and len(used) >= self.most:
            return False
        used[thing] += 1
        return True

    def leave(self, key: str, thing: str) -> None:
        used = self._used[key]
        used[thing] -= 1
        if not used[thing]:
            del used[thing]
        if not used:
            del self._used[key]


class OpenLimit:
    """So many may be inside at once for each key."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._inside: Counter[str] = Counter()

    def inside(self, key: str) -> int:
        return self._inside[key]

    def enter(self, key: str) -> bool:
        if self._inside[key] >= self.most:
            return False
        self._inside[key] += 1
        return True

    def leave(self, key: str) -> None:
        self._inside[key] -= 1
        if not self._inside[key]:
            del self._inside[key]
