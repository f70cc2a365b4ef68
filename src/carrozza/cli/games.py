"""`carrozza games`: what can be played."""

import msgspec
import typer

from carrozza.board.game import BoardGame
from carrozza.cli.printing.games import print_games
from carrozza.cli.style import console
from carrozza.core.game import OptionValue, Setup
from carrozza.games.registry import find_game, game_names


class OptionInfo(msgspec.Struct):
    name: str
    choices: tuple[OptionValue, ...]  # the first is the default
    about: str


class GameInfo(msgspec.Struct):
    name: str
    title: str
    players: tuple[int, int]  # from, to
    options: list[OptionInfo]
    cities: int | None
    routes: int | None
    tickets: int
    actions: int


def show_games(as_json: bool) -> None:
    infos = [_info(name) for name in game_names()]
    if as_json:
        typer.echo(msgspec.json.encode(infos))
    else:
        print_games(console(), infos)


def _info(name: str) -> GameInfo:
    game = find_game(name)
    board = game.board if isinstance(game, BoardGame) else None
    state, _ = game.deal(Setup(game=name, players=game.players[0], seed=""))
    return GameInfo(
        name=name,
        title=game.title,
        players=(game.players[0], game.players[-1]),
        options=[OptionInfo(option.name, option.choices, option.about) for option in game.options],
        cities=len(board.cities) if board else None,
        routes=len(board.routes) if board else None,
        tickets=len(game.ticket_ids),
        actions=len(state.space),
    )
