"""The Card Game set up: cards loaded, lookups computed, hands dealt."""

from pathlib import Path

from carrozza.core.cards import CARDS, LOCOMOTIVE, spread
from carrozza.core.events import CardsDealt, Event, GameStarted, TicketsOffered
from carrozza.core.game import Game, Option, Setup, View
from carrozza.core.rng import Rng
from carrozza.core.ticket_choice import FRESH
from carrozza.games.card_game.data import load_cards
from carrozza.games.card_game.deck_end import deal
from carrozza.games.card_game.draw import turn_up
from carrozza.games.card_game.lookups import Lookups
from carrozza.games.card_game.resample import resample
from carrozza.games.card_game.spec import DEAL_TICKETS, HAND, LOCOMOTIVES, MARKET, PLAYERS
from carrozza.games.card_game.state import CardGameState
from carrozza.games.card_game.view import CardGameMemory, CardGameView

CARDS_FILE = Path(__file__).with_name("cards.json")
OPEN_TRACK = Option(
    "open_track", (False, True), "whether players may look at the cards on their own track"
)


class CardGame(Game):
    name = "card_game"
    title = "The Card Game"
    players = PLAYERS
    options = (OPEN_TRACK,)
    sections = ("E",)
    map = "usa"  # the game on whose board the cities of the tickets lie
    view_type = CardGameView
    memory_type = CardGameMemory

    def __init__(self) -> None:
        self.cards = load_cards(CARDS_FILE)
        self.names = self.cards
        self.ticket_ids = tuple(range(len(self.cards.tickets)))
        self.lookups = Lookups(self.cards)

    def open_track(self, setup: Setup) -> bool:
        return bool(setup.options.get(OPEN_TRACK.name, OPEN_TRACK.choices[0]))

    def _deal(self, setup: Setup) -> tuple[CardGameState, list[Event]]:
        self.check(setup)
        s = CardGameState(self, setup, Rng.from_seed(setup.seed))
        seats = range(setup.players)
        drawn = s.rng.below(setup.players)  # drawn also when fixed, so that the cards are the same
        s.first = drawn if setup.first is None else setup.first
        events: list[Event] = [GameStarted(setup.players, s.first)]

        rest = self.cards.train_cards()
        for seat in seats:
            s.hands[seat][LOCOMOTIVE] = s.known[seat][LOCOMOTIVE] = LOCOMOTIVES
            rest[LOCOMOTIVE] -= LOCOMOTIVES
            events.append(CardsDealt(seat, LOCOMOTIVES, (CARDS[LOCOMOTIVE],) * LOCOMOTIVES))
        s.deck = s.rng.shuffled(spread(rest))
        deal(s, s.first, HAND, events)
        for slot in range(MARKET):
            turn_up(s, slot, events)

        s.ticket_deck = s.rng.shuffled(range(len(self.cards.tickets)))
        order = [(s.first + n) % setup.players for n in seats]
        for seat in order * DEAL_TICKETS:
            s.offers[seat].append(s.ticket_deck.pop())
        for seat in seats:
            events.append(TicketsOffered(seat, DEAL_TICKETS, tuple(s.offers[seat])))
        s.ticket_marks = [FRESH] * len(s.ticket_deck)
        return s, events

    def resample(self, memory: View, rng: Rng) -> CardGameState:
        assert isinstance(memory, CardGameMemory)
        return resample(self, memory, rng)
