"""Drawing: the cards that bring the targets nearest."""

from carrozza.board.board import GREY
from carrozza.bots.planner.outlook import Outlook
from carrozza.bots.planner.targets import Targets
from carrozza.bots.totals import add_up
from carrozza.core.cards import COLOURS, KINDS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, FACE_UP, STOP, TICKETS

ANY = 0.05  # what a card is worth that nothing wants now
OTHER_COLOUR = 0.4  # a card for a grey route that is collected in another colour
WILD = 1.15  # a Locomotive, beside the best colour


def card_values(look: Outlook, targets: Targets) -> list[float]:
    """What each kind of card is worth now."""
    values = [0.0] * KINDS
    wild = 0.0
    for target in targets.list:
        if not target.lacks:
            continue
        rate = target.rate
        values[target.colour] = max(values[target.colour], rate)
        if look.board.routes[target.route].colour == GREY:
            for c in COLOURS:
                values[c] = max(values[c], OTHER_COLOUR * rate)
        if look.game.lookups.takes_locomotives[target.route]:
            wild = max(wild, rate)
    best = max(values) or 1.0
    values = [v + ANY * best * (1 + 0.1 * min(5, look.hand[c])) for c, v in enumerate(values)]
    if look.game.spec.locomotives_pay == "everywhere":
        wild = max(values[:LOCOMOTIVE])
    values[LOCOMOTIVE] = max(values[LOCOMOTIVE], WILD * wild)
    return values


def best_draw(look: Outlook, targets: Targets, mask: int) -> int | None:
    """The card to draw, or None when there is none."""
    values = card_values(look, targets)
    unseen = look.unseen()
    blind = add_up(v * max(0, n) for v, n in zip(values, unseen, strict=True)) / max(1, sum(unseen))
    market = look.market()
    shown = [slot for slot, card in enumerate(market) if card >= 0 and mask >> FACE_UP + slot & 1]
    colours = sorted(
        (values[market[slot]] for slot in shown if market[slot] != LOCOMOTIVE), reverse=True
    )
    second = look.view.phase == "second_card"
    best: int | None = None
    best_value = -1.0
    if mask >> BLIND & 1:
        best, best_value = BLIND, blind + (0 if second else max([blind, *colours[:1]]))
    for slot in shown:
        card = market[slot]
        value = values[card]
        if card != LOCOMOTIVE and not second:
            rest = colours.copy()
            rest.remove(value)
            value += max([blind, *rest[:1]])
        if value > best_value:
            best, best_value = FACE_UP + slot, value
    if best is None:
        return next((i for i in (STOP, TICKETS) if mask >> i & 1), None)
    return best
