"""What speaks for an action of the card game, from what a seat that forgets nothing knows."""

from collections.abc import Iterator, Sequence

from carrozza.core.actions import Action, DrawBlind, DrawFaceUp, DrawTickets, PlayToYard
from carrozza.core.cards import CARD_INDEX, CARDS, KINDS, LOCOMOTIVE, counts_of
from carrozza.games.card_game.completion import missing
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.view import CardGameMemory
from carrozza.review.hints.model import HintReason

STRONG = 4  # a row of so many is hardly ever robbed


class Stock:
    """A seat's cards, and what its tickets still lack."""

    def __init__(self, game: CardGame, view: CardGameMemory) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self.need = game.lookups.values.need
        self.tickets = game.cards.tickets
        self.hand = list(view.hand)
        self.laid = list(view.remembered_tracks[view.seat])  # on the track and in the yard
        for row in view.yards[view.seat]:
            self.laid[CARD_INDEX[row.colour]] += row.cards
            self.laid[LOCOMOTIVE] += row.locomotives
        self.all = [a + b for a, b in zip(self.laid, self.hand, strict=True)]

    def lacks(self, tickets: Sequence[int], have: Sequence[int]) -> int:
        """How many cards these tickets ask for beyond those, Locomotives standing in."""
        total = [0] * KINDS
        for ticket in tickets:
            for colour, n in self.need[ticket]:
                total[colour] += n
        return max(0, missing(tuple(enumerate(total)), have) - have[LOCOMOTIVE])


class CardReasons:
    def __init__(self, game: CardGame, view: CardGameMemory) -> None:
        self.view = view
        self.stock = Stock(game, view)
        points = [ticket.points for ticket in game.cards.tickets]
        self.open = sorted(view.tickets or (), key=lambda ticket: -points[ticket])

    def of(self, action: Action) -> Iterator[HintReason]:
        """What matters most first."""
        match action:
            case PlayToYard():
                yield from self._play(action)
            case DrawFaceUp():
                card = self.view.market[action.slot]
                reason = self.helped(CARD_INDEX[card]) if card is not None else None
                if reason is not None:
                    yield reason
            case DrawBlind():
                there = {card for card in self.view.market if card not in (None, "locomotive")}
                useful = any(self.helped(CARD_INDEX[card]) for card in there if card)
                wanted = self.wanted()
                yield HintReason(kind="blind" if useful or wanted is None else "nothing_open")
                if wanted is not None:
                    yield wanted
            case DrawTickets() if not self.stock.lacks(self.open, self.stock.all):
                yield HintReason(kind="cards_ready")

    def _play(self, action: PlayToYard) -> Iterator[HintReason]:
        stock, played = self.stock, counts_of(CARD_INDEX[card] for card in action.cards)
        then = [a + b for a, b in zip(stock.laid, played, strict=True)]
        fed = []
        for ticket in self.open:
            left = stock.lacks([ticket], then)
            if left < stock.lacks([ticket], stock.laid):
                fed.append((left, -stock.tickets[ticket].points, ticket))
        for left, _, ticket in sorted(fed)[:1]:
            yield HintReason(kind="feeds_ticket", ticket=ticket, count=left)
        for seat, rows in enumerate(self.view.yards):
            for row in rows:
                if seat != self.view.seat and played[CARD_INDEX[row.colour]]:
                    size = row.cards + row.locomotives
                    yield HintReason(kind="robs", seat=seat, card=row.colour, count=size)
        colours = [card for card in action.cards if card != "locomotive"]
        if len(set(colours)) == 1 and len(action.cards) >= STRONG:
            yield HintReason(kind="strong_row", card=colours[0], count=len(action.cards))

    def helped(self, card: int) -> HintReason | None:
        """The ticket that this card brings nearest to having all its cards."""
        stock = self.stock
        then = list(stock.all)
        then[card] += 1
        found = []
        for ticket in self.open:
            left = stock.lacks([ticket], then)
            if left < stock.lacks([ticket], stock.all):
                found.append((left, -stock.tickets[ticket].points, ticket))
        if not found:
            return None
        left, _, ticket = min(found)
        return HintReason(kind="needed_colour", card=CARDS[card], ticket=ticket, count=left)

    def wanted(self) -> HintReason | None:
        """The ticket that lacks fewest cards."""
        stock = self.stock
        lacks = [(stock.lacks([ticket], stock.all), ticket) for ticket in self.open]
        found = min((one for one in lacks if one[0]), default=None)
        return None if found is None else HintReason(kind="lacks", ticket=found[1], count=found[0])
