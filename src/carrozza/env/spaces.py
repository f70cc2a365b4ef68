"""The spaces of an environment: a vector and the mask of legal actions; the number of an action."""

from typing import Any

import numpy as np

from carrozza.core.extras import needing
from carrozza.core.game import State
from carrozza.env.dealer import Dealer
from carrozza.env.masks import one_unpacked

with needing("env"):
    from gymnasium import spaces

Observation = dict[str, Any]  # observation: the vector; action_mask: 0 and 1 for each action


def observation_space(dealer: Dealer) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (dealer.layout.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (dealer.actions,), np.int8),
        }
    )


def action_space(dealer: Dealer) -> spaces.Discrete:
    return spaces.Discrete(dealer.actions)


def observation(dealer: Dealer, state: State, seat: int, mask: int) -> Observation:
    return {
        "observation": dealer.observer.observe(state, seat),
        "action_mask": one_unpacked(mask, dealer.actions),
    }
