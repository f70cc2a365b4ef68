"""The rules written to be read: complete in every language, true to the clauses and to the data."""

import re

import pytest

from carrozza.board.game import BoardGame
from carrozza.core.errors import BadBoard
from carrozza.games.booklet import Picture, Rows, Text, booklet, scene_data
from carrozza.games.card_game.game import CardGame
from carrozza.games.registry import BOARD_GAMES, NAMES, BoardRules, find_game
from carrozza.games.rules import LANGUAGES, rules_of

every_game = pytest.mark.parametrize("game", NAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
CLAUSE = re.compile(r"^- ([A-Z]\d+) ", re.MULTILINE)


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


@every_game
@every_language
def test_a_booklet_has_the_same_sections_and_pictures_in_every_language(game, language):
    english, here = booklet(game), booklet(game, language)
    assert len(here.sections) >= 10
    for theirs, ours in zip(english.sections, here.sections, strict=True):
        assert (ours.id, ours.clauses) == (theirs.id, theirs.clauses)
        shape = [(type(b), b.scene if isinstance(b, Picture) else "") for b in ours.blocks]
        assert shape == [
            (type(b), b.scene if isinstance(b, Picture) else "") for b in theirs.blocks
        ]
        for before, block in zip(theirs.blocks, ours.blocks, strict=True):
            if isinstance(block, Text) and language != "en":
                assert block != before, "not translated"
            if isinstance(block, Rows):
                assert isinstance(before, Rows)
                assert [numbers(row[-1]) for row in block.rows] == [
                    numbers(row[-1]) for row in before.rows
                ]


@every_game
def test_every_clause_of_a_game_is_explained_in_its_booklet(game):
    written = CLAUSE.findall("\n".join(rules_of(find_game(game))))
    explained = {clause for section in booklet(game).sections for clause in section.clauses}
    assert explained == set(written)


@every_game
def test_a_booklet_begins_with_the_goal_and_ends_with_all_points(game):
    names = [section.id for section in booklet(game).sections]
    assert names[0] == "goal"
    assert names[-1] == "points"
    assert len(set(names)) == len(names)


@every_game
@every_language
def test_every_picture_is_described_and_has_a_caption(game, language):
    blocks = [block for section in booklet(game, language).sections for block in section.blocks]
    pictures = [block for block in blocks if isinstance(block, Picture)]
    assert len(pictures) >= 15
    for picture in pictures:
        assert len(picture.alt) > 15, picture
        assert picture.caption != picture.alt
        assert picture.caption[-1] in ".?!:", picture
    texts = [block.text for block in blocks if isinstance(block, Text)]
    for text in texts:
        assert text.count("**") % 2 == 0
        assert "![" not in text, "a picture that was not understood"


@every_game
def test_every_picture_has_a_scene(game):
    blocks = [block for section in booklet(game).sections for block in section.blocks]
    assert {b.scene for b in blocks if isinstance(b, Picture)} <= set(scene_data(game))


def test_every_scene_is_shown_by_some_booklet():
    shown = {
        block.scene
        for game in NAMES
        for section in booklet(game).sections
        for block in section.blocks
        if isinstance(block, Picture)
    }
    assert {scene for game in NAMES for scene in scene_data(game)} == shown


def points_of(game: str) -> Rows:
    (table,) = [b for b in booklet(game).sections[-1].blocks if isinstance(b, Rows)]
    return table


@pytest.mark.parametrize("game", BOARD_GAMES)
def test_the_points_are_those_of_the_board(game):
    rules = find_game(game)
    assert isinstance(rules, BoardGame)
    routes = sorted({(route.length, route.points) for route in rules.board.routes})
    row = points_of(game).rows[1]
    assert list(zip(numbers(row[0]), numbers(row[1]), strict=True)) == routes
    if rules.spec.longest_path:
        assert numbers(points_of(game).rows[-1][-1]) == [rules.spec.longest_path]
    bonus = [s for s in booklet(game).sections if s.id == "bonus-cards"]
    assert bool(bonus) == bool(rules.board.bonus_cards)
    for section in bonus:
        (table,) = [b for b in section.blocks if isinstance(b, Rows)]
        told = {row[0]: int(row[-1]) for row in table.rows[1:]}
        assert told == {card.name: card.points for card in rules.board.bonus_cards}


def test_the_big_cities_are_those_of_the_cards():
    rules = find_game("card_game")
    assert isinstance(rules, CardGame)
    told = {
        city: numbers(row[1])[0]
        for row in points_of("card_game").rows[3:]
        for city in row[0].split(", ")
    }
    assert told == {big.city: big.points for big in rules.cards.big_cities}


def test_a_game_without_a_booklet_has_an_empty_one(tmp_path, monkeypatch):
    own = BoardRules(lambda _: find_game("usa").spec, tmp_path)
    monkeypatch.setitem(BOARD_GAMES, "own", own)
    assert booklet("own").sections == []
    (tmp_path / "booklet.json").write_text('{"goal": [], "nowhere": []}')
    with pytest.raises(BadBoard, match="nowhere"):
        booklet("own")
