"""The part of a position that all games share: hands, decks, the market, tickets."""

from typing import Any

from carrozza.core.cards import KINDS
from carrozza.core.game import Game, Setup, State
from carrozza.core.market import GAP
from carrozza.core.rng import Rng
from carrozza.core.scores import ScoreSheet

# The phases that all games have; each game adds its own after them.
START, TURN, SECOND_CARD, TICKET_CHOICE = range(4)


class CardState(State):
    __slots__ = (
        "deck",
        "discards",
        "first",
        "hands",
        "kept_at_start",
        "known",
        "last_turns",
        "lookups",
        "market",
        "offers",
        "phase",
        "sheet",
        "ticket_deck",
        "ticket_marks",
        "tickets",
    )

    lookups: Any  # each game's own
    first: int  # the seat with the first turn
    phase: int
    last_turns: int  # turns left of the last round; -1 before it
    hands: list[list[int]]  # per seat, counts of cards
    known: list[list[int]]  # per seat, the part of the hand that everybody has seen
    deck: list[int]  # the last one is the top
    discards: list[int]  # counts
    market: list[int]  # cards, or GAP
    ticket_deck: list[int]  # the last one is the top
    ticket_marks: list[int]  # for each, who put it there: a seat, or a mark of the game's
    tickets: list[list[int]]  # per seat
    offers: list[list[int]]  # tickets a seat is choosing from
    kept_at_start: list[int]
    sheet: ScoreSheet | None  # once the game is over

    def __init__(self, game: Game, setup: Setup, rng: Rng, lookups: Any, market: int) -> None:
        """Nothing is dealt yet."""
        n = setup.players
        self.game = game
        self.setup = setup
        self.rng = rng
        self.seat = 0
        self.pending = (1 << n) - 1
        self._legal = -1
        self.lookups = lookups
        self.space = lookups.space
        self.first = 0
        self.phase = START
        self.last_turns = -1
        self.hands = [[0] * KINDS for _ in range(n)]
        self.known = [[0] * KINDS for _ in range(n)]
        self.deck = []
        self.discards = [0] * KINDS
        self.market = [GAP] * market
        self.ticket_deck = []
        self.ticket_marks = []
        self.tickets = [[] for _ in range(n)]
        self.offers = [[] for _ in range(n)]
        self.kept_at_start = [0] * n
        self.sheet = None

    def _copy_to(self, new: "CardState") -> None:
        """The shared part of `clone`."""
        new.game = self.game
        new.setup = self.setup
        new.rng = self.rng.clone()
        new.seat = self.seat
        new.pending = self.pending
        new._legal = self._legal
        new.lookups = self.lookups
        new.space = self.space
        new.first = self.first
        new.phase = self.phase
        new.last_turns = self.last_turns
        new.hands = [hand[:] for hand in self.hands]
        new.known = [hand[:] for hand in self.known]
        new.deck = self.deck[:]
        new.discards = self.discards[:]
        new.market = self.market[:]
        new.ticket_deck = self.ticket_deck[:]
        new.ticket_marks = self.ticket_marks[:]
        new.tickets = [held[:] for held in self.tickets]
        new.offers = [offer[:] for offer in self.offers]
        new.kept_at_start = self.kept_at_start[:]
        new.sheet = self.sheet
