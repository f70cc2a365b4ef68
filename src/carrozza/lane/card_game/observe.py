"""What a seat knows of the card game, as a vector; the twin of `carrozza.env.card_observer`."""

from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.games.card_game.spec import MARKET
from carrozza.games.card_game.turn import OVER, SCORING
from carrozza.lane.bits import count
from carrozza.lane.card_game.lookups import Cards
from carrozza.lane.card_game.state import State, Work
from carrozza.lane.compiled import compiled, compiled_apart
from carrozza.lane.observe import (
    Layout,
    Vector,
    mark,
    multiply,
    observe_seats,
    observe_table,
    observe_ticket_deck,
    other,
)


@compiled_apart
def observe(
    s: State, cards: Cards, seat: int, at: Layout, scale: Vector, out: Vector, work: Work
) -> None:
    observe_seats(s, seat, at, out)
    observe_table(s, MARKET, seat, at, out)
    out[at.decks_left] = s.decks_left
    if s.resumes >= 0:
        out[at.resumes + (s.resumes - seat + s.players) % s.players] = 1
    mark(s.returned_later[seat], at.ever_returned, out)
    mark(s.chosen[seat], at.chosen, out)
    fresh = count(s.fresh)
    for place in range(fresh):
        out[at.ticket_deck + (1 + s.players) * place] = 1
    observe_ticket_deck(s, fresh, 1, seat, at, out)
    for i in range(s.players):
        observe_yard(s, other(s, seat, i), i, at, out)
        observe_track(s, cards, seat, i, at, out)
    multiply(scale, out)


@compiled
def observe_yard(s: State, who: int, i: int, at: Layout, out: Vector) -> None:
    for colour in range(LOCOMOTIVE):
        if s.owners[colour] == who:
            out[at.yard_cards + LOCOMOTIVE * i + colour] = s.row_cards[colour]
            out[at.yard_locomotives + LOCOMOTIVE * i + colour] = s.row_wilds[colour]


@compiled
def observe_track(s: State, cards: Cards, seat: int, i: int, at: Layout, out: Vector) -> None:
    """What is chosen at a scoring under way is still there for the others."""
    who = other(s, seat, i)
    mine = who == seat and (s.phase == SCORING or cards.open_track != 0)
    shown = s.phase == OVER or mine
    out[at.track_shown + i] = shown
    out[at.ticket_counts + i] = count(s.tickets[who]) + count(s.chosen[who])
    mark(s.completed[who], at.completed + at.all_tickets * i, out)
    size = 0
    for kind in range(KINDS):
        there = s.tracks[who, kind] + s.chosen_cards[who, kind]
        size += there
        out[at.remembered_tracks + KINDS * i + kind] = there
        if shown:
            out[at.tracks + KINDS * i + kind] = s.tracks[who, kind]
    out[at.track_sizes + i] = size
