"""E15: cards are told apart by more than their colour."""

from carrozza.core.actions import PlayToYard
from carrozza.core.cards import CARDS, SYMBOLS
from carrozza.core.events import CardDrawn, MarketFilled
from carrozza.games.registry import NAMES, find_game


def test_E15_every_kind_of_card_has_a_symbol_of_its_own():
    assert set(SYMBOLS) == set(CARDS)
    assert len(set(SYMBOLS.values())) == len(CARDS) == 9


def test_E15_sentences_name_and_show_each_card():
    for game in map(find_game, NAMES):
        for card in CARDS:
            for event in (CardDrawn(0, 1, card), MarketFilled(2, card)):
                assert f"{SYMBOLS[card]} {card}" in game.describe(event)
    yard = find_game("card_game").describe(PlayToYard(("blue", "blue", "locomotive")))
    assert yard == "put 2 ● blue and 1 ✱ locomotive into the rail yard"
