"""Whatever is sent to any documented path: an answer as documented, and never a server error.

The cases are made from the OpenAPI document by Schemathesis, right ones and wrong ones. Where they
name a table or a person, some name one that exists, so that more is reached than “there is no
such table”.
"""

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from tests.server.background import serving_beside
from tests.server.support import PATIENCE, Host, Person, play_out

from carrozza.server.app import make_app
from carrozza.server.settings import Settings

# The strategies that Schemathesis makes are its own affair.
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")

EXAMPLES = 16  # for each operation that is told anything
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
SIGNS_OUT = ("/session/sign-out", "/session/sign-out-everywhere", "/me/delete")

# Values with which a request gets further than those made at random do.
TABLES = [f"{whose}-{phase}" for whose in ("mine", "foreign") for phase in ("open", "on", "over")]
GAMES = ["usa", "europe", "northern_lights", "card_game"]
FITTING = st.fixed_dictionaries(
    {
        "game": st.sampled_from(GAMES),
        "players": st.integers(2, 5),
        "options": st.just({}),
        "board": st.none(),
        "rated": st.just(False),
        "pace": st.just({"kind": "clock", "move": 30}),
        "bots": st.lists(st.sampled_from([None, "easy"]), max_size=2),
        "level": st.just("easy"),
        "seat": st.integers(0, 4) | st.none(),
        "name": st.sampled_from(["Anna", "Bruno\u0000", "ﬁ", "\u202egnirts"]),
        "password": st.just("correct horse"),
        "old": st.just("correct horse"),
        "new": st.just("correct horse"),
        "colour": st.sampled_from(["blue", "green"]),
        "bot": st.just("easy"),
        "on": st.booleans(),
    },
)

SCHEMA = schemathesis.openapi.from_dict(make_app(Settings(db="sqlite://")).openapi())
OPERATIONS = {o.ok().label: o.ok() for o in SCHEMA.get_all_operations()}


class Fuzzed:
    """A server with tables of all kinds, and somebody to send requests."""

    def __init__(self, host: Host, portal: Any) -> None:
        self.host = host
        self._portal = portal
        self._whole = False  # whether the one who asks has tables
        self.cookie = ""
        self.tables: dict[str, str] = {}
        self.people: dict[str, str] = {}

    def prepare(self) -> None:
        """New tables to open and to play, for a person who has also finished a game."""
        self._portal.call(self._prepare)

    def come_back(self) -> None:
        """After signing out: somebody new."""
        self._portal.call(self._come_back)

    async def _prepare(self) -> None:
        anna, bruno = self.host.person(), self.host.person()
        if self._whole:
            anna.http.headers["cookie"] = self.cookie
        for whose, person in (("mine", anna), ("foreign", bruno)):
            made = await _tables_of(person, over=not self._whole)
            self.people[whose] = (await person.get("/me"))["id"]
            self.tables |= {f"{whose}-{phase}": table for phase, table in made.items()}
        self.cookie = self.cookie if self._whole else anna.cookie()
        self._whole = True

    async def _come_back(self) -> None:
        somebody = self.host.person()
        await somebody.post("/session")
        self.cookie, self._whole = somebody.cookie(), False


async def _tables_of(person: Person, *, over: bool) -> dict[str, str]:
    opened = await person.post("/tables", {"game": "usa", "players": 3, "public": True})
    begun = await person.post("/play-now", {"game": "europe"})
    made = {"open": opened["id"], "on": begun["id"]}
    if over:
        played = await person.post("/play-now", {"game": "card_game"})
        async with person.socket(played["id"]) as socket:
            await play_out(socket, random.Random(5))
        made["over"] = played["id"]
    return made


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def fuzzed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Fuzzed]:
    if request.param == "sqlite":
        db = f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'carrozza.db'}"
    else:
        db = request.getfixturevalue("postgres").new_database()
    with serving_beside(db) as (host, portal):
        yield Fuzzed(host, portal)


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_operation_answers_as_documented(fuzzed: Fuzzed, label: str) -> None:
    operation = OPERATIONS[label]
    if "{table}" in label or "{other}" in label or not fuzzed.cookie:
        fuzzed.prepare()
    told = any(map(len, (operation.body, operation.path_parameters, operation.query)))
    cases = st.one_of(operation.as_strategy(mode) for mode in GenerationMode)
    tables = st.sampled_from([None, "\0", *TABLES])

    @settings(
        max_examples=EXAMPLES if told else 3, suppress_health_check=list(HealthCheck), database=None
    )
    @given(case=cases, known=st.integers(0, 4), table=tables, fitting=FITTING | st.none())
    def ask(case: Case, known: int, table: str | None, fitting: dict[str, Any] | None) -> None:
        checks = list(CHECKS)
        if "other" in case.path_parameters and known > 1:
            case.path_parameters["other"] = fuzzed.people[("mine", "foreign")[known % 2]]
        if "table" in case.path_parameters and table is not None:
            case.path_parameters["table"] = fuzzed.tables.get(table, table)
            checks.remove(negative_data_rejection)
        elif isinstance(case.body, dict) and fitting is not None:
            case.body |= {name: value for name, value in fitting.items() if name in case.body}
            checks.remove(negative_data_rejection)
        headers = {"cookie": fuzzed.cookie} if known else {}
        reply = case.call(base_url=fuzzed.host.address, headers=headers, timeout=PATIENCE)
        case.validate_response(reply, checks=checks, headers=headers)
        if reply.status_code == 204 and case.path.endswith(SIGNS_OUT):
            fuzzed.come_back()

    ask()
    assert httpx.get(f"{fuzzed.host.address}/healthz").status_code == 200
