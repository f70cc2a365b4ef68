"""The position of the game: plain lists and numbers, changed by the functions of the modules
beside this one."""

from typing import TYPE_CHECKING, Any

from carrozza.core.actions import Action
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.errors import CarrozzaError
from carrozza.core.events import Event
from carrozza.core.game import Setup, State
from carrozza.core.lookups import BLIND, FACE_UP, KEEP, PASS, STOP, TICKETS
from carrozza.core.rng import Rng
from carrozza.core.scores import ScoreSheet
from carrozza.games.card_game import deck_end, draw, tickets, yard
from carrozza.games.card_game.lookups import BEST, COMPLETE, PLAY, Lookups
from carrozza.games.card_game.refusals import why_not
from carrozza.games.card_game.scoring import Completed, score_sheet
from carrozza.games.card_game.spec import DECKS, MARKET
from carrozza.games.card_game.turn import NOBODY, SECOND_CARD, START, TICKET_CHOICE, TURN, pass_turn
from carrozza.games.card_game.view import CardGameMemory, CardGameView, memory_of, view_of

if TYPE_CHECKING:
    from carrozza.games.card_game.game import CardGame

_HANDLERS = {
    PASS: pass_turn,
    BLIND: draw.draw_blind,
    STOP: draw.stop_drawing,
    TICKETS: tickets.draw_tickets,
    FACE_UP: draw.draw_face_up,
    KEEP: tickets.keep_tickets,
    PLAY: yard.play_to_yard,
    COMPLETE: deck_end.complete_ticket,
    BEST: deck_end.complete_best,
}
HANDLERS = tuple(_HANDLERS[kind] for kind in sorted(_HANDLERS))


class CardGameState(State):
    __slots__ = (
        "chosen",
        "completed",
        "deck",
        "decks_left",
        "discards",
        "first",
        "hands",
        "kept_at_start",
        "known",
        "last_turns",
        "lookups",
        "market",
        "offers",
        "open_track",
        "owners",
        "phase",
        "resumes",
        "returned_at_start",
        "returned_later",
        "row_cards",
        "row_wilds",
        "sheet",
        "ticket_deck",
        "ticket_marks",
        "tickets",
        "tracks",
    )

    game: "CardGame"
    lookups: Lookups
    open_track: bool  # owners may look at their own
    phase: int
    first: int  # the seat that has the first turn
    resumes: int  # while a deck is scored, the seat whose turn comes next; else NOBODY
    last_turns: int  # turns left of the last round of this deck; -1 before it
    decks_left: int  # decks to come after this one
    hands: list[list[int]]  # per seat, counts of cards
    known: list[list[int]]  # per seat, the part of the hand that everybody has seen
    deck: list[int]  # the last one is the top
    discards: list[int]  # counts
    market: list[int]  # cards, or GAP
    owners: list[int]  # per colour, the seat that has a row of it in its yard, or NOBODY
    row_cards: list[int]  # per colour, the cards of that colour in the row
    row_wilds: list[int]  # per colour, the Locomotives on top of the row
    tracks: list[list[int]]  # per seat, counts of the cards on the track and not used for tickets
    ticket_deck: list[int]  # the last one is the top
    ticket_marks: list[int]  # for each, the seat that put it there, or FRESH
    tickets: list[list[int]]  # per seat, those not completed
    offers: list[list[int]]  # tickets a seat is choosing from
    returned_at_start: list[int]  # per seat, bit mask of tickets
    returned_later: list[int]  # per seat, bit mask of tickets it ever put to the bottom
    kept_at_start: list[int]
    chosen: list[list[Completed]]  # per seat, what it completes at the scoring under way
    completed: list[list[Completed]]  # per seat, at earlier scorings
    sheet: ScoreSheet | None  # once the game is over

    def __init__(self, game: "CardGame", setup: Setup, rng: Rng) -> None:
        """An empty table: nothing dealt yet."""
        n = setup.players
        self.game = game
        self.setup = setup
        self.rng = rng
        self.seat = 0
        self.pending = (1 << n) - 1
        self._legal = -1
        self.lookups = game.lookups
        self.space = self.lookups.space
        self.open_track = game.open_track(setup)
        self.phase = START
        self.first = 0
        self.resumes = NOBODY
        self.last_turns = -1
        self.decks_left = DECKS[n] - 1
        self.hands = [[0] * KINDS for _ in range(n)]
        self.known = [[0] * KINDS for _ in range(n)]
        self.deck = []
        self.discards = [0] * KINDS
        self.market = [draw.GAP] * MARKET
        self.owners = [NOBODY] * LOCOMOTIVE
        self.row_cards = [0] * LOCOMOTIVE
        self.row_wilds = [0] * LOCOMOTIVE
        self.tracks = [[0] * KINDS for _ in range(n)]
        self.ticket_deck = []
        self.ticket_marks = []
        self.tickets = [[] for _ in range(n)]
        self.offers = [[] for _ in range(n)]
        self.returned_at_start = [0] * n
        self.returned_later = [0] * n
        self.kept_at_start = [0] * n
        self.chosen = [[] for _ in range(n)]
        self.completed = [[] for _ in range(n)]
        self.sheet = None

    def _mask(self, seat: int) -> int:
        phase = self.phase
        if phase == TURN:
            mask = yard.play_mask(self, seat) | draw.first_card_mask(self)
            if self.ticket_deck:
                mask |= 1 << TICKETS
            return mask or 1 << PASS
        if phase == SECOND_CARD:
            return draw.second_card_mask(self)
        if phase == TICKET_CHOICE:
            return self.lookups.keep_drawn[len(self.offers[seat])]
        if phase == START:
            return self.lookups.keep_start
        return deck_end.completion_mask(self, seat)

    def _play(self, seat: int, i: int) -> list[Event]:
        return HANDLERS[self.lookups.kind[i]](self, seat, i)

    def _why_not(self, seat: int, action: Action) -> CarrozzaError:
        return why_not(self, seat, action)

    def clone(self) -> "CardGameState":
        new = object.__new__(CardGameState)
        new.game = self.game
        new.setup = self.setup
        new.rng = self.rng.clone()
        new.seat = self.seat
        new.pending = self.pending
        new._legal = self._legal
        new.lookups = self.lookups
        new.space = self.space
        new.open_track = self.open_track
        new.phase = self.phase
        new.first = self.first
        new.resumes = self.resumes
        new.last_turns = self.last_turns
        new.decks_left = self.decks_left
        new.hands = [hand[:] for hand in self.hands]
        new.known = [hand[:] for hand in self.known]
        new.deck = self.deck[:]
        new.discards = self.discards[:]
        new.market = self.market[:]
        new.owners = self.owners[:]
        new.row_cards = self.row_cards[:]
        new.row_wilds = self.row_wilds[:]
        new.tracks = [track[:] for track in self.tracks]
        new.ticket_deck = self.ticket_deck[:]
        new.ticket_marks = self.ticket_marks[:]
        new.tickets = [held[:] for held in self.tickets]
        new.offers = [offer[:] for offer in self.offers]
        new.returned_at_start = self.returned_at_start[:]
        new.returned_later = self.returned_later[:]
        new.kept_at_start = self.kept_at_start[:]
        new.chosen = [done[:] for done in self.chosen]
        new.completed = [done[:] for done in self.completed]
        new.sheet = self.sheet
        return new

    def view(self, seat: int | None) -> CardGameView:
        return view_of(self, seat)

    def memory(self, seat: int | None) -> CardGameMemory:
        return memory_of(self, seat)

    def score_sheet(self) -> ScoreSheet:
        return self.sheet or score_sheet(self)

    def plain(self) -> list[Any]:
        return [
            [self.rng.key.hex(), self.rng.used],
            [self.phase, self.seat, self.pending, self.first, self.resumes],
            [self.last_turns, self.decks_left],
            self.hands,
            self.known,
            self.deck,
            self.discards,
            self.market,
            [self.owners, self.row_cards, self.row_wilds],
            self.tracks,
            [self.ticket_deck, self.ticket_marks, self.tickets, self.offers],
            [self.returned_at_start, self.returned_later, self.kept_at_start],
            [self.chosen, self.completed],
        ]
