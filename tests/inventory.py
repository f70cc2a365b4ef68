"""Where all cards, tickets and trains of a game are, counted without the engine's help."""

from collections import Counter

from carrozza.board.state import BoardState
from carrozza.core.game import State
from carrozza.core.space import bits

# From the booklets: cards of each colour, Locomotives, trains of a player.
BOXES = {
    "usa": (12, 14, 45),
    "europe": (12, 14, 45),
    "northern_lights": (12, 18, 40),
    "card_game": (10, 16, 0),
}
TICKETS = {"usa": 33, "europe": 46, "northern_lights": 55, "card_game": 46}


def every_card(state: State) -> list[int]:
    per_colour, wild, _ = BOXES[state.game.name]
    return [per_colour] * 8 + [wild]


def all_cards(state: State) -> list[int]:
    """Counts of the cards on the table, wherever they are."""
    counts: Counter[int] = Counter()
    for hand in state.hands:
        counts.update(dict(enumerate(hand)))
    counts.update(dict(enumerate(state.discards)))
    counts.update(state.deck)
    counts.update(card for card in state.market if card >= 0)
    if isinstance(state, BoardState):
        if state.tunnel is not None:
            counts.update(state.tunnel.revealed)
            counts.update(dict(state.lookups.cost[state.tunnel.laid]))
    else:
        for track in state.tracks:
            counts.update(dict(enumerate(track)))
        counts.update(dict(enumerate(state.row_cards)))
        counts[8] += sum(state.row_wilds)
        for chosen in state.chosen:
            counts.update(card for _, used in chosen for card in used)
    return [counts[card] for card in range(9)]


def check_tickets(state: State) -> None:
    """Every ticket is in exactly one place. In Europe the long ones not dealt are in the box."""
    places = [state.ticket_deck, *state.tickets, *state.offers]
    if isinstance(state, BoardState):
        if state.view(None).phase == "start" or state.lookups.spec.returned_leave_game:
            places += state.returned_at_start
    else:
        places += [[ticket for ticket, _ in done] for done in state.completed + state.chosen]
        if state.view(None).phase == "start":
            places += [bits(mask) for mask in state.returned_at_start]
    found = Counter(ticket for place in places for ticket in place)
    assert set(found.values()) == {1}
    in_box = 6 - state.setup.players if state.game.name == "europe" else 0
    assert len(found) == TICKETS[state.game.name] - in_box
    if isinstance(state, BoardState):
        assert len(state.ticket_marks) == len(state.ticket_deck)
        long = [t for t in found if state.lookups.board.tickets[t].long]
        assert len(long) == (state.setup.players if in_box else 0)


def check_trains(state: BoardState) -> None:
    """Trains on the board and in the supply, points for them, and one owner to a route."""
    routes = state.lookups.board.routes
    owned = [[r for r in range(len(routes)) if mask >> r & 1] for mask in state.routes]
    assert max(Counter(r for mine in owned for r in mine).values(), default=0) <= 1
    for seat, mine in enumerate(owned):
        laid = sum(routes[r].length for r in mine)
        assert state.trains[seat] + laid == BOXES[state.game.name][2]
        assert state.points[seat] == sum(
            {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}[routes[r].length] for r in mine
        )
        ends = [frozenset((routes[r].a, routes[r].b)) for r in mine]
        assert len(ends) == len(set(ends))
