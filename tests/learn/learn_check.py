"""Training, on the processor and in small: `make learn-check`, which installs PyTorch.

It is not part of `make test`, since PyTorch is as large as all the rest together.
"""

import json
import random
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

from carrozza.bots.scholar.boards.network import Network
from carrozza.core.errors import BadOptions
from carrozza.games.registry import find_game
from carrozza.lane.compact import DRAW_TICKETS
from carrozza.learn import checkpoint
from carrozza.learn.ppo import Player, look_back
from carrozza.learn.publish import publish
from carrozza.learn.run import CHECKPOINT, CURVE, FIRST, Run, new_network
from carrozza.learn.selfplay import Games, leads
from carrozza.learn.settings import Settings
from carrozza.learn.teacher import lessons, play_one

SMALL = Settings(games=512, steps=4, part=256, epochs=1, look_seconds=1e9)


def a_game(games: Games) -> None:
    games.look()
    noise = torch.rand(games.marks.shape)
    games.act((games.marks * noise).argmax(1))


def test_a_run_learns_saves_and_goes_on(tmp_path: Path) -> None:
    game = find_game("usa")
    played = [json.dumps(vars_of(play_one(game, f"learn {n}"))).encode() for n in range(2)]
    taught = lessons("usa", played)
    assert len(taught.seats) > 100
    run = Run(game, tmp_path, "cpu", SMALL)
    run.look = lambda *_: None  # type: ignore[method-assign]
    run.teach(taught, 2)
    before = {name: x.clone() for name, x in run.net.state_dict().items()}
    run.practise(0.001)
    after = run.net.state_dict()
    assert any(not torch.equal(before[name], after[name]) for name in before)
    assert (tmp_path / FIRST).exists()
    assert (tmp_path / CHECKPOINT).stat().st_size < 16 << 20
    assert "imitation" in (tmp_path / CURVE).read_text()
    again = Run(game, tmp_path, "cpu", SMALL)
    again.resume(tmp_path / CHECKPOINT)
    assert again.notes["updates"] == run.notes["updates"] == 1
    for name, x in again.net.state_dict().items():
        assert torch.equal(x, after[name])
    publish(tmp_path / CHECKPOINT, tmp_path / "usa.safetensors")
    third = Run(game, tmp_path, "cpu", SMALL)
    third.resume(tmp_path / "usa.safetensors")
    for name, x in third.net.state_dict().items():
        assert torch.allclose(x, after[name], rtol=1e-2, atol=1e-3)
    with pytest.raises(BadOptions, match="another network"):
        Run(find_game("card_game"), tmp_path, "cpu", SMALL).resume(tmp_path / "usa.safetensors")


def vars_of(played: object) -> dict[str, object]:
    return {name: getattr(played, name) for name in ("players", "seed", "ids", "free")}


@pytest.mark.parametrize("name", ["usa", "europe", "northern_lights"])
def test_numpy_and_torch_say_the_same(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    torch.manual_seed(1)
    net = new_network(game)
    for x in net.parameters():
        torch.nn.init.normal_(x, std=0.05)
    games = Games(game, {2: 32, 3: 32}, "cpu", seed=3)
    for _ in range(30):
        a_game(games)
    games.look()
    net.learn_scales(games.rows)
    optimiser = torch.optim.AdamW(net.parameters())
    checkpoint.save(tmp_path / "c.pt", net, optimiser, {})
    publish(tmp_path / "c.pt", tmp_path / "w.safetensors")
    theirs = Network(load_file(tmp_path / "w.safetensors"), game).answer(games.rows.numpy())
    with torch.no_grad():
        ours = net(games.rows)
    assert np.abs(ours.logits.numpy() - theirs.logits).max() < 0.02  # one is in half precision
    assert np.abs(torch.sigmoid(ours.values[:, 0]).numpy() - theirs.wins).max() < 0.01


def test_some_tickets_are_taken_by_chance() -> None:
    games = Games(find_game("usa"), {2: 64}, "cpu", seed=3)
    player = Player(games, Settings(stray_keeps=1, stray_draws=0.5))
    kept, drawn = set(), 0
    for _ in range(60):
        games.look()
        chosen = (games.marks * torch.rand(games.marks.shape)).argmax(1)
        before = chosen.clone()
        astray = player.stray(games.marks, chosen)
        assert torch.equal(chosen[~astray], before[~astray])
        assert games.marks.gather(1, chosen[:, None]).all()
        keeping = games.marks[:, player.keeps].any(1)
        assert astray[keeping].all()
        kept |= set(chosen[keeping].tolist())
        drawn += int((chosen[astray] == DRAW_TICKETS).sum())
        games.act(chosen)
    assert len(kept) > 4
    assert drawn > 100


def test_gains_are_those_of_each_seat_by_itself() -> None:
    """Against a plain loop over the decisions of one seat, with whole games."""
    rng = random.Random(4)
    steps, players = 12, 3
    settings = Settings(lambda_=0.9)
    seats = torch.tensor([[rng.randrange(players)] for _ in range(steps)])
    values = torch.rand((steps, 1, 2))
    ended = torch.zeros((steps, 1), dtype=torch.bool)
    ended[7] = True
    points = torch.zeros((steps, 1, 5))
    points[7, 0, :3] = torch.tensor([50.0, 80.0, 65.0])
    wins = torch.zeros((steps, 1, 5))
    wins[7, 0, 1] = 1
    done = torch.zeros((steps, 1, 5), dtype=torch.int64)
    astray = torch.zeros((steps, 1), dtype=torch.bool)
    astray[5] = True
    gains, known, finals, _, end_known = look_back(
        values, seats, ended, points, wins, done, astray, torch.tensor([players]), settings
    )
    lead = leads(points[7], torch.tensor([players]))[0] / settings.spread
    assert lead[:3].tolist() == pytest.approx([-0.6, 0.3, -0.3])
    for seat in range(players):
        mine = [t for t in range(8) if seats[t, 0] == seat]
        later = torch.zeros(2)
        ahead = torch.stack([wins[7, 0, seat], lead[seat]])
        for t in reversed(mine):
            later = ahead - values[t, 0] + settings.lambda_ * later
            assert torch.allclose(gains[t, 0], later, atol=1e-6)
            if astray[t, 0]:  # what was left to chance is no merit or fault of choices before
                later = torch.zeros(2)
            ahead = values[t, 0]
            assert known[t, 0]
            assert end_known[t, 0]
            order = [(seat + i) % players for i in range(players)]
            assert finals[t, 0, :3].tolist() == [points[7, 0, s] for s in order]
    rest = list(range(8, steps))
    last = {int(seats[t, 0]): t for t in rest}
    for t in rest:
        assert bool(known[t, 0]) == (t != last[int(seats[t, 0])])
