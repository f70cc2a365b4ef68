"""Where the cards are and what they are good for, as far as a view tells."""

from carrozza.core.cards import CARD_INDEX, COLOURS, KINDS, LOCOMOTIVE
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.view import CardGameView

DRAWN_A_TURN = 1.3  # cards that a seat draws in a turn, on average


class Ledger:
    def __init__(self, game: CardGame, view: CardGameView) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self.game = game
        self.view = view
        self.me = view.seat
        self.hand = view.hand
        self.tickets = view.tickets or ()
        self.yard = [0] * KINDS  # own cards in the yard
        self.own_rows: set[int] = set()
        self.rows: dict[int, tuple[int, int]] = {}  # of the others: colour → seat, cards
        for seat, rows in enumerate(view.yards):
            for row in rows:
                colour = CARD_INDEX[row.colour]
                if seat == self.me:
                    self.own_rows.add(colour)
                    self.yard[colour] += row.cards
                    self.yard[LOCOMOTIVE] += row.locomotives
                else:
                    self.rows[colour] = seat, row.cards + row.locomotives
        self.turns = self._turns_to_come()
        self.need = self.need_of(self.tickets)
        self.unseen = self._unseen()
        self.track = view.remembered_tracks[self.me]
        self.have = [t + y for t, y in zip(self.track, self.yard, strict=True)]

    def need_of(self, tickets: tuple[int, ...] | list[int]) -> list[int]:
        """The cards that tickets ask for, by colour."""
        need = [0] * len(COLOURS)
        for t in tickets:
            for colour, n in self.game.cards.tickets[t].need:
                need[colour] += n
        return need

    def _turns_to_come(self) -> float:
        """Own turns after this one, until the cards on the track are counted."""
        view = self.view
        if view.turns_left is not None:
            return 0.0
        return 1.0 + view.deck / (view.players * DRAWN_A_TURN)

    def _unseen(self) -> list[int]:
        """Cards in the deck and in foreign hands, by kind."""
        view = self.view
        left = self.game.cards.train_cards()
        seen = [self.hand, view.discards, *view.remembered_tracks]
        seen += [hand for seat, hand in enumerate(view.seen_hands) if seat != self.me]
        for counts in seen:
            for kind in range(KINDS):
                left[kind] -= counts[kind]
        for card in view.market:
            if card is not None:
                left[CARD_INDEX[card]] -= 1
        for rows in view.yards:
            for row in rows:
                left[CARD_INDEX[row.colour]] -= row.cards
                left[LOCOMOTIVE] -= row.locomotives
        return left

    def sure(self) -> float:
        """Own cards on the track and in the yard that will get there."""
        reach = sum(min(n, self.turns) for n in self.yard)
        return sum(self.track) + min(float(sum(self.yard)), reach)

    def in_the_end(self) -> float:
        """How many cards the own track should have when it counts."""
        turns = self.turns
        hand = len([1 for n in self.hand if n])
        playable = min(float(sum(self.hand)), 3.0 * max(0.0, turns - 1), hand + turns)
        to_draw = self.view.deck / self.view.players * min(1.0, max(0.0, turns - 3) / 5)
        return self.sure() + 0.85 * playable + 0.75 * to_draw
