"""Europe: all that differs from the common board game. Its board and tickets are in board.json.

Tunnels and ferries need no word here: they are properties of the routes.
"""

from carrozza.board.spec import BoardSpec
from carrozza.core.game import OptionValue


def spec(options: dict[str, OptionValue]) -> BoardSpec:
    return BoardSpec(
        name="europe",
        title="Europe",
        sections=("A", "C"),
        deal_tickets=3,
        deal_long=1,
        returned_leave_game=True,
        stations=3,
        tie_breaks=("tickets", "fewest_stations", "longest_path"),
    )
