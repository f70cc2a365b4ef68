"""From what was typed to the setup of a game."""

from pathlib import Path

import typer

from carrozza.board.board import board_to_plain
from carrozza.cli.files import read_board
from carrozza.core.errors import BadOptions
from carrozza.core.game import Game, OptionValue, Setup
from carrozza.games.registry import find_game, game_of


def make_setup(
    name: str, players: int, seed: str, first: int | None, options: list[str], board: Path | None
) -> Setup:
    """The setup, checked, with all its options filled in."""
    _check_seed(seed)
    plain = board_to_plain(read_board(board)) if board is not None else None
    known = find_game(name, board=plain)
    chosen = dict(_option(known, text) for text in options)
    setup = Setup(game=name, players=players, seed=seed, first=first, options=chosen, board=plain)
    full = game_of(setup).check(setup)
    return Setup(game=name, players=players, seed=seed, first=first, options=full, board=plain)


def _check_seed(seed: str) -> None:
    """What was typed may be bytes that are no text; no seed can be made of them."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise BadOptions("seed", "The seed is not valid text.") from None


def _option(game: Game, text: str) -> tuple[str, OptionValue]:
    """`name=value`, the value as the game's choice that reads the same.

    A value that is no choice stays as it was typed; the game then says which ones there are.
    """
    name, equals, typed = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"“{text}” should be name=value.", param_hint="--option")
    for option in game.options:
        for choice in option.choices:
            if option.name == name and str(choice).lower() == typed.lower():
                return name, choice
    return name, typed
