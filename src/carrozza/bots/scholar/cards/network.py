"""The network of a learned player of the card game, computed with NumPy;
`carrozza.learn.card_network` is the same for those who train it."""

import numpy as np

from carrozza.bots.scholar.cards.records import (
    KEEPS,
    shapes_of,
    sizes_of,
    ticket_facts,
    triples_of,
)
from carrozza.bots.scholar.layers import (
    Answer,
    Array,
    Layers,
    Weights,
    in_one_thread,
    relu,
    sigmoid,
)
from carrozza.core.cards import LOCOMOTIVE
from carrozza.games.card_game.game import CardGame
from carrozza.lane.card_game.state import OFFER


class Network(Layers):
    """The game's own tickets have vectors of their own; other tickets have none."""

    def __init__(self, weights: Weights, game: CardGame, *, at_home: bool = True) -> None:
        super().__init__(weights, shapes_of(game))
        self.sizes = sizes_of(game)
        w = self.w
        self.colours = w["colour_in.bias"] + w["colour_own"]
        self.tickets = ticket_facts(game) @ w["ticket_fact.weight"].T + w["ticket_in.bias"]
        if at_home:
            self.tickets = self.tickets + w["ticket_own"]
        self.triples = triples_of(game).T
        self.slots = (np.arange(KEEPS) >> np.arange(OFFER)[:, None] & 1).astype(np.float32)

    @in_one_thread
    def answer(self, rows: Array) -> Answer:
        raw = self.parts(rows)
        x = self.scaled(raw)
        return self._heads(raw, x, *self._see(raw, x))

    @in_one_thread
    def chances(self, rows: Array) -> Array:
        """For each ticket: that its holder completes it, as it would be held from here on."""
        raw = self.parts(rows)
        _, tickets, context = self._see(raw, self.scaled(raw))
        told = self.linear("ticket_out", relu(tickets + self.told("ticket_told", context)))
        return sigmoid(told[:, :, 1])

    def _see(self, raw: dict[str, Array], x: dict[str, Array]) -> tuple[Array, Array, Array]:
        n = len(raw["ticket"])
        colours = relu(x["colour"] @ self.w["colour_in.weight"].T + self.colours)
        colours = relu(self.linear("colour_mid", colours))
        tickets = relu(x["ticket"] @ self.w["ticket_in.weight"].T + self.tickets)
        flags = raw["ticket"].astype(np.float32)
        pools = np.stack([flags[:, :, 0], flags[:, :, 2], flags[:, :, 0] - flags[:, :, 15]], axis=1)
        told = [
            x["whole"],
            x["seats"],
            x["colour"].reshape(n, -1),
            colours.mean(1),
            colours.max(1),
            (pools @ tickets).reshape(n, -1),
        ]
        colours, context = self.think("colour", colours, told)
        return colours, tickets, context

    def _heads(
        self,
        raw: dict[str, Array],
        x: dict[str, Array],
        colours: Array,
        tickets: Array,
        c: Array,
    ) -> Answer:
        n = len(c)
        plays = relu(self.linear("play_in", colours) + self.told("play_told", c))
        plays = self.linear("play", plays)
        simple = self.linear("simple", c)
        simple[:, :LOCOMOTIVE] += plays[:, :, 0]
        triples = plays[:, :, 1] @ self.triples + self.linear("triple", c)
        lines = plays[:, :, 2:] + self.linear("size", c)[:, None]
        keeps = np.zeros((n, KEEPS), np.float32)
        if raw["ticket"][:, :, 3].any():  # else none are on offer
            keeps = relu(self.linear("keep_in", x["keep"]) + self.told("keep_told", c))
            keeps = self.linear("keep", keeps)[:, :, 0]
            liked = self.linear("ticket_out", relu(tickets + self.told("ticket_told", c)))
            there = raw["ticket"][:, :, 3, None] == np.arange(1, OFFER + 1)
            keeps = keeps + (there * liked[:, :, :1]).sum(1) @ self.slots
        return self.answer_of([simple, keeps, lines.reshape(n, -1), triples], c)
