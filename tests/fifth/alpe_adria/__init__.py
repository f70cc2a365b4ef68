"""Alpe Adria: a board game of one's own, as somebody would write it who uses Carrozza.

It differs from the games of the box in its tickets, which may lead to one of several countries, in
its number of players, and in where Locomotives pay. Its board and tickets are in board.json.
"""

from pathlib import Path

from carrozza.board.spec import BoardSpec
from carrozza.core.game import OptionValue
from carrozza.games.registry import BoardRules


def spec(_: dict[str, OptionValue]) -> BoardSpec:
    return BoardSpec(
        name="alpe_adria",
        title="Alpe Adria",
        players=(2, 3),
        trains=30,
        deal_tickets=4,
        locomotives_pay="ferries_and_tunnels",
        open_tracks={2: {2: 1}},
        tie_breaks=("tickets", "longest_path"),
    )


GAME = BoardRules(spec, Path(__file__).parent)
