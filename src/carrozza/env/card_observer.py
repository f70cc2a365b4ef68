"""Observations of the card game."""

from typing import Any

from carrozza.core.cards import CARD_INDEX, COLOURS, KINDS
from carrozza.env.common import Shape
from carrozza.env.layout import Part, among, one_hot
from carrozza.env.observer import Observer, mask_of
from carrozza.games.card_game.game import CardGame
from carrozza.games.card_game.spec import DEAL_TICKETS, DECKS, DRAW_TICKETS, MARKET
from carrozza.games.card_game.state import CardGameState
from carrozza.games.card_game.turn import OVER, PHASES, SCORING
from carrozza.games.card_game.view import CardGameMemory, remembered_track

HIDDEN = (0,) * KINDS


class CardObserver(Observer[CardGameState, CardGameMemory]):
    def __init__(self, game: CardGame, players: int) -> None:
        n = players
        cards = tuple(game.cards.train_cards())
        shape = Shape(
            players=n,
            phases=PHASES,
            cards=cards,
            market=MARKET,
            tickets=len(game.cards.tickets),
            offered=max(DEAL_TICKETS, DRAW_TICKETS),
            marks=("nobody",),
        )
        counts = [
            Part("decks_left", (1,), max(DECKS.values()) - 1, "decks to come after this one"),
            Part("yard_cards", (n, len(COLOURS)), cards[0], "coloured cards in each row of a yard"),
            Part("yard_locomotives", (n, len(COLOURS)), cards[-1], "Locomotives on top of them"),
            Part("track_sizes", (n,), sum(cards), "cards on each track"),
            Part("remembered_tracks", (n, KINDS), cards, "what everybody saw go onto each"),
            Part("tracks", (n, KINDS), cards, "the cards of a track that one may look at"),
        ]
        flags = [
            Part("resumes", (n,), 1, "at a scoring, whose turn would come next"),
            Part("track_shown", (n,), 1, "the tracks that one may look at"),
            Part("ever_returned", (shape.tickets,), 1, "own tickets ever put under the deck"),
            Part("chosen", (shape.tickets,), 1, "own tickets completed at this scoring"),
            Part("completed", (n, shape.tickets), 1, "tickets of each completed at earlier ones"),
        ]
        super().__init__(shape, counts, flags)
        self._refused_at = self.bit("returned_at_start")
        self._resumes_at = self.bit("resumes")
        self._shown_at = self.bit("track_shown")
        self._ever_at = self.bit("ever_returned")
        self._chosen_at = self.bit("chosen")
        self._completed_at = [self.bit("completed") + i * shape.tickets for i in range(n)]

    def values(self, view: CardGameMemory, order: list[int]) -> dict[str, Any]:
        assert view.ever_returned is not None
        assert view.chosen is not None
        tickets = self.shape.tickets
        rows = [{CARD_INDEX[row.colour]: row for row in view.yards[seat]} for seat in order]
        tracks = [view.tracks[seat] for seat in order]
        resumes = None if view.resumes is None else order.index(view.resumes)
        return {
            "decks_left": [view.decks_left],
            "yard_cards": [[r[c].cards if c in r else 0 for c in COLOURS] for r in rows],
            "yard_locomotives": [
                [r[c].locomotives if c in r else 0 for c in COLOURS] for r in rows
            ],
            "track_sizes": [view.track_sizes[seat] for seat in order],
            "remembered_tracks": [view.remembered_tracks[seat] for seat in order],
            "tracks": [track or HIDDEN for track in tracks],
            "resumes": one_hot(resumes, len(order)),
            "track_shown": [int(track is not None) for track in tracks],
            "ever_returned": among(view.ever_returned, tickets),
            "chosen": among([done.ticket for done in view.chosen], tickets),
            "completed": [
                among([done.ticket for done in view.completed[seat]], tickets) for seat in order
            ],
        }

    def counts(self, s: CardGameState, seat: int) -> list[int]:
        order = self.orders[seat]
        found = [s.decks_left]
        for row in (s.row_cards, s.row_wilds):
            for other in order:
                found += [n if o == other else 0 for n, o in zip(row, s.owners, strict=True)]
        found += [
            sum(s.tracks[other]) + sum([len(used) for _, used in s.chosen[other]])
            for other in order
        ]
        for other in order:
            found += remembered_track(s, other)
        for other in order:
            found += s.tracks[other] if self._may_look(s, other, seat) else HIDDEN
        return found

    def tickets_of(self, s: CardGameState, seat: int) -> int:
        """Those completed at a scoring under way are not shown yet."""
        return len(s.tickets[seat]) + len(s.chosen[seat])

    def _may_look(self, s: CardGameState, owner: int, seat: int) -> bool:
        if s.phase == OVER:
            return True
        return owner == seat and (s.phase == SCORING or s.open_track)

    def bits(self, s: CardGameState, seat: int) -> int:
        order = self.orders[seat]
        found = s.returned_at_start[seat] << self._refused_at
        found |= s.returned_later[seat] << self._ever_at
        if s.resumes >= 0:
            found |= 1 << self._resumes_at + (s.resumes - seat) % self.players
        shown = mask_of(i for i, owner in enumerate(order) if self._may_look(s, owner, seat))
        found |= shown << self._shown_at
        found |= mask_of(ticket for ticket, _ in s.chosen[seat]) << self._chosen_at
        for other, at in zip(order, self._completed_at, strict=True):
            found |= mask_of(ticket for ticket, _ in s.completed[other]) << at
        return found
