"""A full state made from a view alone: what the seat knows stays, the rest is dealt at random."""

from typing import TYPE_CHECKING

from carrozza.board.draw import GAP
from carrozza.board.state import BoardState
from carrozza.board.tickets import FRESH, MIXED
from carrozza.board.tunnels import Tunnel
from carrozza.board.turn import PHASES, START
from carrozza.board.view import BoardView
from carrozza.core.actions import ClaimRoute
from carrozza.core.cards import CARD_INDEX, KINDS, counts_of, spread
from carrozza.core.errors import GameOver
from carrozza.core.game import Setup
from carrozza.core.rng import Rng

if TYPE_CHECKING:
    from carrozza.board.game import BoardGame


def resample(game: "BoardGame", view: BoardView, rng: Rng) -> BoardState:
    if not view.to_act:
        raise GameOver("game_over", "The game is over: there is nothing hidden left to deal again.")
    seed = rng.words(1)[0]
    setup = Setup(
        game=game.name,
        players=view.players,
        seed=f"resampled {seed:x}",
        first=view.first,
        options=game.chosen,
        board=game.custom,
    )
    s = BoardState(game, setup, Rng.from_seed(setup.seed))
    _public(s, view)
    _board(s, view)
    _cards(s, view, rng)
    _tickets(s, view, rng)
    return s


def _public(s: BoardState, view: BoardView) -> None:
    s.phase = PHASES.index(view.phase)
    s.first = view.first
    s.pending = sum(1 << seat for seat in view.to_act)
    s.seat = view.turn if view.turn is not None else min(view.to_act, default=0)
    s.last_turns = -1 if view.turns_left is None else view.turns_left
    s.passes = view.passes
    s.market = [GAP if card is None else CARD_INDEX[card] for card in view.market]
    s.discards = list(view.discards)
    s.discarded = sum(view.discards)
    s.known = [list(seen) for seen in view.seen_hands]
    s.kept_at_start = list(view.kept_at_start)
    s.trains = list(view.trains)
    s.points = list(view.points)
    s.bonus_cards = view.bonus_cards
    if view.tunnel is not None:
        laid = s.lookups.space.index[ClaimRoute(view.tunnel.route, view.tunnel.laid)]
        revealed = tuple(CARD_INDEX[card] for card in view.tunnel.revealed)
        s.tunnel = Tunnel(view.tunnel.route, laid, revealed, view.tunnel.extra)


def _board(s: BoardState, view: BoardView) -> None:
    """Owners of routes and stations, and what is still open to whom."""
    lookups = s.lookups
    for route, owner in enumerate(view.routes):
        if owner is not None:
            s.routes[owner] |= 1 << route
            s.taken |= 1 << route
    s.game.close_routes(s)
    for city, owner in enumerate(view.stations):
        if owner is not None:
            s.stations[owner] |= 1 << city
            s.station_open &= ~lookups.city_actions[city]


def _cards(s: BoardState, view: BoardView, rng: Rng) -> None:
    """Deck and foreign hands from the cards nobody has seen, respecting what was seen."""
    s.hands = [list(seen) for seen in view.seen_hands]
    if view.seat is not None and view.hand is not None:
        s.hands[view.seat] = list(view.hand)
    unseen = s.game.all_cards()
    for counts in (*s.hands, s.discards, counts_of(c for c in s.market if c != GAP), _laid(s)):
        unseen = [a - b for a, b in zip(unseen, counts, strict=True)]
    pool = spread(unseen)
    rng.shuffle(pool)
    for hand, size in zip(s.hands, view.hand_sizes, strict=True):
        for _ in range(size - sum(hand)):
            hand[pool.pop()] += 1
    s.deck = pool


def _laid(s: BoardState) -> list[int]:
    """The cards lying at a tunnel."""
    if s.tunnel is None:
        return [0] * KINDS
    counts = counts_of(s.tunnel.revealed)
    for card, n in s.lookups.cost[s.tunnel.laid]:
        counts[card] += n
    return counts


def _tickets(s: BoardState, view: BoardView, rng: Rng) -> None:
    """Places that the seat knows are filled as it knows them, the others from what is left.

    A ticket the seat refused at the start is under the deck as long as fresh ones cover it, and
    never among those that others kept at the start.
    """
    named = view.returned_later or (None,) * len(view.ticket_marks)
    own = [*(view.tickets or ()), *(view.offer or ()), *(t for t in named if t is not None)]
    refused = [t for t in view.returned_at_start or () if t not in own]
    away = {*own, *refused}
    tickets = s.lookups.board.tickets
    pool = rng.shuffled(t for t in s.game.ticket_ids if t not in away and not tickets[t].long)
    long_pool = rng.shuffled(t for t in s.game.ticket_ids if t not in away and tickets[t].long)

    back: dict[int, list[int]] = {}
    for seat in range(view.players):
        if seat == view.seat:
            s.tickets[seat] = list(view.tickets or ())
            s.offers[seat] = list(view.offer or ())
            s.returned_at_start[seat] = list(view.returned_at_start or ())
        else:
            back[seat] = _opening_choice(s, view, seat, pool, long_pool, rng)
    for seat, places in back.items():
        sources = [_source(s, place, pool, long_pool) for place in places]
        # Where a source is empty, the seat itself has drawn by now what the other refused.
        s.returned_at_start[seat] = [source.pop() for source in sources if source]

    if view.phase != PHASES[START] and not s.lookups.spec.returned_leave_game:
        mixed = refused + [
            t for seat, back in enumerate(s.returned_at_start) if seat != view.seat for t in back
        ]
    else:
        mixed = []
    if FRESH not in view.ticket_marks:
        # The deck has been drawn through: what was refused at the start may be anywhere by now.
        pool += mixed
        mixed = pool
    rng.shuffle(pool)
    rng.shuffle(mixed)
    for seat in range(view.players):
        if seat != view.seat:
            s.tickets[seat] += [
                pool.pop() for _ in range(view.ticket_counts[seat] - len(s.tickets[seat]))
            ]
            s.offers[seat] += [
                pool.pop() for _ in range(view.offer_sizes[seat] - len(s.offers[seat]))
            ]
    for mark, ticket in zip(view.ticket_marks, named, strict=True):
        source = mixed if mark == MIXED else pool
        s.ticket_deck.append(source.pop() if ticket is None else ticket)
    s.ticket_deck.reverse()
    s.ticket_marks = list(reversed(view.ticket_marks))


def _opening_choice(
    s: BoardState,
    view: BoardView,
    seat: int,
    pool: list[int],
    long_pool: list[int],
    rng: Rng,
) -> list[int]:
    """What another seat was offered at the start or kept of it; the places of what it refused."""
    spec = s.lookups.spec
    places = range(spec.deal_long + spec.deal_tickets)
    if view.phase == PHASES[START] and seat in view.to_act:
        s.offers[seat] = [_source(s, place, pool, long_pool).pop() for place in places]
        return []
    kept = sorted(rng.shuffled(places)[: view.kept_at_start[seat]])
    s.tickets[seat] = [_source(s, place, pool, long_pool).pop() for place in kept]
    return [place for place in places if place not in kept]


def _source(s: BoardState, place: int, pool: list[int], long_pool: list[int]) -> list[int]:
    """Where the ticket in a place of the opening offer comes from: the long ones are first."""
    return long_pool if place < s.lookups.spec.deal_long else pool
