"""Golden playthroughs: whole games as text, one file per game and number of players, and one for
each further way a game can end. `make golden` writes them anew."""

from collections.abc import Iterator
from pathlib import Path

from tests.small_boards import STUCK

from carrozza.core.game import Setup
from carrozza.core.rng import Rng
from carrozza.core.scores import ScoreSheet
from carrozza.games.registry import NAMES, find_game, game_of

HERE = Path(__file__).parent


def setups() -> Iterator[tuple[str, Setup]]:
    for name in NAMES:
        for players in find_game(name).players:
            yield f"{name}-{players}", Setup(game=name, players=players, seed="golden")
    classic = Setup(game="usa", players=2, seed="golden", options={"edition": "classic"})
    yield "usa-classic-2", classic
    yield "all-pass-2", Setup(game="usa", players=2, seed="golden", board=STUCK)
    open_track = Setup(game="card_game", players=2, seed="golden", options={"open_track": True})
    yield "card_game-open-2", open_track


def playthrough(setup: Setup) -> str:
    """The whole game: each action with how many there were to choose from, what happened, and the
    fingerprint of the position."""
    game = game_of(setup)
    state, events = game.deal(setup)
    rng = Rng.from_seed(f"player of {setup.seed}")
    lines = [f"{game.title}, {setup.players} players, seed {setup.seed}, options {setup.options}"]
    lines += [f"  {game.describe(event)}" for event in events]
    lines.append(f"  = {state.state_hash()}")
    while not state.over:
        seat = state.seat
        legal = state.legal_actions()
        action = legal[rng.below(len(legal))]
        lines.append(f"seat {seat}, 1 of {len(legal)}: {game.describe(action)}")
        lines += [f"  {game.describe(event)}" for event in state.apply(action, seat)]
        lines.append(f"  = {state.state_hash()}")
    return "\n".join([*lines, "", *score_lines(state.score_sheet())]) + "\n"


def score_lines(sheet: ScoreSheet) -> Iterator[str]:
    for seat in sheet.seats:
        yield f"seat {seat.seat}: {seat.total}"
        yield from (f"  {item}" for item in seat.items)
    yield from (str(tie) for tie in sheet.tie_breaks)
    yield f"winners: {sheet.winners}"


def main() -> None:
    for name, setup in setups():
        (HERE / f"{name}.txt").write_text(playthrough(setup))
        print(name)


if __name__ == "__main__":
    main()
