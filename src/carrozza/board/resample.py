"""A full state made from a view alone: what the seat knows stays, the rest is dealt at random."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carrozza.board.state import BoardState
from carrozza.board.tickets import MIXED
from carrozza.board.tunnels import Tunnel
from carrozza.board.turn import PHASES
from carrozza.board.view import BoardView
from carrozza.core.actions import ClaimRoute
from carrozza.core.card_state import START
from carrozza.core.cards import CARD_INDEX, KINDS, counts_of
from carrozza.core.dealing import deal_unseen
from carrozza.core.errors import GameOver
from carrozza.core.game import Setup
from carrozza.core.market import GAP
from carrozza.core.rng import Rng
from carrozza.core.ticket_choice import FRESH

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
    market = counts_of(card for card in s.market if card != GAP)
    seen = (s.discards, market, _laid(s))
    s.deck = deal_unseen(s.game.all_cards(), seen, s.hands, view.hand_sizes, rng)


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
    pool, long_pool = _unseen_tickets(s, {*own, *refused}, rng)
    _own_tickets(s, view)
    _opening_choices(s, view, pool, long_pool, rng)
    mixed = _under_the_deck(s, view, refused)
    if FRESH not in view.ticket_marks:
        # The deck has been drawn through: what was refused at the start may be anywhere by now.
        pool += mixed
        mixed = pool
    rng.shuffle(pool)
    rng.shuffle(mixed)
    _later_draws(s, view, pool)
    _ticket_deck(s, view, named, pool, mixed)


def _unseen_tickets(s: BoardState, away: set[int], rng: Rng) -> tuple[list[int], list[int]]:
    """The tickets that can be in places unknown to the seat: regular and long ones."""
    tickets = s.lookups.board.tickets
    unseen = [t for t in s.game.ticket_ids if t not in away]
    regular = rng.shuffled(t for t in unseen if not tickets[t].long)
    return regular, rng.shuffled(t for t in unseen if tickets[t].long)


def _own_tickets(s: BoardState, view: BoardView) -> None:
    if view.seat is not None:
        s.tickets[view.seat] = list(view.tickets or ())
        s.offers[view.seat] = list(view.offer or ())
        s.returned_at_start[view.seat] = list(view.returned_at_start or ())


def _others(view: BoardView) -> list[int]:
    return [seat for seat in range(view.players) if seat != view.seat]


def _opening_choices(
    s: BoardState, view: BoardView, pool: list[int], long_pool: list[int], rng: Rng
) -> None:
    """What the others were offered, kept and refused at the start."""
    back = {seat: _opening_choice(s, view, seat, pool, long_pool, rng) for seat in _others(view)}
    for seat, places in back.items():
        sources = [_source(s, place, pool, long_pool) for place in places]
        # Where a source is empty, the seat itself has drawn by now what the other refused.
        s.returned_at_start[seat] = [source.pop() for source in sources if source]


def _under_the_deck(s: BoardState, view: BoardView, refused: list[int]) -> list[int]:
    """What was refused at the start, of all seats, once it has been shuffled together."""
    if view.phase == PHASES[START] or s.lookups.spec.returned_leave_game:
        return []
    return refused + [t for seat in _others(view) for t in s.returned_at_start[seat]]


def _later_draws(s: BoardState, view: BoardView, pool: list[int]) -> None:
    """Tickets the others drew after the start, kept or still to choose from."""
    for seat in _others(view):
        held, offer = s.tickets[seat], s.offers[seat]
        held += [pool.pop() for _ in range(view.ticket_counts[seat] - len(held))]
        offer += [pool.pop() for _ in range(view.offer_sizes[seat] - len(offer))]


def _ticket_deck(
    s: BoardState,
    view: BoardView,
    named: Sequence[int | None],
    pool: list[int],
    mixed: list[int],
) -> None:
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
