"""A game's fixed, numbered list of actions, and sets of them as bit masks.

Bit `i` of a mask stands for the action with id `i`. Legal actions are a mask first; the sequence
a caller sees reads the actions from it one by one, in the order of their ids.
"""

from collections.abc import Iterator, Sequence
from typing import overload

from carrozza.core.actions import Action

_LOW = tuple((1 << (1 << e)) - 1 for e in range(20))  # _LOW[e]: the lowest 2**e bits


def bits(mask: int) -> list[int]:
    """The positions of the set bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def nth_bit(mask: int, index: int) -> int:
    """The position of the set bit number `index`, by halving; IndexError when there are fewer."""
    base = 0
    width = mask.bit_length()
    while width > 64:
        e = (width - 1).bit_length() - 1
        low = mask & _LOW[e]
        count = low.bit_count()
        if index < count:
            mask = low
        else:
            index -= count
            mask >>= 1 << e
            base += 1 << e
        width = mask.bit_length()
    while index and mask:
        mask &= mask - 1
        index -= 1
    if not mask:
        raise IndexError
    return base + (mask & -mask).bit_length() - 1


class ActionSpace:
    """Every action that can ever occur in a game, each with its id."""

    __slots__ = ("actions", "index", "types")

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = tuple(actions)
        self.index = {action: i for i, action in enumerate(self.actions)}
        self.types = {type(action) for action in self.actions}
        if len(self.index) != len(self.actions):
            raise ValueError("an action occurs twice")

    def __len__(self) -> int:
        return len(self.actions)

    def vector(self, mask: int) -> list[int]:
        """A mask as a list of 0 and 1, one per action: the form learners want."""
        return [int(bit) for bit in reversed(f"{mask:0{len(self.actions)}b}")]


class LegalActions(Sequence[Action]):
    """The actions of a mask as a sequence, in the order of their ids."""

    __slots__ = ("mask", "space")

    def __init__(self, space: ActionSpace, mask: int) -> None:
        self.space = space
        self.mask = mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += self.mask.bit_count()
            if index < 0:
                raise IndexError
        return self.space.actions[nth_bit(self.mask, index)]

    def __iter__(self) -> Iterator[Action]:
        actions = self.space.actions
        return iter([actions[i] for i in bits(self.mask)])

    def __contains__(self, action: object) -> bool:
        try:
            i = self.space.index.get(action)  # type: ignore[call-overload]
        except TypeError:  # an unhashable thing is no action
            return False
        return i is not None and bool(self.mask >> i & 1)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalActions):
            return self.mask == other.mask and self.space.actions == other.space.actions
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return repr(list(self))

    @property
    def ids(self) -> list[int]:
        return bits(self.mask)
