"""What a bot reads off the view of a board game: who owns what, and which routes are open to it."""

from carrozza.board.game import BoardGame
from carrozza.board.view import BoardView


class Sight:
    """A board as one seat sees it. Sets of routes are bit masks."""

    __slots__ = ("me", "mine", "open", "taken", "trains")

    def __init__(self, game: BoardGame, view: BoardView) -> None:
        assert view.seat is not None
        self.me = view.seat
        self.trains = view.trains[self.me]
        mine = taken = 0
        for route, owner in enumerate(view.routes):
            if owner is not None:
                taken |= 1 << route
                if owner == self.me:
                    mine |= 1 << route
        self.mine = mine
        self.taken = taken
        # Open: free, no track of the pair is one's own, and the pair is not closed.
        self.open = [
            route
            for route, (owner, group) in enumerate(
                zip(view.routes, game.board.siblings, strict=True)
            )
            if owner is None
            and (
                not taken & group  # as mostly
                or (
                    not mine & group
                    and (taken & group).bit_count() < game.most_tracks(view.players, route)
                )
            )
        ]
