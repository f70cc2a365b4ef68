"""The Card Game dealt and played; the twin of `carrozza.games.card_game.game` and of
`CardGameState._play`."""

from carrozza.core.card_state import START
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.core.lookups import BLIND, FACE_UP, KEEP, PASS, STOP, TICKETS
from carrozza.games.card_game.lookups import BEST, COMPLETE, PLAY
from carrozza.games.card_game.spec import DEAL_TICKETS, HAND, LOCOMOTIVES, MARKET
from carrozza.games.card_game.turn import NOBODY
from carrozza.lane.bits import ZERO
from carrozza.lane.card_game import deck_end
from carrozza.lane.card_game.deck_end import complete, complete_best, shuffle_all
from carrozza.lane.card_game.draw import draw_blind, draw_face_up, turn_up
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import PLAYERS, State, Work
from carrozza.lane.card_game.tickets import draw_tickets, keep_tickets, offer_tickets
from carrozza.lane.card_game.turn import end_turn
from carrozza.lane.card_game.yard import play_to_yard
from carrozza.lane.chance import Chance, some_seat
from carrozza.lane.compiled import compiled, compiled_apart


@compiled_apart
def deal(s: State, chance: Chance, cards: Cards, players: int) -> None:
    clear(s, cards, players)
    s.first = some_seat(chance, players)
    for seat in range(players):
        s.hands[seat, LOCOMOTIVE] = LOCOMOTIVES
        s.known[seat, LOCOMOTIVE] = LOCOMOTIVES
    shuffle_all(s, cards)
    deck_end.deal(s, chance, s.first, HAND)
    for slot in range(MARKET):
        turn_up(s, chance, slot)
    for seat in range(players):
        offer_tickets(s, chance, seat, DEAL_TICKETS)


@compiled_apart
def clear(s: State, cards: Cards, players: int) -> None:
    """Nothing is dealt yet."""
    s.players = players
    s.phase = START
    s.seat = 0
    s.pending = (1 << players) - 1
    s.last_turns = -1
    s.resumes = NOBODY
    s.decks_left = cards.decks[players] - 1
    for colour in range(LOCOMOTIVE):
        s.owners[colour] = NOBODY
        s.row_cards[colour] = 0
        s.row_wilds[colour] = 0
    for seat in range(PLAYERS):
        for kind in range(KINDS):
            s.hands[seat, kind] = 0
            s.known[seat, kind] = 0
            s.tracks[seat, kind] = 0
            s.chosen_cards[seat, kind] = 0
        s.tickets[seat] = ZERO
        s.returned_at_start[seat] = ZERO
        s.returned_later[seat] = ZERO
        s.chosen[seat] = ZERO
        s.completed[seat] = ZERO
        s.kept_at_start[seat] = 0
        s.offered[seat] = 0
    s.fresh = cards.every
    s.under_first = 0
    s.under_size = 0


@compiled
def takes_long(cards: Cards, i: int) -> bool:
    """The search for the best set of tickets."""
    return i == cards.best_id


@compiled_apart
def play(s: State, chance: Chance, cards: Cards, seat: int, i: int, work: Work) -> None:
    """Do the legal action with id `i`."""
    kind = cards.kind[i]
    if kind == PLAY:
        play_to_yard(s, cards, seat, i)
    elif kind == BLIND:
        draw_blind(s, chance, seat)
    elif kind == FACE_UP:
        draw_face_up(s, chance, seat, cards.arg[i])
    elif kind == TICKETS:
        draw_tickets(s, chance, seat)
    elif kind == KEEP:
        keep_tickets(s, cards, seat, i)
    elif kind == COMPLETE:
        complete(s, cards, seat, cards.arg[i])
    elif kind == BEST:
        complete_best(s, chance, cards, seat, work)
    elif kind in (STOP, PASS):
        end_turn(s)
