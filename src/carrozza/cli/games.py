"""`carrozza games`: what can be played."""

import msgspec
import typer

from carrozza.cli.names import board_of
from carrozza.cli.style import console
from carrozza.cli.tables.games import print_games
from carrozza.core.game import Game, OptionValue, Setup
from carrozza.games.registry import NAMES, find_game


class OptionInfo(msgspec.Struct):
    name: str
    choices: tuple[OptionValue, ...]  # the first is the default
    about: str


class BoardInfo(msgspec.Struct):
    cities: int
    routes: int
    tickets: int


class GameInfo(msgspec.Struct):
    name: str
    title: str
    players: tuple[int, int]  # from, to
    options: list[OptionInfo]
    board: BoardInfo | None
    actions: int


def show_games(as_json: bool) -> None:
    infos = [_info(name) for name in NAMES]
    if as_json:
        typer.echo(msgspec.json.encode(infos))
    else:
        print_games(console(), infos)


def _info(name: str) -> GameInfo:
    game = find_game(name)
    state, _ = game.deal(Setup(game=name, players=game.players[0], seed=""))
    return GameInfo(
        name=name,
        title=game.title,
        players=(game.players[0], game.players[-1]),
        options=[OptionInfo(option.name, option.choices, option.about) for option in game.options],
        board=_board(game),
        actions=len(state.space),
    )


def _board(game: Game) -> BoardInfo | None:
    board = board_of(game)
    if board is None:
        return None
    tickets = getattr(game, "ticket_ids", board.tickets)  # those of the edition in play
    return BoardInfo(len(board.cities), len(board.routes), len(tickets))
