"""The pictures of the rules."""

from xml.etree import ElementTree

import msgspec
import pytest

from carrozza.atlas.scenes import Kit, Scene, draw_scene
from carrozza.atlas.theme import THEMES
from carrozza.games.booklet import scene_data
from carrozza.games.registry import NAMES
from carrozza.server import art

SVG = "{http://www.w3.org/2000/svg}"
WIDEST = 410  # on the narrowest phones it is shown at three quarters of its size


@pytest.mark.parametrize("game", NAMES)
def test_every_scene_is_a_small_drawing_that_fits_a_phone(game):
    for name in scene_data(game):
        for theme in THEMES:
            text = art.scene(game, name, theme, "it")
            svg = ElementTree.fromstring(text)
            assert float(svg.get("width", "")) <= WIDEST, name
            assert len(text) < 90_000, name
            ids = {node.get("id") for node in svg.iter() if node.get("id")}
            assert {n.get("href") for n in svg.iter(f"{SVG}use")} <= {f"#{i}" for i in ids}


def test_a_scene_shows_what_its_data_say():
    data = (
        b'[[{"is": "cards", "cards": ["red", "red", "back"], "good": [0], "bad": [1]}],'
        b' [{"is": "map", "cities": {"Oslo": [0, 0], ".": [3, 0]},'
        b' "lines": [{"a": "Oslo", "b": ".", "length": 2, "locomotives": 1},'
        b' {"a": "Oslo", "b": ".", "length": 2, "owner": 1, "tunnel": true}]}]]'
    )
    kit = Kit(lambda *_: "", lambda *_: "", {})
    svg = ElementTree.fromstring(draw_scene(msgspec.json.decode(data, type=Scene), "light", kit))
    used = [str(node.get("href")) for node in svg.iter(f"{SVG}use")]
    train = f"#train-{THEMES['light'].players[1].name}"
    assert used.count("#card-red") == 2
    assert used.count("#card-back") == 1
    assert used.count("#space-locomotive") == used.count("#space-grey") == 1
    assert used.count("#tunnel") == used.count(train) == 2
    assert used.count("#city") == 2


def test_a_misspelt_thing_is_refused():
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'[[{"is": "cards", "cards": [], "gud": [0]}]]', type=Scene)
