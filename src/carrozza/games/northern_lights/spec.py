"""Northern Lights: all that differs from the common board game. Its board, tickets and bonus cards
are in board.json."""

from carrozza.board.spec import BoardSpec
from carrozza.core.game import OptionValue


def spec(options: dict[str, OptionValue]) -> BoardSpec:
    return BoardSpec(
        name="northern_lights",
        title="Northern Lights",
        sections=("A", "D"),
        trains=40,
        locomotives=18,
        reset_market_at=None,
        may_stop_drawing=True,
        ferry_pairs=True,
        longest_path=0,
        bonus_cards=4,
        tie_breaks=("tickets", "bonus_cards"),
    )
