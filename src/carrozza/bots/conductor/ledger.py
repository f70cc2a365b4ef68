"""Where the cards are and what they are good for, as far as a seat may know."""

from collections.abc import Sequence

from carrozza.bots.conductor.style import Style
from carrozza.bots.totals import add_up
from carrozza.core.cards import CARD_INDEX, COLOURS, KINDS, LOCOMOTIVE
from carrozza.core.market import GAP
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.state import CardGameState
from carrozza.games.card_game.turn import NOBODY
from carrozza.games.card_game.view import CardGameMemory


class Ledger:
    """Made from a view for a decision at the table, or from a state for one in a sample of it; of
    the state it takes what the seat would see, and no more."""

    __slots__ = (
        "deck",
        "decks_left",
        "foreign",
        "game",
        "hand",
        "have",
        "market",
        "need",
        "offer",
        "others",
        "own_rows",
        "public",
        "rows",
        "seen",
        "style",
        "tickets",
        "track",
        "turns",
        "yard",
    )

    game: CardGame
    style: Style
    hand: Sequence[int]
    tickets: Sequence[int]
    offer: Sequence[int]
    market: list[int]
    deck: int
    decks_left: int
    others: int  # how many
    foreign: int  # cards in their hands
    seen: list[int]  # of each kind the most that one of them was seen to take
    public: list[Sequence[int]]  # counts of cards that are neither hidden nor in the own hand
    track: Sequence[int]  # the own one
    yard: list[int]  # own cards in the yard
    own_rows: set[int]
    rows: dict[int, int]  # of the others: colour → cards
    turns: float  # own ones after this, until the cards on the track are counted
    need: list[int]  # cards that the tickets ask for, by colour
    have: list[int]  # on the track and in the yard

    def count(self, last_round: bool) -> None:
        """What follows from the rest."""
        self.turns = 0.0
        if not last_round:
            self.turns = 1.0 + self.deck / ((self.others + 1) * self.style.drawn_a_turn)
        self.need = need = [0] * len(COLOURS)
        needs = self.game.lookups.values.need
        for t in self.tickets:
            for colour, n in needs[t]:
                need[colour] += n
        self.have = [t + y for t, y in zip(self.track, self.yard, strict=True)]

    def unseen(self) -> list[int]:
        """Cards in the deck and in foreign hands, by kind."""
        seen = map(sum, zip(self.hand, *self.public, strict=True))
        left = [a - b for a, b in zip(self.game.cards.train_cards(), seen, strict=True)]
        for card in self.market:
            if card != GAP:
                left[card] -= 1
        return left

    def sure(self) -> float:
        """Own cards on the track and in the yard that will get there."""
        turns = self.turns
        return add_up(self.track) + add_up([n if n < turns else turns for n in self.yard])

    def in_the_end(self) -> float:
        """How many cards the own track should have when it counts."""
        turns = self.turns
        kinds = len([1 for n in self.hand if n])
        playable = min(float(sum(self.hand)), 3.0 * max(0.0, turns - 1), kinds + turns)
        to_draw = self.deck / (self.others + 1) * min(1.0, max(0.0, turns - 3) / 5)
        return self.sure() + self.style.from_hand * playable + self.style.from_deck * to_draw


def of_view(game: CardGame, view: CardGameMemory, style: Style) -> Ledger:
    assert view.seat is not None
    assert view.hand is not None
    me = view.seat
    ledger = Ledger()
    ledger.game = game
    ledger.style = style
    ledger.hand = view.hand
    ledger.tickets = view.tickets or ()
    ledger.offer = view.offer or ()
    ledger.market = [GAP if card is None else CARD_INDEX[card] for card in view.market]
    ledger.deck = view.deck
    ledger.decks_left = view.decks_left
    ledger.others = view.players - 1
    ledger.foreign = sum(view.hand_sizes) - view.hand_sizes[me]
    seen = [hand for seat, hand in enumerate(view.seen_hands) if seat != me]
    ledger.seen = list(map(max, zip(*seen, [0] * KINDS, strict=True)))
    ledger.track = view.remembered_tracks[me]
    ledger.yard = [0] * KINDS
    ledger.own_rows = set()
    ledger.rows = {}
    in_yards = [0] * KINDS
    for seat, rows in enumerate(view.yards):
        for row in rows:
            colour = CARD_INDEX[row.colour]
            in_yards[colour] += row.cards
            in_yards[LOCOMOTIVE] += row.locomotives
            if seat == me:
                ledger.own_rows.add(colour)
                ledger.yard[colour] += row.cards
                ledger.yard[LOCOMOTIVE] += row.locomotives
            else:
                ledger.rows[colour] = row.cards + row.locomotives
    ledger.public = [view.discards, *view.remembered_tracks, in_yards, *seen]
    ledger.count(view.turns_left is not None)
    return ledger


def of_state(s: CardGameState, me: int, style: Style) -> Ledger:
    ledger = Ledger()
    ledger.game = s.game
    ledger.style = style
    ledger.hand = s.hands[me]
    ledger.tickets = s.tickets[me]
    ledger.offer = s.offers[me]
    ledger.market = s.market
    ledger.deck = len(s.deck)
    ledger.decks_left = s.decks_left
    ledger.others = len(s.hands) - 1
    ledger.foreign = sum(map(sum, s.hands)) - sum(ledger.hand)
    seen = [hand for seat, hand in enumerate(s.known) if seat != me]
    ledger.seen = seen[0] if len(seen) == 1 else list(map(max, zip(*seen, strict=True)))
    ledger.track = s.tracks[me]
    ledger.yard = yard = [0] * KINDS
    ledger.own_rows = set()
    ledger.rows = {}
    for colour, owner in enumerate(s.owners):
        if owner == me:
            ledger.own_rows.add(colour)
            yard[colour] = s.row_cards[colour]
            yard[LOCOMOTIVE] += s.row_wilds[colour]
        elif owner != NOBODY:
            ledger.rows[colour] = s.row_cards[colour] + s.row_wilds[colour]
    ledger.public = [s.discards, *s.tracks, [*s.row_cards, sum(s.row_wilds)], *seen]
    ledger.count(s.last_turns >= 0)
    return ledger
