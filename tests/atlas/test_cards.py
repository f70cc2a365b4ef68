"""The cards of all games as drawings."""

from collections.abc import Iterator
from functools import cache
from gzip import compress
from pathlib import Path
from re import findall
from xml.etree.ElementTree import Element, fromstring

import pytest
from tests.atlas.words import words, writing

import carrozza.games
from carrozza.atlas import bonus
from carrozza.atlas.cards import (
    Miniature,
    big_city_card,
    bonus_card,
    card_back,
    miniature_of,
    ticket_card,
    train_card,
)
from carrozza.atlas.lettering import text_width
from carrozza.atlas.miniature import thinned
from carrozza.atlas.projection import frame_for
from carrozza.atlas.stock import WIDTH, fitting, wrap
from carrozza.atlas.svg import NAMESPACE, add, number, place, root, serialise
from carrozza.atlas.symbols import PATHS
from carrozza.atlas.theme import THEMES, Theme
from carrozza.atlas.ticket import itinerary_of, plain_itinerary
from carrozza.board.board import Board, load_board
from carrozza.board.bonuses import COUNTERS
from carrozza.board.data import BonusCard
from carrozza.core.cards import CARD_INDEX, CARDS, LOCOMOTIVE
from carrozza.games.card_game.data import load_cards

GAMES = Path(carrozza.games.__file__).parent
BOARDS = ("usa", "europe", "northern_lights")
LARGEST = 12_000  # bytes, letters apart
LARGEST_SENT = 6_500  # bytes, with the outlines of its letters, as the server sends it


@pytest.fixture(params=sorted(THEMES))
def theme(request: pytest.FixtureRequest) -> Theme:
    return THEMES[request.param]


@cache
def board_of(game: str) -> Board:
    return load_board(GAMES / game / "board.json")


@cache
def miniature(game: str) -> Miniature:
    board = board_of(game)
    return miniature_of(board, frame_for([(c.lat, c.lon) for c in board.cities], 1600, {}))


def read(svg: str) -> Element:
    """The card, well formed, of the right size and not too large."""
    card = fromstring(svg)
    letters = sum(len(node.get("d", "")) for _, node in writing(card))
    assert len(svg.encode()) - letters < LARGEST
    assert len(compress(svg.encode())) < LARGEST_SENT
    assert card.tag == f"{{{NAMESPACE}}}svg"
    assert card.get("viewBox") == "0 0 240 160"
    assert all(node.tag.startswith(f"{{{NAMESPACE}}}") for node in card.iter())
    assert "id" not in {key for node in card.iter() for key in node.attrib}  # cards share pages
    assert "nan" not in svg
    return card


def nodes(card: Element, tag: str) -> Iterator[Element]:
    return card.iter(f"{{{NAMESPACE}}}{tag}")


def symbols_on(card: Element) -> list[str]:
    """The names of the symbols, in the order in which they are drawn."""
    known = {d: name for name, d in PATHS.items()}
    return [known[d] for node in nodes(card, "path") if (d := node.get("d", "")) in known]


@pytest.mark.parametrize("kind", range(9))
def test_train_card(kind: int, theme: Theme) -> None:
    svg = train_card(kind, theme)
    card = read(svg)
    assert symbols_on(card) == [CARDS[kind]] * 2
    assert theme.hue(kind).fill in svg
    assert words(card) == []
    assert (card.findtext(f"{{{NAMESPACE}}}title") or "").lower() == f"{CARDS[kind]} train card"


def test_pictures_differ(theme: Theme) -> None:
    outlines = {
        tuple(node.get("d", "") for node in nodes(read(train_card(kind, theme)), "path"))
        for kind in range(9)
    }
    assert len(outlines) == 9


def test_locomotive_shows_all_hues(theme: Theme) -> None:
    fills = {node.get("fill") for node in nodes(read(train_card(LOCOMOTIVE, theme)), "path")}
    assert {hue.fill for hue in theme.hues} <= fills


def test_card_back_tells_nothing(theme: Theme) -> None:
    card = read(card_back(theme))
    assert symbols_on(card) == []
    assert words(card) == []


@pytest.mark.parametrize("game", BOARDS)
def test_tickets_of_boards(game: str, theme: Theme) -> None:
    board = board_of(game)
    for ticket in board.tickets:
        a, b = (board.city_name(city) for city in ticket.named)
        face = itinerary_of(ticket, board)
        card = read(ticket_card(face, theme, miniature(game), long=ticket.long))
        assert sorted(words(card)) == sorted([a, b, str(ticket.points)])
        marked = [c for c in nodes(card, "circle") if c.get("r") == "5"]
        assert len(marked) == 2
        assert all(0 < float(c.get("cx", "")) < WIDTH for c in marked)


def test_tickets_of_the_card_game(theme: Theme) -> None:
    cards = load_cards(GAMES / "card_game" / "cards.json")
    for t in cards.tickets:
        need = [CARDS[colour] for colour, count in t.need for _ in range(count)]
        card = read(
            ticket_card(plain_itinerary(t.a, t.b, t.points), theme, miniature("usa"), cards=need)
        )
        assert symbols_on(card) == need
        assert {t.a, t.b, str(t.points)} <= set(words(card))
        assert len([c for c in nodes(card, "circle") if c.get("r") == "5"]) == 2


def test_ticket_without_a_map(theme: Theme) -> None:
    card = read(ticket_card(plain_itinerary("Chicago", "New York", 5), theme, cards=("yellow",)))
    assert words(card) == ["Chicago", "New York", "5"]
    assert symbols_on(card) == ["yellow"]


def test_long_ticket_has_a_double_ring(theme: Theme) -> None:
    plain = read(ticket_card(plain_itinerary("Lisboa", "Danzig", 20), theme))
    long = read(ticket_card(plain_itinerary("Lisboa", "Danzig", 20), theme, long=True))
    assert len(list(nodes(long, "circle"))) == len(list(nodes(plain, "circle"))) + 1


def test_bonus_cards(theme: Theme) -> None:
    bonuses = board_of("northern_lights").bonus_cards
    assert len(bonuses) == 11
    for card in bonuses:
        about = bonus.about(card)
        written = words(read(bonus_card(card.name, card.points, theme, about)))
        assert written[0] == str(card.points)
        assert " ".join(written[1:]) == f"{card.name} {about}"


def test_every_count_is_told() -> None:
    assert set(bonus.MOST) == set(COUNTERS)
    towns = BonusCard("Towns", 7, "tickets_to_cities", cities=("Oslo", "Bergen", "Narvik"))
    assert bonus.about(towns) == "For the most completed tickets to Oslo, Bergen or Narvik"
    north = BonusCard("North", 7, "routes_in_country", country="Norway")
    assert bonus.about(north) == "For the most routes that touch Norway"


def test_big_city_cards(theme: Theme) -> None:
    cities = load_cards(GAMES / "card_game" / "cards.json").big_cities
    drawn = {big.city: big_city_card(big.city, big.points, theme) for big in cities}
    for big in cities:
        assert words(read(drawn[big.city])) == [big.city, str(big.points)]
        assert drawn[big.city] == big_city_card(big.city, big.points, theme)
    outlines = {tuple(n.get("d", "") for n in nodes(read(svg), "path")) for svg in drawn.values()}
    assert len(outlines) == len(cities) == 6


@pytest.mark.parametrize("name", ["Sault Ste. Marie", "Oklahoma City", "Honningsvåg", "W" * 40])
def test_names_fit(name: str) -> None:
    card = read(ticket_card(plain_itinerary(name, "Rome", 9), THEMES["light"]))
    (node,) = (n for text, n in writing(card) if text == name)
    left, size = place_of(node)
    assert left + text_width(name, size, "serif-bold") <= WIDTH - 48  # left of the badge


def place_of(node: Element) -> tuple[float, float]:
    """Where a text begins, and its size."""
    if node.tag.endswith("text"):
        return float(node.get("x", "")), float(node.get("font-size", ""))
    left, _, scale = map(float, findall(r"-?[\d.]+", node.get("transform", "")))
    return left, scale * 500


def test_names_may_contain_anything() -> None:
    card = read(ticket_card(plain_itinerary("<A & B>", 'C "D"', 9), THEMES["light"]))
    assert words(card)[:2] == ["<A & B>", 'C "D"']


def test_lettering() -> None:
    assert fitting("Rome", 500, 15, "serif-bold") == 15
    size = fitting("Oklahoma City", 50, 15, "serif-bold")
    assert text_width("Oklahoma City", size, "serif-bold") <= 50.01
    lines = wrap("the most completed tickets to the Arctic", 100, 11, "sans")
    assert len(lines) > 1
    assert all(text_width(line, 11, "sans") <= 100 for line in lines)
    assert " ".join(lines) == "the most completed tickets to the Arctic"


def test_thinned_keeps_what_matters() -> None:
    line = [(0.0, 0.0), (5.0, 0.1), (10.0, 0.0), (10.0, 5.0), (10.1, 7.0), (10.0, 10.0)]
    assert thinned(line, 0.5) == [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert thinned(line, 0.01) == line
    loop = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 0.0)]
    assert thinned(loop, 0.5) == loop


def test_the_card_games_cities_are_on_the_map() -> None:
    cards = load_cards(GAMES / "card_game" / "cards.json")
    assert {city for t in cards.tickets for city in (t.a, t.b)} <= set(miniature("usa").cities)


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (-0.001, "0"), (2.345, "2.35"), (10.0, "10"), (-1.5, "-1.5")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_svg_elements() -> None:
    svg = root(10, 20, title="A & B", desc="two")
    add(svg, "path", d="M0 0", stroke_width=1.234, class_="x", fill=None)
    add(svg, "text", "<hi>")
    assert serialise(svg) == (
        f'<svg xmlns="{NAMESPACE}" viewBox="0 0 10 20" width="10" height="20" role="img">'
        "<title>A &amp; B</title><desc>two</desc>"
        '<path d="M0 0" stroke-width="1.23" class="x" /><text>&lt;hi&gt;</text></svg>'
    )
    assert place(1, 2) == "translate(1 2)"
    assert place(1, 2, 3, 45) == "translate(1 2)rotate(45)scale(3)"


def test_symbols_lie_in_their_box() -> None:
    """By the corners of each path; arcs only round them off."""
    for name, d in PATHS.items():
        found = [float(v) for v in findall(r"-?\d*\.?\d+", d)]
        assert max(abs(v) for v in found if abs(v) < 1) <= 0.5, name
    assert list(PATHS) == sorted(PATHS, key=lambda name: CARD_INDEX[name])
