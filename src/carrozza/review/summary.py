"""What sums a seat's game up: at most three facts each, checked against the game, for others to
put into words.

| kind | says | fields |
|---|---|---|
| `blunder`, `mistake` | its costliest decision | step, turn, chance: the loss; if the best action was to claim a route: route, ticket: its own that needed it; if another seat took that later: by, theirs: that one's ticket which needed it; points: if the ticket was never completed |
| `aimless` | of its inaccuracies, mistakes and blunders (of), so many (count) were claims that served none of its tickets | count, of, chance: their losses together |
| `behind_tickets`, `behind_routes` | most of the points that it was behind the winner (of) came from there | by, points, of |
| `lost_ticket` | another seat's claim made it impossible | step, turn, by, route, ticket, theirs, points |
| `blocked_ticket` | another seat's claim made it longer; it was never completed | step, turn, by, route, ticket, theirs, points |
| `no_trains` | its own trains no longer sufficed for it | step, turn, ticket, points |
| `hopeless_ticket` | it could not be completed when it was kept | step, turn, ticket, points |
| `unfinished` | it was never completed | ticket, points; if somebody had brought the last round then: step, turn, by (which may be itself) |
| `open_tickets` | several were never completed | points: of all of them |
| `lucky`, `unlucky` | all luck of the game | chance |
| `lucky_turn`, `unlucky_turn` | the luck of one turn, at least half of all | step (its last), turn, by: whose turn it was (which may be itself), chance |
| `gift` | the mistake or blunder of another seat by which it gained most | step, turn, by, chance: what it gained |
| `longest` | the points for the longest path are more than the distance at the end | points; by: the winner, if it was not this seat that had them |
| `well_played` | no mistake, no blunder | chance: the sum of its inaccuracies |
| `close` | the distance to the best of the others was small | points: below 0 if behind |
| `margin` | the distance, where there is nothing else to say | points: likewise |

The `points` of a ticket are what it would have brought at least, had it been completed: its points
instead of their loss. Chances are shares of the win.
"""  # noqa: E501

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from carrozza.core.replay import Save
from carrozza.core.scores import LongestPathItem, RouteItem, TicketItem
from carrozza.review.accounts import HIDDEN
from carrozza.review.aftermath import Aftermath, aftermath_of
from carrozza.review.model import Decision, Review, Sentence, TicketStory
from carrozza.review.turning import turns_of
from carrozza.review.verdicts import BLUNDER, MISTAKE, counts_as_loss
from carrozza.review.ways import FAR

MOST = 3  # sentences for a seat
CLOSE = 5  # points
FAR_BEHIND, WORLDS_APART = 20, 100
MOSTLY = 0.5
HABIT = 3  # decisions
LUCK = 0.1  # in chances to win: less is not worth a sentence
GIFT = 0.05

# How important it is, in chances to win, where it is not the chance itself.
DECISIVE, OTHERWISE, OF_A_WINNER = 0.5, 0.25, 0.04  # a ticket whose points outweigh the distance …
LONGEST, NARROW, CLEAN, CLEAN_BUT_LOST = 0.3, 0.2, 0.06, 0.15


class Told(NamedTuple):
    weight: float
    sentence: Sentence


def sum_up(save: Save, review: Review) -> tuple[Sentence, ...]:
    costliest = [_costliest(review, seat) for seat in range(review.players)]
    told = [decision for decision in costliest if decision is not None]
    after = aftermath_of(save, told, review.tickets)
    return tuple(
        sentence
        for seat in range(review.players)
        for sentence in _seat(review, after, seat, costliest)
    )


def _seat(
    review: Review, after: Aftermath, seat: int, costliest: Sequence[Decision | None]
) -> Iterator[Sentence]:
    found = [
        *_decision(review, after, seat, costliest[seat]),
        *_aimless(review, seat),
        *_behind(review, after, seat),
        *_tickets(review, after, seat, costliest[seat]),
        *_luck(review, seat),
        *_gift(review, seat),
        *_longest(review, after, seat),
        *_close(review, seat),
    ]
    found.sort(key=lambda told: -told.weight)
    return islice((told.sentence for told in found or _margin(review, seat)), MOST)


def _costliest(review: Review, seat: int) -> Decision | None:
    named = [d for d in review.decisions if d.seat == seat and d.verdict in (MISTAKE, BLUNDER)]
    return max(named, key=lambda d: d.played.loss, default=None)


def _decision(review: Review, after: Aftermath, seat: int, d: Decision | None) -> Iterator[Told]:
    if d is None:
        account = review.accounts[seat]
        weight = CLEAN if seat in review.winners else CLEAN_BUT_LOST
        yield Told(weight, Sentence(seat=seat, kind="well_played", chance=account.lost))
        return
    missed = after.missed.get(d.step)
    ticket = missed.ticket if missed else None
    never = ticket is not None and ticket in _failed(after, seat)
    yield Told(
        d.played.loss,
        Sentence(
            seat=seat,
            kind=d.verdict,
            step=d.step,
            turn=d.turn,
            chance=d.played.loss,
            route=missed.route if missed else None,
            ticket=ticket,
            by=missed.by if missed else None,
            theirs=missed.theirs if missed else None,
            points=_failed(after, seat)[ticket] if never and ticket is not None else None,
        ),
    )


def _aimless(review: Review, seat: int) -> Iterator[Told]:
    """One habit behind most of its mistakes: that is what to learn from the game."""
    named = [d for d in review.decisions if d.seat == seat and counts_as_loss(d.verdict)]
    found = [d for d in named if any(reason.kind == "serves_none" for reason in d.against)]
    if len(found) >= HABIT and 2 * len(found) >= len(named):
        lost = sum(d.played.loss for d in found)
        sentence = Sentence(seat=seat, kind="aimless", count=len(found), of=len(named), chance=lost)
        yield Told(lost, sentence)


def _behind(review: Review, after: Aftermath, seat: int) -> Iterator[Told]:
    """Where the winner's points came from, if it was not close."""
    whole = -_ahead(review, seat)
    if len(review.winners) > 1 or whole <= FAR_BEHIND:
        return
    (winner,) = review.winners
    points = {"behind_tickets": 0, "behind_routes": 0}
    for score in after.sheet.seats:
        for item in score.items:
            kind = "behind_tickets" if isinstance(item, TicketItem) else "behind_routes"
            if score.seat in (seat, winner) and isinstance(item, TicketItem | RouteItem):
                points[kind] += item.points if score.seat == winner else -item.points
    kind, part = max(points.items(), key=lambda one: one[1])
    if part >= MOSTLY * whole:
        part = min(part, whole)  # more than all: what was ahead elsewhere did not make up for it
        sentence = Sentence(seat=seat, kind=kind, by=winner, points=part, of=whole)
        yield Told(DECISIVE * min(1, part / WORLDS_APART), sentence)


def _tickets(review: Review, after: Aftermath, seat: int, d: Decision | None) -> Iterator[Told]:
    """All that were not completed, and the one of them that cost most, unless the decision tells
    of it."""
    failed = _failed(after, seat)
    if len(failed) > 1:
        points = sum(failed.values())
        sentence = Sentence(seat=seat, kind="open_tickets", points=points)
        yield Told(_weight(review, seat, points), sentence)
    missed = after.missed.get(d.step) if d else None
    told = missed.ticket if missed else None
    stories = [
        story
        for story in review.tickets
        if story.seat == seat and story.ticket in failed and story.ticket != told
    ]
    if stories:
        story = max(stories, key=lambda story: failed[story.ticket])
        points = failed[story.ticket]
        yield Told(_weight(review, seat, points), _ticket(review, after, story, points))


def _weight(review: Review, seat: int, points: int) -> float:
    """Of points that were missed."""
    if seat in review.winners:
        return OF_A_WINNER
    behind = -_ahead(review, seat)
    return DECISIVE if points > behind else OTHERWISE * points / behind


def _ticket(review: Review, after: Aftermath, story: TicketStory, points: int) -> Sentence:
    seat, ticket = story.seat, story.ticket
    if story.lost is not None and story.lost_by != seat and story.lost_route is not None:
        return Sentence(
            seat=seat, kind="lost_ticket", step=story.lost, turn=story.lost_turn,
            by=story.lost_by, route=story.lost_route, ticket=ticket, theirs=story.lost_theirs,
            points=points,
        )  # fmt: skip
    if story.setbacks:
        worst = max(story.setbacks, key=lambda setback: setback.trains or FAR)
        return Sentence(
            seat=seat, kind="blocked_ticket", step=worst.step, turn=worst.turn, by=worst.seat,
            route=worst.route, ticket=ticket, theirs=worst.theirs, points=points,
        )  # fmt: skip
    if story.lost is not None:
        kind = "hopeless_ticket" if story.lost == story.kept else "no_trains"
        return Sentence(
            seat=seat, kind=kind, step=story.lost, turn=story.lost_turn, ticket=ticket,
            points=points,
        )  # fmt: skip
    if after.ended is None or after.ended[0] < story.kept:
        return Sentence(seat=seat, kind="unfinished", ticket=ticket, points=points)
    step, by = after.ended
    turn = review.positions[step].turn
    return Sentence(
        seat=seat, kind="unfinished", step=step, turn=turn, by=by, ticket=ticket, points=points
    )


def _luck(review: Review, seat: int) -> Iterator[Told]:
    by = review.accounts[seat].luck_by
    luck = sum(by.values()) - by[HIDDEN]
    parts = [
        (sum(review.positions[step].luck[seat] for step in range(first, last + 1)), first, last)
        for first, last in turns_of(review.positions)
    ]
    part, first, last = max(parts, key=lambda part: abs(part[0]))
    if abs(part) >= max(LUCK, abs(luck) / 2):
        position = review.positions[first]
        sentence = Sentence(
            seat=seat, kind="lucky_turn" if part > 0 else "unlucky_turn", step=last,
            turn=position.turn, by=position.seat, chance=part,
        )  # fmt: skip
        yield Told(abs(part), sentence)
    elif abs(luck) >= LUCK:
        kind = "lucky" if luck > 0 else "unlucky"
        yield Told(abs(luck), Sentence(seat=seat, kind=kind, chance=luck))


def _gift(review: Review, seat: int) -> Iterator[Told]:
    gifts = [
        (review.positions[d.step].decided[seat], d)
        for d in review.decisions
        if d.seat != seat and d.verdict in (MISTAKE, BLUNDER)
    ]
    gain, d = max(gifts, key=lambda gift: gift[0], default=(0.0, None))
    if d is not None and gain >= GIFT:
        sentence = Sentence(
            seat=seat, kind="gift", step=d.step, turn=d.turn, by=d.seat, chance=gain
        )
        yield Told(gain, sentence)


def _longest(review: Review, after: Aftermath, seat: int) -> Iterator[Told]:
    points = {
        score.seat: item.points
        for score in after.sheet.seats
        for item in score.items
        if isinstance(item, LongestPathItem) and item.points > 0
    }
    ahead = _ahead(review, seat)
    if len(points) != 1:  # several have them, or nobody
        return
    (holder,) = points
    if seat == holder and 0 <= ahead < points[holder]:
        yield Told(LONGEST, Sentence(seat=seat, kind="longest", points=points[holder]))
    elif seat != holder and review.winners == (holder,) and -points[holder] < ahead:
        sentence = Sentence(seat=seat, kind="longest", by=holder, points=points[holder])
        yield Told(LONGEST, sentence)


def _close(review: Review, seat: int) -> Iterator[Told]:
    ahead = _ahead(review, seat)
    if abs(ahead) <= CLOSE:
        yield Told(NARROW, Sentence(seat=seat, kind="close", points=ahead))


def _margin(review: Review, seat: int) -> Iterator[Told]:
    yield Told(0.0, Sentence(seat=seat, kind="margin", points=_ahead(review, seat)))


def _failed(after: Aftermath, seat: int) -> dict[int, int]:
    """The tickets that were not completed, and what they would have brought at least."""
    return {
        item.ticket: -2 * item.points
        for item in after.sheet.seats[seat].items
        if isinstance(item, TicketItem) and not item.completed
    }


def _ahead(review: Review, seat: int) -> int:
    others = [total for other, total in enumerate(review.totals) if other != seat]
    return review.totals[seat] - max(others)
