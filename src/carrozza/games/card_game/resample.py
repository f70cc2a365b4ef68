"""A full state made from a memory alone: what the seat knows stays, the rest is dealt at random."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from carrozza.core.card_state import START
from carrozza.core.cards import CARD_INDEX, counts_of
from carrozza.core.dealing import deal_unseen
from carrozza.core.errors import GameOver
from carrozza.core.game import Setup
from carrozza.core.market import GAP
from carrozza.core.rng import Rng
from carrozza.core.ticket_choice import FRESH
from carrozza.games.card_game.deck_end import complete_rest
from carrozza.games.card_game.scoring import Completed
from carrozza.games.card_game.spec import DEAL_TICKETS
from carrozza.games.card_game.state import CardGameState
from carrozza.games.card_game.turn import NOBODY, PHASES, SCORING
from carrozza.games.card_game.view import CardGameMemory, CompletedView

if TYPE_CHECKING:
    from carrozza.games.card_game.game import CardGame


def resample(game: "CardGame", view: CardGameMemory, rng: Rng) -> CardGameState:
    if not view.to_act:
        raise GameOver("game_over", "The game is over: there is nothing hidden left to deal again.")
    seed = rng.words(1)[0]
    setup = Setup(
        game=game.name,
        players=view.players,
        seed=f"resampled {seed:x}",
        first=view.first,
        options={"open_track": view.open_track},
    )
    s = CardGameState(game, setup, Rng.from_seed(setup.seed))
    _public(s, view)
    _cards(s, view, rng)
    _tickets(s, view, rng)
    if s.phase == SCORING:
        for seat in range(view.players):
            if seat != view.seat and seat not in view.to_act:
                complete_rest(s, seat)
    return s


def _public(s: CardGameState, view: CardGameMemory) -> None:
    s.phase = PHASES.index(view.phase)
    s.pending = sum(1 << seat for seat in view.to_act)
    s.seat = view.turn if view.turn is not None else min(view.to_act, default=0)
    s.first = view.first
    s.resumes = NOBODY if view.resumes is None else view.resumes
    s.last_turns = -1 if view.turns_left is None else view.turns_left
    s.decks_left = view.decks_left
    s.market = [GAP if card is None else CARD_INDEX[card] for card in view.market]
    s.discards = list(view.discards)
    s.known = [list(seen) for seen in view.seen_hands]
    s.kept_at_start = list(view.kept_at_start)
    s.completed = [_plain(done) for done in view.completed]
    for seat, rows in enumerate(view.yards):
        for row in rows:
            colour = CARD_INDEX[row.colour]
            s.owners[colour] = seat
            s.row_cards[colour] = row.cards
            s.row_wilds[colour] = row.locomotives


def _plain(done: tuple[CompletedView, ...]) -> list[Completed]:
    return [(c.ticket, tuple(CARD_INDEX[card] for card in c.cards)) for c in done]


def _cards(s: CardGameState, view: CardGameMemory, rng: Rng) -> None:
    """Deck and foreign hands from the cards the seat cannot see; the tracks are remembered."""
    s.hands = [list(seen) for seen in view.seen_hands]
    if view.seat is not None:
        s.hands[view.seat] = list(view.hand or ())
        s.chosen[view.seat] = _plain(view.chosen or ())
    s.tracks = [list(track) for track in view.remembered_tracks]
    rows = [*s.row_cards, sum(s.row_wilds)]
    market = counts_of(card for card in s.market if card != GAP)
    seen = (*s.tracks, rows, market, s.discards)
    s.deck = deal_unseen(s.game.cards.train_cards(), seen, s.hands, view.hand_sizes, rng)
    for track, done in zip(s.tracks, s.chosen, strict=True):
        for _, cards in done:
            for card in cards:
                track[card] -= 1


def _tickets(s: CardGameState, view: CardGameMemory, rng: Rng) -> None:
    """Places that the seat knows are filled as it knows them, the others from what is left.

    What the seat gave back cannot be among those that others kept at the start; what it put to
    the bottom later cannot be in a part of the deck that has not been drawn yet.
    """
    named = view.returned_later or (None,) * len(view.ticket_marks)
    later = set(view.ever_returned or ())
    returned = later | set(view.returned_at_start or ())
    others = [seat for seat in range(view.players) if seat != view.seat]
    _own_tickets(s, view)
    pool = rng.shuffled(_unseen_tickets(s, view, named, returned))
    for seat in others:
        s.tickets[seat] = _draw(pool, _kept_of_the_start(view, seat, returned), returned)
    for seat in others:
        _opening_returns(s, view, seat, pool, returned)
    fresh = _fresh_part(view, named, pool, later)
    for seat in others:
        s.tickets[seat] += _draw(pool, view.ticket_counts[seat] - len(s.tickets[seat]))
        s.offers[seat] = _draw(pool, view.offer_sizes[seat])
    s.ticket_deck = [pool.pop() if ticket is None else ticket for ticket in reversed(fresh)]
    s.ticket_marks = list(reversed(view.ticket_marks))


def _own_tickets(s: CardGameState, view: CardGameMemory) -> None:
    if view.seat is not None:
        s.tickets[view.seat] = list(view.tickets or ())
        s.offers[view.seat] = list(view.offer or ())
        s.returned_at_start[view.seat] = sum(1 << t for t in view.returned_at_start or ())
        s.returned_later[view.seat] = sum(1 << t for t in view.ever_returned or ())


def _unseen_tickets(
    s: CardGameState, view: CardGameMemory, named: Sequence[int | None], returned: set[int]
) -> list[int]:
    """The tickets that can be in places unknown to the seat."""
    known = {t for t in named if t is not None}
    known |= {done.ticket for seat in view.completed for done in seat}
    if view.seat is not None:
        chosen = [t for t, _ in s.chosen[view.seat]]
        known |= {*s.tickets[view.seat], *s.offers[view.seat], *chosen}
    if s.phase == START:
        known |= returned
    return [t for t in range(len(s.game.cards.tickets)) if t not in known]


def _kept_of_the_start(view: CardGameMemory, seat: int, returned: set[int]) -> int:
    """How many of the tickets that another seat kept at the start it may still hold."""
    maybe = [done for done in view.completed[seat] if done.ticket not in returned]
    return max(0, view.kept_at_start[seat] - len(maybe))


def _fresh_part(
    view: CardGameMemory, named: Sequence[int | None], pool: list[int], later: set[int]
) -> list[int | None]:
    """The ticket deck from the top, with those filled in that nobody has drawn yet."""
    deck = list(named)
    for place, mark in enumerate(view.ticket_marks):
        if mark == FRESH:
            deck[place] = _draw(pool, 1, later)[0]
    return deck


def _opening_returns(
    s: CardGameState, view: CardGameMemory, seat: int, pool: list[int], returned: set[int]
) -> None:
    """What another seat may have given back at the start. It leaves the pool only as long as it
    is not back in the deck; later it can be anywhere."""
    if not view.kept_at_start[seat]:
        return
    count = DEAL_TICKETS - view.kept_at_start[seat]
    if s.phase == START:
        back = _draw(pool, count)
    else:
        back = [t for t in pool if t not in returned][:count]
    s.returned_at_start[seat] = sum(1 << t for t in back)


def _draw(pool: list[int], count: int, but: Iterable[int] = ()) -> list[int]:
    """Take the last so many tickets from the pool that are not excluded."""
    drawn = [t for t in reversed(pool) if t not in but][:count] if count > 0 else []
    for t in drawn:
        pool.remove(t)
    return drawn
