"""What lies in deploy/ fits what is there. `make container-check` and `make nginx-check` run it."""

import re
import shlex
from pathlib import Path

import pytest
import yaml
from tests.cli.conftest import Run, carrozza
from tools.containerfile import steps

from carrozza.server.storage.database import parse

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINER = steps((DEPLOY / "Containerfile").read_text())
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
COMMANDS = {
    "Containerfile": next(yaml.safe_load(words) for what, words in CONTAINER if what == "CMD"),
    "compose.yaml": COMPOSE["services"]["carrozza"]["command"],
    "carrozza.service": shlex.split(
        re.findall(r"ExecStart=\S+ (.*)", (DEPLOY / "carrozza.service").read_text())[0]
    ),
}


@pytest.fixture
def run() -> Run:
    return carrozza


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_is_one_of_ours(run: Run, name: str) -> None:
    serve, *words = COMMANDS[name]
    assert serve == "serve"
    known = run("serve", "--help", columns=200).stdout
    assert all(word in known for word in words if word.startswith("--"))


def test_the_container_has_the_page_and_runs_as_nobody_special() -> None:
    stages = [words for what, words in CONTAINER if what == "FROM"]
    assert "/node:" in stages[0]
    assert "/node:" not in stages[-1]
    last = [what for what, _ in CONTAINER[[w for w, _ in CONTAINER].index("USER") :]]
    assert "RUN" not in last
    assert "HEALTHCHECK" in last
    for what, words in CONTAINER:
        if what == "COPY" and "--from" not in words:
            *sources, _ = words.split()
            assert all((ROOT / source).exists() for source in sources), words


def test_composed_services_find_each_other() -> None:
    services = COMPOSE["services"]
    example = dict(
        line.split("=", 1)
        for line in (DEPLOY / "example.env").read_text().splitlines()
        if not line.startswith("#")
    )
    address = parse(example["CARROZZA_DB"])
    assert address.host in services
    assert address.username == example["POSTGRES_USER"]
    assert address.password == example["POSTGRES_PASSWORD"]
    assert address.database == example["POSTGRES_DB"]
    assert services["carrozza"]["depends_on"] == {address.host: {"condition": "service_healthy"}}
    assert "healthcheck" in services[address.host]


def test_nginx_keeps_the_figures_to_itself() -> None:
    lines = (DEPLOY / "nginx.conf").read_text()
    assert re.search(r"location \^~ /metrics \{\s*return 404;\s*\}", lines)


def test_nginx_asks_browsers_for_https() -> None:
    lines = (DEPLOY / "nginx.conf").read_text()
    told = re.findall(
        r'^add_header Strict-Transport-Security "max-age=(\d+)" always;$', lines, re.M
    )
    assert [int(seconds) >= 31_536_000 for seconds in told] == [True]
    # A block with such a line of its own would hide the one above it.
    assert lines.count("add_header") == 1
