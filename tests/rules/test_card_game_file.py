"""The file of cards is checked, and what is wrong is named."""

import json

import pytest

from carrozza.core.errors import BadBoard
from carrozza.games.card_game.data import load_cards
from carrozza.games.card_game.game import CARDS_FILE


def load(tmp_path, change=None):
    data = json.loads(CARDS_FILE.read_text())
    if change is not None:
        change(data)
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(data))
    return load_cards(path)


def test_the_games_own_file_is_right(tmp_path):
    assert load(tmp_path).ticket_name(0) == "Chicago – New York (5)"


@pytest.mark.parametrize(
    ("code", "entry", "change"),
    [
        ("format", "format", lambda d: d.update(format=2)),
        ("shape", "tickets[3].points", lambda d: d["tickets"][3].update(points="six")),
        ("shape", "", lambda d: d.update(colour="red")),
        ("colour", "tickets[2] (Chicago", lambda d: d["tickets"][2].update(cards=["pink"])),
        ("colour", "tickets[2] (Chicago", lambda d: d["tickets"][2].update(cards=["locomotive"])),
        ("no_cards", "tickets[0]", lambda d: d["tickets"][0].update(cards=[])),
        ("ticket_points", "tickets[0]", lambda d: d["tickets"][0].update(points=0)),
        ("loop", "tickets[0]", lambda d: d["tickets"][0].update(b="Chicago")),
        ("duplicate_ticket", "tickets[46]", lambda d: d["tickets"].append(d["tickets"][0])),
        ("unknown_city", "big_cities[0]", lambda d: d["big_cities"][0].update(city="Oslo")),
        ("bonus_points", "big_cities[1]", lambda d: d["big_cities"][1].update(points=0)),
        ("duplicate_city", "big_cities[6]", lambda d: d["big_cities"].append(d["big_cities"][0])),
        ("few_cards", "train_cards", lambda d: d["train_cards"].update(locomotives=3)),
        ("few_cards", "train_cards", lambda d: d["train_cards"].update(per_colour=2)),
        ("few_tickets", "tickets", lambda d: d.update(tickets=d["tickets"][23:])),
        ("counts", "expect.tickets", lambda d: d["tickets"].pop()),
    ],
)
def test_what_is_wrong_is_named(tmp_path, code, entry, change):
    with pytest.raises(BadBoard) as caught:
        load(tmp_path, change)
    assert caught.value.code == code
    assert caught.value.entry.startswith(entry)
    assert caught.value.message.startswith("cards.json")


def test_a_file_that_is_not_json(tmp_path):
    (tmp_path / "cards.json").write_text("{")
    with pytest.raises(BadBoard) as caught:
        load_cards(tmp_path / "cards.json")
    assert caught.value.code == "not_json"
