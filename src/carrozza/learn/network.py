"""The network of the board games.

Routes and tickets are tokens: the same weights read each of them, with what never changes about it
and a vector of its own, which a new board does without. Twice all routes are summed up in the
context, and the context is told to every route. `carrozza.bots.scholar.boards.network` computes the
same with NumPy.
"""

import torch
from torch import Tensor, nn

from carrozza.board.game import BoardGame
from carrozza.bots.scholar.boards.records import (
    CITY,
    KEEP,
    ROUTE,
    SEAT,
    TICKET,
    WHOLE,
    route_facts,
    shapes_of,
    sizes_of,
    ticket_facts,
)
from carrozza.core.cards import KINDS
from carrozza.lane.board.numbering import FIRST_KEEP
from carrozza.lane.board.state import PLAYERS
from carrozza.learn.layers import Answer, Block, PartNet, relu

TOKEN, SMALL, CONTEXT, BLOCKS = 64, 32, 384, 2


class BoardNet(PartNet):
    def __init__(self, game: BoardGame) -> None:
        sizes = sizes_of(game)
        super().__init__(shapes_of(game))
        self.sizes = sizes
        self.register_buffer("route_facts", torch.tensor(route_facts(game)))
        self.register_buffer("ticket_facts", torch.tensor(ticket_facts(game)))
        self.route_in = nn.Linear(ROUTE, TOKEN)
        self.route_fact = nn.Linear(self.route_facts.shape[1], TOKEN, bias=False)
        self.route_own = nn.Parameter(torch.zeros(sizes.routes, TOKEN))
        self.route_mid = nn.Linear(TOKEN, TOKEN)
        self.ticket_in = nn.Linear(TICKET, SMALL)
        self.ticket_fact = nn.Linear(self.ticket_facts.shape[1], SMALL, bias=False)
        self.ticket_own = nn.Parameter(torch.zeros(sizes.tickets, SMALL))
        self.enter = nn.Linear(WHOLE + PLAYERS * SEAT + 2 * TOKEN + 2 * SMALL, CONTEXT)
        self.early = nn.ModuleList(Block(CONTEXT) for _ in range(BLOCKS))
        self.route_next = nn.Linear(TOKEN, TOKEN)
        self.route_told = nn.Linear(CONTEXT, TOKEN, bias=False)
        self.gather = nn.Linear(2 * TOKEN, CONTEXT)
        self.late = nn.ModuleList(Block(CONTEXT) for _ in range(BLOCKS))
        self.norm = nn.LayerNorm(CONTEXT)
        self.claim_in = nn.Linear(TOKEN, TOKEN)
        self.claim_told = nn.Linear(CONTEXT, TOKEN, bias=False)
        self.claim = nn.Linear(TOKEN, KINDS)
        self.colour = nn.Linear(CONTEXT, KINDS)
        self.simple = nn.Linear(CONTEXT, FIRST_KEEP)
        self.keep_in = nn.Linear(KEEP, SMALL)
        self.keep_told = nn.Linear(CONTEXT, SMALL, bias=False)
        self.keep = nn.Linear(SMALL, 1)
        if sizes.stations:
            self.city_in = nn.Linear(CITY, SMALL)
            self.city_told = nn.Linear(CONTEXT, SMALL, bias=False)
            self.city = nn.Linear(SMALL, 1)
            self.city_colour = nn.Linear(CONTEXT, KINDS)
        self.value = nn.Linear(CONTEXT, 2)
        self.score = nn.Linear(CONTEXT, PLAYERS)
        self.ticket_told = nn.Linear(CONTEXT, SMALL, bias=False)
        self.ticket_out = nn.Linear(SMALL, PLAYERS)  # completed; held by each of the others
        self.hand = nn.Linear(CONTEXT, (PLAYERS - 1) * KINDS)
        for head in (self.claim, self.simple, self.keep, self.value, self.colour):
            nn.init.normal_(head.weight, std=0.01)

    def forward(self, rows: Tensor) -> Answer:
        raw = self.parts(rows)
        x = self.scaled(raw)
        routes = self.route_in(x["route"]) + (self.route_fact(self.route_facts) + self.route_own)
        routes = relu(self.route_mid(relu(routes)))
        tickets = self.ticket_in(x["ticket"]) + (
            self.ticket_fact(self.ticket_facts) + self.ticket_own
        )
        tickets = relu(tickets)
        own = raw["ticket"][..., :1].to(tickets.dtype)
        offered = raw["ticket"][..., 2:3].to(tickets.dtype)
        told = [
            x["whole"],
            x["seats"],
            routes.mean(1),
            routes.amax(1),
            (tickets * own).sum(1),
            (tickets * offered).sum(1),
        ]
        routes, context = self.think("route", routes, told)
        return self._heads(x, routes, tickets, context)

    def _heads(self, x: dict[str, Tensor], routes: Tensor, tickets: Tensor, c: Tensor) -> Answer:
        n = len(c)
        claims = self.claim(relu(self.claim_in(routes) + self.claim_told(c)[:, None]))
        claims = claims + self.colour(c)[:, None]
        keeps = self.keep(relu(self.keep_in(x["keep"]) + self.keep_told(c)[:, None]))
        logits = [self.simple(c), keeps.reshape(n, -1), claims.reshape(n, -1)]
        if self.sizes.stations:
            cities = self.city(relu(self.city_in(x["city"]) + self.city_told(c)[:, None]))
            logits.append((cities + self.city_colour(c)[:, None]).reshape(n, -1))
        told = self.ticket_out(relu(tickets + self.ticket_told(c)[:, None]))
        return Answer(
            torch.cat(logits, dim=1).float(),
            self.value(c).float(),
            self.score(c).float(),
            told[..., 0].float(),
            told[..., 1:].transpose(1, 2).float(),
            self.hand(c).reshape(n, PLAYERS - 1, KINDS).float(),
        )
