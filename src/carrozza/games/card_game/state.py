"""The position of the game: plain lists and numbers, changed by the functions of the modules
beside this one."""

from typing import TYPE_CHECKING, Any

from carrozza.core.actions import Action
from carrozza.core.card_state import SECOND_CARD, START, TICKET_CHOICE, TURN, CardState
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.errors import CarrozzaError
from carrozza.core.events import Event
from carrozza.core.game import Setup
from carrozza.core.lookups import BLIND, FACE_UP, KEEP, PASS, STOP, TICKETS
from carrozza.core.rng import Rng
from carrozza.core.scores import ScoreSheet
from carrozza.games.card_game import deck_end, draw, tickets, yard
from carrozza.games.card_game.lookups import BEST, COMPLETE, PLAY, Lookups
from carrozza.games.card_game.refusals import why_not
from carrozza.games.card_game.scoring import Completed, score_sheet
from carrozza.games.card_game.spec import DECKS, MARKET
from carrozza.games.card_game.turn import NOBODY, begin_turn, pass_turn
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


class CardGameState(CardState):
    __slots__ = (
        "chosen",
        "completed",
        "decks_left",
        "open_track",
        "owners",
        "resumes",
        "returned_at_start",
        "returned_later",
        "row_cards",
        "row_wilds",
        "tracks",
    )

    game: "CardGame"
    lookups: Lookups
    open_track: bool  # owners may look at their own
    resumes: int  # while a deck is scored, the seat whose turn comes next; else NOBODY
    decks_left: int  # decks to come after this one
    owners: list[int]  # per colour, the seat that has a row of it in its yard, or NOBODY
    row_cards: list[int]  # per colour, the cards of that colour in the row
    row_wilds: list[int]  # per colour, the Locomotives on top of the row
    tracks: list[list[int]]  # per seat, counts of the cards on the track and not used for tickets
    returned_at_start: list[int]  # per seat, bit mask of tickets
    returned_later: list[int]  # per seat, bit mask of tickets it ever put to the bottom
    chosen: list[list[Completed]]  # per seat, what it completes at the scoring under way
    completed: list[list[Completed]]  # per seat, at earlier scorings

    def __init__(self, game: "CardGame", setup: Setup, rng: Rng) -> None:
        super().__init__(game, setup, rng, game.lookups, MARKET)
        n = setup.players
        self.open_track = game.open_track(setup)
        self.resumes = NOBODY
        self.decks_left = DECKS[n] - 1
        self.owners = [NOBODY] * LOCOMOTIVE
        self.row_cards = [0] * LOCOMOTIVE
        self.row_wilds = [0] * LOCOMOTIVE
        self.tracks = [[0] * KINDS for _ in range(n)]
        self.returned_at_start = [0] * n
        self.returned_later = [0] * n
        self.chosen = [[] for _ in range(n)]
        self.completed = [[] for _ in range(n)]

    def _give_turn(self, seat: int) -> None:
        begin_turn(self, seat, [])

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
        self._copy_to(new)
        new.open_track = self.open_track
        new.resumes = self.resumes
        new.decks_left = self.decks_left
        new.owners = self.owners[:]
        new.row_cards = self.row_cards[:]
        new.row_wilds = self.row_wilds[:]
        new.tracks = [track[:] for track in self.tracks]
        new.returned_at_start = self.returned_at_start[:]
        new.returned_later = self.returned_later[:]
        new.chosen = [done[:] for done in self.chosen]
        new.completed = [done[:] for done in self.completed]
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
