"""Line-ups, seatings and deals; the same results whoever plays them."""

import sys
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path
from time import sleep

import pytest

from carrozza.arena.block import Block, Task, play_block
from carrozza.arena.lineups import lineups, named_bots, seatings
from carrozza.arena.run import pooled, run, tasks
from carrozza.bots.greedy import Greedy
from carrozza.bots.registry import BOTS, make_bot
from carrozza.core.actions import Action
from carrozza.core.errors import BadOptions, CarrozzaError
from carrozza.core.game import Setup, View
from carrozza.games.registry import NAMES, find_game


def setup(game: str = "card_game", players: int = 2, seed: str = "s") -> Setup:
    return Setup(game=game, players=players, seed=seed)


def untimed(blocks: Sequence[Block]) -> list[Block]:
    return [block.untimed() for block in blocks]


def test_round_robin_lists_every_table_once() -> None:
    assert lineups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(lineups("abcdef", 4)) == 15
    assert lineups("abbb", 4) == [("a", "b", "b", "b")]
    assert lineups("aab", 2) == [("a", "b")]
    fill = [("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", "b", "b")]
    assert lineups("ab", 4) == fill


@pytest.mark.parametrize("bots", ["a", "aa"])
def test_one_bot_alone_has_nobody_to_play(bots: str) -> None:
    with pytest.raises(BadOptions, match="two different"):
        lineups(bots, 2)


def test_cyclic_seatings_are_complete() -> None:
    order = "abcde"
    turned = seatings(order)
    assert len(set(turned)) == 5
    for seat in range(5):
        assert {seating[seat] for seating in turned} == set(order)
    assert seatings("abab") == [tuple("abab"), tuple("baba")]


def test_levels_become_the_bots_that_play_them() -> None:
    assert named_bots(["hard", "greedy"], find_game("usa")) == ["planner", "greedy"]
    assert named_bots(["hard"], find_game("card_game")) == ["conductor"]
    with pytest.raises(BadOptions) as refused:
        named_bots(["conductor"], find_game("usa"))
    assert refused.value.code == "bot_game"


@pytest.mark.parametrize("name", NAMES)
def test_a_block_plays_every_seating(name: str) -> None:
    block = play_block(Task(setup(name, 3), 1, ("greedy", "random", "random"), 1.0))
    seated = [tuple(seat.bot for seat in game.seats) for game in block.games]
    assert sorted(seated) == sorted(seatings(("greedy", "random", "random")))
    for game in block.games:
        best = max(seat.score for seat in game.seats)
        assert all(game.seats[winner].score == best for winner in game.winners)
        assert all(seat.decisions > 0 for seat in game.seats)
        assert all(0 <= t.longest <= t.seconds for t in game.timing)
        assert any(seat.completed or seat.failed for seat in game.seats)


class Spy(Greedy):
    """Remembers what it was shown first."""

    seen: list[tuple[str, int | None, View]]

    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:
        assert seconds == 0.5
        opening = (self.rng.key.hex(), view.seat, view)
        if view.seat not in [seat for _, seat, _ in self.seen]:
            self.seen.append(opening)
        return super().decide(view, legal, seconds)


class OtherSpy(Spy):
    pass


@pytest.mark.parametrize("name", NAMES)
def test_all_seatings_and_line_ups_get_the_same_deal(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "spy", Spy)
    monkeypatch.setitem(BOTS, "other", OtherSpy)
    openings = []
    for lineup in (("spy", "other"), ("other", "spy")):
        block = Task(setup(name), 3, lineup, 0.5)
        for seating in (0, 1):
            monkeypatch.setattr(Spy, "seen", [], raising=False)
            monkeypatch.setattr(
                "carrozza.arena.block.seatings", lambda o, i=seating: [seatings(o)[i]]
            )
            play_block(block)
            openings.append(Spy.seen)
    assert len(openings[0]) == 2
    assert all(opening == openings[0] for opening in openings)
    assert openings[0][0][0] != openings[0][1][0]  # each seat has random numbers of its own


def test_the_order_in_which_bots_are_named_does_not_matter() -> None:
    named = play_block(Task(setup(), 1, ("greedy", "random"), 1.0)).untimed()
    other = play_block(Task(setup(), 1, ("random", "greedy"), 1.0)).untimed()
    assert named.games == other.games


def test_equal_bots_share_a_block() -> None:
    """Whoever sits at a seat gets the same random numbers, so luck cancels out."""
    twins = play_block(Task(setup(), 1, ("random", "random"), 1.0))
    assert len(twins.games) == 1


def test_deals_and_seeds_differ() -> None:
    lineup = [("greedy", "random")]
    found = untimed(list(run(tasks(setup(), lineup, 4, 1.0))))
    assert [block.block for block in found] == [1, 2, 3, 4]
    assert len({block.games for block in found}) == 4
    other = untimed(list(run(tasks(setup(seed="t"), lineup, 4, 1.0))))
    assert not {block.games for block in found} & {block.games for block in other}


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    tables = lineups(["greedy", "random", "conductor"], 2)
    todo = list(tasks(setup(), tables, 7, 1.0))
    alone = untimed(list(run(todo, 1)))
    assert untimed(list(run(todo, 2))) == alone
    assert [block.block for block in alone] == sorted(block.block for block in alone)


def test_stopping_early_ends_the_processes() -> None:
    """Also those that are busy, and would be for an hour."""
    before = set(active_children())
    results = pooled(sleep, [0, 3600, 3600, 3600], 2)
    assert next(results) is None
    results.close()
    assert set(active_children()) <= before


OWN = """
from carrozza.bots.greedy import Greedy


class Mine(Greedy):
    def prepare(self):
        self.ready = True

    def decide(self, view, legal, seconds):
        assert self.ready
        return super().decide(view, legal, seconds)


class Wild(Greedy):
    def decide(self, view, legal, seconds):
        return None


class Picky(Greedy):
    @classmethod
    def plays(cls, game):
        return False


nothing = 1
"""


@pytest.fixture
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "carrozza_own_bots.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", sys.path[:])
    monkeypatch.delitem(sys.modules, "carrozza_own_bots", raising=False)
    return "carrozza_own_bots"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_of_ones_own_plays_and_is_ready(own_file: str, jobs: int) -> None:
    mine, *_ = named_bots([f"{own_file}:Mine"], find_game("usa"))
    found = untimed(list(run(tasks(setup(), [(mine, "random")], 2, 1.0), jobs)))
    same = untimed(list(run(tasks(setup(), [("greedy", "random")], 2, 1.0))))
    scores = [[seat.score for game in block.games for seat in game.seats] for block in found]
    # The order of the seats is drawn from the names, so the games are the same as sets.
    expected = [[seat.score for game in block.games for seat in game.seats] for block in same]
    assert list(map(sorted, scores)) == list(map(sorted, expected))
    assert {seat.bot for seat in found[0].games[0].seats} == {mine, "random"}


@pytest.mark.parametrize("name", ["Nobody", "nothing", "", "Picky", ":"])
def test_what_is_no_bot_is_refused(own_file: str, name: str) -> None:
    with pytest.raises(BadOptions) as refused:
        named_bots([f"{own_file}:{name}"], find_game("usa"))
    assert refused.value.code == ("bot_game" if name == "Picky" else "own_bot")


@pytest.mark.parametrize("name", ["no_such_module:Bot", ":Bot", "..:x"])
def test_a_file_that_cannot_be_loaded_is_refused(name: str) -> None:
    with pytest.raises(BadOptions) as refused:
        named_bots([name], find_game("usa"))
    assert refused.value.code == "own_bot"


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_illegal_action_is_told_with_who_did_it(own_file: str, jobs: int) -> None:
    with pytest.raises(CarrozzaError, match=r"Wild .* seat \d .*s/1.*None is not legal") as failed:
        list(run(tasks(setup(), [(f"{own_file}:Wild", "greedy")], 1, 1.0), jobs))
    assert failed.value.code == "bot_failed"


def test_the_server_s_bots_are_never_files(own_file: str) -> None:
    with pytest.raises(BadOptions, match="no bot"):
        make_bot(f"{own_file}:Mine", find_game("usa"), "")


class Broken(Greedy):
    def decide(self, view: View, legal: Sequence[Action], seconds: float) -> Action:  # noqa: ARG002
        raise ZeroDivisionError("oh")


def test_a_bot_that_fails_is_named_with_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "broken", Broken)
    with pytest.raises(
        CarrozzaError, match=r"Broken .* seat \d .*s/1.*oh.* in test_blocks.py, line \d+"
    ) as failed:
        list(run(tasks(setup(), [("broken", "greedy")], 1, 1.0)))
    assert failed.value.code == "bot_failed"
