"""Boards and cards as a page needs them: data with the geometry of the atlas, and drawings.

What a game has of its own never changes while a server runs: it is made once and kept.
"""

from functools import cache
from pathlib import Path

import msgspec

from carrozza.atlas import cards as drawn
from carrozza.atlas.bonus import about
from carrozza.atlas.bundles import BADGE
from carrozza.atlas.files import layout_for
from carrozza.atlas.layout import lay_out, simple_layout
from carrozza.atlas.miniature import Miniature, miniature_of
from carrozza.atlas.model import Label, Layout, Point, Space
from carrozza.atlas.pieces import wagon_stretch
from carrozza.atlas.render import badge_places, render, render_ground, symbol_spaces
from carrozza.atlas.scenes import Kit, Scene, draw_scene
from carrozza.atlas.theme import THEMES
from carrozza.atlas.ticket import itinerary_of, plain_itinerary
from carrozza.board.board import GREY, Board
from carrozza.board.game import BoardGame
from carrozza.board.goals import Ticket
from carrozza.core.cards import CARD_INDEX, CARDS
from carrozza.core.game import OptionValue
from carrozza.games.booklet import scene_data
from carrozza.games.card_game.data import TicketData
from carrozza.games.card_game.game import CardGame
from carrozza.games.registry import BOARD_GAMES, board_file, find_game, folder_of, game_names
from carrozza.games.words import map_words, words_in
from carrozza.server.errors import Refused

DRAWN = Path(__file__).parent / "site" / "art"


class CityInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    x: float
    y: float
    label: Label
    country: str | None
    italic: bool  # the name is ours


class RouteInfo(msgspec.Struct, frozen=True, kw_only=True):
    a: int
    b: int
    length: int
    colour: str  # one of the eight, or grey
    tunnel: bool
    locomotives: int
    symbols: list[int]  # the spaces that carry a Locomotive symbol
    draw_bonus: int
    points: int
    group: int  # parallel tracks have the same
    open_tracks: dict[int, int]  # how many of them may be claimed, by number of players
    spaces: tuple[Space, ...]
    wagon: float  # how much longer than drawn its wagons are
    curve: tuple[Point, Point, Point]


class PlaceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A city, or a country, which counts as any of its cities."""

    name: str
    cities: tuple[int, ...]


class GoalInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    cities: tuple[int, ...]
    points: int


class BoardTicket(msgspec.Struct, frozen=True, kw_only=True):
    """From a place to one of the goals; the best one reached counts."""

    name: str
    start: PlaceInfo
    goals: list[GoalInfo]
    points: int  # the most it can bring
    penalty: int  # what it costs when no goal is reached
    long: bool


class BonusInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    points: int
    counts: str
    cities: tuple[str, ...]
    country: str | None
    about: str


class BadgeInfo(msgspec.Struct, frozen=True, array_like=True):
    x: float
    y: float
    bonus: int


class BoardInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A board to draw and to play on."""

    name: str
    width: float
    height: float
    space_length: float
    space_width: float
    city_radius: float
    font_size: float
    badge_radius: float
    trains: int  # each has at the start
    stations: int
    station_points: int  # for each that is not built
    cities: list[CityInfo]
    routes: list[RouteInfo]
    tickets: list[BoardTicket]
    bonus_cards: list[BonusInfo]
    badges: list[BadgeInfo]
    route_points: dict[int, int]
    longest_path: int  # points for it
    simple: bool = False  # drawn in a moment; who asks for the best one gets it some seconds later


class BigCityInfo(msgspec.Struct, frozen=True, kw_only=True):
    city: str
    points: int


class CardsInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of the game without a board."""

    tickets: list[TicketData]
    big_cities: list[BigCityInfo]


class Drawable(msgspec.Struct, frozen=True):
    game: BoardGame
    layout: Layout


def drawable(name: str) -> Drawable:
    """A board game with the layout of its own board."""
    _check_board_game(name)
    game = find_game(name)
    assert isinstance(game, BoardGame)
    return Drawable(game, _own_layout(name))


def _check_board_game(name: str) -> None:
    check_known(name)
    if name not in BOARD_GAMES:
        raise Refused(404, "no_board", "This game is played without a board.")


@cache
def _own_layout(name: str) -> Layout:
    game = find_game(name)
    assert isinstance(game, BoardGame)
    return layout_for(game.board, board_file(name))


# ---- boards of people's own, each step a job for a process (see jobs.py)


def laid_out(name: str, board: str, seconds: float) -> str:
    """The layout of a board, a simple one if there is no time to improve it."""
    laid = _custom_game(name, {}, board).board
    layout = lay_out(laid, seconds=seconds) if seconds else simple_layout(laid)
    return msgspec.json.encode(layout).decode()


def custom_info(
    name: str, options: dict[str, OptionValue], board: str, layout: str, simple: bool
) -> bytes:
    of = Drawable(_custom_game(name, options, board), _decoded(layout))
    return msgspec.json.encode(msgspec.structs.replace(board_info(of), simple=simple))


def custom_ground(name: str, board: str, layout: str, theme: str) -> str:
    return ground(Drawable(_custom_game(name, {}, board), _decoded(layout)), theme)


def _custom_game(name: str, options: dict[str, OptionValue], board: str) -> BoardGame:
    game = find_game(name, options, msgspec.json.decode(board))
    assert isinstance(game, BoardGame)
    return game


def _decoded(layout: str) -> Layout:
    return msgspec.json.decode(layout, type=Layout)


def board_info(of: Drawable) -> BoardInfo:
    game, layout = of.game, of.layout
    board = game.board
    groups = {mask: n for n, mask in enumerate(dict.fromkeys(board.siblings))}
    return BoardInfo(
        name=board.name,
        width=layout.frame.width,
        height=layout.frame.height,
        space_length=layout.space_length,
        space_width=layout.space_width,
        city_radius=layout.city_radius,
        font_size=layout.font_size,
        badge_radius=BADGE * layout.space_width,
        trains=game.spec.trains,
        stations=game.spec.stations,
        cities=_cities(board, layout),
        routes=[
            RouteInfo(
                a=route.a,
                b=route.b,
                length=route.length,
                colour="grey" if route.colour == GREY else CARDS[route.colour],
                tunnel=route.tunnel,
                locomotives=route.locomotives,
                symbols=list(symbol_spaces(route.length, route.locomotives)),
                draw_bonus=route.draw_bonus,
                points=route.points,
                group=groups[board.siblings[r]],
                open_tracks={n: game.most_tracks(n, r) for n in game.players},
                spaces=layout.tracks[r].spaces,
                wagon=wagon_stretch(layout.tracks[r].spaces, layout.space_length),
                curve=layout.tracks[r].curve,
            )
            for r, route in enumerate(board.routes)
        ],
        tickets=[_ticket_info(ticket) for ticket in board.tickets],
        bonus_cards=[
            BonusInfo(
                name=card.name,
                points=card.points,
                counts=card.counts,
                cities=card.cities,
                country=card.country,
                about=about(card),
            )
            for card in board.bonus_cards
        ],
        badges=[
            BadgeInfo(round(x, 1), round(y, 1), bonus)
            for x, y, bonus in badge_places(board, layout)
        ],
        route_points=board.data.route_points,
        station_points=game.spec.station_points,
        longest_path=game.spec.longest_path,
    )


def _ticket_info(ticket: Ticket) -> BoardTicket:
    return BoardTicket(
        name=ticket.name,
        start=PlaceInfo(name=ticket.start.name, cities=ticket.start.cities),
        goals=[
            GoalInfo(name=goal.place.name, cities=goal.place.cities, points=goal.points)
            for goal in ticket.goals
        ],
        points=ticket.points,
        penalty=ticket.penalty,
        long=ticket.long,
    )


def _cities(board: Board, layout: Layout) -> list[CityInfo]:
    return [
        CityInfo(
            name=city.name,
            x=spot.x,
            y=spot.y,
            label=spot.label,
            country=city.country,
            italic=city.unnamed_on_board,
        )
        for city, spot in zip(board.cities, layout.places, strict=True)
    ]


def check_known(name: str) -> None:
    if name not in game_names():
        raise Refused(404, "unknown_game", "There is no game of this name.")


def _card_game(name: str) -> CardGame:
    check_known(name)
    game = find_game(name)
    if not isinstance(game, CardGame):
        raise Refused(404, "no_cards", "This game is played on a board.")
    return game


def cards_info(name: str) -> CardsInfo:
    cards = _card_game(name).cards
    return CardsInfo(
        tickets=[
            TicketData(t.a, t.b, t.points, tuple(CARDS[c] for c, n in t.need for _ in range(n)))
            for t in cards.tickets
        ],
        big_cities=[BigCityInfo(city=big.city, points=big.points) for big in cards.big_cities],
    )


# ---- drawings


def drawn_already(name: str, theme: str, part: str, language: str) -> str | None:
    """The `board` or the `ground` of a game as it lies beside the pages: `make web` draws them."""
    _check_board_game(name)
    ending = f".{language}" if map_words(folder_of(name), language) else ""
    kept = DRAWN / theme / name / f"{part}{ending}.svg"
    return kept.read_text(encoding="utf-8") if kept.is_file() else None


def own_drawing(name: str, theme: str, part: str, language: str) -> str:
    """The same, drawn now; it takes a second or two."""
    of, words = drawable(name), map_words(folder_of(name), language)
    return whole_board(of, theme, words) if part == "board" else ground(of, theme, words)


def ground(of: Drawable, theme: str, words: dict[str, str] | None = None) -> str:
    return render_ground(of.game.board, of.layout, theme, words)


def whole_board(of: Drawable, theme: str, words: dict[str, str] | None = None) -> str:
    stations = of.game.spec.stations > 0
    return render(of.game.board, of.layout, theme, stations=stations, words=words)


def train_card(kind: str, theme: str) -> str:
    if kind == "back":
        return drawn.card_back(THEMES[theme])
    if kind not in CARD_INDEX:
        raise Refused(404, "unknown_card", "There is no such card.")
    return drawn.train_card(CARD_INDEX[kind], THEMES[theme])


def ticket(name: str, number: int, theme: str) -> str:
    if name not in BOARD_GAMES:
        tickets = cards_info(name).tickets
        _check(number, len(tickets))
        t = tickets[number]
        small = _miniature(_card_game(name).map)
        itinerary = plain_itinerary(t.a, t.b, t.points)
        return drawn.ticket_card(itinerary, THEMES[theme], small, cards=t.cards)
    of = drawable(name)
    board = of.game.board
    _check(number, len(board.tickets))
    found = board.tickets[number]
    itinerary = itinerary_of(found, board)
    return drawn.ticket_card(itinerary, THEMES[theme], _miniature(name), long=found.long)


def big_city(name: str, number: int, theme: str) -> str:
    cities = cards_info(name).big_cities
    _check(number, len(cities))
    return drawn.big_city_card(cities[number].city, cities[number].points, THEMES[theme])


def scene(name: str, picture: str, theme: str, language: str) -> str:
    """A picture of the rules of a game."""
    check_known(name)
    found = scene_data(name).get(picture)
    if found is None:
        raise Refused(404, "unknown_card", "There is no such picture.")
    kit = Kit(lambda n, t: ticket(name, n, t), lambda n, t: _bonus(name, n, t, language),
              _lengths(name))  # fmt: skip
    return draw_scene(msgspec.json.decode(found, type=Scene), theme, kit)


def _bonus(name: str, number: int, theme: str, language: str) -> str:
    """A bonus card with its name alone; what it counts the text beside the picture says."""
    game = find_game(name)
    if not isinstance(game, BoardGame):
        return big_city(name, number, theme)
    card = game.board.bonus_cards[number]
    words = words_in(folder_of(name)).get(language)
    called = words.names.get(card.name, card.name) if words else card.name
    return drawn.bonus_card(called.replace("\xad", ""), card.points, THEMES[theme], "")


def _lengths(name: str) -> dict[int, int]:
    """The points of the lengths that the routes of a game have."""
    game = find_game(name)
    if not isinstance(game, BoardGame):
        return {}
    return dict(sorted({(route.length, route.points) for route in game.board.routes}))


@cache
def _miniature(name: str) -> Miniature:
    of = drawable(name)
    return miniature_of(of.game.board, of.layout.frame)


def _check(number: int, count: int) -> None:
    if not 0 <= number < count:
        raise Refused(404, "unknown_card", "There is no such card.")
