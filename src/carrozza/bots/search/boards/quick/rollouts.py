"""Many games from one scene to the end, each with other cards."""

from carrozza.bots.search.boards.sketch.compiled import compiled
from carrozza.bots.search.boards.sketch.deck import lay_deck, shuffle, sow, take_blind, take_slot
from carrozza.bots.search.boards.sketch.pay import claim
from carrozza.bots.search.boards.sketch.plans import add, clear
from carrozza.bots.search.boards.sketch.records import (
    BLIND,
    FACE_UP,
    NEW_TICKETS,
    NO_MOVE,
    NOBODY,
    SECOND_BLIND,
    TUNNEL,
    Record,
)
from carrozza.bots.search.boards.sketch.scores import scores
from carrozza.bots.search.boards.sketch.turns import draw_second, play, turns_after
from carrozza.core.cards import LOCOMOTIVE as WILD


@compiled
def rollouts(
    m: Record,
    work: Record,
    scene: Record,
    own: Record,
    others: Record,
    seed: int,
    first: int,
    totals: Record,
) -> None:
    """Fills `totals` with the scores of as many games as it has rows, which are the `first` and
    following ones of this seed. They take turns with the courses: those for the seat itself, and
    those for the others, which come in sets for all seats."""
    for i in range(totals.shape[0]):
        n = first + i
        work[0] = scene.position
        t = work[0]
        sow(t, seed + n)
        deal(m, t, scene)
        theirs = n % others.shape[0]
        mine = (n // others.shape[0] + n) % own.shape[0]
        for seat in range(m.players):
            follow(m, t, seat, own[mine] if seat == scene.me else others[theirs, seat])
        last_turns = scene.last_turns
        if scene.move != NO_MOVE:
            make_move(m, t, scene)
            last_turns = turns_after(m, t, scene.me, last_turns)
        play(m, t, scene.seat, last_turns)
        scores(m, t, totals[i])


@compiled
def deal(m: Record, t: Record, scene: Record) -> None:
    """The unseen cards, to the hands and to the deck."""
    left = shuffle(t, scene.unseen)
    for seat in range(m.players):
        for _ in range(min(left, scene.hidden[seat])):
            left -= 1
            t.hand[seat, t.deck[left]] += 1
    lay_deck(m, t, left)


@compiled
def follow(m: Record, t: Record, seat: int, course: Record) -> None:
    clear(m, t, seat)
    for k in range(course.count):
        add(m, t, seat, course.links[k], course.worth[k])
    t.to_mend[seat] = True
    t.long[seat] = course.long
    t.path[seat] = course.path
    t.filler[seat] = NOBODY
    t.held[seat] = course.held
    for k in range(course.held):
        t.tickets[seat, k] = course.tickets[k]


@compiled
def make_move(m: Record, t: Record, scene: Record) -> None:
    """A move that needs luck. A first card is followed by the second; new tickets are in the
    courses already."""
    me, move = scene.me, scene.move
    if move == NEW_TICKETS:
        return
    if move == TUNNEL:
        claim(m, t, me, scene.route, scene.colour, scene.cards, scene.wild)
        return
    content = False
    if move in (BLIND, SECOND_BLIND):
        take_blind(m, t, me)
    else:
        content = t.market[scene.slot] == WILD
        take_slot(m, t, me, scene.slot)
    if move in (BLIND, FACE_UP) and not content:
        draw_second(m, t, me)
