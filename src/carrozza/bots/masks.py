"""Legal actions as a bit mask, the form in which a game's lookups answer questions about them."""

from collections.abc import Sequence

from carrozza.core.actions import Action
from carrozza.core.space import ActionSpace, LegalActions


def mask_of(space: ActionSpace, legal: Sequence[Action]) -> int:
    """The engine's own sequence carries its mask; any other is looked up action by action."""
    if isinstance(legal, LegalActions):
        return legal.mask
    return sum(1 << space.index[action] for action in legal)


def lowest(mask: int) -> int:
    """The position of the lowest set bit."""
    return (mask & -mask).bit_length() - 1
