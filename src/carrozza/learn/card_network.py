"""The network of the card game.

Colours and tickets are tokens: the same weights read each of them, with a vector of its own. The
context reads the colours' numbers as they are besides, for they are few, and is told to every
colour: its token then says how good it is to draw it, to lay a row of it and to play it with two
others. `carrozza.bots.scholar.cards.network` computes the same with NumPy.
"""

import torch
from torch import Tensor, nn

from carrozza.bots.scholar.cards.records import (
    COLOUR,
    KEEP,
    KEEPS,
    SEAT,
    TICKET,
    WHOLE,
    shapes_of,
    sizes_of,
    ticket_facts,
    triples_of,
)
from carrozza.core.cards import KINDS, LOCOMOTIVE
from carrozza.games.card_game.game import CardGame
from carrozza.lane.board.state import PLAYERS as MOST_PLAYERS
from carrozza.lane.card_game.numbering import FIRST_KEEP, ROW_PLAYS
from carrozza.lane.card_game.state import OFFER, PLAYERS
from carrozza.learn.layers import Answer, Block, PartNet, relu

TOKEN, SMALL, CONTEXT, EARLY, LATE = 64, 48, 384, 2, 1
POOLS = 3  # tickets in hand, on offer, and those that track and yard do not complete


class CardNet(PartNet):
    def __init__(self, game: CardGame) -> None:
        sizes = sizes_of(game)
        super().__init__(shapes_of(game))
        self.sizes = sizes
        self.register_buffer("ticket_facts", torch.tensor(ticket_facts(game)))
        self.register_buffer("triples", torch.tensor(triples_of(game)))
        slots = [[float(keep >> slot & 1) for keep in range(KEEPS)] for slot in range(OFFER)]
        self.register_buffer("slots", torch.tensor(slots))  # in each set of tickets to keep
        self.colour_in = nn.Linear(COLOUR, TOKEN)
        self.colour_own = nn.Parameter(torch.zeros(LOCOMOTIVE, TOKEN))
        self.colour_mid = nn.Linear(TOKEN, TOKEN)
        self.ticket_in = nn.Linear(TICKET, SMALL)
        self.ticket_fact = nn.Linear(self.ticket_facts.shape[1], SMALL, bias=False)
        self.ticket_own = nn.Parameter(torch.zeros(sizes.tickets, SMALL))
        told = WHOLE + PLAYERS * SEAT + LOCOMOTIVE * COLOUR + 2 * TOKEN + POOLS * SMALL
        self.enter = nn.Linear(told, CONTEXT)
        self.early = nn.ModuleList(Block(CONTEXT) for _ in range(EARLY))
        self.colour_next = nn.Linear(TOKEN, TOKEN)
        self.colour_told = nn.Linear(CONTEXT, TOKEN, bias=False)
        self.gather = nn.Linear(2 * TOKEN, CONTEXT)
        self.late = nn.ModuleList(Block(CONTEXT) for _ in range(LATE))
        self.norm = nn.LayerNorm(CONTEXT)
        self.play_in = nn.Linear(TOKEN, TOKEN)
        self.play_told = nn.Linear(CONTEXT, TOKEN, bias=False)
        self.play = nn.Linear(TOKEN, 2 + ROW_PLAYS)  # to draw, one of three, rows
        self.size = nn.Linear(CONTEXT, ROW_PLAYS)  # of rows of any colour
        self.simple = nn.Linear(CONTEXT, FIRST_KEEP)
        self.triple = nn.Linear(CONTEXT, 1)
        self.keep_in = nn.Linear(KEEP, SMALL)
        self.keep_told = nn.Linear(CONTEXT, SMALL, bias=False)
        self.keep = nn.Linear(SMALL, 1)
        self.value = nn.Linear(CONTEXT, 2)
        self.score = nn.Linear(CONTEXT, MOST_PLAYERS)
        self.ticket_told = nn.Linear(CONTEXT, SMALL, bias=False)
        self.ticket_out = nn.Linear(SMALL, 1 + PLAYERS)  # to keep; completed; held by the others
        self.hand = nn.Linear(CONTEXT, (PLAYERS - 1) * KINDS)
        for head in (self.play, self.size, self.simple, self.triple, self.keep, self.value):
            nn.init.normal_(head.weight, std=0.01)

    def forward(self, rows: Tensor) -> Answer:
        raw = self.parts(rows)
        x = self.scaled(raw)
        colours = relu(self.colour_mid(relu(self.colour_in(x["colour"]) + self.colour_own)))
        tickets = relu(
            self.ticket_in(x["ticket"]) + (self.ticket_fact(self.ticket_facts) + self.ticket_own)
        )
        flags = raw["ticket"].to(tickets.dtype)
        own, offered, done = flags[..., :1], flags[..., 2:3], flags[..., 15:16]
        told = [
            x["whole"],
            x["seats"],
            x["colour"].flatten(1),
            colours.mean(1),
            colours.amax(1),
            (tickets * own).sum(1),
            (tickets * offered).sum(1),
            (tickets * (own - done)).sum(1),
        ]
        colours, context = self.think("colour", colours, told)
        return self._heads(raw, x, colours, tickets, context)

    def _heads(
        self,
        raw: dict[str, Tensor],
        x: dict[str, Tensor],
        colours: Tensor,
        tickets: Tensor,
        c: Tensor,
    ) -> Answer:
        n = len(c)
        plays = self.play(relu(self.play_in(colours) + self.play_told(c)[:, None])).float()
        draws = nn.functional.pad(plays[..., 0], (0, FIRST_KEEP - LOCOMOTIVE))
        triples = plays[..., 1] @ self.triples.T + self.triple(c)
        lines = plays[..., 2:] + self.size(c)[:, None]
        told = self.ticket_out(relu(tickets + self.ticket_told(c)[:, None])).float()
        keeps = self.keep(relu(self.keep_in(x["keep"]) + self.keep_told(c)[:, None]))[..., 0]
        slot = torch.arange(1, OFFER + 1, device=c.device)
        there = (raw["ticket"][..., 3:4] == slot).float()  # the ticket of each slot
        keeps = keeps + (there * told[..., :1]).sum(1) @ self.slots
        logits = [self.simple(c) + draws, keeps, lines.reshape(n, -1), triples]
        return Answer(
            torch.cat([part.float() for part in logits], dim=1),
            self.value(c).float(),
            self.score(c).float(),
            told[..., 1],
            told[..., 2:].transpose(1, 2),
            self.hand(c).reshape(n, PLAYERS - 1, KINDS).float(),
        )
