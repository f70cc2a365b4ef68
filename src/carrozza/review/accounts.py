"""Why each seat won or lost: its decisions, those of the others, and luck."""

from collections import Counter
from collections.abc import Sequence

from carrozza.review.model import Account, Decision, Position
from carrozza.review.verdicts import VERDICTS, counts_as_loss

KINDS = ("deal", "cards", "tickets", "tunnel")  # what chance decides
HIDDEN = "hidden"  # what others held, as it came to light


def accounts_of(
    players: int,
    winners: Sequence[int],
    decisions: Sequence[Decision],
    positions: Sequence[Position],
) -> tuple[Account, ...]:
    """The positions lead from equal chances to the result, so their changes add up to it."""
    found = []
    for seat in range(players):
        own = [decision for decision in decisions if decision.seat == seat]
        counted = Counter(decision.verdict for decision in own)
        luck_by = {kind: sum(p.luck[seat] for p in positions if p.chance == kind) for kind in KINDS}
        luck_by[HIDDEN] = sum(p.shown[seat] for p in positions)
        found.append(
            Account(
                seat=seat,
                result=(seat in winners) / len(winners),
                fair=1 / players,
                skill=sum(p.decided[seat] for p in positions if p.seat == seat),
                gifts=sum(p.decided[seat] for p in positions if p.seat != seat),
                luck=sum(luck_by.values()),
                luck_by=luck_by,
                lost=sum(d.played.loss for d in own if counts_as_loss(d.verdict)),
                verdicts={verdict: counted[verdict] for verdict in VERDICTS},
            )
        )
    return tuple(found)
