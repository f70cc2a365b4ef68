"""A board game: a spec and a board."""

from typing import Any

from carrozza.board.board import Board
from carrozza.board.bonuses import check_bonus_cards
from carrozza.board.draw import sweep, turn_up
from carrozza.board.lookups import Lookups
from carrozza.board.resample import resample
from carrozza.board.spec import BoardSpec
from carrozza.board.state import BoardState
from carrozza.board.view import BoardView
from carrozza.core.cards import COLOURS, names, spread
from carrozza.core.errors import BadOptions
from carrozza.core.events import CardsDealt, Event, GameStarted, TicketsOffered
from carrozza.core.game import Game, OptionValue, Setup, View
from carrozza.core.rng import Rng
from carrozza.core.ticket_choice import FRESH


class BoardGame(Game):
    view_type = memory_type = BoardView

    def __init__(
        self,
        spec: BoardSpec,
        board: Board,
        chosen: dict[str, OptionValue] | None = None,
        custom: dict[str, Any] | None = None,
    ) -> None:
        check_bonus_cards(board, board.name)
        self.name = spec.name
        self.title = spec.title
        fewest, most = spec.players
        self.players = range(fewest, most + 1)
        self.options = spec.options
        self.sections = spec.sections
        self.spec = spec
        self.board = board
        self.names = board
        self.chosen = chosen or {}  # the options this game was made with
        self.custom = custom  # the board as plain data, when it is not the game's own
        self.lookups = Lookups(spec, board)
        self.ticket_ids = tuple(
            i for i, t in enumerate(board.tickets) if t.edition in (None, spec.edition)
        )
        self._most_tracks = {
            n: tuple(spec.tracks_open(n, group.bit_count()) for group in board.siblings)
            for n in self.players
        }

    def most_tracks(self, players: int, route: int) -> int:
        """How many of the tracks parallel to this one, itself included, may be claimed."""
        return self._most_tracks[players][route]

    def all_cards(self) -> list[int]:
        """Counts of all train cards of the game."""
        return [self.spec.cards_per_colour for _ in COLOURS] + [self.spec.locomotives]

    def close_routes(self, s: BoardState) -> None:
        """Recompute what is open to whom from the owners of the routes."""
        s.open = self.lookups.all_claims
        s.barred = [0] * s.setup.players
        for route, group in enumerate(self.board.siblings):
            full = (s.taken & group).bit_count() >= self.most_tracks(s.setup.players, route)
            if full or s.taken >> route & 1:
                s.open &= self.lookups.not_route[route]
            for seat, mine in enumerate(s.routes):
                if mine & group and not full:
                    s.barred[seat] |= group

    def _deal(self, setup: Setup) -> tuple[BoardState, list[Event]]:
        self.check(setup)
        if problem := self.too_few_tickets(setup.players):
            raise BadOptions("few_tickets", problem)
        spec = self.spec
        s = BoardState(self, setup, Rng.from_seed(setup.seed))
        seats = range(setup.players)
        drawn = s.rng.below(setup.players)  # drawn also when fixed, so that the cards are the same
        s.first = drawn if setup.first is None else setup.first
        s.bonus_cards = self._draw_bonus_cards(s.rng)
        shown = tuple(self.board.bonus_cards[c].name for c in s.bonus_cards)
        events: list[Event] = [GameStarted(setup.players, s.first, shown)]

        s.deck = s.rng.shuffled(spread(self.all_cards()))
        for seat in seats:
            for _ in range(spec.hand):
                s.hands[seat][s.deck.pop()] += 1
            events.append(CardsDealt(seat, spec.hand, names(s.hands[seat])))
        for slot in range(spec.market):
            turn_up(s, slot, events)
        sweep(s, events)

        tickets = self.board.tickets
        s.ticket_deck = s.rng.shuffled(t for t in self.ticket_ids if not tickets[t].long)
        long = s.rng.shuffled(t for t in self.ticket_ids if tickets[t].long)
        for seat in seats:
            offer = [long.pop() for _ in range(spec.deal_long)]
            offer += [s.ticket_deck.pop() for _ in range(spec.deal_tickets)]
            s.offers[seat] = offer
            events.append(TicketsOffered(seat, len(offer), tuple(offer)))
        s.ticket_marks = [FRESH] * len(s.ticket_deck)
        return s, events

    def _draw_bonus_cards(self, rng: Rng) -> tuple[int, ...]:
        cards = rng.shuffled(range(len(self.board.bonus_cards)))
        return tuple(sorted(cards[: self.spec.bonus_cards]))

    def too_few_tickets(self, players: int) -> str | None:
        """A custom board may lack tickets for the deal: how many it needs, and how many it has."""
        spec, tickets = self.spec, self.board.tickets
        long = sum(tickets[t].long for t in self.ticket_ids)
        dealt = (
            ("long tickets (“long”: true)", long, spec.deal_long),
            ("tickets that are not long", len(self.ticket_ids) - long, spec.deal_tickets),
        )
        for kind, there, each in dealt:
            if there < players * each:
                return (
                    f"This board has too few tickets: {self.title} with {players} players "
                    f"needs {players * each} {kind}, and there are {there}."
                )
        return None

    def resample(self, memory: View, rng: Rng) -> BoardState:
        assert isinstance(memory, BoardView)
        return resample(self, memory, rng)
