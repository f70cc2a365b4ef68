"""What games say of themselves in each language."""

from pathlib import Path

import msgspec
import pytest

from carrozza.board.game import BoardGame
from carrozza.core.errors import BadBoard
from carrozza.games.registry import BOARD_GAMES, NAMES, find_game, folder_of
from carrozza.games.rules import LANGUAGES, rules_of, rules_text
from carrozza.games.words import FILE, map_words, words_in

every_game = pytest.mark.parametrize("name", NAMES)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_our_games_have_words_for_all_of_themselves(name: str, language: str) -> None:
    game, words = find_game(name), words_in(folder_of(name))[language]
    assert words.about
    assert words.title or language == "en"
    assert set(words.options) == {option.name for option in game.options}
    for option in game.options:
        values = {msgspec.json.encode(c).decode().strip('"') for c in option.choices}
        assert set(words.options[option.name].choices) == values
    if isinstance(game, BoardGame) and language != "en":
        cards = game.board.bonus_cards
        countries = {card.country for card in cards if card.country}
        assert set(words.names) == {card.name for card in cards} | countries


@pytest.mark.parametrize("name", BOARD_GAMES)
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_word_on_a_board_of_ours_is_translated(name: str, language: str) -> None:
    """Where the language has the same words for all of them, the file says nothing."""
    game = find_game(name)
    assert isinstance(game, BoardGame)
    written = {city.country for city in game.board.cities if city.country}
    written |= {"Arctic Circle"} if any(city.arctic for city in game.board.cities) else set()
    called = map_words(folder_of(name), language)
    assert set(called) == (written | {game.board.name} if called else set())
    assert called or game.board.name == words_in(folder_of(name))[language].title


def test_a_game_without_words_has_none(tmp_path: Path) -> None:
    assert words_in(tmp_path) == {}


def test_misspelt_words_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"it": {"titel": "Europa"}}')
    with pytest.raises(BadBoard, match="titel") as refused:
        words_in(tmp_path)
    assert FILE in refused.value.message


@every_game
def test_each_section_a_game_names_is_written(name: str) -> None:
    game = find_game(name)
    headings = [section[3] for section in rules_of(game)]
    assert tuple(headings) == game.sections != ()


def test_every_section_belongs_to_a_game() -> None:
    written = {line[3] for line in rules_text().splitlines() if line.startswith("## ")}
    assert written == {letter for name in NAMES for letter in find_game(name).sections}
