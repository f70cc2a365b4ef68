"""The spaces of an environment: a vector and the mask of legal actions; the number of an action."""

from typing import Any

import numpy as np

from carrozza.core.game import State
from carrozza.env.extras import MissingExtra
from carrozza.env.masks import one_unpacked
from carrozza.env.table import Table

try:
    from gymnasium import spaces
except ImportError:
    raise MissingExtra("Gymnasium", "env") from None

Observation = dict[str, Any]  # observation: the vector; action_mask: 0 and 1 for each action


def observation_space(table: Table) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (table.layout.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (table.actions,), np.int8),
        }
    )


def action_space(table: Table) -> spaces.Discrete:
    return spaces.Discrete(table.actions)


def observation(table: Table, state: State, seat: int, mask: int) -> Observation:
    return {
        "observation": table.observer.observe(state, seat),
        "action_mask": one_unpacked(mask, table.actions),
    }
