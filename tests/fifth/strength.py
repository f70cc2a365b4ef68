"""How strong the planner is on this game: `make fifth`. Other options of the arena may follow."""

import sys

from tests.fifth.alpe_adria import GAME

from carrozza.cli.main import app
from carrozza.games.registry import register

MATCH = ("--bots", "planner,one-step", "--blocks", "200", "--seed", "alpe")

if __name__ == "__main__":
    register("alpe_adria", GAME)
    app(["arena", "alpe_adria", *MATCH, *sys.argv[1:]])
