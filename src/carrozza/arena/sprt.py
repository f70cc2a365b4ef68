"""A sequential test: is bot A stronger than bot B? It stops as soon as the answer is clear.

The generalised sequential probability ratio test that chess engines are tested with, in its normal
form: each block is one observation, the share of its games that A finished before B. Because all
games of a deal are one observation, it does not matter how alike they are. The hypotheses are Elo
differences, H0 the lower and H1 the higher; the expected share is 1 / (1 + 10^(-elo/400)), and
the variance that of the blocks so far.
"""

from math import log

import msgspec

from carrozza.core.errors import BadOptions

MOST = 4000  # Elo: odds of ten thousand million to one
FEWEST = 8  # blocks, before which the variance is not known well enough to stop
# Blocks that all end alike would have no variance, and the first of them would decide. So the sum
# of squares begins with that of one block that is as far from the middle as can be.
BEGIN = 0.25


class Hypotheses(msgspec.Struct, frozen=True):
    elo0: float = 0.0
    elo1: float = 40.0
    alpha: float = 0.05  # how often to accept H1 although H0 is true
    beta: float = 0.05  # how often to accept H0 although H1 is true

    def __post_init__(self) -> None:
        if not all(abs(elo) <= MOST for elo in (self.elo0, self.elo1)):  # which nan is not either
            raise BadOptions("hypotheses", f"Elo differences must be between −{MOST} and {MOST}.")
        if self.elo0 >= self.elo1:
            raise BadOptions("hypotheses", "H0's Elo difference must be smaller than H1's.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadOptions("errors", "The error rates must be above 0 and below 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the logarithm of the likelihood ratio: accept H0 below, H1 above."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Sprt:
    """The test, fed block by block."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.blocks = 0
        self.total = 0.0
        self.squares = 0.0
        self.accepted: str | None = None  # "H0" or "H1" once it is decided

    def add(self, score: float) -> str | None:
        """One more block; tells what is decided."""
        self.blocks += 1
        self.total += score
        self.squares += score * score
        low, high = self.hypotheses.bounds
        if self.accepted is None and self.blocks >= FEWEST:
            ratio = self.ratio
            self.accepted = "H1" if ratio >= high else "H0" if ratio <= low else None
        return self.accepted

    @property
    def mean(self) -> float:
        return self.total / self.blocks if self.blocks else 0.5

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio of H1 to H0."""
        if not self.blocks:
            return 0.0
        s0, s1 = expected(self.hypotheses.elo0), expected(self.hypotheses.elo1)
        spread = max(self.squares - self.blocks * self.mean**2, 0) + BEGIN
        variance = spread / self.blocks
        return self.blocks * (s1 - s0) * (2 * self.mean - s0 - s1) / (2 * variance)


def expected(elo: float) -> float:
    """How often the stronger one is expected to finish first."""
    return 1 / (1 + 10 ** (-elo / 400))
