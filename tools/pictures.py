"""Draws the pictures of the documents anew: `make pictures`."""

from pathlib import Path

from carrozza.atlas.bonus import about
from carrozza.atlas.cards import (
    big_city_card,
    bonus_card,
    card_back,
    miniature_of,
    ticket_card,
    train_card,
)
from carrozza.atlas.files import layout_for
from carrozza.atlas.picture import to_png
from carrozza.atlas.render import Pieces, render
from carrozza.atlas.theme import LIGHT
from carrozza.atlas.ticket import plain_itinerary
from carrozza.board.board import load_board
from carrozza.board.game import BoardGame
from carrozza.core.cards import KINDS
from carrozza.core.rng import Rng
from carrozza.games.registry import BOARD_GAMES, board_file, find_game, start

DOCS = Path(__file__).parents[1] / "docs" / "pictures"
COLUMNS, WIDTH, HEIGHT, GAP = 4, 240, 160, 12


def boards() -> None:
    for name in BOARD_GAMES:
        board = load_board(board_file(name))
        layout = layout_for(board, board_file(name))
        game = find_game(name)
        stations = isinstance(game, BoardGame) and game.spec.stations > 0
        text = render(board, layout, stations=stations)
        (DOCS / f"{name}.png").write_bytes(to_png(text, 1600))


def game_in_progress() -> None:
    """Two thirds of a random game of four."""
    state, rng = start("europe", 4, seed="picture"), Rng.from_seed("picture")
    while min(state.view(None).trains) > 14:  # type: ignore[attr-defined]
        legal = state.legal_actions()
        state.apply(legal[rng.below(len(legal))])
    view = state.view(None)
    board = load_board(board_file("europe"))
    layout = layout_for(board, board_file("europe"))
    pieces = Pieces(view.routes, view.stations)  # type: ignore[attr-defined]
    text = render(board, layout, pieces=pieces, stations=True)
    (DOCS / "europe-game.png").write_bytes(to_png(text, 1600))


def cards() -> None:
    usa = load_board(board_file("usa"))
    small = miniature_of(usa, layout_for(usa, board_file("usa")).frame)
    north = load_board(board_file("northern_lights"))
    bonus = north.bonus_cards[1]
    drawn = [train_card(kind, LIGHT) for kind in range(KINDS)]
    drawn += [
        card_back(LIGHT),
        ticket_card(plain_itinerary("Seattle", "New York", 22), LIGHT, small),
        ticket_card(
            plain_itinerary("Seattle", "Miami", 22),
            LIGHT,
            small,
            cards=("black", "white", "red", "red", "orange"),
        ),
        bonus_card(bonus.name, bonus.points, LIGHT, about(bonus)),
        big_city_card("Chicago", 12, LIGHT),
    ]
    rows = -(-len(drawn) // COLUMNS)
    width, height = COLUMNS * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    sheet += f'<rect width="{width}" height="{height}" fill="{LIGHT.shade}"/>'
    for i, card in enumerate(drawn):
        x, y = GAP + i % COLUMNS * (WIDTH + GAP), GAP + i // COLUMNS * (HEIGHT + GAP)
        sheet += card.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
    (DOCS / "cards.png").write_bytes(to_png(sheet + "</svg>", 1600))


if __name__ == "__main__":
    boards()
    game_in_progress()
    cards()
