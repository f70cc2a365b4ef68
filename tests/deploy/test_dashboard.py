"""deploy/grafana-dashboard.json shows what a running server really says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from tests.server.support import serving
from tests.server.test_metrics import FIGURES

ROOT = Path(__file__).parents[2]
BOARD = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text())
METRIC = re.compile(r"\bcarrozza_\w+")
LABELS = re.compile(r"(carrozza_\w+)\{([^}]*)\}")
BY = re.compile(r"by \(([^)]*)\)")
WIDTH = 24  # of Grafana's grid

PLACE = {
    "type": "object",
    "required": ["h", "w", "x", "y"],
    "additionalProperties": {"type": "integer", "minimum": 0},
}
SOURCE = {
    "type": "object",
    "required": ["type", "uid"],
    "properties": {"type": {"const": "prometheus"}, "uid": {"const": "${DS_PROMETHEUS}"}},
}
QUERY = {
    "type": "object",
    "required": ["refId", "expr", "datasource", "legendFormat"],
    "properties": {"expr": {"type": "string", "minLength": 1}, "datasource": SOURCE},
}
PANEL = {
    "type": "object",
    "required": ["id", "type", "title", "gridPos"],
    "properties": {
        "id": {"type": "integer", "minimum": 1},
        "type": {"enum": ["row", "timeseries", "stat"]},
        "title": {"type": "string", "minLength": 1},
        "gridPos": PLACE,
        "targets": {"type": "array", "minItems": 1, "items": QUERY},
    },
    "if": {"properties": {"type": {"not": {"const": "row"}}}},
    "then": {"required": ["targets", "datasource", "fieldConfig", "options"]},
}
DASHBOARD = {
    "type": "object",
    "required": ["__inputs", "uid", "title", "schemaVersion", "time", "templating", "panels"],
    "properties": {
        "uid": {"type": "string", "pattern": "^[a-zA-Z0-9_-]{1,40}$"},
        "schemaVersion": {"type": "integer", "minimum": 30},
        "time": {"type": "object", "required": ["from", "to"]},
        "panels": {"type": "array", "minItems": 1, "items": PANEL},
    },
}


def queries() -> Iterator[str]:
    for panel in BOARD["panels"]:
        yield from (target["expr"] for target in panel.get("targets", ()))
    for variable in BOARD["templating"]["list"]:
        yield variable["query"]["query"]


def test_grafana_can_read_it() -> None:
    jsonschema.validate(BOARD, DASHBOARD)
    numbers = [panel["id"] for panel in BOARD["panels"]]
    assert len(numbers) == len(set(numbers))
    assert {one["name"] for one in BOARD["__inputs"]} == {"DS_PROMETHEUS"}
    for query in queries():
        for one, other in ("()", "{}", "[]"):
            assert query.count(one) == query.count(other), query


def test_no_panel_lies_on_another() -> None:
    taken: dict[tuple[int, int], str] = {}
    for panel in BOARD["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= WIDTH
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                assert taken.setdefault((x, y), panel["title"]) is panel["title"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_a_server_exports_what_it_shows_and_it_shows_what_a_server_exports(
    tmp_path: Path,
) -> None:
    async with serving(f"sqlite:///{tmp_path / 'new.db'}") as host, host.person() as anna:
        said = (await anna.http.get(f"{host.address}/metrics")).text
    families = dict(re.findall(r"^# TYPE (carrozza_\w+) (\w+)$", said, re.M))
    exported = set()
    for name, kind in families.items():
        ends = ("_bucket", "_count", "_sum") if kind == "histogram" else ("",)
        exported |= {name + end for end in ends}
    shown = {name for query in queries() for name in METRIC.findall(query)}
    assert shown <= exported
    bases = {re.sub(r"_(bucket|count|sum)$", "", name) for name in shown}
    assert {name for name in families if not name.endswith("_created")} == bases


def test_its_labels_are_those_of_the_metrics() -> None:
    labels = {}
    for figure in FIGURES.values():
        name = next(iter(figure.describe())).name
        labels[name] = {*figure._labelnames, "job", "le"}
    for query in queries():
        ((name, chosen),) = LABELS.findall(query) or [("", "")]
        if not name:
            continue  # a variable
        own = labels[re.sub(r"_(bucket|count|sum|total)$", "", name)]
        asked = {part.partition("=")[0].rstrip("=~! ") for part in chosen.split(",")}
        for group in BY.findall(query):
            asked |= {part.strip() for part in group.split(",")}
        assert asked <= own, query


def test_the_rules_in_the_documents_ask_for_what_there_is() -> None:
    text = (ROOT / "docs" / "running.md").read_text()
    (block,) = re.findall(r"```yaml\n(groups:.*?)```", text, re.S)
    rules: list[dict[str, Any]] = yaml.safe_load(block)["groups"][0]["rules"]
    assert len(rules) > 4
    known = {next(iter(figure.describe())).name for figure in FIGURES.values()}
    for rule in rules:
        assert set(rule) == {"alert", "expr", "for", "annotations"}
        for name in METRIC.findall(rule["expr"]):
            assert re.sub(r"_(bucket|count|sum|total)$", "", name) in known, rule
