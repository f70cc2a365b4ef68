"""USA: all that differs from the common board game. Its board and tickets are in board.json."""

from carrozza.board.spec import BoardSpec
from carrozza.core.game import Option, OptionValue

EDITION = Option(
    "edition",
    ("current", "classic"),
    "current: 33 tickets, four dealt; classic: the 30 tickets of published research, three dealt",
)


def spec(options: dict[str, OptionValue]) -> BoardSpec:
    edition = str(options["edition"])
    return BoardSpec(
        name="usa",
        title="USA",
        options=(EDITION,),
        sections=("A", "B"),
        edition=edition,
        deal_tickets=4 if edition == "current" else 3,
        tie_breaks=("tickets", "longest_path"),
    )
