"""The model card tells what the files are."""

import re
from pathlib import Path

from safetensors import safe_open

from carrozza.bots.scholar.sight import Sight
from carrozza.bots.scholar.weights import FOLDER
from carrozza.games.registry import find_game

CARD = Path(__file__).parents[2] / "docs" / "model-card.md"
ROW = re.compile(
    r"^\| `(\w+)\.safetensors` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", re.M
)


def test_the_files_are_as_the_card_says():
    told = {
        name: [int(n.replace(",", "")) for n in rest]
        for name, *rest in ROW.findall(CARD.read_text())
    }
    assert told == {file.stem: figures(file) for file in FOLDER.glob("*.safetensors")}
    assert len(told) == 4


def figures(file: Path) -> list[int]:
    with safe_open(file, "numpy") as weights:
        tensors = [weights.get_tensor(name) for name in weights.keys()]  # noqa: SIM118
    assert {tensor.dtype.name for tensor in tensors} == {"float16"}
    sight = Sight(find_game(file.stem))
    sizes = [sight.rows.shape[-1], sight.marks.shape[-1]]
    return [sum(tensor.size for tensor in tensors), file.stat().st_size, *sizes]


def test_their_licence_lies_beside_them():
    assert "Licence: MIT" in (FOLDER / "README.md").read_text()
    assert "**Licence.** MIT" in CARD.read_text()
