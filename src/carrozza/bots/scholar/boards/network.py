"""The network of a learned player, computed with NumPy; `carrozza.learn.network` is the same for
those who train it."""

import numpy as np

from carrozza.board.game import BoardGame
from carrozza.bots.scholar.boards.records import route_facts, shapes_of, sizes_of, ticket_facts
from carrozza.bots.scholar.layers import (
    CUT,
    Answer,
    Array,
    Layers,
    Weights,
    in_one_thread,
    relu,
    sigmoid,
)
from carrozza.core.cards import KINDS


class Network(Layers):
    """A board's own routes and tickets have vectors of their own; on another board they have
    none, and what is known about all routes and tickets must do."""

    def __init__(self, weights: Weights, game: BoardGame, *, at_home: bool = True) -> None:
        super().__init__(weights, shapes_of(game))
        self.sizes = sizes_of(game)
        w = self.w
        self.routes = route_facts(game) @ w["route_fact.weight"].T + w["route_in.bias"]
        self.tickets = ticket_facts(game) @ w["ticket_fact.weight"].T + w["ticket_in.bias"]
        if at_home:
            self.routes = self.routes + w["route_own"]
            self.tickets = self.tickets + w["ticket_own"]

    @in_one_thread
    def answer(self, rows: Array) -> Answer:
        x, routes, _, context = self._see(rows)
        return self._heads(x, routes, context)

    @in_one_thread
    def chances(self, rows: Array) -> Array:
        """For each ticket: that its holder completes it, as it would be held from here on."""
        _, _, tickets, context = self._see(rows)
        told = self.linear("ticket_out", relu(tickets + self.told("ticket_told", context)))
        return sigmoid(told[:, :, 0])

    def _see(self, rows: Array) -> tuple[dict[str, Array], Array, Array, Array]:
        raw = self.parts(rows)
        x = self.scaled(raw)
        routes = relu(x["route"] @ self.w["route_in.weight"].T + self.routes)
        routes = relu(self.linear("route_mid", routes))
        tickets = relu(x["ticket"] @ self.w["ticket_in.weight"].T + self.tickets)
        flags = raw["ticket"].astype(np.float32)
        own = np.einsum("ntk,nt->nk", tickets, flags[:, :, 0])
        offered = np.einsum("ntk,nt->nk", tickets, flags[:, :, 2])
        told = [x["whole"], x["seats"], routes.mean(1), routes.max(1), own, offered]
        routes, context = self.think("route", routes, told)
        return x, routes, tickets, context

    def _heads(self, x: dict[str, Array], routes: Array, c: Array) -> Answer:
        n = len(c)
        claims = relu(self.linear("claim_in", routes) + self.told("claim_told", c))
        claims = self.linear("claim", claims) + self.linear("colour", c)[:, None]
        keeps = relu(self.linear("keep_in", x["keep"]) + self.told("keep_told", c))
        logits = [
            self.linear("simple", c),
            self.linear("keep", keeps).reshape(n, -1),
            claims.reshape(n, -1),
        ]
        if self.sizes.stations and "city.weight" in self.w:
            cities = relu(self.linear("city_in", x["city"]) + self.told("city_told", c))
            cities = self.linear("city", cities) + self.linear("city_colour", c)[:, None]
            logits.append(cities.reshape(n, -1))
        elif self.sizes.stations:
            logits.append(np.full((n, KINDS * self.sizes.cities), -CUT, np.float32))
        return self.answer_of(logits, c)
