"""The same results on a Ray cluster, one that the test starts on this machine."""

import sys

import pytest
from tests.cli.conftest import carrozza as run

from carrozza.arena.lineups import lineups
from carrozza.arena.ray_run import ray_run
from carrozza.arena.run import run as run_here
from carrozza.arena.run import tasks
from carrozza.core.game import Setup


def test_without_ray_there_is_a_kind_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = run("arena", "usa", "--bots", "greedy,random", "--ray", "local")
    assert (result.exit_code, "[missing_extra]" in result.stderr) == (1, True)


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_local_cluster_gives_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")  # it would tell its makers of our tests
    setup = Setup(game="card_game", players=2, seed="s")
    todo = list(tasks(setup, lineups(["greedy", "random", "conductor"], 2), 5, 1.0))
    here = [block.untimed() for block in run_here(todo)]
    assert [block.untimed() for block in ray_run(todo, "local")] == here

    early = ray_run(tasks(setup, [("greedy", "random")], 10_000, 1.0), "local")
    assert next(early).untimed() == run_here(todo).send(None).untimed()
    early.close()
