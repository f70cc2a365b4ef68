"""What a seat or a spectator may know of the game."""

from typing import TYPE_CHECKING

import msgspec

from carrozza.core.card_state import START
from carrozza.core.card_view import CardView, shared_view
from carrozza.core.cards import CARDS, COLOURS, Card
from carrozza.core.space import bits
from carrozza.games.card_game.turn import OVER, PHASES, SCORING

if TYPE_CHECKING:
    from carrozza.games.card_game.scoring import Completed
    from carrozza.games.card_game.state import CardGameState


class RowView(msgspec.Struct, frozen=True):
    """A row in a rail yard: cards of its colour, and the Locomotives on top of them."""

    colour: Card
    cards: int
    locomotives: int


class CompletedView(msgspec.Struct, frozen=True):
    """A completed ticket and the cards it used."""

    ticket: int
    cards: tuple[Card, ...]


class CardGameView(CardView, frozen=True, kw_only=True):
    open_track: bool  # owners may look at their own tracks
    resumes: int | None  # at a scoring, whose turn would come next
    decks_left: int  # decks to come after this one
    yards: tuple[tuple[RowView, ...], ...]
    track_sizes: tuple[int, ...]
    tracks: tuple[tuple[int, ...] | None, ...]  # those one may look at, less the cards of `chosen`
    ever_returned: tuple[int, ...] | None  # all that this seat put to the bottom after the start
    chosen: tuple[CompletedView, ...] | None  # what this seat completes at the scoring under way
    completed: tuple[tuple[CompletedView, ...], ...]  # at earlier scorings


class CardGameMemory(CardGameView, frozen=True, kw_only=True):
    """What a player knows who forgets no card."""

    remembered_tracks: tuple[tuple[int, ...], ...]  # what everybody saw leave the yards for them


def memory_of(s: "CardGameState", seat: int | None) -> CardGameMemory:
    tracks = tuple(remembered_track(s, owner) for owner in range(s.setup.players))
    view = msgspec.structs.asdict(view_of(s, seat))
    return CardGameMemory(**view, remembered_tracks=tracks)


def view_of(s: "CardGameState", seat: int | None) -> CardGameView:
    own = seat is not None
    me = seat if seat is not None else 0
    return CardGameView(
        **shared_view(s, seat),
        phase=PHASES[s.phase],
        open_track=s.open_track,
        turn=None if s.phase in (START, SCORING, OVER) else s.seat,
        resumes=s.resumes if s.resumes >= 0 else None,
        decks_left=s.decks_left,
        yards=tuple(_yard(s, owner) for owner in range(s.setup.players)),
        track_sizes=tuple(_track_size(s, owner) for owner in range(s.setup.players)),
        tracks=tuple(_track(s, owner, seat) for owner in range(s.setup.players)),
        ticket_counts=tuple(
            len(held) + len(done) for held, done in zip(s.tickets, s.chosen, strict=True)
        ),
        returned_at_start=tuple(bits(s.returned_at_start[me])) if own else None,
        ever_returned=tuple(bits(s.returned_later[me])) if own else None,
        chosen=_completed(s.chosen[me]) if own else None,
        completed=tuple(map(_completed, s.completed)),
    )


def _yard(s: "CardGameState", seat: int) -> tuple[RowView, ...]:
    return tuple(
        RowView(CARDS[colour], s.row_cards[colour], s.row_wilds[colour])
        for colour in COLOURS
        if s.owners[colour] == seat
    )


def _track_size(s: "CardGameState", seat: int) -> int:
    """The cards already chosen for tickets are still on the track for the others."""
    return sum(s.tracks[seat]) + sum(len(used) for _, used in s.chosen[seat])


def _track(s: "CardGameState", owner: int, seat: int | None) -> tuple[int, ...] | None:
    """Nobody may look at a track, until its owner must and in the end all may."""
    if s.phase == OVER:
        return tuple(s.tracks[owner])
    if owner == seat and (s.phase == SCORING or s.open_track):
        return tuple(s.tracks[owner])
    return None


def remembered_track(s: "CardGameState", owner: int) -> tuple[int, ...]:
    """Cards leave the yards openly. What is chosen at a scoring is still there for the others."""
    counts = s.tracks[owner][:]
    for _, used in s.chosen[owner]:
        for card in used:
            counts[card] += 1
    return tuple(counts)


def _completed(done: "list[Completed]") -> tuple[CompletedView, ...]:
    return tuple(CompletedView(ticket, tuple(CARDS[c] for c in used)) for ticket, used in done)
