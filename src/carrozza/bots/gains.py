"""What a route brings to tickets."""

from collections.abc import Sequence

from carrozza.board.board import Board


def gained(board: Board, label: list[int], route: int, tickets: Sequence[int]) -> int:
    """How much more the tickets score with a route added to the network of these labels."""
    a, b = label[board.routes[route].a], label[board.routes[route].b]
    if a == b or not tickets:
        return 0
    joined = label.copy()
    joined[b] = a
    cards = [board.tickets[t] for t in tickets]
    return sum(card.points_with(joined) - card.points_with(label) for card in cards)
