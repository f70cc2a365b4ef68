"""How many turns things take, and how many are left."""

from collections.abc import Sequence

from carrozza.board.view import BoardView

CARDS_A_TURN = 1.75  # useful ones, of the two drawn
USEFUL = 0.75  # the part of a hand that fits what its owner wants
TRAINS_A_CLAIM = 3.5


def turns_for(cards: float, claims: float) -> float:
    """To draw so many cards and make so many claims."""
    return max(0.0, cards) / CARDS_A_TURN + claims


def turns_left(view: BoardView, last_round_at: int) -> float:
    """How many turns the seat to look has still, this one included: an estimate by who will run out
    of trains first, and exact in the last round."""
    if view.turns_left is not None:
        return 1.0
    return 1.0 + min(
        _until_out(view.trains, view.hand_sizes, seat, last_round_at)
        for seat in range(view.players)
    )


def _until_out(trains: Sequence[int], hands: Sequence[int], seat: int, last_round_at: int) -> float:
    to_lay = max(0, trains[seat] - last_round_at)
    return turns_for(to_lay - USEFUL * hands[seat], to_lay / TRAINS_A_CLAIM)
