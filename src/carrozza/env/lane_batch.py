"""Batches of games at the speed of machine code, on the processor or on a GPU.

The observations are those of the other environments. The games are the lane's own: it draws cards
when they are needed, so the same seed gives other deals than there.
"""

from typing import Any

from carrozza.core.game import OptionValue
from carrozza.env.dealer import Dealer
from carrozza.env.layout import Layout
from carrozza.lane.batch import Actions, Batch, Device, Places, Reward


def lane_batch(
    environment: str,
    players: int,
    n: int,
    *,
    device: Device = "cpu",
    seed: int = 0,
    reward: Reward = "score",
    options: dict[str, OptionValue] | None = None,
    board: dict[str, Any] | None = None,
    observations: bool = True,
    masks: bool = True,
    actions: Actions = "ids",
    threads: int | None = None,
) -> Batch:
    """A `carrozza.lane.batch.Batch`; leave out what you do not need, it costs time."""
    dealer = Dealer(environment, players, options, board)
    places = places_of(dealer) if observations else None
    return Batch(
        dealer.game, players, n, device=device, seed=seed, reward=reward, places=places,
        masks=masks, actions=actions, threads=threads,
    )  # fmt: skip


def places_of(dealer: Dealer) -> Places:
    layout: Layout = dealer.layout
    starts = {part.name: layout.slices[part.name].start for part in layout.parts}
    tickets = dealer.observer.shape.tickets
    return Places(starts, layout.size, tickets, layout.scale[: dealer.observer.counted])
