"""What the lookups of all games are built from: the first actions, which are the same everywhere,
the answers to an offer of tickets, and the masks of what a hand can pay for."""

from collections.abc import Sequence
from itertools import combinations, permutations

from carrozza.core.actions import (
    Action,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    StopDrawing,
)
from carrozza.core.cards import KINDS, Counts

# The ids of the first actions; also the kinds by which they are dispatched, as is KEEP.
PASS, BLIND, STOP, TICKETS, FACE_UP = 0, 1, 2, 3, 4
KEEP = 5
FREE: Counts = (0,) * KINDS


def first_actions(market: int) -> list[tuple[Action, int, int]]:
    """The first actions with their kind and, for a face-up card, its slot."""
    fixed: list[Action] = [Pass(), DrawBlind(), StopDrawing(), DrawTickets()]
    actions = [(action, kind, 0) for kind, action in enumerate(fixed)]
    return [*actions, *[(DrawFaceUp(slot), FACE_UP, slot) for slot in range(market)]]


def answers(size: int, least: int, ordered: bool) -> list[KeepTickets]:
    """All answers to an offer of so many tickets that keep at least `least` of them; with
    `ordered`, for every order of returning the others."""
    slots = range(size)
    found = []
    for kept in range(min(least, size), size + 1):
        for keep in combinations(slots, kept):
            back = tuple(slot for slot in slots if slot not in keep)
            orders = permutations(back) if ordered else [back]
            found += [KeepTickets(keep, order) for order in orders]
    return found


def fits(costs: Sequence[Counts], most: int) -> tuple[tuple[int, ...], ...]:
    """For each kind of card and each number of them, up to `most`, the actions that cost cards and
    need no more of that kind."""
    masks = []
    for kind in range(KINDS):
        needs = [0] * (most + 1)
        for i, cost in enumerate(costs):
            if cost != FREE and cost[kind] <= most:
                needs[cost[kind]] |= 1 << i
        for n in range(1, most + 1):
            needs[n] |= needs[n - 1]
        masks.append(tuple(needs))
    return tuple(masks)


def payable(fits: tuple[tuple[int, ...], ...], hand: list[int]) -> int:
    """The actions that a hand can pay for: those that fit it in every kind of card."""
    f0, f1, f2, f3, f4, f5, f6, f7, f8 = fits
    a, b, c, d, e, f, g, h, wild = hand
    return f8[wild] & f0[a] & f1[b] & f2[c] & f3[d] & f4[e] & f5[f] & f6[g] & f7[h]
