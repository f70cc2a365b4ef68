"""Pictures of finished games to share."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image
from tests.bots.planned import planned_position

from carrozza.atlas.files import layout_for
from carrozza.atlas.film import Film, film, film_of
from carrozza.atlas.lettering import text_width
from carrozza.atlas.picture import to_png
from carrozza.atlas.result import SEATS, shortened
from carrozza.atlas.share import result_of, standings_of
from carrozza.atlas.theme import THEMES
from carrozza.board.game import BoardGame
from carrozza.bots.registry import make_bot
from carrozza.core.errors import BadOptions
from carrozza.core.game import State
from carrozza.games.registry import BOARD_GAMES, NAMES, board_file, start

SVG = "{http://www.w3.org/2000/svg}"
PEOPLE = ("Anna", "Ødegård & <Sønn>", "Łukasz")
COLOURS = (SEATS[3], SEATS[0], SEATS[4])


def finished(name: str) -> list[State]:
    """Every position of a game of three, quickly played."""
    state = start(name, players=3, seed="a picture")
    bots = [make_bot("greedy", state.game, str(seat)) for seat in range(3)]
    seen = [state.clone()]
    while not state.over:
        seat = state.to_act[0]
        state.apply(bots[seat].decide(state.memory(seat), state.legal_actions(seat), 1.0), seat)
        seen.append(state.clone())
    return seen


def layout(state: State):
    game = state.game
    return layout_for(game.board, board_file(game.name)) if isinstance(game, BoardGame) else None


@pytest.mark.parametrize("name", NAMES)
def test_it_shows_everybody_and_every_train_in_the_seats_own_colour(name):
    state = finished(name)[-1]
    standings = standings_of(state, PEOPLE, COLOURS)
    sheet = state.score_sheet()
    text = result_of(state, standings, layout(state), "dark")
    svg = ElementTree.fromstring(text)
    written = {node.get("aria-label") for node in svg.iter(f"{SVG}path")}
    written |= {node.text for node in svg.iter(f"{SVG}text")}
    assert {"Anna", "Łukasz"} <= written
    assert {str(total).replace("-", "−") for total in sheet.totals} <= written
    ids = [node.get("id") for node in svg.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    uses = [str(node.get("href")) for node in svg.iter(f"{SVG}use")]
    assert {use.removeprefix("#") for use in uses} <= set(ids)
    if isinstance(state.game, BoardGame):
        view = state.view(None)
        for seat, colour in enumerate(COLOURS):
            trains = [r for r, owner in enumerate(view.routes) if owner == seat]
            assert uses.count(f"#engine-{colour}") == len(trains)


def test_it_can_be_drawn_in_every_theme_and_size():
    state = finished("europe")[-1]
    for theme in THEMES:
        png = to_png(result_of(state, standings_of(state, PEOPLE), layout(state), theme), 600)
        assert Image.open(BytesIO(png)).size == (600, 315)


@pytest.mark.parametrize("name", NAMES)
def test_the_course_of_the_chances_has_a_curve_for_each_seat_in_its_colour(name):
    state = finished(name)[-1]
    standings = standings_of(state, PEOPLE, COLOURS)
    course = [(1 / 3, 1 / 3, 1 / 3), (0.5, 0.25, 0.25), (1.0, 0.0, 0.0)]
    svg = ElementTree.fromstring(result_of(state, standings, layout(state), "light", course))
    plain = ElementTree.fromstring(result_of(state, standings, layout(state), "light"))
    known = {node.get("d") for node in plain.iter(f"{SVG}path")}
    new = [node for node in svg.iter(f"{SVG}path") if node.get("d") not in known]
    fills = {livery.name: livery.fill for livery in THEMES["light"].players}
    for seat, colour in enumerate(COLOURS):
        (curve,) = (node for node in new if node.get("stroke") == fills[colour])
        points = [tuple(map(float, p.split())) for p in str(curve.get("d"))[1:].split("L")]
        assert [x for x, _ in points] == sorted({x for x, _ in points})
        high = {chances[seat]: y for chances, (_, y) in zip(course, points, strict=True)}
        order = [high[chance] for chance in sorted(high)]
        assert order == sorted(set(order), reverse=True)  # the better, the higher up
        assert all(0 < x < 1200 and 0 < y < 630 for x, y in points)


def test_a_game_under_way_has_no_final_score():
    with pytest.raises(BadOptions) as refused:
        standings_of(planned_position("usa", 2, "under way", 20), PEOPLE)
    assert refused.value.code == "not_over"


def test_long_names_are_cut_to_their_room():
    for name in ("Bartholomew Longfellow-Smythe", "W" * 60, "李" * 40):
        short = shortened(name, 26, "sans-bold", 180)
        assert short.endswith("…")
        assert text_width(short, 26, "sans-bold") <= 180
    assert shortened("Anna", 26, "sans-bold", 180) == "Anna"


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_a_film_has_a_moment_for_each_thing_put_on_the_board(name):
    states = finished(name)
    of = film_of(states, PEOPLE, COLOURS, layout(states[-1]))
    view = states[-1].view(None)
    built = sum(owner is not None for owner in (*view.routes, *view.stations))
    assert len(of.moments) == built + 1
    assert of.moments[-1].placed.routes == view.routes
    assert of.moments[-1].points == view.points


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_the_films_last_picture_is_the_result(kind):
    states = finished("usa")
    whole = film_of(states, PEOPLE, COLOURS, layout(states[-1]))
    short = Film(whole.title, whole.board, whole.layout, whole.moments[-3:], whole.standings)
    made = Image.open(BytesIO(film(short, 300, kind)))
    assert made.size == (300, 158)
    assert made.n_frames == 4
    made.seek(3)
    result = to_png(result_of(states[-1], whole.standings, whole.layout), 300)
    wanted = Image.open(BytesIO(result)).convert("RGB")
    pairs = zip(made.convert("RGB").tobytes(), wanted.tobytes(), strict=True)
    assert sum(abs(a - b) for a, b in pairs) / len(wanted.tobytes()) < 6  # packed with loss
