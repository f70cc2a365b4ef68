"""Claiming a route: what it takes, and what it changes."""

from carrozza.board.lookups import TUNNEL_CARDS
from carrozza.bots.search.boards.sketch.compiled import compiled
from carrozza.bots.search.boards.sketch.deck import sweep, take, take_blind
from carrozza.bots.search.boards.sketch.records import ANY_COLOUR, GONE, NOBODY, Record
from carrozza.core.cards import LOCOMOTIVE as WILD

THRIFTY = 0.62  # of a route's length, the Locomotives it may take while there is time to save them
NEITHER = (-1, -1)


@compiled
def most_held(cards: Record) -> int:
    best = 0
    for c in range(1, WILD):
        if cards[c] > cards[best]:
            best = c
    return best


@compiled
def is_open(m: Record, t: Record, seat: int, link: int) -> bool:
    return bool(t.claimed[link] < m.most[link] and not t.mine[seat, link])


@compiled
def spaces(m: Record, route: int) -> tuple[int, int]:
    """Cards of a colour and Locomotives to hold for a route; one to spare for a tunnel."""
    if m.pairs:
        return m.length[route] + m.loco[route] + m.tunnel[route], 0
    return m.length[route] - m.loco[route] + m.tunnel[route], m.loco[route]


@compiled
def payment(m: Record, route: int, held: int, wild: int) -> tuple[int, int]:
    """Cards of a colour and Locomotives to pay with, as few of these as possible."""
    length, symbols = m.length[route], m.loco[route]
    paid = symbols
    need = length - symbols
    if m.pairs:  # a symbol takes a Locomotive, or two cards
        paid = 0
        while paid < symbols and held < length + symbols - 2 * paid:
            paid += 1
        need = length + symbols - 2 * paid
    if held < need:
        if not m.wild[route]:
            return NEITHER
        paid += need - held
        need = held
    if paid > wild:
        return NEITHER
    return need, paid


@compiled
def thrifty(m: Record, route: int, wild: int) -> bool:
    return bool(wild <= m.loco[route] + THRIFTY * m.length[route])


@compiled
def claim(m: Record, t: Record, seat: int, route: int, colour: int, cards: int, wild: int) -> None:
    """Pays and claims; a tunnel that asks for more than the hand has is left alone."""
    hand = t.hand[seat]
    if m.tunnel[route]:
        extra = 0
        for _ in range(TUNNEL_CARDS):
            card = take(m, t, m.players)
            if card != GONE:
                t.discards[card] += 1
                extra += card == WILD or (card == colour and cards > 0)
        more = min(extra, hand[colour] - cards) if cards else 0
        cards += more
        wild += extra - more
        if wild > hand[WILD]:
            return
    hand[colour] -= cards
    hand[WILD] -= wild
    t.discards[colour] += cards
    t.discards[WILD] += wild
    link = m.link[route]
    t.owner[route] = seat
    t.claimed[link] += 1
    t.mine[seat, link] = True
    t.joined[seat, link] = True
    t.trains[seat] -= m.length[route]
    t.points[seat] += m.points[route]
    for other in range(m.players):
        if t.in_plan[other, link]:
            t.to_mend[other] = True
    for _ in range(m.drawn[route]):
        take_blind(m, t, seat)
    for slot in range(m.slots):
        if t.market[slot] == GONE:
            t.market[slot] = take(m, t, m.players)
    sweep(m, t)


@compiled
def claim_link(m: Record, t: Record, seat: int, link: int, saving: bool) -> bool:
    """Tries to claim a link, with few Locomotives and cards that are not needed elsewhere."""
    best, colour, cards, wild = NOBODY, 0, 0, 99
    if m.link_length[link] > t.trains[seat]:
        return False
    for k in range(m.track_count[link]):
        route = m.tracks[link, k]
        if t.owner[route] != NOBODY:
            continue
        for c in range(WILD):
            if m.colour[route] != ANY_COLOUR and m.colour[route] != c:
                continue
            need, paid = payment(m, route, t.hand[seat, c], t.hand[seat, WILD])
            if need < 0 or (saving and not thrifty(m, route, paid)):
                continue
            if paid < wild or (paid == wild and t.spare[c] > t.spare[colour]):
                best, colour, cards, wild = route, c, need, paid
    if best == NOBODY:
        return False
    claim(m, t, seat, best, colour, cards, wild)
    return True
